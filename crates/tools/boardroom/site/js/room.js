/** The program `room` in WebAssembly: workers run it for each request. */

/** Error response to a request; `status` is that of HTTP. */
export class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

let compiled = null;

/** Compiles the program once for all workers of the page. */
function program() {
  compiled ??= compile(new URL("../room.wasm", import.meta.url));
  return compiled;
}

async function compile(url) {
  const response = await fetch(url);
  if (!response.ok) {
    throw new ApiError("The games cannot be loaded: reload the page.", response.status);
  }
  const isTyped = response.headers.get("content-type") === "application/wasm";
  return isTyped
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** Worker that runs requests one after the other. */
export class Room {
  constructor() {
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.take(data));
    this.runs = new Map();
    this.count = 0;
  }

  /**
   * Runs a request and returns the data of its reply. `file` is a record file behind it, and
   * `onLine` gets the lines before the reply.
   */
  async ask(request, { file = null, onLine = null } = {}) {
    const module = await program();
    this.count += 1;
    const number = this.count;
    return new Promise((resolve, reject) => {
      this.runs.set(number, { resolve, reject, onLine });
      this.worker.postMessage({ number, module, request: JSON.stringify(request), file });
    });
  }

  take({ number, line, failure }) {
    const run = this.runs.get(number);
    if (!run) return;
    if (line?.kind === "event" || line?.kind === "best") return run.onLine?.(line);
    this.runs.delete(number);
    if (line?.kind === "reply") run.resolve(line.data);
    else run.reject(new ApiError(line?.error ?? failure, line?.status ?? 500));
  }

  /** Ends the worker with all that it runs. */
  end() {
    this.worker.terminate();
    this.runs.clear();
  }
}

const rules = new Room();

/** Runs a request that takes no search. */
export function ask(request, options) {
  return rules.ask(request, options);
}
