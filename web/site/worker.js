// Runs the engine. Receives the module, then one request after another; answers carry the request's number.
let memory, engine, number;

const read = (at, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));

const outside = {
    say: (at, length) => postMessage({ number, answer: JSON.parse(read(at, length)) }),
    fail: (at, length) => postMessage({ number, failure: read(at, length) }),
    now: () => performance.timeOrigin + performance.now(),
};

async function begin(module) {
    const instance = await WebAssembly.instantiate(module, { page: outside });
    engine = instance.exports;
    memory = engine.memory;
    postMessage({ ready: true });
}

function answer(request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const at = engine.room(bytes.length);
    new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
    engine.answer();
}

onmessage = ({ data }) => {
    if (data.module) {
        begin(data.module).catch((error) => postMessage({ failure: String(error) }));
        return;
    }
    number = data.number;
    try {
        answer(data.request);
    } catch (error) {
        postMessage({ number, failure: String(error) });
    }
};
