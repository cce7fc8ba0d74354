/**
 * Replay page: steps through a recorded game, shows the reports of both bots, and allows branches.
 */

import { Controls, isTyping } from "./controls.js";
import { announce, h, markReady, put, setData } from "./dom.js";
import { Explorer } from "./explorer.js";
import { GameLine, frameFor } from "./game-line.js";
import { HAS_SERVER, addressOf } from "./host.js";
import { MovesPanel, plyLabel } from "./moves-panel.js";
import { outcomePanel, panel, plyOfUrl, replayCopies, writeUrl } from "./replay-parts.js";
import { replayCharts } from "./replay-charts.js";
import { Review } from "./review.js";
import { Stage } from "./stage.js";
import { turningPoints } from "./turning-points.js";
import { isDark } from "./theme.js";
import { TurnPanel } from "./turn-panel.js";
import { fromFirst } from "./words.js";

const VIEWS = { all: "Everything", first: "First player", second: "Second player" };

/** Number of plies for which a reported score stays valid: turns that name a role report none. */
const LOOK_BACK = 4;

export class ReplayPage {
  /**
   * `hasServer` is false in a page from disk, which has no engine. `source` is the path of the game
   * under `/api`. `report` is shown below the game. `field` shows the notation of the position.
   */
  constructor(replay, { hasServer, source = null, picker = null, report = null, field = null }) {
    this.replay = replay;
    this.hasServer = hasServer;
    this.source = source;
    this.gameLine = new GameLine(replay);
    this.ply = 0;
    this.view = "all";
    this.stage = new Stage(replay.game, replay.players);
    const go = (ply) => this.go(ply);
    this.review = this.reviewWith(go);
    this.moves = new MovesPanel(go, this.review);
    this.turns = new TurnPanel(replay);
    this.controls = new Controls({
      go,
      flip: () => this.flip(),
      length: () => this.gameLine.length,
    });
    this.explorer = new Explorer(this);
    this.charts = [this.review?.chart, ...replayCharts(replay, go)].filter(Boolean);
    this.picker = picker;
    this.report = report;
    this.field = field;
    this.listen();
  }

  /** Returns the review, if the game has one or can be analysed. */
  reviewWith(go) {
    const { review, game } = this.replay;
    const source = game.isReviewed ? this.source : null;
    return review || source ? new Review(this.replay, { go, source }) : null;
  }

  /** Builds the page in the element `place`, at the ply of the URL. */
  open(place) {
    this.ply = Math.min(plyOfUrl(this.replay), this.gameLine.length);
    put(place, this.layout(), this.report);
    this.moves.fill(this.gameLine);
    this.drawn = this.charts.map(({ start }) => start());
    this.review?.onReview((chart) => this.takeReview(chart));
    this.show();
    markReady();
  }

  /** Shows the marks and the chart of a new review of the game. */
  takeReview(chart) {
    const [drawn] = this.drawn;
    this.chartPanel.hidden = this.hasNoChart();
    drawn.update(chart);
    this.moves.showReview();
    if (!this.explorer.isOn) this.showArrows();
  }

  hasNoChart() {
    return this.charts.every(({ figure }) => figure.hidden);
  }

  layout() {
    const { isOpen } = this.replay;
    this.chartPanel = h(
      "section",
      { class: "panel charts", "aria-label": "Charts", hidden: this.hasNoChart() },
      this.charts.map(({ figure }) => figure),
    );
    const outcome = outcomePanel(this.replay, [this.picker, this.field?.element]);
    const moves = panel("moves", "Moves", this.moves.element, replayCopies(this));
    const turns = !isOpen && panel("turns", "What the bots reported", this.turns.element);
    this.stage.controls.append(this.explorer.choices.element, this.controls.element, this.tools());
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
        this.explorer.openings.element,
        this.review?.element,
        moves,
      ),
      !isOpen &&
        h(
          "div",
          { class: "column", tabindex: "0", role: "group", "aria-label": "Charts and reports" },
          this.review?.analysis?.element,
          this.chartPanel,
          this.review?.table,
          turns,
        ),
    );
    this.stage.shape(game);
    return game;
  }

  /** Returns the tools: the choice of the view, and the engine. */
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
    return h(
      "div",
      { class: "tools" },
      this.hasServer && [
        this.explorer.button,
        h(
          "button",
          { type: "button", id: "play-here", onclick: () => this.playHere() },
          "Play from here",
        ),
      ],
      hasViews && h("label", { class: "view" }, "View ", this.viewSelect),
      this.replay.isOpen && this.editorLink(),
      HAS_SERVER && this.source && this.pictureLink(),
      this.stage.legend.element,
    );
  }

  /** Returns the link to the board editor with the position that is shown when it is clicked. */
  editorLink() {
    const address = () => this.addressHere("edit");
    const update = () => link.setAttribute("href", address());
    const link = h("a", { class: "button", id: "edit", href: address(), onclick: update }, "Edit");
    link.title = "Change the position in the board editor";
    return link;
  }

  /** Returns the link to the game as an animated picture, in the look of the board when clicked. */
  pictureLink() {
    const address = () => {
      const { isFlipped } = this.stage;
      const look = { view: this.view, flip: isFlipped, dark: isDark() };
      return `/api${this.source}/picture?${new URLSearchParams(look)}`;
    };
    const update = () => link.setAttribute("href", address());
    const link = h(
      "a",
      { class: "button", id: "picture", href: address(), download: true, onclick: update },
      "Picture",
    );
    link.title = "Download the game as an animated picture (APNG)";
    return link;
  }

  /** Opens the form of a new game against the bot, from the shown position. */
  playHere() {
    location.assign(this.addressHere("play"));
  }

  /** Returns the address of a page of the game with the shown position. */
  addressHere(page) {
    const position = this.gameLine.frames(this.ply).all.text;
    return addressOf(`/${page}/${this.replay.game.name}#${new URLSearchParams({ position })}`);
  }

  get frame() {
    return frameFor(this.gameLine.frames(this.ply), this.view);
  }

  go(ply) {
    const target = Math.max(0, Math.min(ply, this.gameLine.length));
    const isStep = Math.abs(target - this.ply) === 1;
    this.ply = target;
    this.show({ isGliding: isStep });
  }

  /** Shows the current ply. */
  show({ isGliding = false } = {}) {
    const { ply, gameLine, frame } = this;
    const last = gameLine.plies[ply - 1];
    this.stage.show(frame, { isGliding });
    setData(this.stage.board.svg, { view: this.view });
    this.showArrows();
    this.review?.show(ply, this.isInBranch);
    if (!this.explorer.isOn) this.stage.weigh(this.scoreAt(ply));
    for (const player of [0, 1]) this.stage.bars[player].showTime(this.latestOf(player));
    this.controls.show(ply);
    this.moves.mark(ply);
    this.turns.show(gameLine, ply);
    for (const chart of this.drawn ?? [])
      chart.mark(gameLine.isBranch ? Math.min(ply, gameLine.branchFrom) : ply);
    this.field?.show(gameLine.frames(ply).all.text);
    writeUrl(gameLine, ply);
    if (last) announce(`${ply}. ${plyLabel(last)}${frame.result ? `. ${frame.result.words}` : ""}`);
    this.explorer.show();
  }

  get isInBranch() {
    return this.gameLine.isBranch && this.ply > this.gameLine.branchFrom;
  }

  /** Shows the better move of a review, or else the moves that the bot expected. */
  showArrows() {
    const better = this.isInBranch ? [] : (this.review?.arrows(this.ply) ?? []);
    const last = this.gameLine.plies[this.ply - 1];
    this.stage.board.point(better.length > 0 ? better : this.reportedArrows(last));
  }

  latestOf(player) {
    return this.gameLine.plies.slice(0, this.ply).findLast((entry) => entry.player === player);
  }

  /**
   * Returns arrows for the moves that the bot expected after its own move, if it reported a
   * variation.
   */
  reportedArrows(last) {
    return (last?.arrows ?? [])
      .slice(1, 4)
      .map((arrow, rank) => ({ ...arrow, rank, style: "reported" }));
  }

  /** Returns the latest reported score from the view of the first player. */
  scoreAt(ply) {
    for (let at = ply; at > Math.max(0, ply - LOOK_BACK); at--) {
      const entry = this.gameLine.plies[at - 1];
      if (entry.report?.score != null) return fromFirst(entry.report.score, entry.player);
    }
    return null;
  }

  /** Goes to the next turning point. */
  goToTurn() {
    const next = turningPoints(this.gameLine.plies).findIndex(
      (turn, index) => turn !== 0 && index + 1 > this.ply,
    );
    if (next >= 0) this.go(next + 1);
  }

  flip() {
    this.stage.flip();
    this.stage.board.point([]);
    this.show();
  }

  /** Sets the chosen view and removes the focus, so that arrow keys control the game again. */
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
    addEventListener("hashchange", () => this.go(plyOfUrl(this.replay)));
    document.addEventListener("keydown", (event) => {
      if (isTyping(event)) return;
      if (event.key === "n") this.goToTurn();
      if (event.key === "m") this.review?.step(1);
      if (event.key === "M") this.review?.step(-1);
      if (event.key === "Escape" && this.gameLine.isBranch) this.explorer.leaveBranch();
      if (event.key === "a" && this.hasServer) this.explorer.toggle();
      if (event.key === "v" && this.viewSelect?.isConnected) {
        const names = Object.keys(VIEWS);
        this.setView(names[(names.indexOf(this.view) + 1) % names.length]);
      }
    });
  }
}
