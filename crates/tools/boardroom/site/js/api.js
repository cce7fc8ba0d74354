/**
 * API of the page without a server: the program `room` responds in workers, and the browser keeps
 * games and files. Its functions are those of the client of the server.
 */

import { whileBusy } from "./busy.js";
import { announce } from "./dom.js";
import { addFile, listFiles, recordOf, showFile, showGame } from "./files.js";
import { ApiError, Room, ask } from "./room.js";
import {
  actInSession,
  listenToSession,
  openSession,
  saveReplay,
  showSession,
} from "./sessions.js";

/** Responses to GET requests. */
const GET = [
  [/^\/games$/, () => ask({ request: "games" })],
  [/^\/games\/([\w-]+)\/start$/, (game) => ask({ request: "position", position: { game } })],
  [
    /^\/games\/([\w-]+)\/setup\?player=(\d)$/,
    (game, player) => ask({ request: "army", game, player: Number(player) }),
  ],
  [/^\/matches$/, () => ({ matches: [] })],
  [/^\/files$/, () => listFiles()],
  [/^\/replays\/(\w+)$/, (id) => showFile(id)],
  [/^\/replays\/(\w+)\/(\d+)$/, (id, index) => showGame(id, Number(index))],
  [/^\/tables\/(\w+)$/, (id) => showSession(id)],
];

/** Responses to POST requests; the last argument is the body. */
const POST = [
  [/^\/positions$/, (position) => ask({ request: "position", position })],
  [/^\/positions\/arranged$/, (position) => ask({ request: "arrange", position })],
  [/^\/openings$/, () => ({ games: 0, moves: [] })],
  [/^\/tables$/, (wish) => openSession(wish)],
  [/^\/tables\/(\w+)\/replay$/, (id) => saveReplay(id)],
  [/^\/tables\/(\w+)\/(\w+)$/, (id, action, body) => actInSession(id, action, body)],
];

async function respond(routes, path, body) {
  for (const [pattern, response] of routes) {
    const match = pattern.exec(path);
    if (match) return response(...match.slice(1), body);
  }
  throw new ApiError("This page needs a server: start one with `cargo cg serve`.", 404);
}

/** Returns the response to a GET request to a path. */
export function get(path) {
  return whileBusy(respond(GET, path));
}

/** Returns the response to a POST request with an object. */
export function post(path, body) {
  return whileBusy(respond(POST, path, body));
}

/** Reads a file, plain or compressed. */
export function postFile(_path, file) {
  return whileBusy(addFile(file));
}

/** Listens to the events of a session. */
export function listen(path, listeners) {
  const [, id] = /^\/tables\/(\w+)\/events$/.exec(path);
  listenToSession(id, listeners).catch((error) => announce(error.message, true));
}

/** Requests of a position's analysis and of a whole game's; the last argument is the body. */
const STREAMS = [
  [/^\/analysis$/, (position) => ({ request: "analyse", position })],
  [
    /^\/replays\/(\w+)\/(\d+)\/analysis$/,
    async (id, index, analysis) => {
      const { record } = await recordOf(id, Number(index));
      return { request: "analyse_game", record, analysis };
    },
  ],
];

/** Runs an analysis in a worker of its own; resolves when it ends, which `signal` does earlier. */
export async function stream(path, body, listeners, signal) {
  const request = await respond(STREAMS, path, body);
  if (signal.aborted) return;
  const room = new Room();
  const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve));
  const onLine = ({ name, data }) => listeners[name]?.(data);
  const ended = room.ask(request, { onLine });
  try {
    const end = await Promise.race([ended, aborted.then(() => null)]);
    if (end) listeners.end?.(end);
  } finally {
    room.end();
  }
}
