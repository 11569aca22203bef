// Shows a recorded search as a tree that unfolds.
import { Board } from "./board.js";
import { Engine, Stopped } from "./engine.js";
import { make } from "./page.js";

const engine = new Engine();
const form = document.querySelector("form.recording");
const state = form.querySelector(".state");
const tree = document.querySelector("ul.tree");
const said = document.querySelector(".side .said");
const board = new Board(document.querySelector(".side .desk"));
const parts = [...document.querySelectorAll(".listing [data-part]")];
let columns = [];
/** The result of the last recording. */
let recording = null;

const of = (node, name) => node.cells[columns.indexOf(name)];

/** The line of a node: move, window, score, reason for its end. */
function row(node) {
    const marks = [];
    if (node.pass) marks.push(make("span", { class: "mark pass" }, "null move"));
    if (node.again) marks.push(make("span", { class: "mark again" }, "re-search"));
    if (node.open) marks.push(make("span", { class: "mark open" }, "open window"));
    return make(
        "span",
        { class: "row", title: of(node, "d") === "Q" ? "quiescence search" : `${of(node, "d")} plies left` },
        make("b", {}, of(node, "move")),
        " ",
        make("span", { class: "window" }, of(node, "window")),
        " ",
        make("span", { class: "result" }, of(node, "result")),
        " ",
        make("span", { class: "why" }, of(node, "why")),
        " ",
        make("span", { class: "nodes" }, of(node, "nodes") === "1" ? "1 node" : `${of(node, "nodes")} nodes`),
        ...marks,
    );
}

function item(node) {
    const element = make(
        "li",
        { role: "treeitem", tabindex: "-1", "aria-expanded": node.children ? "false" : undefined, "data-id": node.id },
        row(node),
    );
    element.node = node;
    return element;
}

async function open(element) {
    if (element.getAttribute("aria-expanded") !== "false") return;
    element.setAttribute("aria-expanded", "true");
    if (element.querySelector("ul")) return;
    const { children } = await engine.ask({ do: "node", node: element.node.id });
    element.append(make("ul", { role: "group" }, ...children.map(item)));
}

function close(element) {
    if (element.getAttribute("aria-expanded") === "true") element.setAttribute("aria-expanded", "false");
}

async function select(element) {
    // A new recording may have replaced the tree.
    if (!element.isConnected) return;
    for (const other of tree.querySelectorAll("[aria-selected]")) {
        other.removeAttribute("aria-selected");
        other.tabIndex = -1;
    }
    element.setAttribute("aria-selected", "true");
    element.tabIndex = 0;
    element.focus({ preventScroll: true });
    element.firstElementChild.scrollIntoView({ block: "nearest" });
    const { node, fen, turn } = await engine.ask({ do: "node", node: element.node.id });
    if (!element.isConnected) return;
    board.show({ fen, turn, last: node.squares });
    said.textContent = `${turn === "white" ? "White" : "Black"} to move. Scores are for the side to move.`;
    for (const part of parts) part.classList.toggle("ran", node.ran.includes(part.dataset.part));
    const first = parts.find((part) => part.classList.contains("ran"));
    const listing = document.querySelector(".listing");
    if (first) listing.scrollTop = first.offsetTop - listing.offsetTop;
}

/** The visible items, from top to bottom. */
const visible = () => [...tree.querySelectorAll("li")].filter((item) => !item.parentElement.closest('[aria-expanded="false"]'));

tree.addEventListener("click", async (event) => {
    const element = event.target.closest("li");
    if (!element) return;
    if (element.getAttribute("aria-expanded") === "true") close(element);
    else await open(element);
    select(element);
});

tree.addEventListener("keydown", async (event) => {
    const element = event.target.closest("li");
    if (!element) return;
    const all = visible();
    const step = (by) => all[all.indexOf(element) + by];
    const isOpen = element.getAttribute("aria-expanded") === "true";
    let next = null;
    switch (event.key) {
        case "ArrowDown":
            next = step(1);
            break;
        case "ArrowUp":
            next = step(-1);
            break;
        case "ArrowRight":
            if (isOpen) next = step(1);
            else await open(element);
            break;
        case "ArrowLeft":
            if (isOpen) close(element);
            else next = element.parentElement.closest("li");
            break;
        case "Home":
            next = all[0];
            break;
        default:
            return;
    }
    event.preventDefault();
    if (next) select(next);
});

async function record() {
    const { fen, depth, settings, stop } = form.elements;
    if (recording) engine.stop(recording);
    tree.replaceChildren();
    stop.hidden = false;
    state.textContent = "searching …";
    const asked = engine.ask({ do: "record", fen: fen.value, depth: Number(depth.value), settings: settings.value });
    recording = asked;
    try {
        const answer = await asked;
        columns = answer.columns;
        state.textContent = answer.said;
        const root = item(answer.root);
        tree.replaceChildren(root);
        await open(root);
        await select(root);
    } catch (error) {
        if (asked === recording) state.textContent = error instanceof Stopped ? "stopped" : error.message;
    } finally {
        if (asked === recording) stop.hidden = true;
    }
}

form.addEventListener("submit", (event) => {
    event.preventDefault();
    record();
});
form.elements.stop.addEventListener("click", () => engine.stop(recording));
form.elements.fen.value = new URLSearchParams(location.search).get("fen") ?? "";
// Records a first search, so that the page does not start empty.
record();
