// Shared by all pages: elements, tables, and data saved in the browser.

/** Makes an element with attributes and children. Strings become text nodes, never HTML. */
export function make(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children);
    return element;
}

const isNumber = (cell) => /^[-+]?[\d,.]+( ?[%x])?$|^-?$/.test(cell);

/** Builds a table from the engine's answer. With `wanted`, it has only these columns besides the first. */
export function tableOf({ title, columns, rows, notes }, wanted = []) {
    const kept = columns.map((_, at) => at).filter((at) => at === 0 || !wanted.length || wanted.includes(columns[at].replaceAll(" ", "-")));
    const right = kept.filter((at) => at > 0 && rows.every((row) => isNumber(row[at])));
    const cell = (name, text, at) => make(name, { class: right.includes(at) ? "right" : undefined }, text);
    const head = make("tr", {}, ...kept.map((at) => make("th", { scope: "col", class: right.includes(at) ? "right" : undefined }, columns[at])));
    const body = rows.map((row) => make("tr", {}, ...kept.map((at) => cell("td", row[at], at))));
    const table = make("table", {}, ...(title ? [make("caption", {}, title)] : []), make("thead", {}, head), make("tbody", {}, ...body));
    const parts = [make("div", { class: "wide" }, table)];
    if (!wanted.length) parts.push(...notes.map((note) => make("p", { class: "note" }, note)));
    return parts;
}

/** The output of a command: its tables or, without any, its text. */
export function outputOf({ text, tables }, wanted = []) {
    const narrow = wanted.filter((name) => name !== "board");
    if (tables.length) return tables.flatMap((table) => tableOf(table, narrow));
    return text.trim() ? [make("pre", {}, text.replace(/^\n+|\s+$/g, ""))] : [];
}

/** Saves a value in the browser, if it allows that. */
export function keep(key, value) {
    try {
        localStorage.setItem(`alula.${key}`, JSON.stringify(value));
    } catch {
        // Without storage, closing the page loses the value.
    }
}

export function kept(key, otherwise) {
    try {
        return JSON.parse(localStorage.getItem(`alula.${key}`)) ?? otherwise;
    } catch {
        return otherwise;
    }
}

/** Offers a text as a file. */
export function save(name, text) {
    const link = make("a", { href: URL.createObjectURL(new Blob([text])), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
}

/** 1234567 as 1,234,567. */
export const grouped = (number) => number.toLocaleString("en-US");

// Large type, for projectors and readers who need it.
const size = document.querySelector("button.size");
function showSize(isLarge) {
    document.documentElement.classList.toggle("large", isLarge);
    size.setAttribute("aria-pressed", String(isLarge));
}
size.addEventListener("click", () => {
    keep("large", !kept("large", false));
    showSize(kept("large", false));
});
showSize(kept("large", false));

if ("serviceWorker" in navigator && window.isSecureContext) {
    navigator.serviceWorker.register(new URL("sw.js", import.meta.url)).catch(() => {});
}
