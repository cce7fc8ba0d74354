/** Games against the bot: the browser keeps them, and workers search. */

import { announce } from "./dom.js";
import { addGames } from "./files.js";
import { ApiError, Room, ask } from "./room.js";
import { load, newId, save } from "./store.js";

/** Sessions of this page by identifier. */
const opened = new Map();

/** Search of the bot in a worker of its own, whose end is the end of the search. */
class Search {
  constructor(purpose) {
    this.purpose = purpose;
    this.room = new Room();
    this.best = null;
    this.isStopping = false;
  }
}

/** Game between the visitor and the bot. Its actions run one after the other. */
class Session {
  constructor({ id, created, session }) {
    this.id = id;
    this.created = created;
    this.session = session;
    this.view = null;
    this.search = null;
    this.listeners = null;
    this.last = Promise.resolve();
  }

  /** Runs an action after those before it. */
  inTurn(action) {
    const result = this.last.then(action);
    this.last = result.catch(() => null);
    return result;
  }

  ask(request) {
    return ask({ ...request, id: this.id, session: this.session });
  }

  tell(name, data) {
    this.listeners?.[name]?.(data);
  }

  /** Keeps the state after an action; starts the bot if it has to move. */
  async take({ session, view, isBotsTurn }) {
    this.session = session;
    this.view = view;
    await save("sessions", { id: this.id, created: this.created, session });
    if (isBotsTurn) await this.start("move");
    else this.tell("table", view);
    return this.view;
  }

  /** Does what the visitor asks for, and ends the search in progress. */
  act(request) {
    return this.inTurn(async () => {
      const reply = await this.ask(request);
      this.endSearch();
      return this.take(reply);
    });
  }

  /** Shows the session to a page, and starts the bot if it has to move. */
  listen(listeners) {
    this.listeners = listeners;
    return this.inTurn(async () => this.search ?? this.take(await this.ask({ request: "show" })));
  }

  /** Starts a search for a hint. */
  hint() {
    return this.inTurn(async () => {
      if (!this.search) await this.start("hint");
      return this.view;
    });
  }

  /** Starts a search. */
  async start(purpose) {
    const { session, view } = await this.ask({ request: "show", search: purpose });
    this.session = session;
    this.view = view;
    this.tell("table", view);
    const search = new Search(purpose);
    this.search = search;
    const request = { request: "search", id: this.id, session, purpose };
    const result = search.room.ask(request, { onLine: (line) => this.follow(search, line) });
    result.then(
      (reply) => this.finish(search, () => reply),
      () => this.finish(search, () => this.ask({ request: "finish", purpose, best: null })),
    );
  }

  follow(search, line) {
    if (search !== this.search) return;
    if (line.kind === "event") return this.tell(line.name, line.data);
    search.best = line.pv;
    if (search.isStopping) this.playBest(search);
  }

  /** Takes the result of a search, unless it has ended meanwhile. */
  finish(search, result) {
    const finished = this.inTurn(async () => {
      if (search !== this.search) return;
      const reply = await result();
      this.endSearch();
      await this.take(reply);
    });
    finished.catch((error) => announce(error.message, true));
  }

  /** Ends the search: the bot plays the best move found so far, or the first one that it finds. */
  stop() {
    const { search } = this;
    if (search?.best) this.playBest(search);
    else if (search) search.isStopping = true;
    return this.view;
  }

  playBest(search) {
    const { purpose, best } = search;
    search.room.end();
    this.finish(search, () => this.ask({ request: "finish", purpose, best }));
  }

  endSearch() {
    this.search?.room.end();
    this.search = null;
  }
}

async function found(id) {
  if (!opened.has(id)) {
    const kept = await load("sessions", id);
    if (!kept) throw new ApiError("the browser no longer has the game: begin a new one", 404);
    if (!opened.has(id)) opened.set(id, new Session(kept));
  }
  return opened.get(id);
}

/** Opens a session; returns its view. The bot starts when a page listens. */
export async function openSession(wish) {
  const id = newId();
  const { session, view } = await ask({ request: "open", id, session: wish });
  await save("sessions", { id, created: Date.now(), session });
  return view;
}

/** Returns the view of a session. */
export async function showSession(id) {
  const session = await found(id);
  return session.view ?? (await session.ask({ request: "show" })).view;
}

/** Does what the visitor asks for. */
export async function actInSession(id, action, body) {
  const session = await found(id);
  switch (action) {
    case "moves":
      return session.act({ request: "play", mv: body.move });
    case "undo":
      return session.act({ request: "undo" });
    case "hint":
      return session.hint();
    case "stop":
      return session.stop();
    default:
      throw new ApiError(`there is no action \`${action}\``, 404);
  }
}

/** Keeps a finished game as a record file; returns its summary. */
export async function saveReplay(id) {
  const session = await found(id);
  const games = await ask({ request: "record", session: session.session });
  return addGames(games.name, games);
}

/** Listens to the events of a session. */
export async function listenToSession(id, listeners) {
  const session = await found(id);
  await session.listen(listeners);
}
