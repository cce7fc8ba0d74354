/** `/analyse/{game}`: a board without a game behind it; its moves stand in the URL. */

import { post } from "./api.js";
import { gameInfo } from "./games.js";
import { ReplayPage } from "./replay-page.js";

/** A replay of the moves that the URL names, to go on from. */
export async function showAnalysis(place, name) {
  const values = new URLSearchParams(location.hash.slice(1));
  const moves = (values.get("moves") ?? "").split(",").filter(Boolean);
  const position = values.get("position") ?? undefined;
  const game = await gameInfo(name);
  const look = (count) =>
    post("/positions", { game: name, position, moves: moves.slice(0, count) });
  const [start, ...later] = await Promise.all(
    Array.from({ length: moves.length + 1 }, (_, count) => look(count)),
  );
  const plies = later.map(({ frames }, index) => {
    const player = (index === 0 ? start : later[index - 1]).frames.all.toMove ?? 0;
    const known = (index === 0 ? start : later[index - 1]).legal.find(
      ({ move }) => move === moves[index],
    );
    return { player, move: moves[index], label: known?.label ?? moves[index], frames };
  });
  const replay = {
    game,
    plies,
    position,
    isOpen: true,
    players: game.players,
    start: start.frames,
    result: { score: "", words: "Move the pieces of both sides; the engine looks on." },
  };
  document.title = `Analyse ${game.title}`;
  const page = new ReplayPage(replay, { hasServer: true });
  page.open(place);
  page.explorer.toggle();
}
