/**
 * Player bars above and below the board: name, side to move, and lost pieces or roles not named
 * yet.
 */

import { groupsOf } from "./adornments.js";
import { h, put, s, setData } from "./dom.js";
import { familyOf } from "./games.js";
import { drawPiece, pieceOf } from "./pieces.js";
import { plural, timeText } from "./words.js";

/** Titles of `Frame.reserves`, by game. */
export const RESERVES = { lamistra: "In stock", jungle: "Lost", stratego: "Lost" };

/** Returns a piece as an icon. */
export function pieceIcon(info, cell, options) {
  const piece = pieceOf(info, cell);
  return s(
    "svg",
    { viewBox: "-50 -50 100 100", class: "piece-icon", "aria-hidden": "true" },
    drawPiece(info, piece, { isUp: true, ...options }),
  );
}

/** Returns the character of the icon of a player. */
function emblem(info, player) {
  const letter = info.hides ? "X" : info.kinds[0].letter;
  return player === 0 ? letter : letter.toLowerCase();
}

/** Bar of one player. */
export class PlayerBar {
  constructor(info, player, name) {
    this.info = info;
    this.player = player;
    this.note = h("span", { class: "note" });
    this.clock = h("span", { class: "clock" });
    this.reserve = h("div", { class: "reserve" });
    this.element = h(
      "div",
      { class: "player", data: { player } },
      h(
        "div",
        { class: "player-line" },
        pieceIcon(info, emblem(info, player)),
        h("span", { class: "player-name" }, name),
        name !== info.players[player] && h("span", { class: "player-side" }, info.players[player]),
        this.note,
        this.clock,
      ),
      this.reserve,
    );
  }

  /** Shows the side to move and the reserves. */
  show(frame) {
    const { info, player } = this;
    setData(this.element, { turn: frame.toMove === player, won: frame.result?.winner === player });
    this.note.textContent = this.noteText(frame);
    const items = (frame.reserves?.[player] ?? []).filter(
      ({ count }) => count > 0 || info.name === "lamistra",
    );
    const chips = items.map(({ letter, count }) => {
      const cell = player === 0 ? letter : letter.toLowerCase();
      const words = `${pieceOf(info, cell).name}: ${count}`;
      return h(
        "span",
        { class: count ? "chip" : "chip is-spent", title: words },
        pieceIcon(info, cell),
        h("span", { class: "count" }, count || ""),
      );
    });
    const title = RESERVES[familyOf(info.name)];
    put(
      this.reserve,
      title && h("span", { class: "reserve-title" }, title),
      chips,
      title && !chips.length && h("span", { class: "none" }, "none"),
    );
    this.reserve.hidden = !title;
  }

  noteText(frame) {
    if (frame.groups) return plural(groupsOf(frame, this.player).length, "group");
    if (this.info.name !== "breakthrough") return "";
    const isOwn = (cell) => cell !== "." && (cell === cell.toUpperCase() ? 0 : 1) === this.player;
    return plural([...frame.cells].filter(isOwn).length, "piece");
  }

  /** Shows the time of the player's last response and its limit. */
  showTime(ply) {
    const isLate = ply?.limitUs && ply.timeUs > ply.limitUs;
    const text = ply?.timeUs == null ? "" : timeText(ply.timeUs);
    this.clock.textContent = text;
    this.clock.classList.toggle("is-late", Boolean(isLate));
    this.clock.title = ply?.limitUs ? `of ${timeText(ply.limitUs)}` : "";
  }
}

/** Evaluation bar beside the board: the filled share is the expected score of the first player. */
export class BalanceBar {
  constructor(info) {
    this.unitsPerLogit = info.unitsPerLogit;
    this.fill = s("rect", { x: 0, width: 10, y: 500, height: 500, class: "balance-fill" });
    this.element = s(
      "svg",
      {
        class: "balance is-empty",
        viewBox: "0 0 10 1000",
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": "Evaluation",
      },
      s("rect", { width: 10, height: 1000, class: "balance-ground" }),
      this.fill,
      s("line", { x1: 0, x2: 10, y1: 500, y2: 500, class: "balance-middle" }),
    );
    setData(this.element, {
      first: info.players[0].toLowerCase(),
      second: info.players[1].toLowerCase(),
    });
  }

  /** Shows a score in centi-pieces from the view of the first player; `null` hides it. */
  show(score, isFlipped) {
    this.element.classList.toggle("is-empty", score == null);
    const share = score == null ? 0.5 : 1 / (1 + Math.exp(-score / this.unitsPerLogit));
    const height = Math.round(1000 * share);
    this.fill.setAttribute("height", height);
    this.fill.setAttribute("y", isFlipped ? 0 : 1000 - height);
    this.element.setAttribute(
      "aria-label",
      `Evaluation: ${Math.round(share * 100)} % for the first player`,
    );
  }
}
