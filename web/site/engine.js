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
    #running = null;
    #queue = Promise.resolve();
    #count = 0;

    /** Resolves when the engine has been loaded. */
    get ready() {
        return module.then(() => this.#worker.isReady);
    }

    /** Executes a request once the earlier ones have finished. Reports go to `tell`. */
    ask(request, tell = () => {}) {
        const result = this.#queue.then(() => this.#run(request, tell));
        this.#queue = result.catch(() => {});
        return result;
    }

    async #run(request, tell) {
        await this.ready;
        this.#spare ??= newWorker();
        const worker = this.#worker;
        const number = ++this.#count;
        return new Promise((resolve, reject) => {
            const running = { reject, last: null };
            this.#running = running;
            const end = (finish, value) => {
                this.#running = null;
                finish(value);
            };
            const fail = (reason) => {
                end(reject, new Error(reason));
                this.#replace();
            };
            worker.onerror = (event) => fail(event.message);
            worker.onmessage = ({ data }) => {
                if (data.number !== number) return;
                const { answer, failure } = data;
                if (failure) return fail(failure);
                if (!answer.done) {
                    running.last = answer;
                    tell(answer);
                } else if (answer.refused !== undefined) {
                    end(reject, new Refused(answer.refused));
                } else {
                    end(resolve, answer);
                }
            };
            worker.postMessage({ number, request });
        });
    }

    /** Whether a request is running. */
    get isRunning() {
        return this.#running !== null;
    }

    /** Stops the running request. The worker's state is lost. */
    stop() {
        if (!this.#running) return;
        const { reject, last } = this.#running;
        this.#running = null;
        this.#replace();
        reject(new Stopped(last));
    }

    #replace() {
        this.#worker.terminate();
        this.#worker = this.#spare ?? newWorker();
        this.#spare = newWorker();
    }
}
