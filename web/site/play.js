// Playing against the engine, and analysing.
import { Board } from "./board.js";
import { Engine, Stopped } from "./engine.js";
import { grouped, make, save } from "./page.js";

// One engine answers questions about positions at once, while the other one thinks.
const rules = new Engine();
const thinker = new Engine();

const find = (selector) => document.querySelector(selector);
const button = (name) => find(`button[name="${name}"]`);
const status = find(".status");
const refused = find(".refused");
const setting = find(".opponent").elements;
const analyse = find('input[name="analyse"]');
const bar = find(".bar");

/** The game: its start position, its moves, and the number of moves shown. */
const game = { fen: "", moves: [], at: 0, tags: {}, engine: "black" };
let position = null;
let thinking = null;
let last = null;
let below = "white";

const board = new Board(find(".desk"), play);

/** Changes of the game, one after the other: an arrow key held down asks for many. */
let changes = Promise.resolve();
function inTurn(change) {
    const result = changes.then(change);
    changes = result.catch(() => {});
    return result;
}

// ---- showing ------------------------------------------------------------------------------------------------------

const capital = (word) => word[0].toUpperCase() + word.slice(1);
const shown = () => ({ fen: game.fen, moves: game.moves.slice(0, game.at) });

async function show() {
    position = await rules.ask({ do: "position", ...shown(), words: true });
    const whole = game.at === game.moves.length ? position : await rules.ask({ do: "position", fen: game.fen, moves: game.moves });
    const isPlayers = analyse.checked || (game.at === game.moves.length && position.turn !== game.engine);
    board.show(position, isPlayers ? position.turn : "none");
    board.arrow(null);
    showMoves(whole);
    find(".opening").textContent = position.opening ?? "";
    find(".words p").textContent = position.words ?? "";
    find(".fen input").value = position.fen;
    find(".hint").textContent = "";
    button("back").disabled = game.at === 0;
    button("forward").disabled = game.at === game.moves.length;
    const move = position.san.at(-1);
    const told = move ? `${position.turn === "white" ? "Black" : "White"} played ${move}. ` : "";
    status.textContent = told + (position.over ? `${position.over}.` : `${capital(position.turn)} to move.`);
    const written = await rules.ask({ do: "write", fen: game.fen, moves: game.moves, tags: tags() });
    find(".pgn textarea").value = written.pgn;
}

/** Shows the board from this side. */
function turnTo(side) {
    below = side;
    board.turn(side);
}

function showMoves({ san, first }) {
    const list = find(".moves");
    list.replaceChildren();
    let [number, side] = first;
    let row = null;
    san.forEach((move, index) => {
        if (side === "White" || !row) {
            row = make("li", {}, make("span", { class: "number" }, `${number}.`));
            if (side === "Black") row.append(make("span", {}, "…"));
            list.append(row);
        }
        const isHere = index === game.at - 1;
        const entry = make("button", { type: "button", class: isHere ? "here" : "", "aria-current": isHere ? "true" : undefined }, move);
        entry.addEventListener("click", () => goto(() => index + 1));
        row.append(entry);
        if (side === "Black") number += 1;
        side = side === "White" ? "Black" : "White";
    });
    const here = list.querySelector(".here");
    if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function tags() {
    const name = (side) => (analyse.checked && game.tags.White ? game.tags[side] : null);
    const isEngine = (side) => game.engine === side.toLowerCase();
    const player = (side) => name(side) ?? (isEngine(side) ? `Alula (${setting.opponent.value})` : "You");
    const today = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    return { Date: today, ...game.tags, White: player("White"), Black: player("Black") };
}

function refuse(error) {
    if (!(error instanceof Stopped)) refused.textContent = error.message;
}

// ---- playing ------------------------------------------------------------------------------------------------------

/** Sets the moves of the game and shows their end. Other moves than before have no result yet. */
function setMoves(moves) {
    if (String(moves) !== String(game.moves)) delete game.tags.Result;
    Object.assign(game, { moves, at: moves.length });
}

/** Plays the player's move, in coordinate or algebraic notation. */
function play(move) {
    return inTurn(async () => {
        refused.textContent = "";
        await cease();
        const moves = [...game.moves.slice(0, game.at), move];
        try {
            const next = await rules.ask({ do: "position", fen: game.fen, moves });
            setMoves(next.uci);
        } catch (error) {
            refuse(error);
        }
        await show();
        await goOn();
    });
}

/** Starts the engine's reply or an analysis if one is due. */
async function goOn() {
    if (analyse.checked) return begin(analysis);
    const isEngines = position.turn === game.engine && game.at === game.moves.length && !position.over;
    if (isEngines) begin(reply);
}

/** Stops the engine's current task. */
async function cease() {
    const task = thinking;
    thinking = null;
    if (task) {
        thinker.stop();
        await task;
    }
}

function begin(work) {
    const task = work().catch(refuse);
    thinking = task;
    task.finally(() => {
        if (thinking === task) thinking = null;
    });
}

async function reply() {
    last = null;
    const stop = button("stop");
    stop.hidden = false;
    status.textContent += " Alula is thinking …";
    let move = null;
    try {
        const answer = await thinker.ask({ do: "reply", ...shown(), opponent: setting.opponent.value }, (report) => (last = report));
        move = answer.uci;
    } catch (error) {
        // "Move now": the engine plays the move of its last report.
        if (!(error instanceof Stopped) || !stop.dataset.now) throw error;
        move = error.last?.lines[0]?.first;
    } finally {
        stop.hidden = true;
        delete stop.dataset.now;
    }
    if (!move) return;
    setMoves([...game.moves, move]);
    await show();
}

async function analysis() {
    const side = find(".analysis");
    side.hidden = false;
    bar.hidden = false;
    const lines = Number(find('select[name="lines"]').value);
    if (position.over) {
        find(".analysis .head").textContent = position.over;
        find(".analysis .lines").replaceChildren();
        return;
    }
    await thinker.ask({ do: "analyse", ...shown(), lines }, showAnalysis);
}

function showAnalysis({ depth, nodes, ms, lines }) {
    const speed = ms > 0 ? `, ${grouped(Math.round(nodes / ms))} thousand a second` : "";
    find(".analysis .head").textContent = `Depth ${depth}, ${grouped(nodes)} nodes${speed}`;
    const entries = lines.map(({ pawns, moves }) => make("li", {}, make("b", {}, pawns), " ", moves));
    find(".analysis .lines").replaceChildren(...entries);
    // Converts centipawns to the expected score, in per cent.
    const share = 100 / (1 + Math.exp(-lines[0].score / 250));
    bar.style.setProperty("--share", `${share}%`);
    board.arrow(lines[0].first);
}

/** Goes to the number of moves that `at` returns. */
function goto(at) {
    return inTurn(async () => {
        const place = () => Math.min(Math.max(at(), 0), game.moves.length);
        // A step to the current position does not stop the engine.
        if (place() === game.at) return;
        await cease();
        game.at = place();
        await show();
        await goOn();
    });
}

function takeBack() {
    return inTurn(async () => {
        await cease();
        const isOwn = position.turn !== game.engine;
        setMoves(game.moves.slice(0, Math.max(0, game.at - (isOwn && !analyse.checked ? 2 : 1))));
        await show();
        await goOn();
    });
}

/** Starts an analysis or ends it, as chosen. */
function changeMode() {
    showMode();
    return inTurn(async () => {
        await cease();
        await show();
        await goOn();
    });
}

function newGame(fen = "", moves = [], names = {}) {
    return inTurn(async () => {
        await cease();
        Object.assign(game, { fen, moves, at: moves.length, tags: names, engine: setting.side.value === "white" ? "black" : "white" });
        refused.textContent = "";
        turnTo(setting.side.value);
        await show();
        await goOn();
    });
}

// ---- the page -----------------------------------------------------------------------------------------------------

find(".opponent").addEventListener("submit", (event) => {
    event.preventDefault();
    analyse.checked = false;
    showMode();
    newGame();
});
find("form.move").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = event.target.elements.move;
    if (field.value.trim()) play(field.value.trim());
    field.value = "";
});
button("back").addEventListener("click", () => goto(() => game.at - 1));
button("forward").addEventListener("click", () => goto(() => game.at + 1));
button("takeback").addEventListener("click", takeBack);
button("hint").addEventListener("click", async () => {
    try {
        const { text } = await rules.ask({ do: "hint", ...shown() });
        find(".hint").textContent = text.replace(/; 'hint more' .*/, ". Ask again for more.");
    } catch (error) {
        refuse(error);
    }
});
button("stop").addEventListener("click", (event) => {
    if (!last) return;
    event.currentTarget.dataset.now = "yes";
    thinker.stop();
});
button("flip").addEventListener("click", () => turnTo(below === "white" ? "black" : "white"));

function showMode() {
    find(".analysis").hidden = !analyse.checked;
    bar.hidden = !analyse.checked;
    button("hint").hidden = analyse.checked;
}
analyse.addEventListener("change", changeMode);
find('select[name="lines"]').addEventListener("change", changeMode);
find(".fen form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const fen = event.target.elements.fen.value;
    refused.textContent = "";
    try {
        await rules.ask({ do: "position", fen, moves: [] });
        await newGame(fen);
    } catch (error) {
        refuse(error);
    }
});
find(".pgn form").addEventListener("submit", async (event) => {
    event.preventDefault();
    refused.textContent = "";
    try {
        const read = await rules.ask({ do: "read", pgn: event.target.elements.pgn.value });
        analyse.checked = true;
        showMode();
        const names = Object.fromEntries(read.tags);
        await newGame(read.start, read.position.uci, names);
        find(".pgn .tags").textContent = `${names.White} – ${names.Black}, ${names.Result}${read.count > 1 ? `; game 1 of ${read.count}` : ""}`;
        refused.textContent = read.problems.join("\n");
    } catch (error) {
        refuse(error);
    }
});
button("save").addEventListener("click", () => save("game.pgn", find(".pgn textarea").value));
document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) goto(() => game.at + step);
});

const wanted = new URLSearchParams(location.search).get("fen");
if (wanted) analyse.checked = true;
showMode();
newGame(wanted ?? "").catch(async (error) => {
    game.fen = "";
    await show();
    refuse(error);
});
