/**
 * Analysis within a replay: the engine analysis of the shown position, its legal moves on the
 * board, and the branch that a move starts.
 */

import { Analysis } from "./analysis.js";
import { post } from "./api.js";
import { BoardInput } from "./board-input.js";
import { Choices } from "./choices.js";
import { announce, h, setAttribute } from "./dom.js";
import { Openings } from "./openings.js";

export class Explorer {
  /** `page` is the replay page; its game line, ply and board are used. */
  constructor(page) {
    this.page = page;
    this.legal = [];
    const { stage, replay } = page;
    this.input = new BoardInput(stage.board, (move) => this.tryMove(move));
    this.choices = new Choices(replay.game, (move) => this.tryMove(move));
    this.analysis = new Analysis({
      onIteration: (arrows, score) => {
        stage.board.point(arrows);
        stage.weigh(score);
      },
      onMove: (text) => this.tryMove(this.legal.find((move) => move.move === text)),
    });
    this.openings = new Openings({
      onMove: (text) => this.tryMove(this.legal.find((move) => move.move === text)),
    });
    this.button = h(
      "button",
      { type: "button", id: "analyse", "aria-pressed": "false", onclick: () => this.toggle() },
      "Analyse",
    );
    this.note = h("span");
    this.branch = h(
      "section",
      { class: "panel branch", "aria-label": "Branch", hidden: true },
      this.note,
      h(
        "button",
        { type: "button", id: "leave-branch", onclick: () => this.leaveBranch() },
        "Back to the game",
      ),
    );
  }

  get isOn() {
    return this.analysis.isOn;
  }

  /** Updates the explorer after the page has shown another position. */
  show() {
    const { gameLine } = this.page;
    this.input.offer([]);
    this.choices.offer([]);
    this.branch.hidden = !gameLine.isBranch;
    this.note.textContent = gameLine.isBranch ? `A branch from ply ${gameLine.branchFrom}` : "";
    if (this.isOn) this.look();
  }

  /** Starts the engine on the shown position, or stops it. */
  toggle() {
    const isOn = !this.isOn;
    setAttribute(this.button, "aria-pressed", String(isOn));
    if (!isOn) {
      this.analysis.close();
      this.openings.close();
    }
    this.page.show();
    if (isOn) this.look();
  }

  /** Starts the engine on the position and requests its legal moves. */
  async look() {
    const { gameLine, ply } = this.page;
    const request = gameLine.request(ply);
    const { all } = gameLine.frames(ply);
    this.analysis.look(request, all);
    this.openings.look(request);
    this.legal = [];
    try {
      const { legal } = await post("/positions", request);
      if (ply !== this.page.ply || !this.isOn) return;
      this.legal = legal;
      this.input.offer(legal);
      this.choices.offer(legal, all.toMove);
    } catch (error) {
      announce(error.message, true);
    }
  }

  /**
   * Plays a move: follows the game if it has the same move, otherwise starts or extends a branch.
   */
  async tryMove(move) {
    if (!move) return;
    const { page } = this;
    const { gameLine, ply } = page;
    const player = gameLine.frames(ply).all.toMove;
    const request = gameLine.request(ply);
    request.moves.push(move.move);
    try {
      const { frames } = await post("/positions", request);
      if (ply !== page.ply) return;
      gameLine.extend(ply, { player, move: move.move, label: move.label, frames });
      page.moves.fill(gameLine);
      page.go(ply + 1);
    } catch (error) {
      announce(error.message, true);
    }
  }

  leaveBranch() {
    const { page } = this;
    const ply = page.gameLine.leaveBranch();
    page.moves.fill(page.gameLine);
    page.go(ply);
  }
}
