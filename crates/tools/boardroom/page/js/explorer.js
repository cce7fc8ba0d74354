/**
 * Leaving a recorded game: the engine's opinion on the position that is shown, its legal moves on the
 * board, and the branch that they begin.
 */

import { Analysis } from "./analysis.js";
import { post } from "./api.js";
import { BoardInput } from "./board-input.js";
import { Choices } from "./choices.js";
import { announce, h, setAttribute } from "./dom.js";

export class Explorer {
  /** `page` is the replay's page, whose course, ply and board it works on. */
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

  /** Follows the page to another position. */
  show() {
    const { course } = this.page;
    this.input.offer([]);
    this.choices.offer([]);
    this.branch.hidden = !course.isBranch;
    this.note.textContent = course.isBranch ? `A branch from ply ${course.branchFrom}` : "";
    if (this.isOn) this.look();
  }

  /** Starts the engine on the position that is shown, or stops it. */
  toggle() {
    const isOn = !this.isOn;
    setAttribute(this.button, "aria-pressed", String(isOn));
    if (!isOn) this.analysis.close();
    this.page.show();
    if (isOn) this.look();
  }

  /** Asks the engine about the position, and the server which moves may leave the game here. */
  async look() {
    const { course, ply } = this.page;
    const request = course.request(ply);
    const { all } = course.frames(ply);
    this.analysis.look(request, all);
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

  /** Plays a move: along the game if it was played there, else into a branch. */
  async tryMove(move) {
    if (!move) return;
    const { page } = this;
    const { course, ply } = page;
    const player = course.frames(ply).all.toMove;
    const request = course.request(ply);
    request.moves.push(move.move);
    try {
      const { frames } = await post("/positions", request);
      if (ply !== page.ply) return;
      course.extend(ply, { player, move: move.move, label: move.label, frames });
      page.moves.fill(course);
      page.go(ply + 1);
    } catch (error) {
      announce(error.message, true);
    }
  }

  leaveBranch() {
    const { page } = this;
    const ply = page.course.leaveBranch();
    page.moves.fill(page.course);
    page.go(ply);
  }
}
