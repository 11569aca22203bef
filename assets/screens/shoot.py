#!/usr/bin/env python3
"""Takes pictures of the console: runs it in tmux, types, and paints what the terminal shows.

    shoot.py ENGINE OUTPUT.png COLUMNS ROWS [KEYS...]

Each of KEYS is typed; `Enter`, `Escape`, `C-c` and the like are keys of tmux, `wait:N` waits N seconds. Wants tmux, Pillow
and the font DejaVu Sans Mono. Variables of the environment that begin with SHOOT_ are handed over without that prefix.
"""

import os
import re
import subprocess
import sys
import tempfile
import time

from PIL import Image, ImageDraw, ImageFont

FONTS = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono{}.ttf"
SIZE, MARGIN = 20, 14
FOREGROUND, BACKGROUND = (220, 220, 215), (24, 26, 31)
BASIC = ["000000", "cd3131", "0dbc79", "e5e510", "2472c8", "bc3fbc", "11a8cd", "e5e5e5"]
# Blocks, by the halves of the cell that they fill: from, to.
HALVES = {"▀": (0, 1), "▄": (1, 2), "█": (0, 2)}


def colour(number):
    """The colour of an index of the 256-colour palette."""
    if number < 16:
        return tuple(bytes.fromhex(BASIC[number % 8]))
    if number < 232:
        number -= 16
        steps = [0, 95, 135, 175, 215, 255]
        return steps[number // 36], steps[number // 6 % 6], steps[number % 6]
    grey = 8 + 10 * (number - 232)
    return grey, grey, grey


def cells(text):
    """Each line as (letter, foreground, background, bold) cells."""
    for line in text.split("\n"):
        row, front, back, bold, dim = [], None, None, False, False
        for escape, letter in re.findall(r"\x1b\[([0-9;:]*)m|(.)", line):
            if letter:
                shade = front or FOREGROUND
                row.append((letter, tuple(c * 6 // 10 for c in shade) if dim else shade, back, bold))
                continue
            codes = [int(code or 0) for code in re.split("[;:]", escape)]
            while codes:
                code = codes.pop(0)
                if code == 0:
                    front, back, bold, dim = None, None, False, False
                elif code in (1, 2):
                    bold, dim = bold or code == 1, dim or code == 2
                elif code in (38, 48) and codes[0] == 5:
                    shade, codes = colour(codes[1]), codes[2:]
                    front, back = (shade, back) if code == 38 else (front, shade)
                elif code in (38, 48) and codes[0] == 2:
                    shade, codes = tuple(codes[1:4]), codes[4:]
                    front, back = (shade, back) if code == 38 else (front, shade)
                elif 30 <= code < 38:
                    front = colour(code - 30)
                elif code in (39, 49):
                    front, back = (None, back) if code == 39 else (front, None)
        yield row


def paint(text, columns, rows, path):
    plain, bold_font = (ImageFont.truetype(FONTS.format(kind), SIZE) for kind in ("", "-Bold"))
    width, height = round(plain.getlength("M")), SIZE + 6
    image = Image.new("RGB", (columns * width + 2 * MARGIN, rows * height + 2 * MARGIN), BACKGROUND)
    draw = ImageDraw.Draw(image)
    for y, row in enumerate(cells(text)):
        for x, (letter, front, back, bold) in enumerate(row):
            left, top = MARGIN + x * width, MARGIN + y * height
            if back:
                draw.rectangle((left, top, left + width - 1, top + height - 1), fill=back)
            if letter in HALVES:
                # Painted, as terminals do: the font's own leave seams.
                upper, lower = HALVES[letter]
                box = (left, top + upper * height // 2, left + width - 1, top + lower * height // 2 - 1)
                draw.rectangle(box, fill=front or FOREGROUND)
                continue
            chess = "♔" <= letter <= "♟"
            font = ImageFont.truetype(FONTS.format(""), SIZE + 6) if chess else bold_font if bold else plain
            # Figurines are wider than a cell; the blanks beside them take the rest.
            if chess and back:
                draw.rectangle((left + width, top, left + 2 * width - 1, top + height - 1), fill=back)
                draw.text((left + width / 2, top + height / 2), letter, font=font, fill=front, anchor="mm")
            elif chess:
                draw.text((left + width / 2, top + height / 2), letter, font=font, fill=front, anchor="mm")
            elif letter != " ":
                draw.text((left, top), letter, font=font, fill=front)
    image.save(path, optimize=True)


def main():
    engine, path, columns, rows, *keys = sys.argv[1:]
    name = f"shoot{os.getpid()}"
    with tempfile.TemporaryDirectory() as home:
        given = {key[6:]: value for key, value in os.environ.items() if key.startswith("SHOOT_")}
        settings = {"HOME": home, "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLORTERM": "truecolor", **given}
        words = [f"{key}={value}" for key, value in settings.items()]
        command = ["env", "-i", *words, os.path.abspath(engine)]
        start = ["tmux", "new-session", "-d", "-s", name, "-x", columns, "-y", rows, "-c", home, *command]
        subprocess.run(start, check=True)
        try:
            time.sleep(0.5)
            for key in keys:
                if key.startswith("wait:"):
                    time.sleep(float(key[5:]))
                else:
                    literal = [] if key in ("Enter", "Escape", "Tab", "Up") or key.startswith("C-") else ["-l"]
                    subprocess.run(["tmux", "send-keys", "-t", name, *literal, key], check=True)
                    time.sleep(0.15)
            text = subprocess.run(["tmux", "capture-pane", "-e", "-N", "-p", "-t", name], check=True, capture_output=True, text=True).stdout
        finally:
            subprocess.run(["tmux", "kill-session", "-t", name], check=False)
    paint(text, int(columns), int(rows), path)


if __name__ == "__main__":
    main()
