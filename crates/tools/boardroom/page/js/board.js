/**
 * Board: draws the frames of the server, animates moves, and marks squares. It contains the drawing
 * of the games but no rules.
 */

import { drawAbove, drawBelow } from "./adornments.js";
import { drawArrow } from "./arrows.js";
import { put, s, setAttribute, setData } from "./dom.js";
import { Geometry, UNIT } from "./geometry.js";
import { drawPiece, pieceOf } from "./pieces.js";
import { drawGround } from "./terrain.js";

const MOVE_MS = 160;

const TARGETS = {
  step: () => s("circle", { r: 15, class: "target" }),
  capture: () => s("circle", { r: 44, class: "target is-capture" }),
  swap: () => "",
  put: () => "",
};

/** Names of terrain for screen readers. */
const TERRAIN = { water: "water", lake: "lake", trap: "trap", den: "den", home: "goal row" };

export class Board {
  /** Creates the board of a game; the main board of a page has an `id`. */
  constructor(info, { id, label = `${info.title} board`, isPicture = false } = {}) {
    this.info = info;
    this.isPicture = isPicture;
    this.frame = null;
    this.pieces = new Map();
    this.cells = [];
    this.ground = s("g", { "aria-hidden": "true" });
    this.below = s("g", { class: "below", "aria-hidden": "true" });
    this.grid = s("g", { class: "cells" });
    this.men = s("g", { class: "pieces", "aria-hidden": "true" });
    this.marks = s("g", { class: "marks", "aria-hidden": "true" });
    this.above = s("g", { class: "above", "aria-hidden": "true" });
    this.pointers = s("g", { id: id && "arrows", class: "arrows", "aria-hidden": "true" });
    this.svg = s(
      "svg",
      {
        id,
        class: "board",
        role: isPicture ? "img" : "grid",
        "aria-label": label,
        data: { game: info.name },
      },
      this.ground,
      this.below,
      this.grid,
      this.marks,
      this.men,
      this.above,
      this.pointers,
    );
    this.terrain = new Map(info.terrain.map((place) => [place.square, TERRAIN[place.kind]]));
    this.flip(false);
  }

  /** Sets the orientation: flipped, the second player is at the bottom. */
  flip(isFlipped) {
    this.geometry = new Geometry(this.info, isFlipped);
    setAttribute(this.svg, "viewBox", `0 0 ${this.geometry.width} ${this.geometry.height}`);
    put(this.ground, drawGround(this.info, this.geometry));
    if (!this.isPicture) this.drawCells();
    put(this.men);
    this.pieces.clear();
    if (this.frame) this.show(this.frame);
  }

  /**
   * Draws one element per square, above the ground and below the pieces, for clicks, focus and
   * screen readers.
   */
  drawCells() {
    const { columns, rows, count, isFlipped } = this.geometry;
    this.cells = Array.from({ length: count }, (_, square) => {
      const { x, y } = this.geometry.corner(square);
      return s("rect", { x, y, width: UNIT, height: UNIT, role: "gridcell", data: { square } });
    });
    const seen = isFlipped ? [...this.cells].reverse() : this.cells;
    const lines = Array.from({ length: rows }, (_, row) =>
      s("g", { role: "row" }, seen.slice(row * columns, (row + 1) * columns)),
    );
    put(this.grid, lines);
  }

  /** Shows a frame; animates the piece that has moved since the previous frame. */
  show(frame, { isGliding = false } = {}) {
    const before = this.frame;
    this.frame = frame;
    const glide = isGliding && before ? this.findGlide(before, frame) : null;
    this.placePieces(frame, glide);
    put(this.below, drawBelow(this.info, frame, this.geometry));
    put(this.above, drawAbove(this.info, frame, this.geometry));
    this.labelCells(frame);
    setData(this.svg, { ply: frame.ply });
    this.mark({});
  }

  /**
   * Returns the move of a piece from the shown frame to the next or the previous one; `null` if no
   * piece has arrived, as in an attack that fails or is not over.
   */
  findGlide(before, frame) {
    const [last, isBack] =
      frame.ply === before.ply + 1
        ? [frame.last, false]
        : frame.ply === before.ply - 1
          ? [before.last, true]
          : [null, false];
    if (last?.from == null || last.to == null || matchMedia("(prefers-reduced-motion)").matches)
      return null;
    const way = isBack ? { from: last.to, to: last.from } : { from: last.from, to: last.to };
    const [left, arrived] = [before.cells[way.from], frame.cells[way.to]].map((cell) =>
      pieceOf(this.info, cell),
    );
    return left && arrived && left.owner === arrived.owner ? way : null;
  }

  placePieces(frame, glide) {
    const placed = new Map();
    [...frame.cells].forEach((cell, square) => {
      if (cell === ".") return;
      const mark = frame.marks?.[square] ?? ".";
      const key = cell + mark;
      const { x, y } = this.geometry.center(square);
      const old = this.pieces.get(square);
      const node = old?.key === key ? old.node : this.drawMan(cell, mark);
      setAttribute(node, "transform", `translate(${x} ${y})`);
      placed.set(square, { key, node });
      if (glide?.to === square) this.animate(node, glide);
    });
    const kept = new Set([...placed.values()].map(({ node }) => node));
    for (const { node } of this.pieces.values()) if (!kept.has(node)) node.remove();
    for (const node of kept) if (!node.isConnected) this.men.append(node);
    if (glide && placed.has(glide.to)) this.men.append(placed.get(glide.to).node);
    this.pieces = placed;
  }

  drawMan(cell, mark) {
    const piece = pieceOf(this.info, cell);
    return drawPiece(this.info, piece, {
      isUp: (piece.owner === 0) !== this.geometry.isFlipped,
      mark,
    });
  }

  animate(node, { from, to }) {
    const [start, end] = [from, to].map((square) => this.geometry.center(square));
    const at = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` });
    node.animate([at(start), at(end)], { duration: MOVE_MS, easing: "ease-out" });
  }

  labelCells(frame) {
    this.cells.forEach((cell, square) => {
      const content = frame.cells[square];
      const piece = pieceOf(this.info, content);
      const words = [this.geometry.name(square), piece?.name, this.terrain.get(square)];
      setAttribute(cell, "aria-label", words.filter(Boolean).join(", "));
      setData(cell, {
        piece: piece && content,
        last: square === frame.last?.from || square === frame.last?.to,
      });
    });
  }

  /**
   * Marks squares: the selected square, its targets (a map from square to `step` or `capture`), the
   * movable pieces, and both squares of a hint. The next frame removes the marks.
   */
  mark({ selected = null, targets = new Map(), movable = new Set(), hint = {} }) {
    const { last } = this.frame;
    const drawn = [
      [last?.from, "last is-from"],
      [last?.to, "last"],
      [selected, "selected"],
    ]
      .filter(([square]) => square != null)
      .map(([square, kind]) => this.frameOf(square, kind));
    const dots = [...targets].map(([square, kind]) => {
      const { x, y } = this.geometry.center(square);
      return s("g", { transform: `translate(${x} ${y})` }, (TARGETS[kind] ?? TARGETS.step)());
    });
    if (selected != null && this.info.name === "lines-of-action") {
      dots.unshift(...[...targets.keys()].map((square) => this.sightLine(selected, square)));
    }
    put(this.marks, drawn);
    this.svg.querySelector(".targets")?.remove();
    if (dots.length) this.above.append(s("g", { class: "targets" }, dots));
    this.cells.forEach((cell, square) => {
      setData(cell, {
        selected: square === selected,
        legal: targets.has(square),
        movable: movable.has(square),
        hint: square === hint.from || square === hint.to,
      });
      setAttribute(cell, "aria-selected", square === selected ? "true" : null);
    });
  }

  /** Draws the line along which a checker of Lines of Action moves. */
  sightLine(from, to) {
    const [start, end] = [from, to].map((square) => this.geometry.center(square));
    return s("line", { x1: start.x, y1: start.y, x2: end.x, y2: end.y, class: "sight" });
  }

  frameOf(square, kind) {
    const { x, y } = this.geometry.corner(square);
    const box = { x: x + 4, y: y + 4, width: UNIT - 8, height: UNIT - 8, rx: 10 };
    if (!kind.endsWith("is-from")) return s("rect", { ...box, class: `mark ${kind}` });
    const d = "M5 27V5H27M73 5H95V27M95 73V95H73M27 95H5V73";
    return s("path", { d, transform: `translate(${x} ${y})`, class: `mark ${kind}` });
  }

  /** Draws arrows `{from, to, rank, style, number}`, the most important one first. */
  point(arrows) {
    const drawn = arrows.map((arrow) =>
      drawArrow(this.geometry, arrow, arrow.rank ?? 0, arrow.style, arrow.number),
    );
    put(this.pointers, drawn.reverse());
  }
}
