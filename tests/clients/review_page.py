#!/usr/bin/env python3
"""Open the page of a review in a real browser: its script must run, and the page must load nothing from other sites.

    review_page.py [--pictures FOLDER] ENGINE

Reviews a short game, opens the page in headless Chromium, and checks its contents after the script has run, the browser's
error messages, and its network requests. With --pictures it saves screenshots at desktop and telephone width as PNG. Needs
`chromium` or `chromium-headless-shell`, which is smaller. Exit status 0 means that the page is correct.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GAME = """[Event "Club <evening>"]
[Site "?"]
[Date "2026.11.??"]
[White "Ann & Co"]
[Black "Bob"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 {a "threat" [%clk 0:01:00]} Nf6 4. Qxf7# 1-0
"""
BROWSER = shutil.which("chromium") or "chromium-headless-shell"
WIDTHS = {"desk": (1280, 900), "telephone": (390, 1500)}


def browse(page, *switches, place=""):
    """Open the page. Return the browser's output, its error messages and its requests."""
    with tempfile.TemporaryDirectory() as profile:
        log = Path(profile) / "net.json"
        command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        command += [f"--user-data-dir={profile}", f"--log-net-log={log}", "--enable-logging=stderr"]
        command += ["--virtual-time-budget=2000", *switches, page.as_uri() + place]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
        requests = set(re.findall(r'"url":"((?:https?|wss?|ftp)://[^"]*)"', log.read_text(errors="replace")))
    return done.stdout, re.findall(r"CONSOLE[^\n]*", done.stderr), requests


def check(page):
    """Return the faults of the page."""
    dom, complaints, requests = browse(page, "--dump-dom", place="#6")
    # The browser itself sends requests to its vendor, which do not count.
    browser = {url for url in browse(page.with_name("empty.html"), "--dump-dom")[2]}
    foreign = {url for url in requests if not any(url.split("/")[2] == known.split("/")[2] for known in browser)}
    board = re.search(r'<svg id="board".*?</svg>', dom, re.S).group()
    said = re.search(r'<p id="said">(.*?)</p>', dom, re.S).group(1)
    expected = {
        "64 squares": board.count("<rect") >= 64,
        "32 pieces": board.count("<use") == 32,
        "the sentence of the blunder": said.startswith("3... Nf6?? loses to 4. Qxf7#") and "better 3... " in said,
        "the players": "<h1>Ann &amp; Co – Bob, 1-0</h1>" in dom,
        "where and when": "Club &lt;evening&gt; · 2026.11 · C23 Bishop's Opening" in dom,
        "one move is marked as shown": len(re.findall(r'class="[^"]*\bhere\b', dom)) in (1, 2),
        "no complaints": not complaints,
        "nothing from elsewhere": not foreign,
    }
    wrong = [what for what, holds in expected.items() if not holds]
    return wrong and [*wrong, f"said: {said}", *complaints, *foreign, re.search("<header>.*</header>", dom).group()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("engine", type=Path)
    arguments, _ = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        game, page = Path(folder) / "game.pgn", Path(folder) / "page.html"
        game.write_text(GAME)
        page.with_name("empty.html").write_text("<!DOCTYPE html><title>empty</title>")
        review = [arguments.engine.resolve(), "review", game, "nodes", "20000", "--html", page]
        subprocess.run([str(word) for word in review], check=True, capture_output=True)
        wrong = check(page)
        for name, (width, height) in WIDTHS.items() if arguments.pictures else ():
            picture = (arguments.pictures / f"review-{name}.png").resolve()
            browse(page, f"--window-size={width},{height}", f"--screenshot={picture}", place="#6")
    print("\n".join(wrong) if wrong else "the page is correct")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
