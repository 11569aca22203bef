// Runs a line of the console and shows its tables.
import { Engine, Stopped } from "./engine.js";
import { keep, kept, make, outputOf } from "./page.js";

const engine = new Engine();
const form = document.querySelector("form.line");
const log = document.querySelector(".log");
const state = form.querySelector(".state");
const before = kept("lines", []);
let at = before.length;

async function run(line) {
    form.elements.stop.hidden = false;
    const began = performance.now();
    const tick = setInterval(() => (state.textContent = `${((performance.now() - began) / 1000).toFixed(1)} s`), 100);
    const entry = make("section", {}, make("p", { class: "command" }, line));
    log.prepend(entry);
    try {
        const { shown } = await engine.ask({ do: "line", line });
        entry.append(...outputOf(shown));
    } catch (error) {
        const text = error instanceof Stopped ? "Stopped. The engine was restarted: start position, default settings." : error.message;
        entry.append(make("p", { class: "refused" }, text));
    } finally {
        clearInterval(tick);
        state.textContent = `${((performance.now() - began) / 1000).toFixed(2)} s`;
        form.elements.stop.hidden = true;
    }
}

form.addEventListener("submit", (event) => {
    event.preventDefault();
    const line = form.elements.line.value.trim();
    if (!line || engine.isRunning) return;
    if (before.at(-1) !== line) before.push(line);
    keep("lines", before.slice(-100));
    at = before.length;
    form.elements.line.value = "";
    run(line);
});
form.elements.stop.addEventListener("click", () => engine.stop());
form.elements.line.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    at = Math.min(Math.max(at + step, 0), before.length);
    form.elements.line.value = before[at] ?? "";
});
for (const button of document.querySelectorAll(".examples button")) {
    button.addEventListener("click", () => {
        form.elements.line.value = button.textContent;
        form.requestSubmit();
    });
}
