/**
 * Analysis of a whole recorded game in the background: the form that starts and stops it, and its
 * progress.
 */

import { stream } from "./api.js";
import { h, setAttribute } from "./dom.js";
import { countText } from "./words.js";

/** Numbers of nodes of each search to choose from. */
const NODES = [5_000, 20_000, 100_000];
const USUAL = NODES[1];

/** Status of the response while another game is analysed, and delay before the next request. */
const BUSY = 429;
const RETRY_MS = 1000;

export class GameAnalysis {
  /** `source` is the path of the game under `/api`; `take` gets each review of the game so far. */
  constructor(source, take) {
    this.source = source;
    this.take = take;
    this.abortController = null;
    this.timer = null;
    this.button = h(
      "button",
      { type: "button", id: "analyse-game", class: "quiet", onclick: () => this.toggle() },
      "Analyse the game",
    );
    this.nodes = h(
      "select",
      { id: "analysis-nodes", class: "quiet", "aria-label": "Nodes of each search" },
      NODES.map((count) =>
        h("option", { value: count, selected: count === USUAL }, `${countText(count)} nodes`),
      ),
    );
    const label = "Moves analysed";
    this.bar = h("progress", { id: "analysis-progress", "aria-label": label, hidden: true });
    this.note = h("span", { class: "fine", role: "status" });
    this.element = h(
      "section",
      { class: "panel game-analysis", "aria-label": "Analysis of the game" },
      this.button,
      this.nodes,
      this.bar,
      this.note,
    );
    addEventListener("pagehide", () => this.stop(""));
  }

  get isRunning() {
    return this.abortController !== null;
  }

  toggle() {
    if (this.isRunning) return this.stop("stopped");
    this.abortController = new AbortController();
    this.show("waiting …");
    this.run(this.abortController.signal);
  }

  async run(signal) {
    const listeners = {
      progress: ({ done, all, review }) => {
        if (signal.aborted) return;
        setAttribute(this.bar, "max", Math.max(1, all));
        setAttribute(this.bar, "value", done);
        this.show(`${done} of ${all} moves`);
        this.take(review);
      },
    };
    const body = { nodes: Number(this.nodes.value) };
    try {
      await stream(`${this.source}/analysis`, body, listeners, signal);
      if (!signal.aborted) this.stop("");
    } catch (error) {
      if (signal.aborted) return;
      if (error.status !== BUSY) return this.stop(error.message);
      this.show(error.message);
      this.timer = setTimeout(() => this.run(signal), RETRY_MS);
    }
  }

  /** Stops the analysis; what it has found stays. */
  stop(words) {
    clearTimeout(this.timer);
    this.abortController?.abort();
    this.abortController = null;
    this.show(words);
  }

  show(words) {
    const { isRunning } = this;
    this.note.textContent = words;
    this.button.textContent = isRunning ? "Stop" : "Analyse the game";
    this.nodes.disabled = isRunning;
    this.bar.hidden = !isRunning;
  }
}
