/*
 * Places the board for its screenshot: in the corner of the window, with half a CSS pixel per unit,
 * and with its text in the font of the tests.
 * The screenshot then does not depend on the fonts of the machine.
 * Arguments: the font in base64, and the callback of the driver, which gets an error message or "".
 */
const [font, done] = arguments;
const SCALE = 0.5;
const board = document.querySelector("#board");
const { width, height } = board.viewBox.baseVal;
const wanted = [0, 0, width * SCALE, height * SCALE].join(" ");
const bytes = Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0));
const face = new FontFace("Board", bytes, { weight: "1 1000" });
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  #board {
    position: fixed; inset: 0 auto auto 0; z-index: 10; font-family: "Board";
    width: ${width * SCALE}px; height: ${height * SCALE}px;
  }
`);
document.adoptedStyleSheets.push(sheet);
document.fonts.add(face);

function problem() {
  const { x, y, width, height } = board.getBoundingClientRect();
  const place = [x, y, width, height].join(" ");
  if (place !== wanted) return `the board is at ${place}, not at ${wanted}`;
  const text = [...board.querySelectorAll("text")].map((node) => node.textContent).join("");
  return /[^ -~]/.test(text) ? `the tests' font lacks some letters of ${text}` : "";
}

face.load().then(
  () => done(problem()),
  (error) => done(String(error)),
);
