#!/usr/bin/env python3
"""Installs the Python package into an environment of its own without network, and tests it there.

Debian's Python is used where there is one: its packages bring NumPy, pytest, mypy and matplotlib.
"""

import os
import subprocess
import sys
from pathlib import Path

from tree import ROOT

DEBIAN = "/usr/bin/python3"
ENVIRONMENT = ROOT / "build/python/venv"


def run(*command, **options):
    print("+", *command, flush=True)
    subprocess.run([str(word) for word in command], check=True, **options)


def main():
    python = ENVIRONMENT / "bin/python"
    base = DEBIAN if Path(DEBIAN).exists() else sys.executable
    try:
        # pip comes last: without it the environment is not whole.
        if not (ENVIRONMENT / "bin/pip").exists():
            run(base, "-m", "venv", "--clear", "--system-site-packages", ENVIRONMENT)
        run(python, "-m", "pip", "install", "--quiet", "--no-index", "--force-reinstall",
            "--no-deps", "--disable-pip-version-check", ROOT)
        # Away from the sources, so that what is tested is what was installed.
        away = {"cwd": ROOT / "build/python",
                "env": {**os.environ, "MPLBACKEND": "Agg", "PYTHONDONTWRITEBYTECODE": "1"}}
        run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", ROOT / "python/tests", **away)
        run(python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules",
            "--pyargs", "zerosum", **away)
        settings = ["--config-file", ROOT / "pyproject.toml"]
        run(python, "-m", "mypy", *settings, "-p", "zerosum", **away)
        run(python, "-m", "mypy", *settings, *sorted((ROOT / "python/examples").glob("*.py")),
            **away)
        run(python, "-m", "mypy.stubtest", "--mypy-config-file", ROOT / "pyproject.toml",
            "--allowlist", ROOT / "python/tests/stubtest_allowed.txt", "zerosum._zerosum", **away)
        run(python, ROOT / "python/examples/learn_weights.py", "--games", "200",
            "--plot", "weights.png", **away)
        run(python, ROOT / "python/tests/speed.py", "--quick", **away)
    except subprocess.CalledProcessError as error:
        print(f"{' '.join(map(str, error.cmd[:4]))} failed")
        return 1
    print("installed, tested, types checked")
    return 0


if __name__ == "__main__":
    sys.exit(main())
