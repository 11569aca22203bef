#!/usr/bin/env python3
"""Test the program for Windows under Wine: windows.py PROGRAM

PROGRAM is a script that replaces itself (`exec`) with the program under Wine, because Wine translates the signal SIGINT to
the console's Ctrl-C. Exit status 0 means that all tests passed; otherwise it prints the first fault.
"""

import getpass
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

PATIENCE = 60  # seconds, on the busiest of machines
LONG_SEARCH = "book off\ntime off\ngo\n"


class Program:
    """The program, connected by pipes, and all lines that it has written."""

    def __init__(self, *arguments):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([sys.argv[1], *arguments], stdin=pipe, stdout=pipe, text=True)
        self.lines = []
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            self.lines.append(line)

    def send(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def wait_for(self, part):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if any(part in line for line in self.lines):
                return
            time.sleep(0.05)
        sys.exit(f"no '{part}' came; it said: {self.lines}")

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def ends_with(self, status):
        found = self.process.wait(PATIENCE)
        if found != status:
            sys.exit(f"it ended with status {found} instead of {status}; it said: {self.lines}")


def one_stops_the_search():
    program = Program()
    program.send("echo ready\n" + LONG_SEARCH + "echo after\n")
    program.wait_for("ready")
    time.sleep(3)
    program.interrupt()
    program.wait_for("White plays")
    program.wait_for("after")
    program.send("quit\n")
    program.ends_with(0)


def two_end_the_program():
    program = Program()
    program.send("echo ready\ndivide 9\n")
    program.wait_for("ready")
    time.sleep(2)
    # Send the second Ctrl-C right after the first; otherwise the count may end first and clear the flag.
    program.interrupt()
    time.sleep(0.01)
    program.interrupt()
    time.sleep(1)
    if program.process.poll() is None:
        program.interrupt()
        program.interrupt()
    program.ends_with(130)


def it_is_harmless_under_a_gui():
    program = Program("xboard")
    program.send("protover 2\nnew\nlevel 0 60 0\ngo\n")
    program.wait_for("feature done=1")
    for _ in range(4):
        time.sleep(0.3)
        program.interrupt()
    program.send("?\n")
    program.wait_for("move ")
    program.send("quit\n")
    program.ends_with(0)


def all_lines_before_the_end_are_answered():
    """If its input ends during an analysis, the program executes all earlier lines and exits with status 0."""
    lines = b"xboard\nprotover 2\nnew\nping 1\nanalyze\nping 2\n"
    run = subprocess.run([sys.argv[1], "xboard"], input=lines, capture_output=True, timeout=PATIENCE)
    pongs = [line for line in run.stdout.decode().splitlines() if line.startswith("pong")]
    if run.returncode or pongs != ["pong 1", "pong 2"]:
        sys.exit(f"status {run.returncode}, {pongs}")


def says(place, lines, *parts):
    """Run the program in a directory with these lines; its output must contain all parts."""
    command = [sys.argv[1], "--strict"]
    run = subprocess.run(command, input=lines.encode(), capture_output=True, cwd=place, timeout=PATIENCE)
    said = run.stdout.decode()
    missing = [part for part in parts if part not in said]
    if run.returncode or missing:
        sys.exit(f"status {run.returncode}, missing {missing}; it said: {said}{run.stderr.decode()}")
    return said


def windows_path(path):
    return "Z:" + str(path).replace("/", "\\")


def names_settings_and_line_ends():
    """File names with spaces and umlauts, settings in %APPDATA%, files with CRLF."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "Sch\u00f6ne Partien"
        place.mkdir()
        name = windows_path(place / "meine \u00dcbungen.pgn")
        # Wine sets %APPDATA% itself, whatever its value in the environment.
        settings = Path(os.environ["WINEPREFIX"], "drive_c/users", getpass.getuser(), "AppData/Roaming/alula/alula.ini")
        try:
            says(place, f"move e4\nmove e5\nsave {name}\nsd 7\nsave settings --force\n", "saved as game 1 of ")
            says(place, f"set depth\nload {name}\ngame\n", "depth 7", "1. e4 e5")
        finally:
            settings.unlink()
        (place / "alula.ini").write_bytes(b"depth 9\r\ntheme blue\r\n")
        (place / "crlf.pgn").write_bytes(b'[White "A"]\r\n\r\n1. d4 {good\r\nmove} d5\r\n1-0\r\n')
        (place / "script").write_bytes(b"set depth\r\nset theme\r\nload crlf.pgn\r\ngame\r\n")
        says(place, "source script\r\n", "depth 9", "theme blue", "1. d4 {good move} 1... d5")


def what_is_installed_is_taken_away_again():
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        says(place, "install here\n", "winboard.txt", "logo.bmp", "alula.ps1", '-fcp "alula.exe xboard" -fd "')
        line = (place / "here/share/alula/winboard.txt").read_bytes()
        if not line.startswith(b'"Alula" -fcp "alula.exe xboard" -fd "') or not line.endswith(b'"\r\n'):
            sys.exit(f"WinBoard's line is {line}")
        says(place, "uninstall here\n", "removed ")
        if any(path.is_file() for path in place.rglob("*")):
            sys.exit(f"left: {list(place.rglob('*'))}")


for check in (
    names_settings_and_line_ends,
    what_is_installed_is_taken_away_again,
    all_lines_before_the_end_are_answered,
    one_stops_the_search,
    two_end_the_program,
    it_is_harmless_under_a_gui,
):
    check()
    print(f"{check.__name__}: passed", flush=True)
