/**
 * Panel of the engine analysis: principal variations with scores after each iteration, and arrows.
 */

import { stream } from "./api.js";
import { h, setData } from "./dom.js";
import { countText, fromFirst, scoreText, variationText } from "./words.js";

/** Number of principal variations (multi-PV). */
const LINES = 3;

/** Number of arrows for the variation under the pointer. */
const ARROWS = 4;

/**
 * Delay in milliseconds before the engine starts, so that stepping through a game starts no engine.
 */
const DELAY_MS = 120;

/**
 * Status of the response if all engines are busy, and delay before the next request in
 * milliseconds.
 */
const ALL_BUSY = 429;
const RETRY_MS = 1000;

export class Analysis {
  /**
   * `onIteration` gets the arrows and the score from the view of the first player; `onMove` gets
   * the chosen move.
   */
  constructor({ onIteration, onMove }) {
    this.onIteration = onIteration;
    this.onMove = onMove;
    this.abortController = null;
    this.timer = null;
    this.latest = null;
    this.pointed = null;
    this.head = h("p", { class: "engine-line" });
    this.rows = Array.from(
      { length: LINES },
      (_, place) =>
        new Line(place, {
          choose: (move) => this.onMove(move),
          point: (isPointed) => this.point(isPointed ? place : null),
        }),
    );
    this.lines = h(
      "ol",
      { class: "lines" },
      this.rows.map(({ element }) => element),
    );
    this.element = h(
      "section",
      { id: "analysis", class: "panel", "aria-label": "Analysis", hidden: true },
      h("h2", null, "Analysis"),
      this.head,
      this.lines,
    );
    // The browser may keep the page in its back/forward cache; the engine must stop nevertheless.
    addEventListener("pagehide", () => this.stop());
  }

  get isOn() {
    return !this.element.hidden;
  }

  /** Analyses a position; stops the analysis of the previous one. */
  look(request, frame) {
    this.stop();
    this.element.hidden = false;
    setData(this.element, { depth: 0 });
    this.latest = null;
    for (const row of this.rows) row.show(null);
    if (frame.result || frame.toMove == null) {
      this.head.textContent = "The game is over here.";
      this.onIteration([], null);
      return;
    }
    this.head.textContent = "Thinking …";
    this.timer = setTimeout(() => this.listen(request, frame.toMove), DELAY_MS);
  }

  async listen(request, player) {
    this.abortController = new AbortController();
    const { signal } = this.abortController;
    const listeners = {
      iteration: (iteration) => !signal.aborted && this.show(iteration, iteration.player ?? player),
      end: ({ reason }) => !signal.aborted && this.head.append(` · ${reason ?? "done"}`),
    };
    try {
      await stream("/analysis", { ...request, lines: LINES }, listeners, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.head.textContent = error.message;
      if (error.status === ALL_BUSY) {
        this.timer = setTimeout(() => this.listen(request, player), RETRY_MS);
      }
    }
  }

  show({ depth, nodes, timeMs, lines }, player) {
    setData(this.element, { depth });
    const speed = timeMs > 0 ? ` · ${countText(Math.round((nodes / timeMs) * 1000))} a second` : "";
    this.head.textContent = `Depth ${depth} · ${countText(nodes)} positions${speed}`;
    this.rows.forEach((row, place) => row.show(lines[place] ?? null, player));
    this.latest = { lines, player };
    this.draw();
  }

  /**
   * Shows the arrows of a variation while the pointer or the focus is on it, and of the first move
   * of each variation if `place` is null.
   */
  point(place) {
    this.pointed = place;
    this.draw();
  }

  draw() {
    if (!this.latest?.lines.length) return;
    const { lines, player } = this.latest;
    const pointed = lines[this.pointed];
    const arrows = pointed ? variationArrows(pointed) : firstArrows(lines);
    this.onIteration(arrows, fromFirst(lines[0].score, player));
  }

  /** Stops the engine; the panel stays open. */
  stop() {
    clearTimeout(this.timer);
    this.abortController?.abort();
    this.abortController = null;
  }

  /** Stops the engine and closes the panel. */
  close() {
    this.stop();
    this.element.hidden = true;
  }
}

/**
 * Row of one principal variation. It keeps its element for all iterations, so that a click always
 * hits it.
 */
class Line {
  constructor(place, { choose, point }) {
    this.place = place;
    this.score = h("span", { class: "line-score" });
    this.move = h("span", { class: "line-move" });
    this.rest = h("span", { class: "line-rest" });
    this.element = h(
      "li",
      { hidden: true },
      h(
        "button",
        {
          type: "button",
          class: "line",
          onclick: () => choose(this.text),
          onpointerenter: () => point(true),
          onpointerleave: () => point(false),
          onfocus: () => point(true),
          onblur: () => point(false),
        },
        h("span", { class: "line-number" }, place + 1),
        this.score,
        this.move,
        this.rest,
      ),
    );
  }

  /** Shows a variation with `player` to move; `null` hides the row. */
  show(line, player) {
    this.element.hidden = !line;
    setData(this.element, { line: line ? this.place : null });
    if (!line) return;
    this.text = line.move;
    const score = fromFirst(line.score, player);
    this.score.textContent =
      line.share != null ? `${Math.round(line.share * 100)} %` : scoreText(score);
    this.score.classList.toggle("is-second", score < 0);
    this.move.textContent = line.label ?? line.move;
    this.rest.textContent = variationText((line.labels ?? line.pv ?? []).slice(1));
  }
}

/** Returns an arrow for the first move of each variation, with its number in the list. */
function firstArrows(lines) {
  return lines.map((line, place) => ({
    ...(line.arrows?.[0] ?? line),
    rank: place,
    style: place === 0 ? "best" : "other",
    number: place + 1,
  }));
}

/** Returns arrows for the moves of a variation, with the numbers of their plies. */
function variationArrows(line) {
  return (line.arrows ?? [line]).slice(0, ARROWS).map((arrow, ply) => ({
    ...arrow,
    rank: ply,
    style: ply === 0 ? "best" : "line",
    number: ply + 1,
  }));
}
