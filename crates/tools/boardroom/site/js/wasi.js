/**
 * Interface of a program in WebAssembly to its host (WASI, preview 1): standard input and output,
 * clocks and random numbers. There are no files, arguments or environment variables.
 */

const SUCCESS = 0;
const BAD_FILE = 8;
const NOT_SUPPORTED = 52;

/** Random bytes that the browser gives at once. */
const RANDOM_BYTES = 65536;

/** Thrown when the program exits by itself. */
class Exit extends Error {
  constructor(code) {
    super(`the program has ended with exit code ${code}`);
    this.code = code;
  }
}

/**
 * Runs a program on `input`, its standard input, and calls `onLine` with each line of its standard
 * output. Throws an error with the text of standard error if the program fails.
 */
export function runProgram(module, input, onLine) {
  const host = new Host(input, onLine);
  const instance = new WebAssembly.Instance(module, importsOf(module, host));
  host.memory = instance.exports.memory;
  try {
    instance.exports._start();
  } catch (error) {
    if (error instanceof Exit && error.code === 0) return;
    throw new Error(host.errors.trim() || error.message);
  }
}

/** Returns the functions that a program imports; those that the host lacks fail when called. */
function importsOf(module, host) {
  const imports = {};
  for (const { module: space, name } of WebAssembly.Module.imports(module)) {
    imports[space] ??= {};
    imports[space][name] = host[name]?.bind(host) ?? (() => NOT_SUPPORTED);
  }
  return imports;
}

/** Host of one run. Its methods have the names and parameters of WASI. */
class Host {
  constructor(input, onLine) {
    this.input = input;
    this.read = 0;
    this.onLine = onLine;
    this.pending = "";
    this.errors = "";
    this.output = new TextDecoder();
    this.memory = null;
  }

  get view() {
    return new DataView(this.memory.buffer);
  }

  /** Returns the parts of memory that a list of addresses and lengths names. */
  parts(list, count) {
    const { view } = this;
    return Array.from({ length: count }, (_, index) => {
      const at = list + 8 * index;
      const [start, length] = [view.getUint32(at, true), view.getUint32(at + 4, true)];
      return new Uint8Array(this.memory.buffer, start, length);
    });
  }

  fd_read(file, list, count, done) {
    if (file !== 0) return BAD_FILE;
    const before = this.read;
    for (const part of this.parts(list, count)) {
      const bytes = this.input.subarray(this.read, this.read + part.length);
      part.set(bytes);
      this.read += bytes.length;
    }
    this.view.setUint32(done, this.read - before, true);
    return SUCCESS;
  }

  fd_write(file, list, count, done) {
    if (file !== 1 && file !== 2) return BAD_FILE;
    let written = 0;
    for (const part of this.parts(list, count)) {
      written += part.length;
      if (file === 1) this.take(this.output.decode(part, { stream: true }));
      else this.errors += new TextDecoder().decode(part);
    }
    this.view.setUint32(done, written, true);
    return SUCCESS;
  }

  take(text) {
    const lines = (this.pending + text).split("\n");
    this.pending = lines.pop();
    lines.forEach(this.onLine);
  }

  clock_time_get(clock, _precision, result) {
    const milliseconds = clock === 0 ? Date.now() : performance.now();
    this.view.setBigUint64(result, BigInt(Math.round(milliseconds * 1e6)), true);
    return SUCCESS;
  }

  random_get(start, length) {
    for (let done = 0; done < length; done += RANDOM_BYTES) {
      const size = Math.min(RANDOM_BYTES, length - done);
      crypto.getRandomValues(new Uint8Array(this.memory.buffer, start + done, size));
    }
    return SUCCESS;
  }

  args_sizes_get(count, size) {
    this.view.setUint32(count, 0, true);
    this.view.setUint32(size, 0, true);
    return SUCCESS;
  }

  args_get() {
    return SUCCESS;
  }

  environ_sizes_get(count, size) {
    return this.args_sizes_get(count, size);
  }

  environ_get() {
    return SUCCESS;
  }

  fd_prestat_get() {
    return BAD_FILE;
  }

  sched_yield() {
    return SUCCESS;
  }

  proc_exit(code) {
    throw new Exit(code);
  }
}
