/**
 * Pieces as SVG groups around the origin; a square has 100 units.
 *
 * Owners differ by shape and by colour (round and angular, crowned and arched), so that the colours
 * need not be distinguished.
 */

import { s } from "./dom.js";
import { glyph } from "./glyphs.js";

/** Returns the piece for a character of `Frame.cells`, or `null` for an empty square. */
export function pieceOf(info, cell) {
  if (!cell || cell === ".") return null;
  const letter = cell.toUpperCase();
  const kind = info.kinds.find((entry) => entry.letter === letter);
  const isUnknown = letter === "X" || kind?.kind === "unknown";
  const owner = cell === letter ? 0 : 1;
  return {
    owner,
    letter,
    kind: isUnknown ? "unknown" : (kind?.kind ?? letter),
    label: isUnknown ? "" : (kind?.label ?? letter),
    name: `${info.players[owner]} ${isUnknown ? "unknown piece" : (kind?.name ?? letter)}`,
  };
}

/** Returns the style class of the colour of a player, from the name of the player in the game. */
export function sideClass(info, player) {
  return `side-${info.players[player].toLowerCase()}`;
}

/** Draws a piece. `isUp`: the piece moves up the screen; `mark`: its character of `Frame.marks`. */
export function drawPiece(info, piece, { isUp = true, mark = "." } = {}) {
  const draw =
    { breakthrough: runner, jungle: animal, lamistra: latent }[info.name] ??
    (piece.kind === "man" ? checker : soldier);
  const side = sideClass(info, piece.owner);
  return s("g", { class: `piece ${side}` }, draw(piece, isUp, mark));
}

function shadowed(tag, shape) {
  const below = tag === "path" ? { ...shape, transform: "translate(0 4)" } : { ...shape, cy: 4 };
  return [s(tag, { ...below, class: "shadow" }), s(tag, { ...shape, class: "body" })];
}

/** Draws a pictogram of the given size around a point. */
export function drawGlyph(kind, x, y, size) {
  const layers = glyph(kind);
  if (!layers) return null;
  const scale = size / 100;
  const transform = `translate(${x - size / 2} ${y - size / 2}) scale(${scale})`;
  return s(
    "g",
    { transform },
    layers.map(([layer, d]) => s("path", { d, class: layer })),
  );
}

function runner(piece, isUp) {
  const turn = isUp ? "" : "rotate(180)";
  return [
    shadowed("circle", { r: 37 }),
    s("circle", { r: 29, class: "ring" }),
    s("path", { d: "M-17 8L0 -12L17 8", class: "chevron", transform: turn }),
  ];
}

function checker(piece) {
  const middle =
    piece.owner === 0 ? s("circle", { r: 7, class: "dot" }) : s("circle", { r: 17, class: "ring" });
  return [shadowed("circle", { r: 35 }), s("circle", { r: 28, class: "ring" }), middle];
}

const OCTAGON = "M-28 -40H28L40 -28V28L28 40H-28L-40 28V-28Z";

function roundOrOctagon(owner) {
  return owner === 0 ? ["circle", { r: 42 }] : ["path", { d: OCTAGON }];
}

function animal(piece) {
  return [
    shadowed(...roundOrOctagon(piece.owner)),
    drawGlyph(piece.kind, -3, -4, 55),
    s("circle", { cx: 28, cy: 28, r: 14, class: "badge" }),
    s("text", { x: 28, y: 35, class: "badge-text" }, piece.label),
  ];
}

/** Draws a piece without a role: it is transparent. */
function latent(piece, isUp, mark) {
  const shape = roundOrOctagon(piece.owner);
  if (piece.kind === "unknown") {
    const hasMoved = mark === "m";
    return s(
      "g",
      { class: hasMoved ? "latent has-moved" : "latent" },
      s(shape[0], { ...shape[1], class: "veil" }),
      hasMoved
        ? s("path", {
            d: "M-13 8L0 -6L13 8M-13 22L0 8L13 22",
            class: "trail",
            transform: isUp ? "" : "rotate(180)",
          })
        : s("circle", { r: 7, class: "seed" }),
    );
  }
  return [
    shadowed(...shape),
    drawGlyph(piece.kind, 0, -12, 40),
    s("text", { y: 31, class: "rank small" }, piece.label),
  ];
}

const TOWER = "M-38 42V-38H-20V-28H-9V-38H9V-28H20V-38H38V42Z";
const ARCH = "M-38 42V-8C-38 -30 -20 -42 0 -42C20 -42 38 -30 38 -8V42Z";
const LATTICE =
  "M-36 -2L-2 -26M-36 20L26 -24M-36 40L36 -10M-8 40L36 10M20 40L36 30" +
  "M36 -2L2 -26M36 20L-26 -24M36 40L-36 -10M8 40L-36 10M-20 40L-36 30";

/** Draws a piece of Stratego: its back or its rank; ranks hidden from the other side are veiled. */
function soldier(piece, isUp, mark) {
  const body = shadowed("path", { d: piece.owner === 0 ? TOWER : ARCH });
  if (piece.kind === "unknown") {
    return [body, s("path", { d: LATTICE, class: "lattice" }), mark === "m" && movedMark()];
  }
  const isNumber = /^\d+$/.test(piece.label);
  const face = isNumber
    ? [drawGlyph(piece.kind, 0, -11, 24), s("text", { y: 33, class: "rank" }, piece.label)]
    : drawGlyph(piece.kind, 0, 4, 50);
  return [
    body,
    face,
    mark === "r" && s("path", { d: "M-31 36H31", class: "known" }),
    mark === "m" && movedMark(),
  ];
}

function movedMark() {
  return s("path", { d: "M22 34H32M27 29L32 34L27 39", class: "moved" });
}
