#!/usr/bin/env python3
"""Runs the games' tests with the portable code paths, as on a CPU without AVX2 and BMI2."""

import os
import subprocess
import sys

from tree import ROOT


def main():
    environment = {**os.environ, "ZEROSUM_PORTABLE": "1"}
    failed = 0
    for name in ("test_games", "test_conformance"):
        program = ROOT / "build/release/bin" / name
        failed += subprocess.run([program, "--gtest_filter=-*Slow*", "--gtest_brief=1"], cwd=ROOT,
                                 env=environment).returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
