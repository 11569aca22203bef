#!/usr/bin/env python3
"""Test the pages of the course in a real browser, as a visitor would use them.

    web_pages.py [--pictures FOLDER] [--engine PROGRAM] [--only PART]... SITE

Serves the folder under a separate path and drives headless Chromium. Every experiment of every lesson must give the numbers
in its text. The script plays a game by clicks, stops a search, opens a recorded tree, and enters bad input, which the page
must reject with the console's messages (those of PROGRAM, if given). The page must load nothing from other sites, and the
browser must report no errors. With --pictures, saves screenshots as PNG. Exit status 0 means that all checks passed.
"""

import argparse
import base64
import functools
import http.server
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

BROWSER = shutil.which("chromium") or "chromium-headless-shell"
WIDTHS = {"desk": (1280, 900), "telephone": (360, 740)}
PATIENCE = 60
GOLDEN = Path(__file__).resolve().parent.parent / "golden"
# The browser skips golden rows with more nodes; the terminal's tests cover them.
QUICK_NODES = 300_000
PARTS = ["golden", "editing", "boards", "tree", "laboratory", "speed", "game", "analysis", "keys", "reading", "refusals", "offline"]
# Accessibility roles of all controls.
USED = {"button", "textbox", "combobox", "link", "checkbox", "spinbutton", "treeitem"}
# Maximum time for stopping a search, in milliseconds.
STOP_MS = 100
BAD_FENS = ["nonsense", "8/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 x - - 0 1"]
HOSTILE = '[Event "<script>window.hacked = 1</script>"]\n[White "<img src=x onerror=alert(1)>"]\n[Black "B"]\n\n1. e4 e5 *\n'


class Browser:
    """Chromium, driven through pipes: messages are JSON, each followed by a zero byte."""

    def __init__(self, profile):
        (their_input, self.output), (self.input, their_output) = os.pipe(), os.pipe()
        switches = "--headless --no-sandbox --disable-gpu --hide-scrollbars --remote-debugging-pipe"
        command = f'exec "$0" {switches} --user-data-dir="$1" 3<&{their_input} 4>&{their_output}'
        self.process = subprocess.Popen(
            ["bash", "-c", command, BROWSER, profile], pass_fds=(their_input, their_output), stderr=subprocess.DEVNULL
        )
        os.close(their_input)
        os.close(their_output)
        self.numbers = itertools.count(1)
        self.rest = b""
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def message(self):
        while b"\0" not in self.rest:
            part = os.read(self.input, 1 << 16)
            if not part:
                raise EOFError("the browser has ended")
            self.rest += part
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        number = next(self.numbers)
        request = {"id": number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            request["sessionId"] = self.session
        os.write(self.output, json.dumps(request).encode() + b"\0")
        while True:
            answer = self.message()
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def run(self, script):
        """Return the value of an expression in the page, after its promise resolves."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, condition, patience=PATIENCE):
        """Wait until the expression is true; return its value."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if value := self.run(condition):
                return value
            time.sleep(0.05)
        raise TimeoutError(condition)

    def open(self, url):
        self.call("Page.navigate", url=url)
        self.wait(f"document.readyState == 'complete' && location.href == {json.dumps(url)}")

    def size(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def key(self, name, text=""):
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=name, code=name, text=text if kind == "keyDown" else "",
                      windowsVirtualKeyCode={"Enter": 13, "ArrowLeft": 37, "ArrowRight": 39}.get(name, 0))

    def nameless(self):
        """Return the number of controls, and those for which a screen reader has no name."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        used = [node for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in USED]
        return len(used), [node for node in used if not node.get("name", {}).get("value", "").strip()]

    def picture(self, path, whole=False):
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))

    def complaints(self):
        """Return the browser's errors since the last call, and the addresses that it requested."""
        errors, asked = [], set()
        for event in self.events:
            method, parameters = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                errors.append(parameters["exceptionDetails"].get("exception", {}).get("description", str(parameters)))
            elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
                errors.append(str(parameters["args"]))
            elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
                errors.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")
            elif method == "Network.requestWillBeSent":
                asked.add(parameters["request"]["url"])
        self.events.clear()
        return errors, asked

    def close(self):
        self.process.terminate()
        self.process.wait()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Check:
    """The checks, and the faults that they found."""

    def __init__(self, browser, address, engine, pictures):
        self.browser, self.address, self.engine, self.pictures = browser, address, engine, pictures
        self.wrong = []
        self.rows = 0

    def expect(self, what, holds, found=""):
        if not holds:
            self.wrong.append(f"{what}: {found}")

    def picture(self, name):
        if not self.pictures:
            return
        for kind, size in WIDTHS.items():
            self.browser.size(*size)
            time.sleep(0.4)
            self.browser.picture(self.pictures / f"{name}-{kind}.png")
        self.browser.size(*WIDTHS["desk"])

    def no_sideways(self, name):
        """Check that the page is not wider than a telephone's screen."""
        self.browser.size(*WIDTHS["telephone"])
        time.sleep(0.3)
        width = self.browser.run("document.documentElement.scrollWidth")
        self.expect(f"{name} fits 360 px", width <= 360, width)
        self.browser.size(*WIDTHS["desk"])

    # ---- pages ---------------------------------------------------------------------------------------------------

    def home(self):
        self.browser.open(f"{self.address}/index.html")
        self.picture("home")
        self.no_sideways("home")
        return self.browser.run(
            "[...document.querySelectorAll('.contents a')].map((link, at) => [link.getAttribute('href'),"
            " Number(document.querySelectorAll('.progress')[at].dataset.cells)])"
        )

    def lesson(self, file, cells):
        self.browser.open(f"{self.address}/{file}")
        self.browser.wait("!!window.alulaRunAll")
        outcomes = self.browser.run("alulaRunAll()")
        self.expect(f"{file}: number of experiments", len(outcomes) == cells, len(outcomes))
        for outcome in outcomes:
            self.expect(f"{file}, experiment {outcome['cell']}", outcome["outcome"] == "same", outcome)
        self.no_sideways(file)
        return len(outcomes)

    def editing(self):
        """The page judges a guess, compares an edited experiment with the lesson, and checks an exercise."""
        self.browser.open(f"{self.address}/05-alphabeta.html")
        self.browser.wait("!!window.alulaRunAll")
        cell = "document.querySelectorAll('form.cell')[0]"
        self.browser.run(f"{cell}.elements.guess && ({cell}.elements.guess.value = '123'); {cell}.requestSubmit()")
        self.browser.wait(f"{cell}.dataset.outcome")
        kept = self.browser.run("JSON.parse(localStorage.getItem('alula.guesses'))")
        self.expect("the guess is kept", kept and kept[-1]["guess"] == "123" and kept[-1]["lesson"] == 5
                    and set(kept[-1]) == {"lesson", "question", "guess", "answer"}, kept)
        self.guesses(kept)
        small = self.browser.run("parseFloat(getComputedStyle(document.body).fontSize)")
        self.browser.run("document.querySelector('button.size').click()")
        large = self.browser.run("parseFloat(getComputedStyle(document.body).fontSize)")
        self.expect("large type", large >= 1.3 * small, (small, large))
        self.picture("large")
        self.no_sideways("large type")
        self.browser.run("document.querySelector('button.size').click()")
        area = f"{cell}.elements.commands"
        self.browser.run(
            f"{area}.value = {area}.value.replace(/depth \\d+|sd \\d+/, (it) => it.replace(/\\d+/, '2'));"
            f"{area}.dispatchEvent(new Event('input')); delete {cell}.dataset.outcome; {cell}.requestSubmit()"
        )
        self.expect("an edited experiment", self.browser.wait(f"{cell}.dataset.outcome") == "edited")
        heads = self.browser.run(f"[...{cell}.querySelectorAll('th')].map((it) => it.textContent).slice(-2)")
        self.expect("it is compared", heads == ["the lesson", "yours"], heads)
        self.browser.run(f"{area}.value = 'grandmother'; delete {cell}.dataset.outcome; {cell}.requestSubmit()")
        self.browser.wait(f"{cell}.dataset.outcome")
        said = self.browser.run(f"{cell}.querySelector('.refused').textContent")
        self.expect("an unknown word is refused", "unknown command: grandmother" in said, said)
        for answer, wanted in (("3199", "Right."), ("3200", "No.")):
            form = "document.querySelector('.exercise[data-name=\"5.2\"]')"
            self.browser.run(f"{form}.elements.answer.value = '{answer}'; {form}.requestSubmit()")
            said = self.browser.wait(f"(/^[RN]/.exec({form}.querySelector('output').value) ?? [''])[0]"
                                     f" && {form}.querySelector('output').value.startsWith('{wanted}')")
            self.expect(f"exercise 5.2 takes {answer}", said)
        source = self.browser.run("fetch('05-alphabeta.html').then((it) => it.text())")
        self.expect("solutions are not in the page", "3199" not in source and "solution" not in source)
        self.browser.run("window.scrollTo(0, document.querySelector('form.cell').offsetTop - 40)")
        self.picture("lesson")

    def boards(self):
        """A move and a takeback on the board of an experiment change its position. Stop ends only its own experiment."""
        self.browser.open(f"{self.address}/02-moves.html")
        self.browser.wait("!!window.alulaRunAll")
        cell = "[...document.querySelectorAll('form.cell')].find((it) => /setboard r3k2r/.test(it.elements.commands.value))"
        commands = f"{cell}.elements.commands.value"
        before = self.browser.run(commands)
        board = f"{cell}.querySelector('cg-board')"
        self.browser.run(f"{cell}.scrollIntoView()")
        self.browser.wait(f"!!{board}?.querySelector('piece')")
        # Drawing the boards nearby moves this one, which updates its place only on scrolling.
        time.sleep(1)
        self.browser.run(f"{board}.scrollIntoView({{ block: 'center' }}); window.scrollBy(0, 1)")
        time.sleep(0.5)
        self.square("e2", board)
        self.square("d1", board)
        self.browser.wait(f"{commands}.includes('R2BK2R b KQkq')")
        self.browser.run(f"{cell}.querySelector('.under button').click()")
        self.browser.wait(f"{cell}.querySelector('.under button').hidden")
        self.expect("commands after a takeback", self.browser.run(commands) == before, self.browser.run(commands))
        cells = "[...document.querySelectorAll('article > form.cell')]"
        self.browser.run(f"{cells}.slice(0, 2).forEach((it) => it.requestSubmit()); {cells}[1].elements.stop.click()")
        outcomes = self.browser.wait(f"{cells}.slice(0, 2).every((it) => it.dataset.outcome)"
                                     f" && {cells}.slice(0, 2).map((it) => it.dataset.outcome)")
        self.expect("Stop while another experiment runs", outcomes == ["same", "stopped"], outcomes)

    def guesses(self, kept):
        """The terminal reads the guesses that a page saves."""
        if not self.engine:
            return
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write("".join(json.dumps(guess, ensure_ascii=False) + "\n" for guess in kept))
            file.flush()
            told = subprocess.run([self.engine, "guesses", file.name], capture_output=True, text=True)
        self.expect("guesses of the page", kept[-1]["question"][:30] in told.stdout and not told.stderr, told)

    def golden(self):
        """The page reproduces the quick rows of the tables measured with the original program."""
        self.browser.open(f"{self.address}/laboratory.html")
        self.browser.run("import('./engine.js').then(({ Engine }) => { window.golden = new Engine(); })")
        for path in sorted(GOLDEN.glob("*.tsv")):
            head, *rows = path.read_text().splitlines()
            names = head.split("\t")
            together = 1 if path.stem == "think" else 2
            counted = next((at for at, name in enumerate(names) if name.startswith("nodes")), None)
            cost = {}
            for row in rows if counted is not None else ():
                cells = row.split("\t")
                part = tuple(cells[:together])
                cost[part] = max(cost.get(part, 0), int(cells[counted] or 0))
            quick = [row for row in rows if cost.get(tuple(row.split("\t")[:together]), 0) <= QUICK_NODES]
            given = sum(1 for _ in itertools.takewhile(lambda name: name in ("position", "depth", "move"), names))
            table = "\n".join("\t".join(row.split("\t")[:given]) for row in quick)
            request = json.dumps({"do": "figures", "kind": path.stem, "table": table})
            found = self.browser.run(f"window.golden.ask({request}).then(({{ lines }}) => lines)")
            wrong = [pair for pair in zip(found[1:], quick) if pair[0] != pair[1]]
            self.expect(f"the table {path.stem}", len(found) == len(quick) + 1 and not wrong, wrong[:1])
            self.rows += len(quick)

    def square(self, name, board="document.querySelector('cg-board')"):
        """Click on a square of a board, seen from White's side."""
        place = self.browser.run(f"(() => {{ const it = {board}.getBoundingClientRect();"
                                 " return [it.x, it.y, it.width]; })()")
        size = place[2] / 8
        self.browser.click(place[0] + (ord(name[0]) - 97 + 0.5) * size, place[1] + (8 - int(name[1]) + 0.5) * size)

    def game(self):
        """Play ten legal moves against a beginner, by clicks."""
        self.browser.open(f"{self.address}/play.html")
        self.browser.wait("document.querySelector('.status').textContent")
        self.browser.run("document.querySelector('.opponent').elements.opponent.value = 'beginner';"
                         "document.querySelector('.opponent').requestSubmit()")
        time.sleep(0.5)
        moves = "document.querySelectorAll('.moves button').length"
        for number in range(1, 11):
            before = 2 * (number - 1)
            status = "document.querySelector('.status').textContent"
            is_over = f"/mate|drawn/i.test({status})"
            self.browser.wait(f"{is_over} || {moves} == {before} && {status}.includes('White to move')")
            # Even a beginner may mate a player who chooses moves blindly.
            if self.browser.run(is_over):
                break
            time.sleep(0.3)
            fen = self.browser.run("document.querySelector('.fen input').value")
            legal = self.browser.run(
                "import('./engine.js').then(({ Engine }) => { window.asked ??= new Engine(); return window.asked"
                f".ask({{ do: 'position', fen: {json.dumps(fen)}, moves: [] }}); }}).then(({{ legal }}) => legal.map(({{ uci }}) => uci))"
            )
            move = sorted((move for move in legal if len(move) == 4), key=lambda move: (move[2:], move))[number % len(legal) // 2]
            self.square(move[:2])
            self.square(move[2:])
            self.browser.wait(f"{moves} >= {before + 1}")
        else:
            self.browser.wait(f"{moves} == 20")
        pgn = self.browser.wait("document.querySelector('.pgn textarea').value")
        self.expect("the game as PGN", "4." in pgn and "Alula (beginner)" in pgn, pgn)
        self.picture("game")
        self.no_sideways("play.html")
        self.letters()
        count = self.browser.run(moves)
        self.browser.run("document.querySelector('button[name=takeback]').click()")
        self.browser.wait(f"{moves} < {count}")

    def letters(self):
        """File letters and rank numbers stand beside their squares, also on a telephone."""
        for kind, size in WIDTHS.items():
            self.browser.size(*size)
            time.sleep(0.3)
            for names, along, across in (("files", "x", "y"), ("ranks", "y", "x")):
                places = self.browser.run(
                    "(() => { const middle = (it) => { const place = it.getBoundingClientRect();"
                    " return { text: it.textContent, x: place.x + place.width / 2, y: place.y + place.height / 2 }; };"
                    " const { x, y, width } = document.querySelector('cg-board').getBoundingClientRect();"
                    " const inSquares = (it) => ({ text: it.text, x: (it.x - x) / width * 8, y: (it.y - y) / width * 8 });"
                    f" return [...document.querySelectorAll('coords.{names} coord')].map(middle).map(inSquares); }})()")
                places.sort(key=lambda place: place[along])
                order = "".join(place["text"] for place in places)
                self.expect(f"{names} ({kind})", order == ("abcdefgh" if names == "files" else "87654321"), order)
                for index, place in enumerate(places):
                    is_beside = abs(place[along] - index - 0.5) < 0.1 and not 0 <= place[across] <= 8
                    self.expect(f"{place['text']} ({kind}) stands beside its squares", is_beside, place)
        self.browser.size(*WIDTHS["desk"])

    def enter(self, move):
        self.browser.run(f"document.querySelector('form.move input').value = '{move}';"
                         "document.querySelector('form.move').requestSubmit()")

    def analysis(self):
        self.browser.open(f"{self.address}/play.html")
        self.browser.wait("document.querySelector('.status').textContent")
        self.browser.run("document.querySelector('input[name=analyse]').click()")
        self.browser.wait("document.querySelectorAll('.analysis .lines li').length == 3")
        time.sleep(1.5)
        self.picture("analysis")
        for move in ("e4", "e5", "Nf3"):
            self.enter(move)
        # Holds the arrow key down: the analysis must be that of the position shown last.
        for key, count, number in (("ArrowLeft", 20, "1. "), ("ArrowRight", 2, "2. ")):
            self.browser.run(f"for (let i = 0; i < {count}; i++) document.body.dispatchEvent("
                             f"new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))")
            time.sleep(1.5)
            lines = self.browser.run("document.querySelector('.analysis .lines').textContent")
            self.expect(f"the analysis after {key}", f" {number}" in f" {lines}", lines)
            fen = self.browser.run("document.querySelector('.fen input').value")
            self.expect(f"the position after {key}", fen.endswith(f" 0 {number[0]}") and " w " in fen, fen)
        self.browser.run("document.querySelector('input[name=analyse]').click()")
        self.promotion()

    def promotion(self):
        """A takeback closes the choice of the promotion piece."""
        self.browser.open(f"{self.address}/play.html?fen=8/4P2k/8/8/8/8/8/K7%20w%20-%20-%200%201")
        self.browser.wait("document.querySelectorAll('.analysis .lines li').length == 3")
        self.square("e7")
        self.square("e8")
        self.browser.wait("!!document.querySelector('.choice')")
        self.browser.run("document.querySelector('button[name=takeback]').click()")
        self.browser.wait("!document.querySelector('.choice')", 5)

    def speed(self):
        """The bench has the same nodes in the page and in the terminal. Print both speeds."""
        self.browser.open(f"{self.address}/laboratory.html")
        page = self.browser.run("import('./engine.js').then(({ Engine }) => new Engine().ask({ do: 'line', line: 'bench' }))"
                                ".then(({ shown }) => shown.text)")
        if not self.engine:
            return
        native = subprocess.run([self.engine, "bench"], capture_output=True, text=True).stdout
        counts, speeds = ([[(words[0], words[at - 1]) for words in map(str.split, text.splitlines()) if unit in words
                            for at in [words.index(unit)]] for text in (page, native)] for unit in ("nodes", "knodes/s"))
        self.expect("the nodes of the bench", counts[0] == counts[1] and counts[0], counts)
        for (name, here), (_, there) in zip(*speeds):
            if name == "total":
                print(f"bench: {here} thousand nodes a second in the page, {there} in the terminal:"
                      f" {100 * int(here) / int(there):.0f} %")

    def keys(self):
        """Play without a mouse: type moves, and go back and forth with the arrow keys."""
        self.browser.open(f"{self.address}/play.html")
        self.browser.wait("document.querySelector('.status').textContent")
        self.browser.run("document.querySelector('.opponent').elements.opponent.value = 'beginner';"
                         "document.querySelector('form.move input').focus()")
        for letter in "e4":
            self.browser.key(letter, letter)
        self.browser.key("Enter", "\r")
        moves = "document.querySelectorAll('.moves button').length"
        self.browser.wait(f"{moves} == 2")
        words = self.browser.run("document.querySelector('.status').textContent")
        self.expect("the status tells the reply", words.startswith("Black played "), words)
        self.browser.run("document.activeElement.blur()")
        here = "[...document.querySelectorAll('.moves button')].findIndex((it) => it.classList.contains('here'))"
        self.browser.key("ArrowLeft")
        self.browser.wait(f"{here} == 0")
        self.browser.key("ArrowRight")
        self.browser.wait(f"{here} == 1")
        said = self.browser.run("document.querySelector('.words p').textContent")
        self.expect("the position in words", "king" in said.lower(), said)
        self.browser.run("document.querySelector('button[name=hint]').click()")
        self.browser.wait("document.querySelector('.hint').textContent")
        # A step back cancels the engine's reply; the step forward starts it again. The opening is in no book, and only
        # a strong opponent thinks long enough for the test to see it.
        self.browser.run("document.querySelector('.opponent').elements.opponent.value = 'full strength';"
                         "document.querySelector('.opponent').requestSubmit()")
        self.browser.wait(f"{moves} == 0")
        self.enter("Na3")
        self.browser.wait("document.querySelector('.status').textContent.includes('thinking')")
        self.browser.key("ArrowLeft")
        self.browser.wait(f"{here} == -1")
        self.browser.key("ArrowRight")
        self.browser.wait(f"{moves} == 2")

    def reading(self):
        """Every control has a name, the text is present before the engine is, and the site's policy allows only its own scripts."""
        self.browser.call("Accessibility.enable")
        for page in ("index.html", "play.html", "tree.html", "laboratory.html", "05-alphabeta.html"):
            self.browser.open(f"{self.address}/{page}")
            time.sleep(1)
            count, nameless = self.browser.nameless()
            self.expect(f"{page}: all that can be used has a name", count > 5 and not nameless, nameless[:1])
            source = self.browser.run(f"fetch({json.dumps(page)}).then((it) => it.text())")
            policy = source.split('http-equiv="Content-Security-Policy" content="')[1].split('"')[0]
            self.expect(f"{page}: its policy", "'unsafe-" not in policy and "default-src 'none'" in policy, policy)
        text = self.browser.run("fetch('01-board.html').then((it) => it.text()).then((it) => new DOMParser()"
                                ".parseFromString(it, 'text/html').querySelector('article').textContent.length)")
        self.expect("the first lesson needs no engine to be read", text > 3000, text)
        self.browser.call("Accessibility.disable")

    def stop(self):
        """Stop an endless search. Return the time that it takes, in milliseconds, and the answer to the next request."""
        return self.browser.run("""
            import('./engine.js').then(async ({ Engine }) => {
                const engine = new Engine();
                await engine.ready;
                const search = engine.ask({ do: 'analyse', moves: [], lines: 1 }).catch((error) => error);
                await new Promise((resolve) => setTimeout(resolve, 1500));
                const began = performance.now();
                engine.stop();
                const { last } = await search;
                const stopped = performance.now() - began;
                const { fen } = await engine.ask({ do: 'position', moves: ['e2e4'] });
                return { stopped, next: performance.now() - began, depth: last.depth, nodes: last.nodes, ms: last.ms, fen };
            })""")

    def tree(self):
        self.browser.open(f"{self.address}/tree.html")
        # A new recording replaces the running one.
        self.browser.run("document.querySelector('form.recording').requestSubmit()")
        self.browser.wait("document.querySelectorAll('ul.tree li').length > 10")
        nodes = self.browser.run("document.querySelector('.recording .state').textContent")
        self.expect("a recorded search", "nodes recorded" in nodes, nodes)
        for _ in range(3):
            self.browser.run("document.querySelector('ul.tree [aria-selected]').dispatchEvent("
                             "new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))")
            time.sleep(0.4)
        deep = self.browser.run("document.querySelectorAll('ul.tree ul ul li').length")
        self.expect("nodes below the first moves", deep > 0, deep)
        lit = self.browser.run("document.querySelectorAll('.listing .ran').length")
        self.expect("lines that a node ran", lit > 0, lit)
        # The first node with a null cutoff, and the node after its null move.
        for words in ("null cut", "null move"):
            self.browser.run("[...document.querySelectorAll('ul.tree .row')].find((row) => row.textContent.includes("
                             f"{json.dumps(words)})).click()")
            time.sleep(0.4)
        said = self.browser.run("[...document.querySelectorAll('ul.tree .row')].map((it) => it.textContent).join('\\n')")
        roots = self.browser.run("document.querySelectorAll('ul.tree > li').length")
        self.expect("one recording", roots == 1, roots)
        for words in ("exact", "fails high", "null cut", "null move"):
            self.expect(f"the tree tells of {words}", words in said)
        self.picture("tree")
        self.no_sideways("tree.html")

    def laboratory(self):
        self.browser.open(f"{self.address}/laboratory.html")
        # The page accepts one line at a time, even while the engine is loading.
        self.browser.run("for (const line of ['perft 5', 'perft 3']) { document.querySelector('.line input').value = line;"
                         " document.querySelector('form.line').requestSubmit(); }")
        sections = self.browser.run("document.querySelectorAll('.log section').length")
        self.expect("one line at a time", sections == 1, sections)
        self.browser.wait("document.querySelector('.line button[name=stop]').hidden")
        for line, wanted in (("perft 4", "197,281"), ("compare none winglet depth 4", "winglet"), ("xyzzy", "unknown command")):
            self.browser.run(f"document.querySelector('.line input').value = {json.dumps(line)};"
                             "document.querySelector('form.line').requestSubmit()")
            self.browser.wait("document.querySelector('.line button[name=stop]').hidden && !!document.querySelector('.log section')")
            text = self.browser.run("document.querySelector('.log section').textContent")
            self.expect(f"'{line}' tells", wanted in text or wanted.replace(",", "") in text, text)
        self.picture("laboratory")
        self.no_sideways("laboratory.html")

    def refusals(self):
        """The page rejects bad input with the console's messages, and shows HTML in a game as text."""
        self.browser.open(f"{self.address}/play.html")
        self.browser.wait("document.querySelector('.status').textContent")
        for fen in BAD_FENS:
            self.browser.run(f"document.querySelector('.fen input').value = {json.dumps(fen)};"
                             "document.querySelector('.refused').textContent = '';"
                             "document.querySelector('.fen form').requestSubmit()")
            said = self.browser.wait("document.querySelector('.refused').textContent")
            if self.engine:
                told = subprocess.run([self.engine, "setboard", *fen.split()], capture_output=True, text=True).stderr
                self.expect(f"'{fen}' is refused as in the terminal", told.strip() == f"Error: {said}", f"{said!r}, {told!r}")
        self.browser.run(f"document.querySelector('.pgn textarea').value = {json.dumps(HOSTILE)};"
                         "document.querySelector('.pgn form').requestSubmit()")
        shown = self.browser.wait("document.querySelector('.pgn .tags').textContent")
        self.expect("tags stay text", "<img src=x" in shown, shown)
        self.expect("no script of a game runs", not self.browser.run("window.hacked"))
        self.browser.run("document.querySelector('.pgn textarea').value = '1. e4 {a comment} e5 1-0';"
                         "document.querySelector('.pgn form').requestSubmit()")
        said = self.browser.wait("document.querySelector('.refused').textContent")
        self.expect("comments are dropped with a note", said.startswith("only the main line is kept"), said)
        written = "document.querySelector('.pgn textarea').value.trim()"
        self.expect("the result of a game is kept", self.browser.run(written).endswith("1. e4 e5 1-0"), self.browser.run(written))
        self.enter("Nf3")
        self.browser.wait(f"{written}.endsWith('1. e4 e5 2. Nf3 *')")
        self.browser.run("document.querySelector('.pgn textarea').value = '1. e4 e5 2. Ke3 *';"
                         "document.querySelector('.refused').textContent = '';"
                         "document.querySelector('.pgn form').requestSubmit()")
        said = self.browser.wait("document.querySelector('.refused').textContent")
        self.expect("an illegal move is named", "2. Ke3" in said, said)
        if self.engine:
            self.refused_as_there()

    def refused_as_there(self):
        """The engine of the page rejects requests with the terminal's messages."""
        ask = "import('./engine.js').then(({ Engine }) => { window.asked ??= new Engine(); return window.asked.ask(%s); })" \
              ".then(() => '', (error) => error.message)"
        with tempfile.NamedTemporaryFile("w", suffix=".pgn") as file:
            file.write("1. e4 e5 2. Ke3 *\n")
            file.flush()
            pairs = [({"do": "read", "pgn": "1. e4 e5 2. Ke3 *\n"}, ["load", file.name], f"{file.name}, ")]
            for line in ("set nonsense 1", "set hash x", "set null.reduction 99", "xyzzy", "compare nonsense", "perft x", "sd -1"):
                pairs += [({"do": "line", "line": line}, line.split(), ""), ({"do": "cell", "text": line}, line.split(), "")]
            pairs += [({"do": "record", "settings": "set null.reduction 99"}, ["set", "null.reduction", "99"], "")]
            for request, words, place in pairs:
                said = self.browser.run(ask % json.dumps(request))
                told = subprocess.run([self.engine, *words], capture_output=True, text=True).stderr.strip()
                self.expect(f"{request} is refused as in the terminal", told == f"Error: {place}{said}", (said, told))

    def offline(self):
        """After the first visit, the pages need no server."""
        self.browser.open(f"{self.address}/index.html")
        self.browser.run("navigator.serviceWorker.ready.then(() => 1)")
        self.browser.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
        self.browser.open(f"{self.address}/01-board.html")
        title = self.browser.run("document.querySelector('h1').textContent")
        self.expect("a lesson without a network", title.startswith("1 "), title)
        self.browser.wait("!!window.alulaRunAll")
        self.browser.run("document.querySelector('article > form.cell').requestSubmit()")
        outcome = self.browser.wait("document.querySelector('article > form.cell').dataset.outcome")
        self.expect("an experiment without a network", outcome == "same", outcome)
        self.browser.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pictures", type=Path)
    parser.add_argument("--engine", type=Path)
    parser.add_argument("--only", action="append", help="one of the parts, instead of all", choices=["lessons", *PARTS])
    parser.add_argument("site", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "some").mkdir()
        (Path(folder) / "some" / "path").symlink_to(arguments.site.resolve())
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/some/path"
        browser = Browser(str(Path(folder) / "profile"))
        engine = arguments.engine and arguments.engine.resolve()
        check = Check(browser, address, engine, arguments.pictures)
        try:
            browser.size(*WIDTHS["desk"])
            chapters = check.home()
            wanted = arguments.only or ["lessons", *PARTS]
            count = sum(check.lesson(file, cells) for file, cells in chapters) if "lessons" in wanted else 0
            for part in wanted:
                if part != "lessons":
                    getattr(check, part)()
            stopped = check.stop()
            errors, asked = browser.complaints()
        finally:
            browser.close()
            server.shutdown()
    foreign = [url for url in asked if not url.startswith((address, "data:", "blob:"))]
    # Moves that a page rejects on purpose cause no browser errors, so every error counts.
    slow = [f"a search stopped only after {stopped['stopped']:.0f} ms"] if stopped["stopped"] > STOP_MS else []
    wrong = [*check.wrong, *errors, *foreign, *slow]
    print(f"{len(chapters)} pages, {count} experiments, {check.rows} rows of golden tables; an endless search stopped after {stopped['stopped']:.0f} ms, the"
          f" next answer came after {stopped['next']:.0f} ms; it had {stopped['nodes'] / max(stopped['ms'], 1):.0f}"
          " thousand nodes a second")
    print("\n".join(wrong) if wrong else "the pages are correct")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
