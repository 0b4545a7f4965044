// zerosum ledger: a tournament's ledger as a whole.

#include "arena/tournament/ledger.h"

#include <memory>

#include "app/cli/command.h"

namespace zerosum::cli {

namespace {

struct LedgerOptions {
    std::string verb;
    std::string from;
    std::string to;
};

Result<int> run_ledger(const LedgerOptions& options) {
    if (options.verb == "digest") {
        if (!options.to.empty())
            return fail("digest: found a second ledger '{}', expected one", printable(options.to));
        const Result<std::string> digest =
            Ledger::open_to_read(options.from).and_then([](const Ledger& ledger) {
                return ledger.digest();
            });
        if (!digest) return tl::unexpected(digest.error());
        fmt::print("{}\n", *digest);
        return kDone;
    }
    if (options.verb != "copy")
        return fail("found '{}', expected copy or digest", printable(options.verb));
    if (options.to.empty()) return fail("copy: found no place for the copy, expected FROM and TO");
    const Result<std::string> digest = Ledger::copy(options.from, options.to);
    if (!digest) return tl::unexpected(digest.error());
    fmt::print("{} is a copy of {}: both have the digest {}\n", options.to, options.from, *digest);
    return kDone;
}

}  // namespace

void add_ledger(Commands& commands) {
    auto options = std::make_shared<LedgerOptions>();
    Command* command =
        commands.add("ledger", "Copy a tournament's ledger between a file and a PostgreSQL server",
                     "zerosum ledger copy class.ledger postgresql://db.example.org/class\n"
                     "zerosum ledger copy postgresql://db.example.org/class class.ledger\n"
                     "zerosum ledger digest class.ledger",
                     [options] { return run_ledger(*options); });
    command
        ->add_option("VERB", options->verb,
                     "copy: to an empty place, checked by a digest; digest: print it")
        ->required();
    command->add_option("FROM", options->from, "a ledger: a file, or postgresql://HOST/DATABASE")
        ->required();
    command->add_option("TO", options->to, "where the copy goes");
}

}  // namespace zerosum::cli
