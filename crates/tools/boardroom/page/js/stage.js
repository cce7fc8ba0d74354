/**
 * Board between its two player bars, with the evaluation bar beside it, and what controls it: below
 * the board, or beside it in a wide window.
 */

import { Board } from "./board.js";
import { h, put, setData } from "./dom.js";
import { familyOf } from "./games.js";
import { Legend } from "./legend.js";
import { BalanceBar, PlayerBar, RESERVES } from "./players.js";

export class Stage {
  constructor(info, names) {
    this.info = info;
    this.isFlipped = false;
    this.board = new Board(info, { id: "board" });
    this.balance = new BalanceBar(info);
    this.bars = [0, 1].map((player) => new PlayerBar(info, player, names[player]));
    this.legend = new Legend(info);
    this.players = h("div", { id: "players", class: "stage-board" });
    this.controls = h("div", { class: "stage-controls" });
    this.boardRow = h("div", { class: "board-row" }, this.balance.element, this.board.svg);
    this.element = h("div", { class: "stage" }, this.players, this.controls);
    this.score = null;
    this.arrange();
  }

  /** Places the bars of the players below and above the board. */
  arrange() {
    const [below, above] = this.isFlipped ? [1, 0] : [0, 1];
    put(this.players, this.bars[above].element, this.boardRow, this.bars[below].element);
  }

  /** Passes the aspect ratio of the board to the style sheet. */
  shape(game) {
    const { width, height } = this.board.geometry;
    game.style.setProperty("--shape", (width / height).toFixed(3));
    setData(game, { reserves: RESERVES[familyOf(this.info.name)] != null });
  }

  flip(isFlipped = !this.isFlipped) {
    if (isFlipped === this.isFlipped) return;
    this.isFlipped = isFlipped;
    this.board.flip(isFlipped);
    this.arrange();
    this.balance.show(this.score, isFlipped);
  }

  show(frame, options) {
    this.board.show(frame, options);
    for (const bar of this.bars) bar.show(frame);
    this.legend.show(frame);
  }

  /** Shows a score in the evaluation bar, in centi-pieces from the view of the first player. */
  weigh(score) {
    this.score = score;
    this.balance.show(score, this.isFlipped);
  }
}
