/** Values that the browser keeps for its visitor: games against the bot, and record files. */

const NAME = "board-room";
const KINDS = ["sessions", "files"];

/** Maximum number of values of a kind: a new one replaces the oldest. */
const MOST = 32;

let opened = null;

function settled(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });
}

function open() {
  if (opened) return opened;
  const request = indexedDB.open(NAME, 1);
  request.addEventListener("upgradeneeded", () => {
    for (const kind of KINDS) request.result.createObjectStore(kind, { keyPath: "id" });
  });
  opened = settled(request);
  return opened;
}

async function objects(kind, mode) {
  const database = await open();
  return database.transaction(kind, mode).objectStore(kind);
}

/** Returns the value with this identifier; `undefined` if there is none. */
export async function load(kind, id) {
  return settled((await objects(kind, "readonly")).get(id));
}

/** Returns all values, the oldest first. */
export async function list(kind) {
  const values = await settled((await objects(kind, "readonly")).getAll());
  return values.sort((one, other) => one.created - other.created);
}

/** Keeps a value, which has an identifier `id` and the time `created`. */
export async function save(kind, value) {
  await settled((await objects(kind, "readwrite")).put(value));
  const values = await list(kind);
  const store = await objects(kind, "readwrite");
  for (const { id } of values.slice(0, Math.max(0, values.length - MOST))) store.delete(id);
}

/** Returns a new identifier. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
