/**
 * Input of moves by two clicks, by drag and by keys; a piece is placed by one click. Only the legal
 * moves listed by the server can be played; other clicks have no effect.
 */

import { setAttribute } from "./dom.js";

/** Distance in pixels from which a pointer movement is a drag and not a click. */
const DRAG_PIXELS = 6;

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Kinds of moves that put a piece on a square: by the rules, and in the board editor. */
const PLACEMENTS = ["place", "put"];

/** Returns whether one click on a square plays a move. Where a piece has to be chosen, none does. */
export function isPlacement(move) {
  return (
    PLACEMENTS.includes(move.kind) && move.from == null && move.to != null && move.role == null
  );
}

export class BoardInput {
  /** `play` gets the chosen `LegalMove`. */
  constructor(board, play) {
    this.board = board;
    this.play = play;
    this.moves = new Map();
    this.placements = new Map();
    this.selected = null;
    this.hint = null;
    this.drag = null;
    this.focus = null;
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", () => this.drop());
    svg.addEventListener("touchstart", (event) => this.touch(event), { passive: false });
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** Sets the moves that can be played; an empty list disables the input. */
  offer(legal, hint = null) {
    this.moves = new Map();
    this.placements = new Map();
    for (const move of legal) {
      if (isPlacement(move)) this.placements.set(move.to, move);
      if (move.from == null || move.to == null) continue;
      const targets = this.moves.get(move.from) ?? new Map();
      if (!targets.has(move.to)) targets.set(move.to, move);
      this.moves.set(move.from, targets);
    }
    this.hint = hint;
    const starts = [...this.moves.keys(), ...this.placements.keys()];
    this.isOpen = starts.length > 0;
    const isAway = !this.board.svg.contains(document.activeElement);
    if (this.isOpen && isAway && !starts.includes(this.focus)) this.focus = starts[0];
    this.select(null);
    this.updateFocus();
  }

  select(square) {
    this.selected = square;
    const offered = this.moves.get(square) ?? this.placements;
    const targets = new Map([...offered].map(([to, move]) => [to, move.kind]));
    this.board.mark({
      selected: square,
      targets,
      movable: new Set(this.moves.keys()),
      hint: this.hint ?? {},
    });
  }

  /** Handles the choice of a square: plays a move to a target, or selects a movable piece. */
  choose(square) {
    const move = this.moves.get(this.selected)?.get(square) ?? this.placements.get(square);
    if (move) {
      this.select(null);
      this.play(move);
    } else {
      this.select(this.moves.has(square) && square !== this.selected ? square : null);
    }
  }

  squareOf(event) {
    const square = event.target.dataset?.square;
    return square == null ? null : Number(square);
  }

  /** Returns the position of a pointer in board units. */
  placeOf(event) {
    const matrix = this.board.svg.getScreenCTM().inverse();
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  }

  press(event) {
    const square = this.squareOf(event);
    if (!this.isOpen || square == null || event.button !== 0) return;
    this.focus = square;
    this.updateFocus();
    const wasSelected = square === this.selected;
    const isTarget = this.moves.get(this.selected)?.has(square) || this.placements.has(square);
    if (isTarget) return this.choose(square);
    if (!wasSelected) this.choose(square);
    if (!this.moves.has(square)) return;
    this.drag = { square, wasSelected, x: event.clientX, y: event.clientY, node: null };
    this.board.svg.setPointerCapture(event.pointerId);
  }

  /**
   * On touch screens a finger on a movable piece drags it; elsewhere on the board it scrolls the
   * page.
   */
  touch(event) {
    if (this.moves.has(this.squareOf(event))) event.preventDefault();
  }

  move(event) {
    const { drag } = this;
    if (!drag) return;
    const distance = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (!drag.node && distance < DRAG_PIXELS) return;
    drag.node ??= this.board.pieces.get(drag.square)?.node;
    if (!drag.node) return;
    drag.node.classList.add("is-dragged");
    drag.node.parentNode.append(drag.node);
    const { x, y } = this.placeOf(event);
    setAttribute(drag.node, "transform", `translate(${x} ${y}) scale(1.08)`);
  }

  release(event) {
    const { drag } = this;
    if (!drag) return;
    this.drop();
    const { x, y } = this.placeOf(event);
    const target = this.board.geometry.squareAt(x, y);
    if (drag.node) {
      if (this.moves.get(drag.square)?.has(target)) this.choose(target);
    } else if (drag.wasSelected) {
      this.select(null);
    }
  }

  /** Moves a dragged piece back to its square. */
  drop() {
    const { drag } = this;
    this.drag = null;
    if (!drag?.node) return;
    const { x, y } = this.board.geometry.center(drag.square);
    drag.node.classList.remove("is-dragged");
    setAttribute(drag.node, "transform", `translate(${x} ${y})`);
  }

  key(event) {
    const square = this.squareOf(event);
    if (!this.isOpen || square == null || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      this.focus = this.board.geometry.neighbour(square, ...step) ?? square;
      this.updateFocus();
      this.board.cells[this.focus].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(square);
    } else if (event.key === "Escape" && this.selected != null) {
      this.select(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Keeps exactly one square in the tab order: the one that had the focus last. */
  updateFocus() {
    this.board.cells.forEach((cell, square) => {
      setAttribute(cell, "tabindex", !this.isOpen ? null : square === this.focus ? "0" : "-1");
    });
  }
}
