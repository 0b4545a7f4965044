"""Builds the wheel of the package `zerosum` for pip (PEP 517), with CMake and the standard library."""

import base64
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "python"
PRESET = "python"


def version():
    """The project's, which CMakeLists.txt has."""
    return re.search(r"^project\(zerosum VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(),
                     re.MULTILINE).group(1)


def tag():
    abi = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    return f"{abi}-{abi}-{platform}"


def metadata():
    return (f"Metadata-Version: 2.1\nName: zerosum\nVersion: {version()}\n"
            "Summary: Two board games with CPU-time banks, their engine and a referee\n"
            "License: MIT\nRequires-Python: >=3.9\nRequires-Dist: numpy\n")


def run(*command):
    """Says what it prints only when it fails, from the first error on: pip shows all of that."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, check=False)
    if done.returncode != 0:
        error = re.search(r"^.*\berror\b", done.stdout, re.IGNORECASE | re.MULTILINE)
        sys.stderr.write(done.stdout[error.start() if error else 0:])
        raise SystemExit(f"zerosum: {' '.join(command[:3])} failed; scripts/setup list names "
                         "the packages that a build needs")


def build(target):
    """Compiles what changed and installs the package's files below `target`."""
    BUILD.mkdir(parents=True, exist_ok=True)
    # The same lock as scripts/build: two builds of one tree would write the same files.
    with open(BUILD.parent / f".{PRESET}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run("cmake", "--preset", PRESET, f"-DPython_EXECUTABLE={sys.executable}")
        run("cmake", "--build", str(BUILD))
        run("cmake", "--install", str(BUILD), "--component", "python", "--strip",
            "--prefix", str(target))


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Without this pip would build the wheel only to learn its name."""
    information = f"zerosum-{version()}.dist-info"
    folder = Path(metadata_directory) / information
    folder.mkdir()
    (folder / "METADATA").write_text(metadata())
    return information


def record_line(name, data):
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    staging = Path(tempfile.mkdtemp())
    try:
        build(staging)
        return write_wheel(staging, Path(wheel_directory))
    finally:
        shutil.rmtree(staging)


def write_wheel(staging, folder):
    information = f"zerosum-{version()}.dist-info"
    files = {str(path.relative_to(staging)): path.read_bytes()
             for path in sorted(staging.rglob("*")) if path.is_file()}
    files[f"{information}/METADATA"] = metadata().encode()
    files[f"{information}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: zerosum\n"
                                     f"Root-Is-Purelib: false\nTag: {tag()}\n").encode()
    files[f"{information}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = "".join(record_line(name, data) for name, data in files.items())
    files[f"{information}/RECORD"] = (record + f"{information}/RECORD,,\n").encode()
    wheel = f"zerosum-{version()}-{tag()}.whl"
    with zipfile.ZipFile(folder / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    """The files that git knows: a clone without its history."""
    name = f"zerosum-{version()}"
    archive = f"{name}.tar.gz"
    run("git", "archive", "--format=tar.gz", f"--prefix={name}/",
        "--output", os.path.join(sdist_directory, archive), "HEAD")
    return archive
