/** Page `/docs`: what the board room does, and the commands that fill it. It needs no network. */

import { h, put } from "./dom.js";
import { SCORES, keyList } from "./help.js";
import { HAS_SERVER } from "./host.js";

/** Sections: a title, and paragraphs or commands. A line that begins with `$` is a command. */
const SECTIONS = [
  [
    "Replay",
    "Drop a file of game records anywhere on a page, or name it behind the command. A click on the moves, or on the charts of evaluation and time, goes to a turn. Input of a turn can be copied and fed to a bot. In games with hidden information the list View chooses who looks.",
    "$cargo cg serve games.jsonl.gz",
    "$cargo cg replay --game 1 -o game.html",
  ],
  [
    "Play",
    "Choose Play below a game: side, time of the bot per move, and the start position. Stratego also has the choice of the rules, and of the army. Games last until the server has not seen them for a day, also if it is started again.",
  ],
  [
    "Analyse",
    "The best moves of a position, deeper with every iteration: a click on one plays it, the pointer on one shows how it goes on. Move the pieces of both sides on the board. The address holds the moves, so that it can be sent to others. The field Position takes a position in the notation of the game, and Edit opens the board editor.",
    "$cargo cg book breakthrough --from games.jsonl.gz",
  ],
  [
    "Review",
    "A reviewed game shows its mistakes, the better moves, the expected points after each ply, and the move that lost the game. Analyse the game does this for the game of a page in the background.",
    "$cargo cg review --match 6",
  ],
  [
    "Matches",
    "Every match of the store, with score, tables, charts and games, also while it runs.",
    "$cargo cg match breakthrough --p1 bot --p2 uct --games 20",
    "$cargo cg report -o match.html",
  ],
  [
    "Bots by hand",
    "A bot reads turns from standard input, as its judge sends them, and writes its moves.",
    "$cargo cg sample breakthrough | cargo run --release -p breakthrough",
  ],
  [
    "All documentation",
    "It is in the folder docs/src of the repository, which this command shows as a book. The help of each command lists its options.",
    "$mdbook serve docs",
    "$cargo cg --help",
  ],
];

/** Returns a section as a panel. */
function drawSection([title, ...lines]) {
  const paragraph = (line) =>
    line.startsWith("$")
      ? h("pre", { tabindex: "0" }, line.slice(1))
      : h("p", null, line);
  return h(
    "section",
    { class: "panel docs-section", "aria-label": title },
    h("h2", null, title),
    lines.map(paragraph),
  );
}

export function showDocs(place) {
  document.title = "Docs of the board room";
  const keys = h(
    "section",
    { class: "panel docs-section", "aria-label": "Keys" },
    h("h2", null, "Keys"),
    keyList(),
    h("p", { class: "fine" }, SCORES),
  );
  const api = h(
    "p",
    { class: "fine" },
    "Other programs may use the JSON interface of this server: ",
    h("a", { href: "/api/openapi.json" }, "its description"),
    ".",
  );
  put(
    place,
    h(
      "div",
      { class: "home docs" },
      h("h1", null, "Docs"),
      h("div", { class: "docs-columns" }, SECTIONS.map(drawSection), keys),
      HAS_SERVER && api,
    ),
  );
}
