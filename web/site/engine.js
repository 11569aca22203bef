// The engine of a page: a worker that searches, and a spare one. Stopping a search terminates its worker; the spare one
// takes over, and the result is the last report.

const module = load();

async function load() {
    const response = await fetch(new URL("alula.wasm", import.meta.url));
    if (!response.ok) throw new Error(`alula.wasm: ${response.status}`);
    return WebAssembly.compile(await response.arrayBuffer());
}

function newWorker() {
    const worker = new Worker(new URL("worker.js", import.meta.url));
    worker.isReady = new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => (data.ready ? resolve() : reject(new Error(data.failure)));
    });
    worker.isReady.catch(() => {});
    module.then((module) => worker.postMessage({ module }), () => {});
    return worker;
}

/** The engine refused the request; the message is the engine's. */
export class Refused extends Error {}

/** The request was stopped; `last` is the last report. */
export class Stopped extends Error {
    constructor(last) {
        super("stopped");
        this.last = last;
    }
}

export class Engine {
    #worker = newWorker();
    #spare = null;
    // The first one is running, or waits for its worker.
    #requests = [];
    #count = 0;

    /** Resolves when the engine has been loaded. */
    get ready() {
        return module.then(() => this.#worker.isReady);
    }

    /** Executes a request once the earlier ones have finished. Reports go to `tell`. */
    ask(request, tell = () => {}) {
        const entry = { number: ++this.#count, request, tell, isSent: false, last: null };
        entry.result = new Promise((resolve, reject) => Object.assign(entry, { resolve, reject }));
        this.#requests.push(entry);
        if (this.#requests.length === 1) this.#runFirst();
        return entry.result;
    }

    async #runFirst() {
        const [entry] = this.#requests;
        const failure = await this.ready.then(() => null, (error) => error);
        // The request may have been stopped while the worker was loading.
        if (entry !== this.#requests[0]) return;
        if (failure) return this.#end(entry, entry.reject, failure);
        this.#spare ??= newWorker();
        const { number, request } = entry;
        const worker = this.#worker;
        const fail = (reason) => {
            this.#replace();
            this.#end(entry, entry.reject, new Error(reason));
        };
        worker.onerror = (event) => fail(event.message);
        worker.onmessage = ({ data }) => {
            if (data.number !== number) return;
            const { answer } = data;
            if (data.failure) return fail(data.failure);
            if (!answer.done) {
                entry.last = answer;
                entry.tell(answer);
            } else if (answer.refused !== undefined) {
                this.#end(entry, entry.reject, new Refused(answer.refused));
            } else {
                this.#end(entry, entry.resolve, answer);
            }
        };
        entry.isSent = true;
        worker.postMessage({ number, request });
    }

    #end(entry, finish, value) {
        const at = this.#requests.indexOf(entry);
        if (at < 0) return;
        this.#requests.splice(at, 1);
        finish(value);
        if (at === 0 && this.#requests.length) this.#runFirst();
    }

    /** Whether a request is running or waiting. */
    get isRunning() {
        return this.#requests.length > 0;
    }

    /** Stops the request with this result, or all requests. If one was running, the worker's state is lost. */
    stop(result = null) {
        // In reverse order, so that ending one request does not start the next.
        for (const entry of this.#requests.filter((it) => !result || it.result === result).reverse()) {
            if (entry.isSent) this.#replace();
            this.#end(entry, entry.reject, new Stopped(entry.last));
        }
    }

    #replace() {
        this.#worker.terminate();
        this.#worker = this.#spare ?? newWorker();
        this.#spare = newWorker();
    }
}
