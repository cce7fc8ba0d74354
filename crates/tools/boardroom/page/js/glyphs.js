/**
 * Pictograms of animals and ranks, drawn by hand in a box of 100 by 100.
 *
 * Each is a list of `[layer, path]`: `ink` is filled with the colour of the drawing, `cut` with the
 * colour of the background; `line` and `slit` are strokes in these two colours.
 */

function circle(x, y, r) {
  return ellipse(x, y, r, r);
}

function ellipse(x, y, rx, ry) {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
}

/** Returns a path and its mirror image, for symmetric parts of a face. */
function twice(commands) {
  const mirrored = commands.map(([letter, ...numbers]) => [
    letter,
    ...numbers.map((number, place) => (place % 2 === 0 ? 100 - number : number)),
  ]);
  return [...commands, ...mirrored]
    .map(([letter, ...numbers]) => letter + numbers.join(" "))
    .join("");
}

/** Returns a circle with rounded points, for a mane. */
function scallops(points, inner, outer) {
  const at = (step, r) => {
    const angle = (step * Math.PI) / points;
    return `${(50 + r * Math.sin(angle)).toFixed(1)} ${(50 - r * Math.cos(angle)).toFixed(1)}`;
  };
  let path = `M${at(0, inner)}`;
  for (let point = 0; point < points; point++) {
    path += `Q${at(2 * point + 1, outer)} ${at(2 * point + 2, inner)}`;
  }
  return `${path}Z`;
}

function star(points, inner, outer) {
  const corners = Array.from({ length: 2 * points }, (_, step) => {
    const r = step % 2 ? inner : outer;
    const angle = (step * Math.PI) / points;
    return `${(50 + r * Math.sin(angle)).toFixed(1)} ${(52 - r * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

const NOSE = "M42 63H58L50 72Z";
const MOUTH = "M50 71V77C46 83 40 82 38 78M50 77C54 83 60 82 62 78";
const SPOTS = [
  [50, 22, 4.5],
  [37, 26, 4],
  [63, 26, 4],
  [44, 35, 3.6],
  [56, 35, 3.6],
  [25, 40, 4],
  [75, 40, 4],
  [22, 56, 4.4],
  [78, 56, 4.4],
  [27, 69, 4],
  [73, 69, 4],
];
const DIAMOND = "M50 12L76 50L50 88L24 50Z";

const GLYPHS = {
  elephant: [
    [
      "ink",
      twice([["M", 31, 22], ["C", 10, 10, 0, 36, 8, 58], ["C", 13, 72, 27, 70, 33, 58], ["Z"]]),
    ],
    [
      "ink",
      "M50 12C33 12 26 29 29 46C31 58 40 60 41 70L42 84C42 92 47 97 55 97C62 97 65 92 64 87C61 89 58 88 58 84L59 70C60 60 69 58 71 46C74 29 67 12 50 12Z",
    ],
    [
      "slit",
      twice([
        ["M", 31, 24],
        ["C", 25, 36, 27, 50, 35, 60],
      ]),
    ],
    ["cut", circle(41, 43, 4) + circle(59, 43, 4)],
    ["slit", "M44 71H56M44 79H56"],
  ],
  lion: [
    ["ink", scallops(11, 40, 56)],
    ["cut", ellipse(50, 54, 27, 28)],
    ["ink", circle(40, 49, 4.4) + circle(60, 49, 4.4) + "M42 59H58L50 67Z"],
    ["line", "M50 66V72C46 78 40 77 38 73M50 72C54 78 60 77 62 73"],
  ],
  tiger: [
    ["ink", circle(22, 24, 13) + circle(78, 24, 13)],
    ["ink", "M50 12C76 12 91 30 89 54C87 79 69 94 50 94C31 94 13 79 11 54C9 30 24 12 50 12Z"],
    ["cut", "M46 12H54L50 34ZM33 17L40 14L43 32ZM67 17L60 14L57 32Z"],
    [
      "cut",
      twice([
        ["M", 9, 44],
        ["L", 29, 51],
        ["L", 10, 56],
        ["Z"],
        ["M", 13, 64],
        ["L", 31, 66],
        ["L", 19, 74],
        ["Z"],
      ]),
    ],
    ["cut", circle(37, 47, 5) + circle(63, 47, 5) + ellipse(50, 74, 19, 15)],
    ["ink", NOSE],
    ["line", MOUTH],
  ],
  panther: [
    ["ink", circle(24, 22, 12) + circle(76, 22, 12)],
    ["ink", "M50 12C74 12 87 30 86 52C85 70 72 94 50 94C28 94 15 70 14 52C13 30 26 12 50 12Z"],
    ["cut", SPOTS.map(([x, y, r]) => circle(x, y, r)).join("")],
    ["cut", twice([["M", 30, 48], ["Q", 39, 44, 45, 55], ["Q", 34, 57, 30, 48], ["Z"]])],
    ["cut", "M42 66H58L50 75Z"],
    ["slit", "M50 75V81M50 81C46 86 42 85 40 82M50 81C54 86 58 85 60 82"],
  ],
  dog: [
    [
      "ink",
      "M50 14C70 14 79 29 79 46C79 62 71 68 68 78C65 91 58 96 50 96C42 96 35 91 32 78C29 68 21 62 21 46C21 29 30 14 50 14Z",
    ],
    [
      "ink",
      twice([["M", 32, 14], ["C", 12, 12, 2, 34, 5, 58], ["C", 7, 72, 19, 70, 23, 58], ["Z"]]),
    ],
    [
      "slit",
      twice([
        ["M", 31, 20],
        ["C", 24, 28, 20, 42, 23, 60],
      ]),
    ],
    ["cut", circle(39, 44, 4.8) + circle(61, 44, 4.8) + ellipse(50, 75, 15, 15)],
    ["ink", ellipse(50, 67, 8.5, 6)],
    ["line", "M50 71V79M43 80C46 85 54 85 57 80"],
  ],
  wolf: [
    ["ink", "M50 98L35 82L11 70L20 52L13 6L38 27H62L87 6L80 52L89 70L65 82Z"],
    [
      "cut",
      twice([
        ["M", 20, 19],
        ["L", 32, 30],
        ["L", 24, 40],
        ["Z"],
        ["M", 28, 48],
        ["L", 45, 57],
        ["L", 33, 59],
        ["Z"],
      ]),
    ],
    ["cut", "M42 84H58L50 92Z"],
    [
      "slit",
      twice([
        ["M", 40, 66],
        ["L", 45, 80],
      ]),
    ],
  ],
  cat: [
    ["ink", "M15 6L38 23C46 20 54 20 62 23L85 6L88 50C90 76 71 92 50 92C29 92 10 76 12 50Z"],
    ["cut", twice([["M", 22, 19], ["L", 33, 27], ["L", 23, 36], ["Z"]])],
    ["cut", ellipse(35, 52, 6.5, 8) + ellipse(65, 52, 6.5, 8) + "M44 65H56L50 71Z"],
    ["ink", ellipse(35, 52, 2, 7) + ellipse(65, 52, 2, 7)],
    ["slit", "M50 71V75C47 80 43 80 41 77M50 75C53 80 57 80 59 77"],
    [
      "slit",
      twice([
        ["M", 36, 70],
        ["L", 16, 66],
        ["M", 36, 75],
        ["L", 18, 78],
      ]),
    ],
  ],
  rat: [
    ["line", "M13 70C-3 76 3 92 22 90C46 87 58 96 84 88"],
    [
      "ink",
      "M9 70C9 42 36 32 58 38L72 42L95 62C99 67 96 74 89 74L84 80H74L72 76H36L33 81H22L20 77C13 77 9 76 9 70Z",
    ],
    ["ink", circle(60, 33, 15)],
    ["cut", circle(60, 33, 8) + circle(78, 56, 3.8)],
    ["slit", "M46 76C38 68 42 54 54 54"],
  ],
  flag: [
    ["ink", "M22 6H30V96H22Z"],
    ["ink", "M34 12C52 2 62 22 88 12V54C62 64 52 44 34 54Z"],
  ],
  bomb: [
    ["ink", circle(44, 62, 33)],
    ["ink", "M58 26L72 40L79 33L65 19Z"],
    ["line", "M73 25C80 14 88 14 92 20"],
    ["slit", "M24 62C24 50 32 42 42 41"],
  ],
  marshal: [
    ["ink", "M14 72L8 26L31 46L50 14L69 46L92 26L86 72Z"],
    ["ink", "M14 79H86V90H14Z"],
  ],
  general: [["ink", star(5, 19, 48)]],
  colonel: [["ink", DIAMOND]],
  major: [["line", "M18 40L50 14L82 40M18 64L50 38L82 64M18 88L50 62L82 88"]],
  captain: [["ink", "M14 18H86V32H14ZM14 44H86V58H14ZM14 70H86V84H14Z"]],
  lieutenant: [["ink", "M14 28H86V44H14ZM14 58H86V74H14Z"]],
  sergeant: [["line", "M16 62L50 30L84 62"]],
  miner: [
    ["ink", "M4 42C26 4 74 4 96 42C74 24 26 24 4 42Z"],
    ["ink", "M45 20H55V96H45Z"],
  ],
  scout: [["line", "M20 46L50 18L80 46M50 22V92"]],
  spy: [
    ["ink", "M6 46C24 40 76 40 94 46V52H6Z"],
    ["ink", "M28 40L35 12C45 17 55 17 65 12L72 40Z"],
    ["line", circle(31, 72, 15) + circle(69, 72, 15) + "M44 68C48 64 52 64 56 68"],
  ],
  rider: [
    [
      "ink",
      "M26 94H80C84 60 84 32 56 16L52 5L42 18C28 24 16 42 11 58C9 68 19 74 27 67C33 61 42 60 48 52C50 66 30 72 26 94Z",
    ],
    ["cut", circle(43, 35, 4.2)],
  ],
};

/** Returns the pictogram of a kind of piece, or `null` if it has none. */
export function glyph(kind) {
  return GLYPHS[kind] ?? null;
}
