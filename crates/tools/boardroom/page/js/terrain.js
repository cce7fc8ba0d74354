/**
 * Ground of the boards: squares, water, dens, lakes and goal rows. It does not change during a
 * game.
 */

import { s } from "./dom.js";
import { MARGIN, RIM, UNIT } from "./geometry.js";
import { sideClass } from "./pieces.js";

/** Draws the frame, the squares with their terrain, and the coordinates. */
export function drawGround(info, geometry) {
  const kinds = new Map(info.terrain.map((place) => [place.square, place]));
  const width = geometry.columns * UNIT;
  const height = geometry.rows * UNIT;
  const squares = Array.from({ length: geometry.count }, (_, square) =>
    drawSquare(square, kinds.get(square), geometry),
  );
  return [
    s("rect", { width: geometry.width, height: geometry.height, rx: 22, class: "frame" }),
    s("g", { class: "ground" }, squares),
    info.name === "jungle" && drawGrass(geometry, kinds),
    drawWater(info, geometry, kinds),
    s(
      "g",
      { class: "sites" },
      info.terrain.map((place) => drawSite(info, place, geometry)),
    ),
    s("path", { d: gridLines(geometry), class: "grid" }),
    s("rect", { x: MARGIN, y: RIM, width, height, class: "edge" }),
    drawNames(geometry),
  ];
}

function drawSquare(square, place, geometry) {
  const { x, y } = geometry.corner(square);
  const isDark = (Math.floor(square / geometry.columns) + (square % geometry.columns)) % 2 === 1;
  const kind = place && place.kind !== "lake" && place.kind !== "water" ? ` is-${place.kind}` : "";
  const shade = isDark ? "dark" : "light";
  return s("rect", { x, y, width: UNIT, height: UNIT, class: `${shade}${kind}` });
}

function gridLines(geometry) {
  let path = "";
  for (let column = 1; column < geometry.columns; column++) {
    path += `M${MARGIN + column * UNIT} ${RIM}v${geometry.rows * UNIT}`;
  }
  for (let row = 1; row < geometry.rows; row++) {
    path += `M${MARGIN} ${RIM + row * UNIT}h${geometry.columns * UNIT}`;
  }
  return path;
}

/** Draws tufts of grass on some squares of land, always the same ones. */
function drawGrass(geometry, kinds) {
  const isBare = (square) => !kinds.has(square) && (square * 7) % 5 < 3;
  const tufts = Array.from({ length: geometry.count }, (_, square) => square).filter(isBare);
  const d = tufts
    .map((square) => {
      const { x, y } = geometry.corner(square);
      const [right, down] = [14 + ((square * 29) % 60), 30 + ((square * 17) % 56)];
      return `M${x + right} ${y + down}q-1 -9 -7 -13m7 13q0 -11 1 -18m-1 18q2 -9 8 -13`;
    })
    .join("");
  return s("path", { d, class: "grass" });
}

/**
 * Draws adjacent squares of water as one area: joined rectangles of one colour, then the shore,
 * then waves.
 */
function drawWater(info, geometry, kinds) {
  const isWet = (square) => square !== null && ["water", "lake"].includes(kinds.get(square)?.kind);
  const sheets = [];
  const shores = [];
  const waves = [];
  for (const { square } of info.terrain.filter((place) => isWet(place.square))) {
    const { x, y } = geometry.corner(square);
    const wet = (right, down) => isWet(geometry.neighbour(square, right, down));
    const open = { left: !wet(-1, 0), right: !wet(1, 0), top: !wet(0, -1), bottom: !wet(0, 1) };
    sheets.push(s("path", { d: sheet(x, y, open), class: "water" }));
    shores.push(s("path", { d: shore(x, y, open), class: "shore" }));
    for (const [dx, dy] of [
      [18, 34],
      [44, 66],
    ]) {
      const d = `M${x + dx} ${y + dy}q8 -9 16 0t16 0`;
      waves.push(s("path", { d, class: "wave" }));
    }
  }
  return s("g", { class: "waters" }, sheets, shores, waves);
}

const INSET = 5;
const BEND = 22;

/** Returns the edges of a square of water, inset at the sides with land. */
function corners(x, y, open) {
  return {
    left: x + (open.left ? INSET : -0.5),
    right: x + UNIT - (open.right ? INSET : -0.5),
    top: y + (open.top ? INSET : -0.5),
    bottom: y + UNIT - (open.bottom ? INSET : -0.5),
  };
}

function sheet(x, y, open) {
  const { left, right, top, bottom } = corners(x, y, open);
  const bend = (one, other) => (open[one] && open[other] ? BEND : 0);
  const [a, b, c, d] = [
    bend("left", "top"),
    bend("right", "top"),
    bend("right", "bottom"),
    bend("left", "bottom"),
  ];
  return (
    `M${left + a} ${top}H${right - b}Q${right} ${top} ${right} ${top + b}` +
    `V${bottom - c}Q${right} ${bottom} ${right - c} ${bottom}H${left + d}` +
    `Q${left} ${bottom} ${left} ${bottom - d}V${top + a}Q${left} ${top} ${left + a} ${top}Z`
  );
}

function shore(x, y, open) {
  const { left, right, top, bottom } = corners(x, y, open);
  const at = (one, other) => (open[one] && open[other] ? BEND : 0);
  let path = "";
  if (open.top) path += `M${left + at("left", "top")} ${top}H${right - at("right", "top")}`;
  if (open.bottom)
    path += `M${left + at("left", "bottom")} ${bottom}H${right - at("right", "bottom")}`;
  if (open.left) path += `M${left} ${top + at("left", "top")}V${bottom - at("left", "bottom")}`;
  if (open.right) path += `M${right} ${top + at("right", "top")}V${bottom - at("right", "bottom")}`;
  const turns = [
    ["left", "top", left, top, 1, 1],
    ["right", "top", right, top, -1, 1],
    ["right", "bottom", right, bottom, -1, -1],
    ["left", "bottom", left, bottom, 1, -1],
  ];
  for (const [one, other, cx, cy, dx, dy] of turns) {
    if (open[one] && open[other])
      path += `M${cx} ${cy + dy * BEND}Q${cx} ${cy} ${cx + dx * BEND} ${cy}`;
  }
  return path;
}

const NET =
  "M-42 -14L-14 -42M-42 14L14 -42M-42 42L42 -42M-14 42L42 -14M14 42L42 14" +
  "M42 -14L14 -42M42 14L-14 -42M42 42L-42 -42M14 42L-42 -14M-14 42L-42 14";
const CAVE = "M-40 42V4C-40 -24 -22 -42 0 -42C22 -42 40 -24 40 4V42Z";
const CAVE_MOUTH = "M-24 42V12C-24 -6 -12 -18 0 -18C12 -18 24 -6 24 12V42Z";

/** Draws a trap, a den or a goal row in the colour of its owner. */
function drawSite(info, place, geometry) {
  const { x, y } = geometry.center(place.square);
  const transform = `translate(${x} ${y})`;
  const side = place.owner == null ? "" : sideClass(info, place.owner);
  const attributes = { transform, class: `site ${place.kind} ${side}` };
  switch (place.kind) {
    case "trap":
      return s(
        "g",
        attributes,
        s("rect", { x: -42, y: -42, width: 84, height: 84, rx: 10 }),
        s("path", { d: NET }),
      );
    case "den":
      return s(
        "g",
        attributes,
        s("path", { d: CAVE, class: "rock" }),
        s("path", { d: CAVE_MOUTH, class: "mouth" }),
      );
    case "home":
      return s("g", attributes, s("path", { d: "M-50 50L50 -50M-50 0L0 -50M0 50L50 0" }));
    default:
      return null;
  }
}

function drawNames(geometry) {
  const { files, ranks } = geometry.names();
  const below = RIM + geometry.rows * UNIT + 28;
  return s(
    "g",
    { class: "names" },
    files.map((name, column) => s("text", { x: MARGIN + (column + 0.5) * UNIT, y: below }, name)),
    ranks.map((name, row) => s("text", { x: MARGIN / 2, y: RIM + (row + 0.5) * UNIT + 9 }, name)),
  );
}
