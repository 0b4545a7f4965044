#!/usr/bin/env python3
"""From an empty prefix: programs, man pages, completions, the C++ library, the .deb and the tarball."""

import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(os.environ["ZEROSUM_ROOT"])
BUILD = Path(os.environ["ZEROSUM_BIN"]).parent
CLEAN = BUILD.parent / "clean-debian"  # a minimal Debian 12, kept: a minute and 150 MB
MATCH = ["match", "engine", "greedy", "--size", "4", "--kinds", "3", "--games", "2", "--bank", "2"]
QUIET_APT = ["apt-get", "--quiet=2", "--yes", "--no-install-recommends",
             "-o", "Acquire::Retries=5", "-o", "Dpkg::Use-Pty=0", "-o", "APT::Sandbox::User=root"]


def fail(what):
    print("FAILED:", what)
    sys.exit(1)


def execute(*command, limit=600, **options):
    return subprocess.run([str(word) for word in command], text=True, capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=limit, **options)


def attempt(*command, **options):
    """For what needs the network, which may swallow all that is sent: what does not end has failed."""
    try:
        return execute(*command, **options)
    except subprocess.TimeoutExpired as late:
        return subprocess.CompletedProcess(command, 124, "", f"not done after {late.timeout:.0f} s")


def run(*command, silent=True, **options):
    """Standard output of a command that must succeed and say nothing to standard error."""
    done = execute(*command, **options)
    if done.returncode != 0 or (silent and done.stderr):
        fail(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def expect(text, part, what):
    if part not in text:
        fail(f"{what}: expected '{part}' in:\n{text}")


def check_programs(prefix):
    zerosum = prefix / "bin/zerosum"
    version = run(zerosum, "version")
    if not re.fullmatch(r"zerosum \d+\.\d+\.\d+\n", version) or run(zerosum, "-v") != version:
        fail(f"version says {version}")
    expect(run(zerosum, *MATCH), "Elo of engine over greedy", "a match")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "input.txt").write_text("2\n3\n10\n01\n21\n")
        run(prefix / "bin/homework", cwd=folder)
        run(prefix / "bin/calibrate", cwd=folder, silent=False)
        expect(Path(folder, "output.txt").read_text(), "\n", "homework")
    for name in ("README.md", "LICENSE", "docs/rules.md", "examples/library/CMakeLists.txt"):
        if not (prefix / "share/doc/zerosum" / name).is_file():
            fail(f"{name} is not installed")


def check_permissions(prefix):
    """Everybody may read all of it, and run what is to be run."""
    for path in prefix.rglob("*"):
        runs = path.is_dir() or path.parent.name == "bin" or path.read_bytes().startswith(b"#!")
        if path.stat().st_mode & 0o777 != (0o755 if runs else 0o644):
            fail(f"{path}: permissions {path.stat().st_mode & 0o777:o}")


def check_agent_without_namespaces(prefix, folder):
    """Where an ordinary user has no namespaces, as in most containers, a hand-in in C++ runs."""
    home = folder / "home"
    home.mkdir()
    home.chmod(0o777)
    user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    said = run(*(user if os.geteuid() == 0 else []), "env", f"HOME={home}",
               "ZEROSUM_CONFINEMENT=seccomp", prefix / "bin/zerosum", "check",
               prefix / "share/doc/zerosum/examples/agents/cpp", silent=False, cwd=home)
    expect(said, "cpp: sound", "a hand-in in C++ inside seccomp alone")


def check_man_pages(prefix):
    """Every command has a page, and groff has nothing to complain about."""
    pages = sorted((prefix / "share/man/man1").glob("*.1"))
    listed = run(prefix / "bin/zerosum", "help").partition("Subcommands:")[2]
    wanted = {"homework", "calibrate", "zerosum"} | {
        f"zerosum-{name}" for name in re.findall(r"^  ([a-z][a-z0-9-]*)\b", listed, re.MULTILINE)}
    if wanted != {page.stem for page in pages}:
        fail(f"man pages differ from the commands: {wanted ^ {page.stem for page in pages}}")
    plain = os.environ | {"LC_ALL": "C.UTF-8", "MANROFFSEQ": "", "MANWIDTH": "80", "MANPAGER": "cat"}
    for page in pages:
        run("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page, env=plain)
    shown = run("man", "zerosum-match", env=plain | {"MANPATH": str(prefix / "share/man")})
    shown = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", shown)
    for part in ("ZEROSUM-MATCH(1)", "--games", "number of games (default: 11)", "EXAMPLES"):
        expect(shown, part, "man zerosum-match")
    return len(pages)


class Shell:
    """A shell on a terminal of its own."""

    def __init__(self, *command, **environment):
        self.terminal, inner = pty.openpty()
        clean = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
        self.process = subprocess.Popen(
            command, stdin=inner, stdout=inner, stderr=inner, start_new_session=True, cwd=ROOT,
            env=clean | {"TERM": "dumb", "PS1": "$ ", "LC_ALL": "C.UTF-8"} | environment)
        os.close(inner)

    def type(self, keys, awaited):
        """What the terminal shows from now on until it has `awaited`, or after a generous while."""
        os.write(self.terminal, keys.encode())
        shown = ""
        end = time.monotonic() + 60
        while awaited not in shown and time.monotonic() < end:
            if select.select([self.terminal], [], [], 1)[0]:
                shown += os.read(self.terminal, 65536).decode(errors="replace")
        return shown

    def end(self):
        self.process.kill()
        self.process.wait()
        os.close(self.terminal)


def check_completion(name, shell):
    """What the Tab key makes of the beginnings of words."""
    for typed, completed in (("zerosum ma", "zerosum match "),
                             ("zerosum match --pai", "zerosum match --paired"),
                             ("zerosum match gree", "zerosum match greedy"),
                             ("zerosum match di\tLICE", "zerosum match dir:LICENSE"),
                             ("zerosum ugi --player gree", "zerosum ugi --player greedy"),
                             ("zerosum convert --to jsonl --output LICE", "--output LICENSE")):
        shown = shell.type(typed + "\t", completed)
        expect(shown, completed, f"{name}: '{typed}<Tab>'")
        if "bad " in shown or "error" in shown:
            fail(f"{name}: '{typed}<Tab>' shows {shown}")
        shell.type("\x15echo d''one\n", "done")
    shell.end()


def check_completions(prefix):
    share = prefix / "share"
    shell = Shell("bash", "--norc", "--noprofile", "-i")
    shell.type(f". {share}/bash-completion/completions/zerosum; echo rea''dy\n", "ready")
    check_completion("bash", shell)
    shells = ["bash"]
    if shutil.which("zsh"):
        shell = Shell("zsh", "-f", "-i")
        shell.type(f"fpath=({share}/zsh/site-functions $fpath); "
                   "autoload -U compinit; compinit -u -D; echo rea''dy\n", "ready")
        check_completion("zsh", shell)
        shells.append("zsh")
    if shutil.which("fish"):
        # Fish completes only commands that it finds.
        places = os.environ | {"XDG_DATA_DIRS": str(share), "HOME": str(prefix),
                               "PATH": f"{prefix}/bin:{os.environ['PATH']}"}
        for typed, completed in (("zerosum ma", "match\t"), ("zerosum match --pai", "--paired\t"),
                                 ("zerosum match gree", "greedy\n"),
                                 ("zerosum match dir", "dir:\n"),
                                 ("zerosum ugi --player gree", "greedy\t")):
            said = run("fish", "-c", f'complete -C "{typed}"', env=places) + "\n"
            expect(said, completed, f"fish: '{typed}<Tab>'")
        shells.append("fish")
    return ", ".join(shells)


def check_library(prefix, folder):
    """The example that was installed, built with nothing but what was installed."""
    source = prefix / "share/doc/zerosum/examples/library"
    run("cmake", "-G", "Ninja", "-S", source, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}",
        "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror")
    run("cmake", "--build", folder)
    for game, title in (("fruit", "The Fruit Rage"), ("raid", "Stake & Raid")):
        said = run(folder / "best_line", game)
        expect(said, title, "the C++ example")
        board = said.splitlines()[0].partition(": ")[2]
        value = re.search(r"proved: (-?\d+)$", said.strip()).group(1)
        solved = run(prefix / "bin/zerosum", "solve", board, "--json", "--quiet")
        expect(solved, f'"value":{value},', "the example's value against zerosum solve")


def clean_debian():
    """A clean Debian that may be changed, or None where it cannot be had: no root, no network."""
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        return None
    if not (CLEAN / "complete").exists():
        for mounted in ("proc", "sys"):  # by a run that was killed
            execute("umount", CLEAN / mounted)
        shutil.rmtree(CLEAN, ignore_errors=True)
        done = attempt("debootstrap", "--variant=minbase", "bookworm", CLEAN, limit=1200)
        if done.returncode != 0:
            print("debootstrap failed:", (done.stdout + done.stderr).strip().splitlines()[-1:])
            return None
        (CLEAN / "complete").touch()
    return CLEAN


def play_unpacked(package, folder):
    run("dpkg-deb", "--extract", package, folder / "unpacked")
    zerosum = folder / "unpacked/usr/bin/zerosum"
    expect(run(zerosum, *MATCH), "Elo of engine over greedy", "a match of the package's program")
    return "unpacked"


def check_package(folder):
    """The .deb: in a clean Debian with its dependencies, otherwise unpacked."""
    run("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", folder, cwd=folder, silent=False)
    package = next(folder.glob("zerosum_*_*.deb"))
    fields = run("dpkg-deb", "--field", package)
    for part in ("Package: zerosum\n", "libsqlite3-0", "libc6", "libseccomp2", "libpqxx"):
        expect(fields, part, "the package's fields")
    if "libfmt" in fields:
        fail(f"fmt is linked statically and no dependency:\n{fields}")
    expect(run("dpkg-deb", "--field", next(folder.glob("libzerosum-dev_*.deb"))), "libfmt-dev",
           "the development package's fields")
    clean = clean_debian()
    if clean is None:
        return play_unpacked(package, folder)
    root = folder / "root"
    run("cp", "--archive", "--reflink=auto", clean, root)
    shutil.copy(package, root / "tmp")
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    inside = ["chroot", str(root), "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
              "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8"]
    # Without the network the package is only unpacked; one that cannot be installed fails.
    install = [*inside, *QUIET_APT, "install", f"/tmp/{package.name}"]
    for words in [*inside, *QUIET_APT, "-o", "APT::Update::Error-Mode=any", "update"], \
                 [*install, "--simulate"], [*install, "--download-only"], install:
        done = attempt(*words)
        if done.returncode == 0:
            continue
        said = done.stdout + done.stderr
        if words is install or "--simulate" in words:
            fail(f"{' '.join(words)}: status {done.returncode}\n{said}")
        print(f"WARNING: NOT INSTALLED IN A CLEAN DEBIAN: {' '.join(words[5:])} failed:\n{said}")
        return play_unpacked(package, folder) + ", for the archive could not be reached"
    run(*inside, "useradd", "--create-home", "ann")
    as_ann = ["chroot", "--userspec=ann:ann", str(root), "env", "-i", "HOME=/home/ann",
              "PATH=/usr/bin:/bin"]
    expect(run(*as_ann, "id", "-un"), "ann", "who plays")
    expect(run(*as_ann, "zerosum", *MATCH), "Elo of engine over greedy", "ann's match")
    run(*inside, "dpkg", "--verify", "zerosum")
    run(*inside, *QUIET_APT, "remove", "zerosum", silent=False)
    if (root / "usr/bin/zerosum").exists():
        fail("removing the package leaves the program")
    return "installed by apt into a clean Debian"


def check_tarball(folder):
    """Its programs load nothing: they play in a folder without a single file of the system."""
    run(ROOT / "scripts/build", "release", "tarball", limit=1800)
    tarball = next(BUILD.glob("zerosum-*-linux-*.tar.gz"))
    run("tar", "xzf", tarball, "-C", folder)
    place = folder / tarball.name.removesuffix(".tar.gz")
    for name in ("zerosum", "homework", "calibrate"):
        expect(run("file", "--brief", place / "bin" / name), "statically linked", name)
    for name in ("share/man/man1/zerosum-match.1", "share/doc/zerosum/LICENSE"):
        if not (place / name).is_file():
            fail(f"the tarball has no {name}")
    command = [place / "bin/zerosum"]
    if os.geteuid() == 0:
        (folder / "dev").mkdir()
        shutil.copy(place / "bin/zerosum", folder / "zerosum")
        command = ["chroot", "--userspec=65534:65534", folder, "/zerosum"]
    expect(run(*command, *MATCH), "Elo of engine over greedy", "a match of the tarball's program")
    for player, reason in (("so:./x.so", "cannot load a shared library"),):
        done = subprocess.run([*map(str, command), "match", "greedy", player], text=True,
                              capture_output=True)
        if done.returncode != 2:
            fail(f"{player}: status {done.returncode}")
        expect(done.stderr, reason, player)
    done = subprocess.run([*map(str, command), "standings", "postgresql://host/class"], text=True,
                          capture_output=True)
    expect(done.stderr, "built without PostgreSQL", "a ledger on a server")
    return tarball.stat().st_size


def check_small_build(folder):
    """-DZEROSUM_WEB=OFF -DZEROSUM_POSTGRESQL=OFF builds where there is no npm, and runs.

    In a copy of the sources, where ccache knows every object that these options do not change.
    """
    tools = folder / "tools"
    tools.mkdir(parents=True)
    for name in ("cmake", "ninja", "gcc", "g++", "cc", "c++", "ccache", "ld", "as", "ar", "ranlib"):
        found = shutil.which(name)
        if found:
            (tools / name).symlink_to(found)
    for name in ("cmake", "data", "docs", "examples", "runtime", "src"):
        shutil.copytree(ROOT / name, folder / name, symlinks=True)
    for name in ("CMakeLists.txt", "CMakePresets.json", "CHANGELOG.md", "LICENSE", "README.md"):
        shutil.copy(ROOT / name, folder)
    build = folder / "build/release"
    alone = os.environ | {"PATH": str(tools)}
    run("cmake", "--preset", "release", "-DBUILD_TESTING=OFF", "-DZEROSUM_WEB=OFF",
        "-DZEROSUM_POSTGRESQL=OFF", cwd=folder, silent=False, env=alone)
    run("cmake", "--build", build, "--target", "programs", silent=False, env=alone, limit=1800)
    plan = run("ninja", "-C", build, "-t", "commands", "programs").lower()
    for absent, where in (("npm", plan), ("web_build", plan), ("pqxx", plan),
                          ("pqxx", run("ninja", "-C", build, "-t", "deps")),
                          ("libpq", run("readelf", "--dynamic", build / "bin/zerosum"))):
        if absent in where:
            fail(f"-DZEROSUM_WEB=OFF -DZEROSUM_POSTGRESQL=OFF still needs {absent}")
    zerosum = build / "bin/zerosum"
    expect(run(zerosum, *MATCH), "Elo of engine over greedy", "a match of the small build")
    done = subprocess.run([zerosum, "standings", "postgresql://host/class"], text=True,
                          capture_output=True)
    expect(done.stderr, "built without PostgreSQL", "a ledger on a server, of the small build")
    check_served_without_page(zerosum, folder)


def check_npm_of_debian():
    """Debian 12's npm, 9.2, which a bare machine gets, cannot read an override by another package."""
    settings = json.loads((ROOT / "web/package.json").read_text())
    if "overrides" in settings:
        fail("web/package.json: npm 9.2 of Debian 12 cannot read 'overrides', which ends ./run on "
             "a bare machine; a dependency of another name can be had under devDependencies")


def check_served_without_page(zerosum, folder):
    """The API answers, and a browser is told why there is nothing else."""
    server = subprocess.Popen([zerosum, "serve", "--port", "0", "--games", folder / "games.db"],
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        address = server.stdout.readline().split()[-1]
        with urllib.request.urlopen(address + "api/info", timeout=60) as answer:
            expect(answer.read().decode(), "The Fruit Rage", "the API without a page")
        try:
            urllib.request.urlopen(address, timeout=60)
            fail("a page was served by a program without one")
        except urllib.error.HTTPError as error:
            expect(error.read().decode(), "built without its page", "the page that is not there")
    finally:
        server.terminate()
        said = server.communicate(timeout=60)[1]
    expect(said, "built without its page", "serve without a page")


def main():
    os.umask(0o022)  # other users play here
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        folder.chmod(0o755)
        prefix = folder / "prefix"
        run("cmake", "--install", BUILD, "--prefix", prefix)
        check_permissions(prefix)
        check_programs(prefix)
        check_agent_without_namespaces(prefix, folder)
        pages = check_man_pages(prefix)
        shells = check_completions(prefix)
        check_library(prefix, folder / "library")
        for name in ("package", "tarball"):
            (folder / name).mkdir()
        package = check_package(folder / "package")
        size = check_tarball(folder / "tarball")
        check_npm_of_debian()
        check_small_build(folder / "small")
    print(f"install: {pages} man pages, completions of {shells}, the library's example, the package "
          f"{package}, a tarball of {size / 1e6:.0f} MB, a build without page and PostgreSQL")


if __name__ == "__main__":
    main()
