/** Home page: games to play, matches, and record files to replay. */

import { get } from "./api.js";
import { Board } from "./board.js";
import { openFile } from "./drop.js";
import { h, put } from "./dom.js";
import { HAS_SERVER, addressOf } from "./host.js";
import { armyFrame } from "./setup-board.js";
import { drawTable } from "./table.js";
import { dateText, plural } from "./words.js";

/** Shows the boards first; the list of matches follows later because the store may be large. */
export async function showHome(place) {
  const lists = Promise.all([get("/matches"), get("/files")]);
  const games = await get("/games");
  const starts = await Promise.all(games.map(startOf));
  const columns = h("div", { class: "home-columns" });
  const cards = games.map((info, index) => gameCard(info, starts[index]));
  put(
    place,
    h(
      "div",
      { class: "home" },
      h("h1", { class: "probe" }, "Board room"),
      h("section", { id: "games", class: "cards", "aria-label": "Games" }, cards),
      columns,
    ),
  );
  const [{ matches }, { replays }] = await lists;
  put(columns, HAS_SERVER && matchList(games, matches), fileList(replays));
  // The browser has looked for the part that the URL names before the page had it.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/**
 * Returns the position for the picture of a game: the initial position, or a random setup in games
 * with a setup phase.
 */
async function startOf(info) {
  if (info.setup) {
    const { setup } = await get(`/games/${info.name}/setup?player=0`);
    return armyFrame(info, 0, setup);
  }
  const { frames } = await get(`/games/${info.name}/start`);
  return frames.all;
}

function gameCard(info, frame) {
  const board = new Board(info, { isPicture: true, label: `The start of ${info.title}` });
  board.show(frame);
  return h(
    "article",
    { class: "card panel" },
    h("div", { class: "card-board" }, board.svg),
    h(
      "div",
      { class: "card-words" },
      h("h2", null, info.title),
      h("details", null, h("summary", null, "Rules"), h("p", null, info.rules.join(" "))),
      h(
        "p",
        { class: "card-links" },
        h(
          "a",
          {
            class: "button primary",
            href: addressOf(`/play/${info.name}`),
            data: { game: info.name },
            "aria-label": `Play ${info.title}`,
          },
          "Play",
        ),
        h(
          "a",
          {
            class: "button",
            href: addressOf(`/analyse/${info.name}`),
            data: { analyse: info.name },
            "aria-label": `Analyse ${info.title}`,
          },
          "Analyse",
        ),
      ),
    ),
  );
}

function matchList(games, matches) {
  const title = (name) => games.find((info) => info.name === name)?.title ?? name;
  const rows = matches.map((match) =>
    h(
      "tr",
      null,
      h(
        "td",
        { class: "entrant" },
        h(
          "a",
          { href: `/match/${match.id}`, data: { match: match.id }, title: match.command },
          match.players.join(" – "),
        ),
      ),
      h("td", null, title(match.game)),
      h("td", { class: "number" }, match.score ? match.score.join(" : ") : ""),
      h(
        "td",
        { class: "number" },
        match.isRunning
          ? h("span", { class: "live" }, `${match.games} of ${match.planned ?? "?"}`)
          : match.games,
      ),
      h("td", { class: "fine" }, dateText(match.created)),
    ),
  );
  return h(
    "section",
    { id: "matches", class: "panel", "aria-label": "Matches" },
    h("h2", null, "Matches"),
    rows.length
      ? drawTable(
          "Matches",
          ["Players", "Game", "Score", "Games", "Begun"],
          ["Score", "Games"],
          h("tbody", null, rows),
        )
      : h(
          "p",
          { class: "fine" },
          "None yet: play one with ",
          h("code", null, "cargo cg match breakthrough --p1 bot --p2 uct --games 20"),
          ".",
        ),
    h("p", null, h("a", { href: "/workers" }, "Workers of the queue")),
  );
}

function fileList(replays) {
  const field = h("input", {
    type: "file",
    id: "file",
    class: "probe",
    accept: ".jsonl,.gz,.json",
    tabindex: "-1",
    "aria-label": "A file of game records",
    onchange: () => field.files[0] && openFile(field.files[0]),
  });
  return h(
    "section",
    { id: "files", class: "panel", "aria-label": "Recorded games" },
    h("h2", null, "Recorded games"),
    h(
      "ul",
      { class: "plain" },
      replays.map(({ id, name, count }) =>
        h(
          "li",
          null,
          h("a", { href: addressOf(`/replay/${id}/0`), data: { replay: id } }, name),
          " ",
          h("span", { class: "fine" }, plural(count, "game")),
        ),
      ),
    ),
    h(
      "p",
      { class: "fine" },
      "Drop a file of records anywhere on the page, or choose one: plain or compressed, as ",
      h("code", null, "cargo cg export"),
      " writes them.",
    ),
    h(
      "button",
      { type: "button", id: "choose-file", onclick: () => field.click() },
      "Choose a file",
    ),
    field,
  );
}
