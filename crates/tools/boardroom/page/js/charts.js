/** Charts of games and matches with uPlot, in the colours of the theme. */

import { h } from "./dom.js";
import { colour } from "./theme.js";

const { uPlot } = globalThis;

/** Steps of the axes of plies and games, which are integers. */
const WHOLE_STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000];
const AXIS_FONT = "11px system-ui, sans-serif";

/** Classes of the four series colours in the style sheet. */
const SERIES = ["series-0", "series-1", "series-2", "series-3"];

/**
 * Chart that adapts to the size of its element, which the style sheet sets, and to the theme.
 *
 * `options`: `{x, lines: [{name, values, kind}], yRange, unit, pick, flags, turn}`; `kind` is
 * `line`, `bars` or `limit`; `pick(index)` is called with the index of the clicked point; `flags`
 * are points `{at, value, colour}`, and `turn` is the x of a dashed line.
 */
export class Chart {
  constructor(box, options, note) {
    this.box = box;
    this.note = note;
    this.options = options;
    this.at = null;
    this.draw();
    const repaint = () => {
      if (box.isConnected) this.draw();
      else document.removeEventListener("theme", repaint);
    };
    document.addEventListener("theme", repaint);
    new ResizeObserver(() => this.resize()).observe(box);
  }

  resize() {
    const { width, height } = this.size();
    if (width !== this.plot.width || height !== this.plot.height)
      this.plot.setSize({ width, height });
  }

  /** Returns the size of the element; a chart that is not shown has a small one. */
  size() {
    const { clientWidth, clientHeight } = this.box;
    return { width: Math.max(120, clientWidth), height: Math.max(40, clientHeight) };
  }

  /** Shows other values. */
  update(options) {
    this.options = options;
    this.draw();
  }

  draw() {
    this.plot?.destroy();
    const { x, lines } = this.options;
    const settings = {
      ...this.size(),
      legend: { show: false },
      padding: [8, 16, 0, 0],
      cursor: { y: false, points: { size: 6 } },
      scales: { x: { time: false, range: this.xRange() }, y: { range: this.options.yRange } },
      axes: this.axes(),
      series: [{}, ...lines.map((line, place) => this.series(line, place))],
      hooks: {
        draw: [(plot) => this.drawNow(plot)],
        ready: [(plot) => this.listen(plot)],
        setCursor: [(plot) => this.readOut(plot)],
      },
    };
    this.plot = new uPlot(settings, [x, ...lines.map((line) => line.values)], this.box);
  }

  xRange() {
    const { x, lines } = this.options;
    const hasBars = lines.some((line) => line.kind === "bars");
    const step = hasBars && x.length > 1 ? (x[1] - x[0]) * 0.6 : 0;
    const [low, high] = [x[0] ?? 0, x.at(-1) ?? 1];
    return () => [low - step, Math.max(high + step, low + 1)];
  }

  axes() {
    const ink = colour("muted", this.box);
    const grid = { stroke: colour("hairline", this.box), width: 1 };
    const shared = { stroke: ink, font: AXIS_FONT, ticks: { show: false }, grid };
    return [
      {
        ...shared,
        ...this.label(),
        size: 22,
        space: 44,
        incrs: WHOLE_STEPS,
        grid: { show: false },
      },
      {
        ...shared,
        size: 38,
        space: 20,
        values: (plot, ticks) => ticks.map((tick) => `${tick}${this.options.unit ?? ""}`),
      },
    ];
  }

  /** Returns the label of the x axis, if the title does not name its unit. */
  label() {
    const { xLabel } = this.options;
    return xLabel ? { label: xLabel, labelSize: 18, labelGap: 0, labelFont: AXIS_FONT } : {};
  }

  series(line, place) {
    const stroke = colour(line.colour ?? SERIES[place % SERIES.length], this.box);
    const points = { show: line.values.length < 3, size: 5 };
    if (line.kind === "limit") return { stroke, width: 1, dash: [4, 4], points: { show: false } };
    if (line.kind === "bars") {
      const alpha = this.options.lines.filter(({ kind }) => kind === "bars").length > 1 ? 0.75 : 1;
      return {
        stroke,
        fill: stroke,
        width: 0,
        alpha,
        paths: uPlot.paths.bars({ size: [0.7, 40] }),
        points: { show: false },
      };
    }
    return { stroke, width: 1.8, dash: line.dash, points, spanGaps: true };
  }

  /** Marks the current ply. */
  mark(at) {
    this.at = at;
    this.plot.redraw(false);
  }

  drawNow(plot) {
    const { turn, flags = [] } = this.options;
    const dash = [4 * devicePixelRatio, 3 * devicePixelRatio];
    if (turn != null) this.drawLine(plot, turn, colour("danger", this.box), dash);
    for (const flag of flags) this.drawFlag(plot, flag);
    if (this.at != null) this.drawLine(plot, this.at, colour("accent", this.box), []);
  }

  /** Draws a vertical line. */
  drawLine(plot, at, stroke, dash) {
    const { ctx, bbox } = plot;
    const x = Math.round(plot.valToPos(at, "x", true)) + 0.5;
    ctx.save();
    ctx.strokeStyle = stroke;
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.setLineDash(dash);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }

  /** Draws a point. */
  drawFlag(plot, { at, value, colour: name }) {
    const { ctx } = plot;
    ctx.save();
    ctx.fillStyle = colour(name, this.box);
    ctx.beginPath();
    const [x, y] = [plot.valToPos(at, "x", true), plot.valToPos(value, "y", true)];
    ctx.arc(x, y, 4 * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fill();
    ctx.restore();
  }

  /** Shows the values at the position of the pointer. */
  readOut(plot) {
    const { idx } = plot.cursor;
    const { x, lines, unit = "" } = this.options;
    const figures =
      idx == null
        ? []
        : lines
            .filter(({ values, kind }) => values[idx] != null && kind !== "limit")
            .map(({ values }) => `${Math.round(values[idx] * 100) / 100}${unit}`);
    this.note.textContent = figures.length ? `${x[idx]}: ${figures.join(", ")}` : "";
  }

  listen(plot) {
    if (!this.options.pick) return;
    plot.over.classList.add("is-clickable");
    plot.over.addEventListener("click", () => {
      if (plot.cursor.idx != null) this.options.pick(plot.cursor.idx);
    });
  }
}

/** Returns a figure with a title, a legend and a chart; `summary` is for screen readers. */
export function chartFigure(id, title, options, summary) {
  const box = h("div", { class: "chart-box", role: "img", "aria-label": summary ?? title });
  const names = options.lines
    .filter((line) => line.name)
    .map((line, place) =>
      h(
        "span",
        {
          class: `key ${line.colour ?? SERIES[place % SERIES.length]} ${line.dash ? "is-dashed" : ""}`,
        },
        line.name,
      ),
    );
  const note = h("span", { class: "read-out", "aria-hidden": "true" });
  const figure = h(
    "figure",
    { id, class: "chart" },
    h("figcaption", null, h("span", null, title), note, h("span", { class: "keys" }, names)),
    box,
  );
  return { figure, start: () => new Chart(box, options, note) };
}
