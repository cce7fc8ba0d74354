/** Reviews of all games in a page from disk: a table of the players, and one of the games. */

import { h } from "./dom.js";
import { accuracyText, addPlayers, signsText } from "./review-figures.js";
import { drawTable } from "./table.js";
import { resultText } from "./words.js";

const PLAYER_HEADS = ["Player", "Games", "Moves", "Accuracy", "?? / ? / ?!", "Missed wins"];
const GAME_HEADS = ["Game", "First", "Second", "Result", "Plies", "The move that lost"];

/**
 * Returns a section with both tables; `null` if fewer than two games have been reviewed.
 * `open(index, ply)` opens a game.
 */
export function reviewReport(replays, open) {
  const reviewed = replays.filter(({ review }) => review);
  if (reviewed.length < 2) return null;
  const games = replays.map((replay, index) => replay.review && gameRow(replay, index, open));
  return h(
    "section",
    { id: "review-report", class: "panel review-report", "aria-label": "All games" },
    h("h2", null, "All games"),
    drawTable("Players", PLAYER_HEADS, PLAYER_HEADS.slice(1), h("tbody", null, playerRows(reviewed))),
    drawTable("Games", GAME_HEADS, ["Plies"], h("tbody", null, games.filter(Boolean))),
  );
}

function playerRows(replays) {
  const players = new Map();
  for (const { players: names, review } of replays) {
    names.forEach((name, side) => {
      const player = players.get(name) ?? { games: new Set(), reviews: [] };
      player.games.add(review);
      player.reviews.push(review.players[side]);
      players.set(name, player);
    });
  }
  return [...players].map(([name, { games, reviews }]) => {
    const sum = addPlayers(reviews);
    const moves = sum.phases.reduce((count, phase) => count + phase.moves, 0);
    const figures = [games.size, moves, accuracyText(sum.phases), signsText(sum), sum.missedWins];
    return h(
      "tr",
      null,
      h("th", { scope: "row" }, name || "–"),
      figures.map((figure) => h("td", { class: "number" }, figure)),
    );
  });
}

function gameRow({ players, result, plies, review }, index, open) {
  const { turningPoint } = review;
  const to = (ply, text) =>
    h("button", { type: "button", class: "quiet", onclick: () => open(index, ply) }, text);
  const lost = turningPoint != null && `${turningPoint + 1}. ${plies[turningPoint].label}`;
  return h(
    "tr",
    null,
    h("td", null, to(null, String(index + 1))),
    players.map((name, side) =>
      h(
        "td",
        { class: result.winner === side ? "entrant won" : "entrant", title: name },
        h("span", null, name),
      ),
    ),
    h("td", null, resultText(result.score)),
    h("td", { class: "number" }, plies.length),
    h("td", null, lost ? to(turningPoint + 1, lost) : "–"),
  );
}
