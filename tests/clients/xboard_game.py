#!/usr/bin/env python3
"""Play a short match under the real XBoard and check it.

    xboard_game.py [options] ENGINE [ARGUMENT ...]
    xboard_game.py --opponent sjeng --games 2 --ponder target/release/alula xboard

ENGINE plays an opponent under XBoard on a separate virtual X display. Afterwards the script replays the games with
python-chess and reads XBoard's debug file. Exit status 0 means that every game ended by the rules, 1 that there was a fault:
an illegal move, a crash, a forfeit, a false claim, a loss on time, a line outside the protocol, a process that outlives
XBoard, or a game that never ended. Each fault is one line.

Needs xboard, Xvfb, the opponent, and the Python package `chess`. Linux only (it reads /proc).
"""

import argparse
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import chess
import chess.pgn

CLOCK = re.compile(r"(?:(?P<moves>\d+)/)?(?P<base>\d+)(?:\+(?P<inc>\d*\.?\d+))?")
ENGINE_LINE = re.compile(r"\d+ <(first |second): ?(.*)")
PROTOCOL_LINE = re.compile(
    r"#|feature |move |pong |Hint: |offer draw$|resign$|(1-0|0-1|1/2-1/2|\*) \{|tell(user|ics|others|all|opponent)\b"
    r"|stat01: |\s*\d+ [-+]?\d+ \d+ \d+\b|    \S|$"
)
COMPLAINT = re.compile(r"Error \(|tellusererror")
SCREENSHOT_AFTER = 12  # moves of the engine
OPPONENT_STARTS = 10  # of which all but the last may crash
LOGO = Path(__file__).resolve().parents[2] / "assets" / "logo.png"


class Trouble(Exception):
    """The match could not be played."""


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("engine", nargs=argparse.REMAINDER, help="the engine's command")
    parser.add_argument("--opponent", default="fairymax", help="command of the other engine (default: %(default)s)")
    parser.add_argument("--games", type=int, default=1, help="number of games, colours alternate")
    parser.add_argument("--clock", default="5+0.05", help="SECONDS[+INCREMENT] or MOVES/SECONDS (default: %(default)s)")
    parser.add_argument("--ponder", action="store_true", help="both engines think on the opponent's time")
    parser.add_argument("--no-gui", action="store_true", help="XBoard draws nothing: faster, for longer matches")
    parser.add_argument("--lax", action="store_true", help="do not judge the engine's lines (to try other engines)")
    parser.add_argument("--screenshot", type=Path, metavar="FILE", help="picture of the first game (PNG)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave games.pgn and xboard.debug there")
    options = parser.parse_args()
    if not options.engine:
        parser.error("no engine given")
    options.clock = CLOCK.fullmatch(options.clock)
    if not options.clock or options.clock["moves"] and options.clock["inc"]:
        parser.error("--clock wants SECONDS, SECONDS+INCREMENT or MOVES/SECONDS")
    if options.games < 1:
        parser.error("--games wants a positive number")
    return options


def program(name):
    """Return the full path of a program; Debian installs games outside root's PATH."""
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/games")
    if not found:
        raise Trouble(f"{name} is not installed")
    return str(Path(found).absolute())


def command(words):
    return shlex.join([program(words[0]), *words[1:]])


def longest_match(options):
    """Time limit of a match in seconds: games of 200 moves, and time for XBoard's own work."""
    base, increment, moves = (float(options.clock[part] or 0) for part in ("base", "inc", "moves"))
    sessions = 200 / moves if moves else 1
    return 30 + options.games * (20 + 2 * (base * sessions + 200 * increment))


def start_display():
    """Start Xvfb, which picks a free display number by itself. Returns the process and the display's name."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        [program("Xvfb"), "-displayfd", str(writer), "-screen", "0", "1112x664x24", "-nolisten", "tcp"],
        pass_fds=[writer], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    with os.fdopen(reader) as pipe:
        number = pipe.readline().strip()
    if not number:
        raise Trouble(f"Xvfb did not start (exit status {server.wait()})")
    return server, ":" + number


def xboard_command(options, folder):
    seconds = int(options.clock["base"])
    words = [
        program("xboard"), "-fcp", command(options.engine), "-scp", command(shlex.split(options.opponent)),
        "-matchGames", str(options.games), "-matchPause", "300",
        "-timeControl", f"{seconds // 60}:{seconds % 60:02d}",
        "-saveGameFile", str(folder / "games.pgn"),
        "-debugMode", "true", "-nameOfDebugFile", str(folder / "xboard.debug"),
        "-ponderNextMove", "true" if options.ponder else "false",
        "-autoCallFlag", "true", "-testClaims", "true", "-checkMates", "true",
        "-popupExitMessage", "false", "-popupMoveErrors", "false", "-saveSettingsOnExit", "false",
        "-soundProgram", "", "-animateMoving", "false",
    ]
    if options.clock["moves"]:
        words += ["-timeIncrement", "-1", "-movesPerSession", options.clock["moves"]]
    else:
        words += ["-timeIncrement", options.clock["inc"] or "0"]
    if options.no_gui:
        words.append("-noGUI")
    if options.screenshot:
        words += ["-x", "1", "-y", "1", "-boardSize", "64", "-logoSize", "100", "-firstLogo", str(LOGO),
                  "-engineOutputUp", "true", "-engineOutputX", "530", "-engineOutputY", "1",
                  "-engineOutputW", "580", "-engineOutputH", "660"]
    return words


def descendants(root):
    """Return the ids of all descendants of the process `root`."""
    parents = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(entry.parent.name)] = int(entry.read_text(errors="replace").rpartition(")")[2].split()[1])
        except OSError:
            pass  # the process has just exited
    found = {root}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {root}


def text_of(path):
    try:
        return path.read_text(encoding="latin-1")
    except OSError:
        return ""


def name_of(pid):
    return text_of(Path(f"/proc/{pid}/comm")).strip()


def has_ended(pid):
    """Has the process exited, even if its parent has not waited for it yet?"""
    status = text_of(Path(f"/proc/{pid}/status"))
    return not status or "\nState:\tZ" in status


def crashed(children, debug_file):
    """Return the names of engines that exited before XBoard sent `quit`."""
    ended = [name for pid in children if has_ended(pid) and (name := name_of(pid))]
    return ended if ended and not re.search(">(first |second): quit", text_of(debug_file)) else []


def take_screenshot(target, display):
    if not shutil.which("import"):
        print("note: no screenshot, ImageMagick's `import` is not installed")
        return
    subprocess.run(["import", "-display", display, "-window", "root", str(target)], timeout=30, check=False)


def watch(xboard, options, folder, display):
    """Wait for the end of the match. Return the faults seen and the processes that XBoard started."""
    children, screenshot, debug_file = set(), options.screenshot, folder / "xboard.debug"
    deadline = time.monotonic() + longest_match(options)
    while xboard.poll() is None:
        if time.monotonic() > deadline:
            return ["the match was not over in time, or XBoard did not quit"], children
        children |= descendants(xboard.pid)
        if ended := crashed(children, debug_file):
            return [f"ended in the middle of the match: {name}" for name in ended], children
        if screenshot and text_of(debug_file).count("<first : move ") >= SCREENSHOT_AFTER:
            take_screenshot(screenshot, display)
            screenshot = None
        time.sleep(0.2)
    until = time.monotonic() + 3
    while not all(map(has_ended, children)) and time.monotonic() < until:
        time.sleep(0.1)
    return [f"still running after XBoard has quit: {name_of(pid)}" for pid in children if not has_ended(pid)], children


def end_processes(xboard, children):
    for pid in [xboard.pid, *children]:
        if not has_ended(pid):
            os.kill(pid, signal.SIGKILL)
    xboard.wait()


def hold_match(options, folder):
    """Play the games in XBoard, which writes its files to `folder`. Return the faults seen from outside."""
    words = xboard_command(options, folder)
    server, display = start_display()
    try:
        with open(folder / "xboard.stderr", "wb") as log:
            xboard = subprocess.Popen(
                words, cwd=folder, env={**os.environ, "DISPLAY": display}, stdin=subprocess.DEVNULL,
                stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
            )
        children = set()
        try:
            faults, children = watch(xboard, options, folder, display)
        finally:
            end_processes(xboard, children | descendants(xboard.pid))
    finally:
        server.terminate()
        server.wait()
    return faults


def opponent_crashed_at_its_start(options, folder, faults):
    """Did the opponent exit before the end of the first game? XBoard may notice first and end the game itself."""
    opponent = Path(shlex.split(options.opponent)[0]).name
    record = text_of(folder / "games.pgn")
    return (f"ended in the middle of the match: {opponent}" in faults and not record
            or record.count("[Event ") == 1 and "Error writing to second chess program" in record)


def hold_match_again(options, folder):
    """Like `hold_match`, but repeat the match if the opponent crashes at its start. On some machines, Fairy-Max 5.0b crashes in
    one start of three when XBoard tells it that its opponent is a computer; the engine is not at fault."""
    for start in range(OPPONENT_STARTS):
        faults = hold_match(options, folder)
        if start + 1 == OPPONENT_STARTS or not opponent_crashed_at_its_start(options, folder, faults):
            return faults
        print("note: the opponent has crashed at its start")
        (folder / "games.pgn").unlink(missing_ok=True)


def is_drawn(board):
    return (board.is_stalemate() or board.is_insufficient_material() or board.is_repetition(3)
            or board.halfmove_clock >= 100)


def fault_of_ending(board, result, reason, engine_is_white):
    """Return the fault in the way a game ended, or None."""
    if result not in ("1-0", "0-1", "1/2-1/2"):
        return f"game not finished ({reason or 'no reason given'})"
    if board.is_checkmate():
        right = "0-1" if board.turn == chess.WHITE else "1-0"
        return None if result == right else f"mate, but the result is {result}"
    if result == "1/2-1/2":
        return None if is_drawn(board) or "agree" in reason.lower() else f"a draw for no known reason: {reason}"
    if "resign" in reason:
        return None
    loser_is_engine = (result == "0-1") == engine_is_white
    if "on time" in reason and not loser_is_engine:
        print("note: the opponent lost on time")
        return None
    return f"{'engine' if loser_is_engine else 'opponent'} lost by: {reason}"


def judge_game(number, game, engine_is_white):
    """Print one line for a game and return its faults."""
    board = game.end().board()
    result, comment = game.headers.get("Result", "*"), " ".join(game.end().comment.split())
    reason = re.sub(r"^[-+]\d+\.\d+/\d+( [\d:.]+)? ?", "", comment)
    faults = [f"game {number}: illegal move in the record: {error}" for error in game.errors]
    if fault := fault_of_ending(board, result, reason, engine_is_white):
        faults.append(f"game {number}: {fault}")
    names = f"{game.headers.get('White')} - {game.headers.get('Black')}"
    print(f"game {number}: {names} {result}, {board.fullmove_number} moves, {reason or 'no reason'}")
    return faults


def judge_games(path, expected):
    faults, number = [], 0
    if path.exists():
        with open(path, encoding="latin-1") as pgn:
            while game := chess.pgn.read_game(pgn):
                number += 1
                faults += judge_game(number, game, engine_is_white=number % 2 == 1)
    if number != expected:
        faults.append(f"{number} of {expected} games were played to an end")
    return faults


def judge_debug_file(text, lax):
    """Return the faults in the engine's lines to XBoard."""
    if lax:
        return []
    faults = []
    for line in text.splitlines():
        match = ENGINE_LINE.fullmatch(line)
        if not match:
            continue
        who, said = ("engine" if match[1] == "first " else "opponent"), match[2]
        if said.startswith("Illegal move") or who == "engine" and COMPLAINT.match(said):
            faults.append(f"{who} complained: {said}")
        elif who == "engine" and not PROTOCOL_LINE.match(said):
            faults.append(f"no line of the protocol: {said}")
    return faults


def judge_messages(text):
    """Return the faults of the engine that XBoard itself reported."""
    return [line for line in text.splitlines() if line.startswith("xboard: ") and "first" in line]


def main():
    options = parse_arguments()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("FAIL: told to stop"))  # so that everything is cleaned up
    with tempfile.TemporaryDirectory(prefix="xboard-game-") as name:
        folder = Path(name)
        try:
            faults = hold_match_again(options, folder)
        except Trouble as trouble:
            sys.exit(f"FAIL: {trouble}")
        faults += judge_games(folder / "games.pgn", options.games)
        faults += judge_debug_file(text_of(folder / "xboard.debug"), options.lax)
        faults += judge_messages(text_of(folder / "xboard.stderr"))
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            for file in folder.glob("*.*"):
                shutil.copy(file, options.keep)
    for fault in dict.fromkeys(faults):
        print("FAIL:", fault)
    if faults:
        sys.exit(1)
    print(f"PASS: XBoard, {options.games} game{'s' if options.games > 1 else ''} against {options.opponent}")


if __name__ == "__main__":
    main()
