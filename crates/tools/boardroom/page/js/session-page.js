/**
 * Page `/table/{id}`: a game against the bot. The server stores the session, so a reload keeps the
 * game.
 */

import { get, listen, post } from "./api.js";
import { BoardInput } from "./board-input.js";
import { Choices } from "./choices.js";
import { iconButton, isTyping } from "./controls.js";
import { copyButtons } from "./copying.js";
import { announce, h, markReady, put, setData } from "./dom.js";
import { gameInfo } from "./games.js";
import { addressOf } from "./host.js";
import { MovesPanel } from "./moves-panel.js";
import { Stage } from "./stage.js";
import { countText, fromFirst, resultText, scoreText, variationText } from "./words.js";

export async function showSession(place, id) {
  const session = await get(`/tables/${id}`);
  const info = await gameInfo(session.game);
  document.title = `${info.title} against the bot`;
  new SessionPage(info, session).open(place);
  markReady();
}

/** Returns the number of history entries that place pieces: a letter each, or `?` if hidden. */
function countPlaced(history) {
  const first = history.findIndex(({ move }) => move.length > 1);
  return first < 0 ? history.length : first;
}

class SessionPage {
  constructor(info, session) {
    this.info = info;
    this.path = `/tables/${session.id}`;
    this.human = session.human;
    this.session = session;
    const names = [0, 1].map((player) =>
      player === session.human ? "You" : (session.bot ?? "The bot"),
    );
    this.stage = new Stage(info, names);
    this.stage.flip(session.human === 1);
    this.input = new BoardInput(this.stage.board, (move) => this.play(move));
    this.choices = new Choices(info, (move) => this.play(move));
    this.moves = new MovesPanel(() => {});
  }

  open(place) {
    this.status = h("p", { id: "status", class: "status" });
    this.result = h("div", { id: "result" });
    this.thought = h("div", { class: "thought" });
    const act = (id, label, path) =>
      h("button", { type: "button", id, onclick: () => this.send(path) }, label);
    this.buttons = {
      undo: act("undo", "Take back", "/undo"),
      hint: act("hint", "Hint", "/hint"),
      stop: act("stop", "Move now", "/stop"),
    };
    this.analyse = h("a", { id: "analyse", class: "button", hidden: true }, "Analyse");
    this.lookBack = h(
      "button",
      { type: "button", id: "look-back", hidden: true, onclick: () => this.goToReplay() },
      "Replay",
    );
    this.stage.controls.append(
      this.choices.element,
      h(
        "div",
        { class: "tools" },
        Object.values(this.buttons),
        this.analyse,
        this.lookBack,
        iconButton("flip", "Flip the board (f)", "flip", () => this.flip()),
        this.stage.legend.element,
      ),
    );
    this.root = h(
      "div",
      { id: "table", class: "game is-pair" },
      this.stage.element,
      h(
        "div",
        { class: "column" },
        h(
          "section",
          { class: "panel outcome", "aria-label": "The game" },
          h("h1", { class: "versus" }, this.info.title),
          this.status,
          this.result,
          h(
            "p",
            { class: "card-links" },
            h("a", { id: "new", class: "button", href: addressOf(`/play/${this.info.name}`) }, "New game"),
          ),
        ),
        h(
          "section",
          { class: "panel", "aria-label": "What the bot thinks" },
          h("h2", null, "What the bot thinks"),
          this.thought,
        ),
        h(
          "section",
          { class: "panel moves-panel", "aria-label": "Moves" },
          h("h2", null, "Moves"),
          this.moves.element,
          copyButtons(
            ["copy-position", "position", () => this.session.frame.text],
            ["copy-moves", "moves", () => (this.session.moves ?? []).join("\n")],
          ),
        ),
      ),
    );
    this.stage.shape(this.root);
    put(place, this.root);
    this.show(this.session, { isGliding: false });
    listen(`${this.path}/events`, {
      table: (session) => this.take(session),
      thinking: (thought) => this.showThought(thought),
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "f" && !isTyping(event)) this.flip();
    });
  }

  flip() {
    this.stage.flip();
    this.show(this.session, { isGliding: false });
  }

  /** Shows a state of the session unless a later one is already shown. */
  take(session) {
    if (session.version <= this.session.version) return;
    const isStep = session.ply - this.session.ply === 1;
    this.show(session, { isGliding: isStep });
  }

  show(session, options) {
    this.session = session;
    const { frame, human, isThinking, phase } = session;
    setData(this.root, { phase, thinking: String(Boolean(isThinking)), version: session.version });
    this.stage.show(frame, options);
    this.input.offer(session.legal, session.hint);
    this.choices.offer(session.legal, human);
    this.stage.board.point(session.hint ? [{ ...session.hint, style: "hint" }] : []);
    const moved = session.history.slice(countPlaced(session.history));
    this.moves.fill({ plies: moved, isBranch: false });
    this.moves.mark(moved.length);
    this.buttons.undo.disabled = !session.canUndo;
    this.buttons.hint.disabled = phase !== "play" || frame.toMove !== human;
    this.buttons.stop.disabled = !isThinking;
    this.showStatus(session);
    this.showThought(session.thought);
    this.showLinks(session);
  }

  showStatus({ frame, phase, isThinking, human, legal, trouble, hint }) {
    const turn = isThinking ? "The bot is thinking …" : "";
    const naming = legal.some((move) => move.kind === "name")
      ? "Name the role of your piece."
      : "Your move.";
    const words =
      phase === "over"
        ? "The game is over."
        : frame.toMove === human || legal.length
          ? naming
          : turn;
    this.status.textContent = trouble ?? words;
    const last = this.session.history.at(-1);
    const mover =
      last && last.player !== human ? `The bot played ${last.label ?? last.move}. ` : "";
    announce(
      trouble ??
        `${mover}${hint ? `Hint: ${hint.label ?? hint.move}. ` : ""}${frame.result?.words ?? words}`,
      Boolean(trouble),
    );
    put(
      this.result,
      frame.result && [h("strong", null, resultText(frame.result.score)), " ", frame.result.words],
    );
  }

  showLinks({ moves, start, game, phase }) {
    this.analyse.hidden = !moves;
    const values = new URLSearchParams({ moves: (moves ?? []).join(",") });
    if (start) values.set("position", start);
    this.analyse.href = addressOf(`/analyse/${game}#${values}`);
    this.lookBack.hidden = phase !== "over";
  }

  /** Opens the finished game as a replay. */
  async goToReplay() {
    try {
      const { id } = await post(`${this.path}/replay`);
      location.assign(addressOf(`/replay/${id}/0`));
    } catch (error) {
      announce(error.message, true);
    }
  }

  /** Shows the latest variation of the bot's search, if there is one. */
  showThought(thought) {
    if (!thought) {
      this.stage.weigh(null);
      put(this.thought, h("p", { class: "fine" }, "Nothing yet."));
      return;
    }
    const score = fromFirst(thought.score, 1 - this.human);
    this.stage.weigh(score);
    put(
      this.thought,
      h(
        "dl",
        { class: "figures" },
        [
          ["Score", scoreText(thought.score)],
          ["Depth", thought.depth],
          ["Nodes", countText(thought.nodes)],
        ]
          .filter(([, value]) => value != null && value !== "")
          .map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))),
      ),
      thought.pv?.length > 0 &&
        h(
          "p",
          { class: "variation" },
          h("span", { class: "label" }, "Variation"),
          " ",
          variationText(thought.labels ?? thought.pv),
        ),
    );
  }

  async play(move) {
    await this.send("/moves", { move: move.move });
  }

  async send(path, body) {
    try {
      this.take(await post(`${this.path}${path}`, body));
    } catch (error) {
      announce(error.message, true);
      this.show(this.session, { isGliding: false });
    }
  }
}
