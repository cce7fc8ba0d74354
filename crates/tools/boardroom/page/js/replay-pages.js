/**
 * Sources of replays: files on the server, matches of the store, and the page itself if it was
 * opened from disk.
 */

import { get } from "./api.js";
import { h } from "./dom.js";
import { isTyping } from "./controls.js";
import { addressOf } from "./host.js";
import { ReplayPage } from "./replay-page.js";
import { reviewReport } from "./review-report.js";
import { resultText } from "./words.js";

/** Returns the name of a game in a list: its pair in a match, or its number in a file. */
function nameOf(game, place) {
  return game.unit == null ? place + 1 : `${game.unit + 1}.${game.number + 1}`;
}

/** Returns a list to choose a game of a file, with keys for the previous and the next game. */
function gamePicker(games, index, open) {
  if (games.length < 2) return null;
  const select = h(
    "select",
    { id: "game-picker", "aria-label": "Game", onchange: () => open(Number(select.value)) },
    games.map((game, place) =>
      h(
        "option",
        { value: place, selected: place === index },
        `${nameOf(game, place)}. ${game.players.join(" – ")}  ${resultText(game.result.score)}, ${game.plies} plies`,
      ),
    ),
  );
  const neighbour = (step, label, text) =>
    h(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-label": label,
        title: label,
        disabled: !games[index + step],
        onclick: () => open(index + step),
      },
      text,
    );
  document.addEventListener("keydown", (event) => {
    const step = { "[": -1, "]": 1 }[event.key];
    if (step && !isTyping(event) && games[index + step]) open(index + step);
  });
  return h(
    "div",
    { class: "picker" },
    neighbour(-1, "The game before ([)", "‹"),
    select,
    neighbour(1, "The next game (])", "›"),
  );
}

/** Page `/replay/{id}/{index}`: one game of a file. */
export async function showReplay(place, id, index = "0") {
  const [replay, { games }] = await Promise.all([
    get(`/replays/${id}/${index}`),
    get(`/replays/${id}`),
  ]);
  document.title = `${replay.players.join(" – ")}, ${replay.game.title}`;
  const picker = gamePicker(games, Number(index), (other) =>
    location.assign(addressOf(`/replay/${id}/${other}`)),
  );
  const source = `/replays/${id}/${index}`;
  new ReplayPage(replay, { hasServer: true, source, picker }).open(place);
}

/**
 * Page `/match/{id}/{unit}/{number}`: one game of a match, with the list of the filters in the URL.
 */
export async function showMatchGame(place, id, unit, number) {
  const { search } = location;
  const [replay, { games }] = await Promise.all([
    get(`/matches/${id}/games/${unit}/${number}`),
    get(`/matches/${id}/games${search}`),
  ]);
  document.title = `${replay.players.join(" – ")}, ${replay.game.title}`;
  const index = games.findIndex((game) => `${game.unit}/${game.number}` === `${unit}/${number}`);
  const open = (other) =>
    location.assign(`/match/${id}/${games[other].unit}/${games[other].number}${search}`);
  const picker = [
    h("p", { class: "fine" }, h("a", { href: `/match/${id}${search}` }, `Match ${id}`)),
    index >= 0 && gamePicker(games, index, open),
  ];
  const source = `/matches/${id}/games/${unit}/${number}`;
  new ReplayPage(replay, { hasServer: true, source, picker }).open(place);
}

/** Shows the games embedded in the page; `#game=3` selects one. */
export function showEmbedded(place, replays) {
  const asked = Number(new URLSearchParams(location.hash.slice(1)).get("game") ?? 1) - 1;
  const index = replays[asked] ? asked : 0;
  const games = replays.map((replay) => ({
    players: replay.players,
    result: replay.result,
    plies: replay.plies.length,
  }));
  const open = (other, ply = null) => {
    location.hash = ply == null ? `game=${other + 1}` : `game=${other + 1}&ply=${ply}`;
    location.reload();
  };
  document.title = `${replays[index].players.join(" – ")}, ${replays[index].game.title}`;
  const picker = gamePicker(games, index, open);
  const report = reviewReport(replays, open);
  new ReplayPage(replays[index], { hasServer: false, picker, report }).open(place);
}
