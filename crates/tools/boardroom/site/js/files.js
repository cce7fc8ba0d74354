/** Record files that the visitor has dropped, and finished games. */

import { ApiError, ask } from "./room.js";
import { list, load, newId, save } from "./store.js";

/** Maximum size of a file in bytes, compressed or not. */
const MOST_BYTES = 16 << 20;

function summaryOf({ id, name, games }) {
  return { id, name, count: games.length, first: games[0] };
}

/** Keeps the games of a file; returns its summary. */
export async function addGames(name, { records, games }) {
  const file = { id: newId(), created: Date.now(), name, records, games };
  await save("files", file);
  return summaryOf(file);
}

/** Reads and keeps a file of records. */
export async function addFile(file) {
  if (file.size > MOST_BYTES) throw new ApiError("the file is longer than 16 MiB: split it", 413);
  const games = await ask({ request: "read_file" }, { file: await file.arrayBuffer() });
  return addGames(file.name ?? "dropped file", games);
}

/** Returns the summaries of all files. */
export async function listFiles() {
  return { replays: (await list("files")).map(summaryOf) };
}

async function found(id) {
  const file = await load("files", id);
  if (!file) throw new ApiError("the browser no longer has the file: drop it again", 404);
  return file;
}

/** Returns the name and the games of a file. */
export async function showFile(id) {
  const { name, games } = await found(id);
  return { name, games };
}

/** Returns the record of a game as text, and the name of its file. */
export async function recordOf(id, index) {
  const { name, records } = await found(id);
  const record = records[index];
  if (!record) throw new ApiError(`the file has ${records.length} games`, 404);
  return { name, record };
}

/** Returns a recorded game with all its positions. */
export async function showGame(id, index) {
  const { name, record } = await recordOf(id, index);
  return ask({ request: "replay", record, source: `${name}, game ${index + 1}` });
}
