/** Help dialog with the list of keys. */

import { h, put } from "./dom.js";
import { isTyping } from "./controls.js";

/** Keys of the pages with a board, and what they do. */
const KEYS = [
  ["←  →", "previous and next ply"],
  ["Home  End", "start and end of the game"],
  ["Space", "start and stop autoplay"],
  ["n", "next turning point: a bot's own score has changed by a piece or more (▲ ▼)"],
  ["m  M", "next and previous mistake of a reviewed game: ?? ? ?!, and ◆ for the move that lost it"],
  ["f", "flip the board"],
  ["v", "change the view, in games with hidden information"],
  ["a", "start and stop the engine analysis; a move on the board then starts a branch"],
  ["Esc", "leave a branch and return to the game"],
  ["[  ]", "previous and next game of a file, or of the list of a match"],
  [
    "Tab  Enter",
    "move pieces: focus the board by Tab, go to a square by arrow keys, choose by Enter, cancel by Escape",
  ],
  ["?", "this help"],
];

/** View of the player from which scores are shown. */
export const SCORES =
  "Scores are in pieces. In lists, charts and analysis they are from the view of the player who moves first; in the details of a turn they are from the view of the bot that reported them.";

/** Returns the list of the keys. */
export function keyList() {
  const entry = ([keys, words]) =>
    h(
      "div",
      null,
      h(
        "dt",
        null,
        keys.split("  ").map((key) => h("kbd", null, key)),
      ),
      h("dd", null, words),
    );
  return h("dl", { class: "keys-list" }, KEYS.map(entry));
}

/** Connects the button and the key to the dialog. */
export function setUpHelp(button, dialog) {
  put(
    dialog,
    h("h2", null, "Keys"),
    keyList(),
    h("p", { class: "fine" }, `${SCORES} Drop a file of game records anywhere on the page to replay it.`),
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
