/** The overlay that lists the keys. */

import { h, put } from "./dom.js";
import { isTyping } from "./controls.js";

const KEYS = [
  ["←  →", "back and on by a ply"],
  ["Home  End", "to the start and to the end"],
  ["Space", "play by itself, and stop"],
  ["n", "to the next turning point: a bot's own score has changed by a piece or more (▲ ▼)"],
  ["f", "flip the board"],
  ["v", "whose view, where something is hidden"],
  ["a", "start and stop the engine's analysis; moves on the board then branch off"],
  ["Esc", "leave a branch, and come back to the game"],
  ["[  ]", "the game before and the next one of a file, or of a match's list"],
  [
    "Tab  Enter",
    "move pieces: reach the board by Tab, walk over it by arrows, choose by Enter, let go by Escape",
  ],
  ["?", "this help"],
];

/** Wires the button and the key. */
export function setUpHelp(button, dialog) {
  put(
    dialog,
    h("h2", null, "Keys"),
    h(
      "dl",
      { class: "keys-list" },
      KEYS.map(([keys, words]) =>
        h(
          "div",
          null,
          h(
            "dt",
            null,
            keys.split("  ").map((key) => h("kbd", null, key)),
          ),
          h("dd", null, words),
        ),
      ),
    ),
    h(
      "p",
      { class: "fine" },
      "Scores are in pieces; in lists, charts and analysis they are seen from the player who moves first, in a turn's details from the bot that reported them. Drop a file of game records anywhere on the page to look at it.",
    ),
    h(
      "p",
      { class: "close" },
      h("button", { type: "button", onclick: () => dialog.close() }, "Close"),
    ),
  );
  const toggle = () => (dialog.open ? dialog.close() : dialog.showModal());
  button.addEventListener("click", toggle);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || isTyping(event)) return;
    event.preventDefault();
    toggle();
  });
}
