/**
 * Annotations of a position: groups in Lines of Action, runners in Breakthrough, attacks and
 * battles in the games with hidden ranks.
 */

import { s } from "./dom.js";
import { drawGlyph, pieceOf, sideClass } from "./pieces.js";

/** Draws the annotations below the pieces. */
export function drawBelow(info, frame, geometry) {
  if (frame.groups) return drawGroups(info, frame, geometry);
  if (info.name === "breakthrough") return drawRunners(info, frame, geometry);
  return [];
}

/** Draws the annotations above the pieces. */
export function drawAbove(info, frame, geometry) {
  return [
    frame.attack && drawAttack(frame.attack, geometry),
    frame.battle && frame.last?.to != null && drawBattle(info, frame, geometry),
  ];
}

/** Returns the squares of each group of a player, the largest group first. */
export function groupsOf(frame, player) {
  const groups = new Map();
  [...frame.groups].forEach((letter, square) => {
    const cell = frame.cells[square];
    if (cell === "." || (cell === cell.toUpperCase() ? 0 : 1) !== player) return;
    groups.set(letter, [...(groups.get(letter) ?? []), square]);
  });
  return [...groups.values()].sort((one, other) => other.length - one.length);
}

/**
 * Draws lines between adjacent pieces of one group; the lines of the largest group are the
 * broadest.
 */
function drawGroups(info, frame, geometry) {
  return [0, 1].flatMap((player) =>
    groupsOf(frame, player).map((squares, place) => {
      const strength = place === 0 ? "is-main" : "is-rest";
      return s(
        "g",
        { class: `group ${sideClass(info, player)} ${strength}` },
        squares.map((square) => {
          const { x, y } = geometry.center(square);
          return s("circle", { cx: x, cy: y, r: 44 });
        }),
        s("path", { d: groupLines(squares, geometry) }),
      );
    }),
  );
}

function groupLines(squares, geometry) {
  const inside = new Set(squares);
  let path = "";
  for (const square of squares) {
    for (const [right, down] of [
      [1, 0],
      [0, 1],
      [1, 1],
      [1, -1],
    ]) {
      const other = geometry.neighbour(square, right, down);
      if (!inside.has(other)) continue;
      const from = geometry.center(square);
      const to = geometry.center(other);
      path += `M${from.x} ${from.y}L${to.x} ${to.y}`;
    }
  }
  return path;
}

/** Draws lines from runners to their goals. */
function drawRunners(info, frame, geometry) {
  return runnersOf(frame, geometry).map(({ player, square, goal }) => {
    const [from, to] = [square, goal].map((place) => geometry.center(place));
    const line = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
    return s("line", { ...line, class: `runner ${sideClass(info, player)}` });
  });
}

/** Returns a function that says whether a frame of a game has runners. */
export function hasRunners({ columns, rows }) {
  return (frame) => runnersOf(frame, { columns, rows }).length > 0;
}

/**
 * Returns the runners: men with no enemy in the cone of squares ahead from which it could be
 * stopped.
 */
function runnersOf({ cells }, { columns, rows }) {
  return [...cells].flatMap((cell, square) => {
    if (cell === ".") return [];
    const player = cell === cell.toUpperCase() ? 0 : 1;
    const ahead = player === 0 ? -1 : 1;
    const row = Math.floor(square / columns);
    const goalRow = player === 0 ? 0 : rows - 1;
    if (row === goalRow || !isClearAhead(cells, square, ahead, columns, rows)) return [];
    return [{ player, square, goal: goalRow * columns + (square % columns) }];
  });
}

function isClearAhead(cells, square, ahead, columns, rows) {
  const isOther =
    cells[square] === cells[square].toUpperCase()
      ? (cell) => cell !== "." && cell === cell.toLowerCase()
      : (cell) => cell !== "." && cell === cell.toUpperCase();
  const column = square % columns;
  let row = Math.floor(square / columns) + ahead;
  for (let reach = 1; row >= 0 && row < rows; reach++, row += ahead) {
    const first = Math.max(0, column - reach);
    const last = Math.min(columns - 1, column + reach);
    for (let file = first; file <= last; file++) {
      if (isOther(cells[row * columns + file])) return false;
    }
  }
  return true;
}

/** Draws an attack in which a role is not named yet. */
function drawAttack(attack, geometry) {
  const from = geometry.center(attack.from);
  const to = geometry.center(attack.to);
  return s(
    "g",
    { class: "attack" },
    s("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y }),
    s("circle", { cx: to.x, cy: to.y, r: 46 }),
  );
}

/**
 * Draws both ranks of the battle that the last move decided, side by side: above its square, or on
 * it if the square is empty.
 */
function drawBattle(info, frame, geometry) {
  const { attacker, defender, survivor } = frame.battle;
  const mover = battleMover(frame);
  const { x, y } = geometry.center(frame.last.to);
  const shift = survivor === "nobody" ? 0 : y < 120 ? 62 : -62;
  const left = Math.min(Math.max(x, 96), geometry.width - 70);
  const half = (letter, owner, place, hasLost) => {
    const piece = pieceOf(info, owner === 0 ? letter : letter.toLowerCase());
    return s(
      "g",
      { class: `${sideClass(info, owner)} combatant`, transform: `translate(${place} 0)` },
      s("rect", { x: -28, y: -25, width: 56, height: 50, rx: 12, class: "body" }),
      /^\d+$/.test(piece.label)
        ? s("text", { y: 12, class: "rank small" }, piece.label)
        : drawGlyph(piece.kind, 0, 0, 32),
      hasLost && s("path", { d: "M-22 -19L22 19", class: "strike" }),
    );
  };
  return s(
    "g",
    { class: "battle", transform: `translate(${left} ${y + shift})` },
    half(attacker, mover, -30, survivor !== "attacker"),
    half(defender, 1 - mover, 30, survivor !== "defender"),
  );
}

/**
 * Returns the attacker of the last battle, computed from the owner of the survivor; if no piece
 * survived, the attacker is the side that is not to move.
 */
function battleMover(frame) {
  const { survivor } = frame.battle;
  const square = survivor === "nobody" ? null : frame.last.to;
  const cell = square == null ? "." : frame.cells[square];
  if (cell !== ".") {
    const owner = cell === cell.toUpperCase() ? 0 : 1;
    return survivor === "attacker" ? owner : 1 - owner;
  }
  return frame.toMove == null ? 0 : 1 - frame.toMove;
}
