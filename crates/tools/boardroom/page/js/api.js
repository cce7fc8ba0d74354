/** Client of the JSON API: requests, server-sent events, and one error class. */

import { whileBusy } from "./busy.js";
import { announce } from "./dom.js";

/** Error response with the message of the server; `status` is 0 if the server did not respond. */
export class ApiError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** Message for a stream that cannot be opened again. */
const STREAM_ENDED =
  "The connection to the server has ended: reload the page, or start again at the home page.";

async function request(path, options) {
  let response;
  try {
    response = await fetch(`/api${path}`, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("The server does not respond: start it again with `cargo cg serve`.", 0);
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  const { status } = response;
  throw new ApiError(body.error ?? `The server responded with status ${status}.`, status);
}

async function json(path, options) {
  const response = await request(path, options);
  return response.status === 204 ? null : response.json();
}

function withBody(method, body) {
  const headers = { "content-type": "application/json" };
  return { method, headers, body: JSON.stringify(body ?? {}) };
}

/** Sends a GET request to a path under `/api` and returns the JSON of the response. */
export function get(path) {
  return whileBusy(json(path));
}

/** Sends a POST request with an object and returns the JSON of the response. */
export function post(path, body) {
  return whileBusy(json(path, withBody("POST", body)));
}

/** Uploads a file unchanged; the server detects compression. */
export function postFile(path, file) {
  return whileBusy(json(path, { method: "POST", body: file }));
}

/**
 * Listens to server-sent events and reconnects after an interruption. `listeners` maps names of
 * events to handlers of their objects. Returns a function that closes the stream.
 */
export function listen(path, listeners) {
  const source = new EventSource(`/api${path}`);
  for (const [name, take] of Object.entries(listeners)) {
    source.addEventListener(name, (event) => take(JSON.parse(event.data)));
  }
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) announce(STREAM_ENDED, true);
  });
  return () => source.close();
}

/**
 * Sends a POST request with an object and listens to the server-sent events of the response. An
 * `EventSource` cannot send a body, and the moves of a long game do not fit into a URL.
 *
 * Resolves when the stream ends; `signal` ends it earlier, which also stops the engine.
 */
export async function stream(path, body, listeners, signal) {
  const response = await request(path, { ...withBody("POST", body), signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value.replaceAll("\r", "");
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const block of blocks) dispatch(block, listeners);
  }
}

function dispatch(block, listeners) {
  let name = "message";
  let data = "";
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    if (line.startsWith("data:")) data += line.slice(5).trim();
  }
  if (data) listeners[name]?.(JSON.parse(data));
}
