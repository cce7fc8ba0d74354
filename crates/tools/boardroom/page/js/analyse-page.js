/**
 * Page `/analyse/{game}`: a board for analysis without a recorded game; the URL holds the moves.
 * Without a game it is the first one of the list.
 */

import { get, post } from "./api.js";
import { h } from "./dom.js";
import { gameInfo } from "./games.js";
import { addressOf } from "./host.js";
import { PositionField } from "./position-field.js";
import { ReplayPage } from "./replay-page.js";

/** Shows the position and the moves of the URL. */
export async function showAnalysis(place, asked) {
  const values = new URLSearchParams(location.hash.slice(1));
  const games = await get("/games");
  const name = asked ?? games[0].name;
  const game = await gameInfo(name);
  const position = values.get("position") ?? undefined;
  let moves = (values.get("moves") ?? "").split(",").filter(Boolean);
  if (game.setup && !moves.length && !position) moves = await randomSetups(game);
  const replay = {
    game,
    position,
    isOpen: true,
    players: game.players,
    result: { score: "", words: "Move the pieces of both sides to analyse positions." },
    ...(await replayMoves(name, position, moves)),
  };
  document.title = `Analyse ${game.title}`;
  if (!values.has("ply")) {
    values.set("ply", moves.length);
    history.replaceState(null, "", `#${values}`);
  }
  const field = new PositionField((text) => setUp(page, text));
  const page = new ReplayPage(replay, { hasServer: true, picker: gamePicker(games, game), field });
  page.open(place);
  page.explorer.toggle();
}

/** Goes to a position of the line, or analyses another one if the game has such a position. */
async function setUp(page, text) {
  const { gameLine, replay } = page;
  const plies = Array.from({ length: gameLine.length + 1 }, (_, ply) => ply);
  const ply = plies.find((at) => gameLine.frames(at).all.text === text);
  if (ply != null) return page.go(ply);
  const game = replay.game.name;
  await post("/positions", { game, position: text });
  location.assign(addressOf(`/analyse/${game}#${new URLSearchParams({ position: text })}`));
  location.reload();
}

/** Returns a list to choose another game. */
function gamePicker(games, { name, title }) {
  const choices = games.some((game) => game.name === name) ? games : [...games, { name, title }];
  const select = h(
    "select",
    {
      id: "analysed-game",
      "aria-label": "Game",
      onchange: () => location.assign(addressOf(`/analyse/${select.value}`)),
    },
    choices.map((game) => h("option", { value: game.name, selected: game.name === name }, game.title)),
  );
  return h("div", { class: "picker" }, select);
}

/** Returns the positions before and after each move. */
async function replayMoves(game, position, moves) {
  const look = (_, count) => post("/positions", { game, position, moves: moves.slice(0, count) });
  const seen = await Promise.all(Array.from({ length: moves.length + 1 }, look));
  const plies = moves.map((move, index) => {
    const { frames, legal } = seen[index];
    const label = legal.find((entry) => entry.move === move)?.label ?? move;
    return { player: frames.all.toMove ?? 0, move, label, frames: seen[index + 1].frames };
  });
  return { start: seen[0].frames, plies };
}

/** Returns random setups of both armies as rows in the notation of the judge. */
async function randomSetups({ name, columns }) {
  const { legal } = await post("/positions", { game: name, moves: [] });
  const letterOf = new Map(legal.map(({ role, move }) => [role, move]));
  const rows = [];
  for (const player of [0, 1]) {
    const { setup } = await get(`/games/${name}/setup?player=${player}`);
    const letters = [...setup].map((letter) => letterOf.get(letter)).join("");
    for (let at = 0; at < letters.length; at += columns) rows.push(letters.slice(at, at + columns));
  }
  return rows;
}
