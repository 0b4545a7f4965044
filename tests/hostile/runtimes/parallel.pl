# A child with a pipe to it, a signal handler and a file.
use strict;
use warnings;
my $alarmed = 0;
$SIG{ALRM} = sub { $alarmed = 1 };
pipe(my $from, my $to) or die "pipe: $!";
my $child = fork() // die "fork: $!";
if (!$child) { my $s = 0; $s += $_ for 0 .. 499; print {$to} "$s\n"; close $to; exit 7 }
close $to;
my $sum = <$from>;
waitpid($child, 0);
my $status = $? >> 8;
$sum += $_ for 500 .. 999;
kill ALRM => $$;
print "$sum ", ($alarmed ? $status : -1), "\n";
