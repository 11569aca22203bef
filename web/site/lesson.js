// A lesson page: runs the experiments, makes the boards playable, checks the exercises.
import { Board } from "./board.js";
import { Engine, Refused, Stopped } from "./engine.js";
import { grouped, keep, kept, make, outputOf, tableOf } from "./page.js";

const engine = new Engine();
// Boards and exercises have their own engine, so that a long experiment does not delay them.
let second = null;
const quick = () => (second ??= new Engine());

const lesson = Number(document.querySelector("article").dataset.lesson);

function done(what) {
    const all = kept("progress", {});
    all[lesson] = [...new Set([...(all[lesson] ?? []), what])];
    keep("progress", all);
}

// ---- boards -------------------------------------------------------------------------------------------------------

/** Calls `show` when the element is about to scroll into view. */
function whenNear(element, show) {
    const observer = new IntersectionObserver(
        (entries) => {
            if (!entries.some((entry) => entry.isIntersecting)) return;
            observer.disconnect();
            show();
        },
        { rootMargin: "300px" },
    );
    observer.observe(element);
}

/** A board to play on. Calls `changed` with the position after each move and takeback. */
function playable(place, fen, changed = () => {}) {
    let moves = [];
    const said = make("p", { class: "said", role: "status" });
    const back = make("button", { type: "button", hidden: true }, "Take back");
    const away = make("a", {}, "Analyse");
    const board = new Board(place, (uci) => play([...moves, uci]));
    place.append(make("div", { class: "under" }, said, back, away));
    async function go(next) {
        moves = next;
        const position = await quick().ask({ do: "position", fen, moves });
        board.show(position);
        back.hidden = !moves.length;
        said.textContent = position.over ?? (moves.length ? position.san.at(-1) : `${position.turn === "white" ? "White" : "Black"} to move`);
        away.href = `play.html?fen=${encodeURIComponent(position.fen)}`;
        return position.fen;
    }
    async function play(next) {
        const reached = await go(next);
        changed(next.length ? reached : fen);
    }
    back.addEventListener("click", () => play(moves.slice(0, -1)));
    const begin = (start) => {
        fen = start;
        return go([]).catch((error) => (said.textContent = error.message));
    };
    begin(fen);
    return begin;
}

for (const diagram of document.querySelectorAll(".diagram")) {
    whenNear(diagram, () => playable(diagram, diagram.dataset.fen));
}

// ---- experiments --------------------------------------------------------------------------------------------------

const isCommand = (line) => !/^(expect|let|guess|show) /.test(line);
const fenOf = (commands) => commands.find((line) => line.startsWith("setboard "))?.slice("setboard ".length);

/** The experiment with edited commands. If their number is unchanged, the expectations stay at their places. */
function edited(lines, commands, guess) {
    const count = lines.filter(isCommand).length;
    const next = [...commands];
    const others = (line) => (isCommand(line) ? next.shift() : line);
    const all = count === commands.length ? lines.map(others) : [...commands, ...lines.filter((line) => !isCommand(line))];
    return [...(guess ? [guess] : []), ...all].join("\n");
}

function withCommas(text) {
    return /^\d{4,}$/.test(text) ? grouped(Number(text)) : text;
}

/** The lesson's values beside the reader's. */
function comparison(checks) {
    const row = ({ text, holds, found }) => {
        const cell = /^(\S+) (\S+)$/.exec(text);
        if (!cell) return [text, "holds", found ?? (holds ? "holds" : "does not hold")];
        return [cell[1], withCommas(cell[2]), withCommas(holds ? cell[2] : (found ?? "something else"))];
    };
    return { title: "", columns: ["", "the lesson", "yours"], rows: checks.map(row), notes: [] };
}

/** Saves a guess with its question, which is the text after the colon in the lesson's line. */
function keepGuess(line, guess, answer) {
    const question = line.slice(line.indexOf(" : ") + 3);
    keep("guesses", [...kept("guesses", []), { lesson, question, guess: guess.trim(), answer }]);
}

class Cell {
    constructor(form) {
        Object.assign(this, JSON.parse(form.dataset.lines));
        this.form = form;
        this.number = Number(form.dataset.cell);
        this.area = form.elements.commands;
        this.original = this.area.value;
        this.results = form.querySelector(".results");
        this.state = form.querySelector(".state");
        form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.run();
        });
        form.elements.stop.addEventListener("click", () => this.stop());
        form.elements.reset.addEventListener("click", () => this.reset());
        this.area.addEventListener("input", () => this.changed());
        this.area.addEventListener("keydown", (event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
        });
        const fen = fenOf(this.commands());
        if (fen) whenNear(form, () => this.#drawBoard(fen));
    }

    commands() {
        return this.area.value.split("\n").map((line) => line.trim()).filter((line) => line);
    }

    get isEdited() {
        return this.area.value.trim() !== this.original.trim();
    }

    #drawBoard(fen) {
        const place = this.form.querySelector(".desk");
        this.begin = playable(place, fen, (fen) => {
            this.area.value = this.area.value.replace(/^setboard .*$/m, `setboard ${fen}`);
            this.changed();
        });
        this.shown = fen;
    }

    changed() {
        this.area.rows = Math.max(1, this.area.value.split("\n").length);
        this.form.elements.reset.hidden = !this.isEdited;
    }

    reset() {
        this.area.value = this.original;
        this.changed();
        this.begin?.(fenOf(this.commands()));
    }

    stop() {
        if (this.isRunning) engine.stop(this.asked);
    }

    #request() {
        const guess = this.form.elements.guess?.value ?? "";
        if (!this.isEdited) return { do: "cell", lesson, cell: this.number, guess };
        return { do: "cell", text: edited(this.lines, this.commands(), this.guess), guess };
    }

    #show({ command, shown }) {
        if ((command.startsWith("setboard") && !this.columns.includes("board")) || command.startsWith("set ")) return;
        this.results.append(make("p", { class: "command" }, command), ...outputOf(shown, this.columns));
    }

    async run() {
        if (this.isRunning) return;
        const wasEdited = this.isEdited;
        this.isRunning = true;
        this.results.replaceChildren();
        this.form.elements.stop.hidden = false;
        this.form.classList.add("running");
        const began = performance.now();
        const tick = setInterval(() => {
            this.state.textContent = `${((performance.now() - began) / 1000).toFixed(1)} s`;
        }, 100);
        try {
            this.asked = engine.ask(this.#request(), (answer) => this.#show(answer));
            const outcome = await this.asked;
            this.#judge(outcome, wasEdited);
            this.state.textContent = `${((performance.now() - began) / 1000).toFixed(2)} s`;
            this.form.dataset.outcome = wasEdited ? "edited" : outcome.checks.every(({ holds }) => holds) ? "same" : "differs";
            if (!wasEdited) done(`cell ${this.number}`);
        } catch (error) {
            this.form.dataset.outcome = error instanceof Stopped ? "stopped" : "refused";
            this.state.textContent = error instanceof Stopped ? "stopped" : "";
            if (!(error instanceof Stopped)) this.results.append(make("p", { class: "refused" }, error.message));
        } finally {
            clearInterval(tick);
            this.isRunning = false;
            this.form.elements.stop.hidden = true;
            this.form.classList.remove("running");
        }
    }

    #judge({ checks, judged, answer, verdict }, wasEdited) {
        if (judged && !wasEdited) keepGuess(this.guess, this.form.elements.guess.value, answer);
        if (judged) this.results.append(make("p", { class: "judged" }, judged));
        else if (answer !== null && this.guess) this.results.append(make("p", { class: "judged" }, `The answer: ${answer}.`));
        if (wasEdited && checks.length) this.results.append(...tableOf(comparison(checks)));
        else if (verdict) {
            const holds = checks.every(({ holds }) => holds);
            this.results.append(make("p", { class: holds ? "same" : "differs" }, verdict.replace(/^= /, "")));
        }
    }
}

const cells = [...document.querySelectorAll("form.cell")].map((form) => new Cell(form));

// ---- exercises ----------------------------------------------------------------------------------------------------

for (const form of document.querySelectorAll("form.exercise")) {
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        const output = form.querySelector("output");
        output.textContent = "…";
        try {
            const { right, hint } = await quick().ask({ do: "exercise", name: form.dataset.name, answer: form.elements.answer.value });
            output.textContent = right ? "Right." : `No.${hint ? ` Hint: ${hint}` : ""}`;
            if (right) done(`exercise ${form.dataset.name}`);
        } catch (error) {
            output.textContent = error instanceof Refused ? error.message : `The engine failed: ${error.message}`;
        }
    });
}

/** For tests: runs all experiments and returns their outcomes. */
window.alulaRunAll = async () => {
    const outcomes = [];
    for (const cell of cells.filter(({ form }) => !form.closest(".opening"))) {
        await cell.run();
        outcomes.push({ cell: cell.number, outcome: cell.form.dataset.outcome, text: cell.results.lastElementChild?.textContent });
    }
    return outcomes;
};
