/** Controls of a replay: buttons, slider, keys and autoplay. */

import { h, put, s } from "./dom.js";

/** Time per position during autoplay, in milliseconds. */
const STEP_MS = 700;

const ICONS = {
  first: "M6 5V19M18 5L9 12L18 19Z",
  previous: "M15 5L8 12L15 19",
  play: "M7 4L19 12L7 20Z",
  pause: "M8 5V19M16 5V19",
  next: "M9 5L16 12L9 19",
  last: "M18 5V19M6 5L15 12L6 19Z",
  flip: "M8 20V5M4 9L8 5L12 9M16 4V19M12 15L16 19L20 15",
};

/** Returns a button with an icon. */
export function iconButton(id, label, icon, onclick) {
  const button = h("button", {
    type: "button",
    id,
    class: "icon",
    "aria-label": label,
    title: label,
    onclick,
  });
  setIcon(button, icon);
  return button;
}

function setIcon(button, icon) {
  const path = s("path", { d: ICONS[icon] });
  put(button, s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, path));
}

/** Returns true if a key event belongs to an input field or to the browser. */
export function isTyping(event) {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  return target.matches?.("input:not([type=range]), select, textarea, pre");
}

export class Controls {
  /** `go` gets the chosen ply; `length` returns the number of plies. */
  constructor({ go, flip, length }) {
    this.go = go;
    this.length = length;
    this.ply = 0;
    this.timer = null;
    this.slider = h("input", {
      type: "range",
      id: "slider",
      min: 0,
      max: length(),
      value: 0,
      "aria-label": "Ply",
      oninput: () => this.step(Number(this.slider.value)),
    });
    this.playButton = iconButton("play", "Play (space)", "play", () => this.togglePlay());
    this.count = h("output", { id: "ply", for: "slider" });
    this.element = h(
      "div",
      { class: "controls" },
      iconButton("first", "To the start (Home)", "first", () => this.step(0)),
      iconButton("previous", "Previous (left arrow)", "previous", () => this.step(this.ply - 1)),
      this.playButton,
      iconButton("next", "Next (right arrow)", "next", () => this.step(this.ply + 1)),
      iconButton("last", "To the end (End)", "last", () => this.step(this.length())),
      this.slider,
      this.count,
      iconButton("flip", "Flip the board (f)", "flip", flip),
    );
    document.addEventListener("keydown", (event) => this.key(event, flip));
  }

  step(ply) {
    this.stop();
    this.go(Math.max(0, Math.min(ply, this.length())));
  }

  show(ply) {
    this.ply = ply;
    this.slider.max = this.length();
    this.slider.value = ply;
    this.count.dataset.ply = ply;
    this.count.textContent = `${ply} / ${this.length()}`;
  }

  togglePlay() {
    if (this.timer) return this.stop();
    if (this.ply >= this.length()) this.go(0);
    setIcon(this.playButton, "pause");
    this.timer = setInterval(() => {
      this.go(this.ply + 1);
      if (this.ply >= this.length()) this.stop();
    }, STEP_MS);
  }

  stop() {
    if (!this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
    setIcon(this.playButton, "play");
  }

  key(event, flip) {
    if (isTyping(event) || document.querySelector("dialog[open]")) return;
    const actions = {
      ArrowLeft: () => this.step(this.ply - 1),
      ArrowRight: () => this.step(this.ply + 1),
      Home: () => this.step(0),
      End: () => this.step(this.length()),
      f: flip,
    };
    const isButton = event.target.matches?.("button, summary, a");
    if (event.key === " " && !isButton) this.togglePlay();
    else if (actions[event.key]) actions[event.key]();
    else return;
    event.preventDefault();
  }
}
