/** The server's interface: JSON, streams of events, and one kind of error for all that goes wrong. */

import { announce } from "./dom.js";

/** What the server refused, in its words; `status` is 0 where it did not answer at all. */
export class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** What is said when a stream has ended for good. */
const GONE = "The server no longer knows this page: reload it, or begin again at the front page.";

let underWay = 0;

function countRequest(change) {
  underWay += change;
  if (underWay > 0) document.body.dataset.busy = "true";
  else delete document.body.dataset.busy;
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(`/api${path}`, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal("The server does not answer: start it again with `cargo cg serve`.", 0);
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  throw new Refusal(body.error ?? `The server answered ${response.status}.`, response.status);
}

async function json(path, options) {
  countRequest(1);
  try {
    const response = await request(path, options);
    return response.status === 204 ? null : await response.json();
  } finally {
    countRequest(-1);
  }
}

function withBody(method, body) {
  const headers = { "content-type": "application/json" };
  return { method, headers, body: JSON.stringify(body ?? {}) };
}

/** Reads what is at a path under `/api`. */
export function get(path) {
  return json(path);
}

/** Sends an object, and returns the answer. */
export function post(path, body) {
  return json(path, withBody("POST", body));
}

/** Sends a file as it is: the server knows whether it is compressed. */
export function postFile(path, file) {
  return json(path, { method: "POST", body: file });
}

/**
 * Listens to a stream that the server keeps open, and starts again by itself when it breaks.
 * `listeners` maps names of events to what happens with their objects. Returns a function that ends it.
 */
export function listen(path, listeners) {
  const source = new EventSource(`/api${path}`);
  for (const [name, take] of Object.entries(listeners)) {
    source.addEventListener(name, (event) => take(JSON.parse(event.data)));
  }
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) announce(GONE, true);
  });
  return () => source.close();
}

/**
 * Sends an object, and listens to the events that come as the answer. An `EventSource` cannot send
 * anything, and the moves of a long game do not fit into a URL.
 *
 * Resolves when the stream ends; `signal` ends it earlier, which stops the engine behind it.
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
