#!/usr/bin/env python3
"""scripts/slurm-demo: a contest on a real Slurm of two virtual nodes, with a worker cancelled, one
requeued and a node drained. Skipped where no Slurm can be started."""

import os
import sys

demo = os.path.join(os.environ["ZEROSUM_ROOT"], "scripts/slurm-demo")
os.execv(sys.executable, [sys.executable, demo])
