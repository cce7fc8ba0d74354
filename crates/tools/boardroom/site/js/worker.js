/** Worker that runs the program `room`: a request at a time, each as a run of its own. */

import { runProgram } from "./wasi.js";

/** Returns the standard input of a run: the request in a line, and a record file behind it. */
function inputOf(request, file) {
  const line = new TextEncoder().encode(`${request}\n`);
  const input = new Uint8Array(line.length + (file?.byteLength ?? 0));
  input.set(line);
  if (file) input.set(new Uint8Array(file), line.length);
  return input;
}

addEventListener("message", ({ data: { number, module, request, file } }) => {
  try {
    runProgram(module, inputOf(request, file), (text) =>
      postMessage({ number, line: JSON.parse(text) }),
    );
    postMessage({ number, failure: "the program has not responded" });
  } catch (error) {
    postMessage({ number, failure: error.message });
  }
});
