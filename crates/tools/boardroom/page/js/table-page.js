/** `/table/{id}`: a game against the bot. The server keeps it, so a reload changes nothing. */

import { get, listen, post } from "./api.js";
import { BoardInput } from "./board-input.js";
import { Choices } from "./choices.js";
import { iconButton, isTyping } from "./controls.js";
import { copyButtons } from "./copying.js";
import { announce, h, markReady, put, setData } from "./dom.js";
import { gameInfo } from "./games.js";
import { MovesPanel } from "./moves-panel.js";
import { drawLegend } from "./players.js";
import { Stage } from "./stage.js";
import { countText, fromFirst, resultText, scoreText, variationText } from "./words.js";

export async function showTable(place, id) {
  const table = await get(`/tables/${id}`);
  const info = await gameInfo(table.game);
  document.title = `${info.title} against the bot`;
  new TablePage(info, table).open(place);
  markReady();
}

/** How many entries of a history only set up an army: a single letter each, or a sign for one. */
function countPlaced(history) {
  const first = history.findIndex(({ move }) => move.length > 1);
  return first < 0 ? history.length : first;
}

class TablePage {
  constructor(info, table) {
    this.info = info;
    this.path = `/tables/${table.id}`;
    this.human = table.human;
    this.table = table;
    const names = [0, 1].map((player) =>
      player === table.human ? "You" : (table.bot ?? "The bot"),
    );
    this.stage = new Stage(info, names);
    this.stage.flip(table.human === 1);
    this.input = new BoardInput(this.stage.board, (move) => this.play(move));
    this.choices = new Choices(info, (move) => this.play(move));
    this.moves = new MovesPanel(() => {});
  }

  open(place) {
    this.status = h("p", { id: "status", class: "status" });
    this.result = h("div", { id: "result" });
    this.thought = h("div", { class: "thought" }, h("p", { class: "fine" }, "Nothing yet."));
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
    this.stage.element.append(
      this.choices.element,
      h(
        "div",
        { class: "tools" },
        Object.values(this.buttons),
        this.analyse,
        this.lookBack,
        iconButton("flip", "Flip the board (f)", "flip", () => this.flip()),
        drawLegend(this.info),
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
            h("a", { id: "new", class: "button", href: `/play/${this.info.name}` }, "New game"),
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
            ["copy-position", "position", () => this.table.frame.text],
            ["copy-moves", "moves", () => (this.table.moves ?? []).join("\n")],
          ),
        ),
      ),
    );
    this.stage.shape(this.root);
    put(place, this.root);
    this.show(this.table, { isGliding: false });
    listen(`${this.path}/events`, {
      table: (table) => this.take(table),
      thinking: (thought) => this.showThought(thought),
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "f" && !isTyping(event)) this.flip();
    });
  }

  flip() {
    this.stage.flip();
    this.show(this.table, { isGliding: false });
  }

  /** Takes a state of the table unless a later one is already here. */
  take(table) {
    if (table.version <= this.table.version) return;
    const isStep = table.ply - this.table.ply === 1;
    this.show(table, { isGliding: isStep });
  }

  show(table, options) {
    this.table = table;
    const { frame, human, isThinking, phase } = table;
    setData(this.root, { phase, thinking: String(Boolean(isThinking)), version: table.version });
    this.stage.show(frame, options);
    this.input.offer(table.legal, table.hint);
    this.choices.offer(table.legal, human);
    this.stage.board.point(table.hint ? [{ ...table.hint, style: "hint" }] : []);
    const moved = table.history.slice(countPlaced(table.history));
    this.moves.fill({ plies: moved, isBranch: false });
    this.moves.mark(moved.length);
    this.buttons.undo.disabled = !table.canUndo;
    this.buttons.hint.disabled = phase !== "play" || frame.toMove !== human;
    this.buttons.stop.disabled = !isThinking;
    this.showStatus(table);
    if (table.thought) this.showThought(table.thought);
    this.showLinks(table);
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
    const last = this.table.history.at(-1);
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

  showLinks({ moves, game, frame, phase }) {
    const { text } = frame;
    this.analyse.hidden = !moves || !text;
    this.analyse.href = `/analyse/${game}#${new URLSearchParams({ position: text ?? "" })}`;
    this.lookBack.hidden = phase !== "over";
  }

  /** The finished game as a replay, to walk through. */
  async goToReplay() {
    try {
      const { id } = await post(`${this.path}/replay`);
      location.assign(`/replay/${id}/0`);
    } catch (error) {
      announce(error.message, true);
    }
  }

  showThought(thought) {
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
      this.show(this.table, { isGliding: false });
    }
  }
}
