#!/usr/bin/env python3
"""Run python-chess's own tests of engines with this engine in place of Stockfish and Crafty.

    python_chess_tests.py ENGINE [ARGUMENT ...]

Fetches the source of the package `chess` with pip, in the installed version, and runs `EngineTestCase` of its `test.py`.
Those tests start programs called `stockfish` (UCI) and `crafty` (XBoard); here both are the engine. One of them requires a
mate in two at depth 7, which Crafty finds. Other engines may need more depth, so here the test searches to depth 10. The
exit status is that of the tests.

Needs the Python package `chess`, pip, and Linux or another Unix.
"""

import argparse
import os
import shlex
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import chess


def source(folder):
    """Download and unpack the source of the package; return its folder."""
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                    "--no-binary", ":all:", "--dest", folder, f"chess=={chess.__version__}"], check=True)
    (archive,) = folder.glob("chess-*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(folder)
    (unpacked,) = (path for path in folder.glob("chess-*") if path.is_dir())
    return unpacked


def deepen(tests):
    """Increase the depth in the test of Crafty's analysis."""
    text = tests.read_text()
    before, limit, after = text.partition("Limit(depth=7, time=2.0)")
    assert "def test_crafty_analyse" in before[-700:], "the test of Crafty's analysis has changed"
    tests.write_text(f"{before}{limit.replace('7', '10', 1)}{after}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("engine")
    parser.add_argument("more", nargs="*", help="ignored")
    options = parser.parse_args()
    engine = shlex.quote(str(Path(options.engine).resolve()))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for program, protocol in (("stockfish", "uci"), ("crafty", "xboard")):
            script = folder / program
            script.write_text(f"#!/bin/sh\nexec {engine} {protocol}\n")
            script.chmod(0o755)
        environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}
        unpacked = source(folder)
        deepen(unpacked / "test.py")
        tests = [sys.executable, "-m", "unittest", "test.EngineTestCase"]
        run = subprocess.run(tests, cwd=unpacked, env=environment, stderr=subprocess.PIPE, text=True, timeout=300)
    lines = run.stderr.splitlines()
    # Print the whole output after a failure, otherwise only the two summary lines.
    print("\n".join(lines if run.returncode else [line for line in lines if line.startswith(("Ran ", "OK"))]))
    return run.returncode


if __name__ == "__main__":
    sys.exit(main())
