/** Entry point: sets up the common elements and shows the page of the URL. */

import { showAnalysis } from "./analyse-page.js";
import { showDocs } from "./docs-page.js";
import { announce, h, markReady, put } from "./dom.js";
import { setUpDrop } from "./drop.js";
import { showEditor } from "./editor-page.js";
import { setUpHelp } from "./help.js";
import { showHome } from "./home-page.js";
import { addressOf, currentPage } from "./host.js";
import { showMatch, showReport } from "./match-page.js";
import { showNewGame } from "./new-game-page.js";
import { showEmbedded, showMatchGame, showReplay } from "./replay-pages.js";
import { showSession } from "./session-page.js";
import { setUpTheme } from "./theme.js";
import { showWorkers } from "./workers-page.js";

const ROUTES = [
  [/^\/$/, showHome],
  [/^\/play\/([\w-]+)$/, showNewGame],
  [/^\/analyse(?:\/([\w-]+))?$/, showAnalysis],
  [/^\/edit\/([\w-]+)$/, showEditor],
  [/^\/docs$/, showDocs],
  [/^\/table\/([\w-]+)$/, showSession],
  [/^\/replay\/([\w-]+)(?:\/(\d+))?$/, showReplay],
  [/^\/workers$/, showWorkers],
  [/^\/match\/(\d+)$/, showMatch],
  [/^\/match\/(\d+)\/(\d+)\/(\d+)$/, showMatchGame],
];

/** Elements with the data of a page from disk, and what shows the data. */
const EMBEDDED = [
  ["replays", showEmbedded],
  ["report", showReport],
];

function showProblem(place, message) {
  put(
    place,
    h(
      "section",
      { class: "panel problem" },
      h("h1", null, "This cannot be shown"),
      h("p", null, message),
      h("p", null, h("a", { href: addressOf("/") }, "To the games and matches")),
    ),
  );
  announce(message);
}

async function showServed(place) {
  for (const [pattern, show] of ROUTES) {
    const match = pattern.exec(currentPage());
    if (match) return show(place, ...match.slice(1));
  }
  throw new Error("There is no page at this URL.");
}

/** Shows the data embedded in the page; returns false if there are none. */
async function showFromDisk(place) {
  for (const [id, show] of EMBEDDED) {
    const data = document.getElementById(id);
    if (!data) continue;
    document.querySelector(".brand").removeAttribute("href");
    document.querySelector(".top nav").remove();
    await show(place, JSON.parse(data.textContent));
    return true;
  }
  return false;
}

async function start() {
  setUpTheme(document.getElementById("theme"));
  setUpHelp(document.getElementById("help"), document.getElementById("help-dialog"));
  const place = document.getElementById("app");
  try {
    if (!(await showFromDisk(place))) {
      setUpDrop();
      await showServed(place);
    }
  } catch (error) {
    showProblem(place, error.message);
  }
  markReady();
}

// A page from the back/forward cache has lost its event streams.
addEventListener("pageshow", (event) => event.persisted && location.reload());
start();
