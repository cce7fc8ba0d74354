/**
 * Page `/edit/{game}`: the board editor. The visitor puts pieces on a board and chooses the side to
 * move; the rules say whether the game has such a position. The URL holds the position.
 */

import { get, post } from "./api.js";
import { BoardInput } from "./board-input.js";
import { Board } from "./board.js";
import { iconButton } from "./controls.js";
import { h, markReady, put, setAttribute } from "./dom.js";
import { gameInfo } from "./games.js";
import { addressOf } from "./host.js";
import { Palette } from "./palette.js";
import { PositionField } from "./position-field.js";
import { plural } from "./words.js";

const EMPTY = ".";

/** Shows the position of the URL, or the initial one. */
export async function showEditor(place, name) {
  const info = await gameInfo(name);
  document.title = `Board editor, ${info.title}`;
  if (info.noEditor) showReason(place, info);
  else await new Editor(info).open(place);
  markReady();
}

/** Says why the editor has no positions of a game, and leads to those that have a notation. */
function showReason(place, { name, title, noEditor }) {
  const link = h("a", { href: addressOf(`/analyse/${name}`) }, "analysis page");
  put(
    place,
    h(
      "section",
      { class: "panel problem" },
      h("h1", null, `There is no board editor for ${title}`),
      h("p", { id: "no-editor" }, noEditor),
      h("p", null, "The ", link, " takes any position in the notation of the game."),
    ),
  );
}

class Editor {
  constructor(info) {
    this.info = info;
    this.cells = Array(info.columns * info.rows).fill(EMPTY);
    this.toMove = 0;
    this.count = 0;
    this.text = "";
    this.isFlipped = false;
    this.board = new Board(info, { id: "board", label: `${info.title} board editor` });
    this.input = new BoardInput(this.board, (move) => this.put(move));
    this.palette = new Palette(info, () => this.offer());
    this.field = new PositionField((text) => this.setUp(text));
  }

  async open(place) {
    const { info } = this;
    this.side = h(
      "select",
      { id: "to-move", onchange: () => this.change({ toMove: Number(this.side.value) }) },
      info.players.map((player, index) => h("option", { value: index }, player)),
    );
    this.note = h("p", { id: "editor-note", role: "status" });
    const button = (id, text, onclick, properties = {}) =>
      h("button", { type: "button", id, onclick, ...properties }, text);
    const leave = (page) => () => location.assign(this.address(page));
    this.exits = [
      button("analyse-here", "Analyse from here", leave("analyse"), { class: "primary" }),
      button("play-here", "Play from here", leave("play")),
    ];
    for (const exit of this.exits) setAttribute(exit, "aria-describedby", "editor-note");
    const panel = h(
      "section",
      { class: "panel editor" },
      h("h1", { class: "versus" }, `Board editor, ${info.title}`),
      this.palette.element,
      h(
        "div",
        { class: "tools" },
        h("label", null, "To move ", this.side),
        button("start-position", "Start position", () => this.setUp(null)),
        button("clear", "Clear", () => this.change({ cells: this.cells.map(() => EMPTY) })),
        iconButton("flip", "Flip the board", "flip", () => this.flip()),
      ),
      this.note,
      h("div", { class: "tools" }, this.exits),
      this.field.element,
      h(
        "p",
        { class: "fine" },
        "Choose a piece, then click on squares, or choose the hand and drag pieces. By keys: Tab to \
        the board, arrow keys to a square, Enter.",
      ),
    );
    const page = h(
      "div",
      { class: "game is-pair" },
      h("div", { class: "stage" }, h("div", { class: "stage-board" }, this.board.svg)),
      h("div", { class: "column" }, panel),
    );
    const { width, height } = this.board.geometry;
    page.style.setProperty("--shape", (width / height).toFixed(3));
    put(place, page);
    const asked = new URLSearchParams(location.hash.slice(1)).get("position");
    try {
      await this.setUp(asked);
    } catch (error) {
      await this.setUp(null);
      this.field.refuse(error.message);
    }
  }

  address(page) {
    return addressOf(`/${page}/${this.info.name}#${new URLSearchParams({ position: this.text })}`);
  }

  /** Shows a position in the notation of the game; the initial one if it is `null`. */
  async setUp(position) {
    const { frames } = await post("/positions", { game: this.info.name, position });
    const { cells, toMove } = frames.all;
    await this.change({ cells: [...cells], toMove: toMove ?? this.toMove });
  }

  /** Moves a piece, or puts the chosen piece on a square; the same piece again removes it. */
  put({ from, to }) {
    const cells = [...this.cells];
    const { chosen } = this.palette;
    if (from == null) cells[to] = cells[to] === chosen ? EMPTY : chosen;
    else [cells[from], cells[to]] = [EMPTY, cells[from]];
    this.change({ cells });
  }

  /** Shows other pieces or another side to move, and asks the rules for the position. */
  async change({ cells = this.cells, toMove = this.toMove }) {
    Object.assign(this, { cells, toMove });
    this.side.value = toMove;
    this.draw({ ply: 0, cells: cells.join(""), last: null });
    this.count += 1;
    const { count } = this;
    const request = { game: this.info.name, cells: cells.join(""), toMove };
    try {
      const view = await post("/positions/arranged", request);
      if (count === this.count) this.take(view);
    } catch (error) {
      if (count === this.count) this.refuse(`Not a legal position: ${error.message}.`);
    }
  }

  take({ frames, legal }) {
    const { all } = frames;
    this.text = all.text;
    this.draw(all);
    this.field.show(all.text);
    const values = new URLSearchParams({ position: all.text });
    history.replaceState(null, "", `#${values}`);
    if (all.result) return this.refuse(`The game is over in this position: ${all.result.words}`);
    const player = this.info.players[all.toMove];
    this.note.textContent = `${player} has ${plural(legal.length, "legal move")}.`;
    for (const exit of this.exits) exit.disabled = false;
  }

  /** Says why there is nothing to analyse. */
  refuse(reason) {
    this.note.textContent = reason;
    for (const exit of this.exits) exit.disabled = true;
  }

  draw(frame) {
    this.board.show(frame);
    this.offer();
  }

  /** Offers what the chosen tool can do on the board. */
  offer() {
    const squares = this.cells.map((_, square) => square);
    const puts = squares.map((to) => ({ kind: "put", to }));
    const moves = squares
      .filter((from) => this.cells[from] !== EMPTY)
      .flatMap((from) =>
        squares.filter((to) => to !== from).map((to) => ({ kind: "put", from, to })),
      );
    this.input.offer(this.palette.chosen == null ? moves : puts);
  }

  flip() {
    this.isFlipped = !this.isFlipped;
    this.board.flip(this.isFlipped);
    this.offer();
  }
}
