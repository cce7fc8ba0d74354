/** The engine's opinion on a position: a stream of iterations, as lines with scores and as arrows. */

import { stream } from "./api.js";
import { h, setData } from "./dom.js";
import { countText, fromFirst, scoreText, variationText } from "./words.js";

/** How many best moves are asked for. */
const LINES = 3;

/** How many moves of the best line are drawn. */
const ARROWS = 4;

/** How long, in milliseconds, a position must stay before an engine starts: stepping starts none. */
const PATIENCE_MS = 120;

/** The answer while every engine thinks for somebody else, and when to ask again, in milliseconds. */
const ALL_BUSY = 429;
const RETRY_MS = 1000;

export class Analysis {
  /** `onIteration` takes arrows and the score from the first player's view; `onMove` a chosen move. */
  constructor({ onIteration, onMove }) {
    this.onIteration = onIteration;
    this.onMove = onMove;
    this.stopper = null;
    this.timer = null;
    this.latest = null;
    this.pointed = 0;
    this.head = h("p", { class: "engine-line" });
    this.rows = Array.from(
      { length: LINES },
      (_, place) =>
        new Line(place, {
          choose: (move) => this.onMove(move),
          point: (isPointed) => this.point(isPointed ? place : 0),
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
    // A page that is left may be kept for the way back; its engine must not go on thinking.
    addEventListener("pagehide", () => this.stop());
  }

  get isOn() {
    return !this.element.hidden;
  }

  /** Looks at a position; the one before is left alone. `player` is who moves there. */
  look(request, frame) {
    this.stop();
    this.element.hidden = false;
    setData(this.element, { depth: 0 });
    this.latest = null;
    for (const row of this.rows) row.show(null);
    if (frame.result || frame.toMove == null) {
      this.head.textContent = "The game is over here.";
      return;
    }
    this.head.textContent = "Thinking …";
    this.timer = setTimeout(() => this.listen(request, frame.toMove), PATIENCE_MS);
  }

  async listen(request, player) {
    this.stopper = new AbortController();
    const { signal } = this.stopper;
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

  /** Shows the moves of another line than the best while somebody looks at it. */
  point(place) {
    this.pointed = place;
    this.draw();
  }

  draw() {
    if (!this.latest?.lines.length) return;
    const { lines, player } = this.latest;
    const shown = lines[this.pointed] ?? lines[0];
    const others = lines.filter((line) => line !== shown);
    this.onIteration(arrowsOf(shown, others), fromFirst(lines[0].score, player));
  }

  /** Stops the engine, and keeps the panel. */
  stop() {
    clearTimeout(this.timer);
    this.stopper?.abort();
    this.stopper = null;
  }

  /** Stops the engine, and closes the panel. */
  close() {
    this.stop();
    this.element.hidden = true;
  }
}

/** One of the best moves: the same element for every iteration, so that a click always meets it. */
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
        this.score,
        this.move,
        this.rest,
      ),
    );
  }

  /** Shows a line of an iteration in which `player` is to move; `null` is none. */
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

/** The moves of one line with numbers, then the first moves of the others. */
function arrowsOf(shown, others) {
  const variation = (shown.arrows ?? []).slice(0, ARROWS).map((arrow, place) => ({
    ...arrow,
    rank: place,
    style: place === 0 ? "best" : "line",
    number: place + 1,
  }));
  const rest = others.map((line, place) => ({
    ...(line.arrows?.[0] ?? line),
    rank: place + 1,
    style: "other",
  }));
  return [...variation, ...rest];
}
