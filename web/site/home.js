// The contents of the course, with the reader's progress.
import { kept, make, save } from "./page.js";

const progress = kept("progress", {});
for (const place of document.querySelectorAll(".progress")) {
    const cells = Number(place.dataset.cells);
    const done = (progress[place.dataset.lesson] ?? []).filter((what) => what.startsWith("cell ")).length;
    if (done) place.append(make("span", { class: done >= cells ? "all" : "" }, done >= cells ? "✓ done" : `${done} of ${cells} experiments`));
}

// One line of JSON for each guess, as in the terminal's file.
const guesses = kept("guesses", []);
const place = document.querySelector(".guesses");
place.hidden = !guesses.length;
place.querySelector("span").textContent = `(${guesses.length}; a teacher can combine those of a class)`;
place.querySelector("button").addEventListener("click", () => save("guesses.jsonl", guesses.map((guess) => `${JSON.stringify(guess)}\n`).join("")));
