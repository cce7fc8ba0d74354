/** A recorded game: walk through it, look at what both bots thought, leave it and come back. */

import { Controls, isTyping } from "./controls.js";
import { Course, frameFor } from "./course.js";
import { announce, h, markReady, put, setData } from "./dom.js";
import { Explorer } from "./explorer.js";
import { familyOf } from "./games.js";
import { MovesPanel, plyLabel } from "./moves-panel.js";
import { drawLegend } from "./players.js";
import { outcomePanel, panel, plyOfUrl, replayCopies, writeUrl } from "./replay-parts.js";
import { replayCharts } from "./replay-charts.js";
import { Stage } from "./stage.js";
import { turningPoints } from "./turning-points.js";
import { TurnPanel } from "./turn-panel.js";
import { fromFirst } from "./words.js";

const VIEWS = { all: "Everything", first: "First player", second: "Second player" };

/** Over how many plies a reported score still counts: roles are named without one. */
const LOOK_BACK = 4;

export class ReplayPage {
  /** `hasServer` is false in a page that was opened from disk: it has no engine to ask. */
  constructor(replay, { hasServer, picker = null }) {
    this.replay = replay;
    this.hasServer = hasServer;
    this.course = new Course(replay);
    this.ply = 0;
    this.view = "all";
    this.stage = new Stage(replay.game, replay.players);
    this.moves = new MovesPanel((ply) => this.go(ply));
    this.turns = new TurnPanel(replay);
    this.controls = new Controls({
      go: (ply) => this.go(ply),
      flip: () => this.flip(),
      length: () => this.course.length,
    });
    this.explorer = new Explorer(this);
    this.charts = replayCharts(replay, (ply) => this.go(ply));
    this.picker = picker;
    this.listen();
  }

  /** Builds the page into `place`, at the ply of the URL. */
  open(place) {
    this.ply = Math.min(plyOfUrl(), this.course.length);
    put(place, this.layout());
    this.moves.fill(this.course);
    this.drawn = this.charts.map(({ start }) => start());
    this.show();
    markReady();
  }

  layout() {
    const { isOpen } = this.replay;
    const charts =
      this.charts.length > 0 &&
      h(
        "section",
        { class: "panel charts", "aria-label": "Charts" },
        this.charts.map(({ figure }) => figure),
      );
    const outcome = outcomePanel(this.replay, this.picker);
    const moves = panel("moves", "Moves", this.moves.element, replayCopies(this));
    const turns = !isOpen && panel("turns", "What the bots reported", this.turns.element);
    this.stage.element.append(this.explorer.choices.element, this.controls.element, this.tools());
    const game = h(
      "div",
      { class: isOpen ? "game is-pair" : "game" },
      this.stage.element,
      h(
        "div",
        { class: "column" },
        outcome,
        this.explorer.branch,
        this.explorer.analysis.element,
        moves,
      ),
      !isOpen && h("div", { class: "column" }, charts, turns),
    );
    this.stage.shape(game);
    return game;
  }

  /** What the game hides, and the engine. */
  tools() {
    const hasViews = this.replay.plies.some(({ frames }) => frames.first || frames.second);
    this.viewSelect = h(
      "select",
      { id: "view", onchange: () => this.chooseView() },
      Object.entries(VIEWS).map(([value, name]) =>
        h(
          "option",
          { value },
          value === "all"
            ? name
            : `${name}: ${this.replay.game.players[value === "first" ? 0 : 1]}`,
        ),
      ),
    );
    const { game } = this.replay;
    const canPlay = familyOf(game.name) === game.name;
    return h(
      "div",
      { class: "tools" },
      this.hasServer && [
        this.explorer.button,
        canPlay &&
          h(
            "button",
            { type: "button", id: "play-here", onclick: () => this.playHere() },
            "Play from here",
          ),
      ],
      hasViews && h("label", { class: "view" }, "View ", this.viewSelect),
      drawLegend(game),
    );
  }

  /** Goes to a new game against the bot, from the position that is shown. */
  playHere() {
    const { game } = this.replay;
    const position = this.course.frames(this.ply).all.text;
    location.assign(`/play/${game.name}#${new URLSearchParams({ position })}`);
  }

  get frame() {
    return frameFor(this.course.frames(this.ply), this.view);
  }

  go(ply) {
    const target = Math.max(0, Math.min(ply, this.course.length));
    const isStep = Math.abs(target - this.ply) === 1;
    this.ply = target;
    this.show({ isGliding: isStep });
  }

  /** Shows the ply that the page is at. */
  show({ isGliding = false } = {}) {
    const { ply, course, frame } = this;
    const last = course.plies[ply - 1];
    this.stage.show(frame, { isGliding });
    setData(this.stage.board.svg, { view: this.view });
    this.stage.board.point(this.reportedArrows(last));
    if (!this.explorer.isOn) this.stage.weigh(this.scoreAt(ply));
    for (const player of [0, 1]) this.stage.bars[player].showTime(this.latestOf(player));
    this.controls.show(ply);
    this.moves.mark(ply);
    this.turns.show(course, ply);
    for (const chart of this.drawn ?? [])
      chart.mark(course.isBranch ? Math.min(ply, course.branchFrom) : ply);
    writeUrl(course, ply);
    if (last) announce(`${ply}. ${plyLabel(last)}${frame.result ? `. ${frame.result.words}` : ""}`);
    this.explorer.show();
  }

  latestOf(player) {
    return this.course.plies.slice(0, this.ply).findLast((entry) => entry.player === player);
  }

  /** What the bot expected behind its move, where it told its variation. */
  reportedArrows(last) {
    return (last?.arrows ?? [])
      .slice(1, 4)
      .map((arrow, rank) => ({ ...arrow, rank, style: "reported" }));
  }

  /** The latest score that was reported, in the first player's view. */
  scoreAt(ply) {
    for (let at = ply; at > Math.max(0, ply - LOOK_BACK); at--) {
      const entry = this.course.plies[at - 1];
      if (entry.report?.score != null) return fromFirst(entry.report.score, entry.player);
    }
    return null;
  }

  /** Goes to the next ply at which a bot changed its mind about the game. */
  goToTurn() {
    const next = turningPoints(this.course.plies).findIndex(
      (turn, index) => turn !== 0 && index + 1 > this.ply,
    );
    if (next >= 0) this.go(next + 1);
  }

  flip() {
    this.stage.flip();
    this.stage.board.point([]);
    this.show();
  }

  /** Takes the view that was chosen, and gives the arrow keys back to the game. */
  chooseView() {
    this.viewSelect.blur();
    this.setView(this.viewSelect.value);
  }

  setView(view) {
    this.view = view;
    this.viewSelect.value = view;
    this.stage.flip(view === "second");
    this.show();
  }

  listen() {
    addEventListener("hashchange", () => this.go(plyOfUrl()));
    document.addEventListener("keydown", (event) => {
      if (isTyping(event)) return;
      if (event.key === "n") this.goToTurn();
      if (event.key === "Escape" && this.course.isBranch) this.explorer.leaveBranch();
      if (event.key === "a" && this.hasServer) this.explorer.toggle();
      if (event.key === "v" && this.viewSelect?.isConnected) {
        const names = Object.keys(VIEWS);
        this.setView(names[(names.indexOf(this.view) + 1) % names.length]);
      }
    });
  }
}
