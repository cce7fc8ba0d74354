/** Two charts of a game: reported scores and response times of both bots. */

import { chartFigure } from "./charts.js";
import { boundedPieces, fromFirst } from "./words.js";

/**
 * The time limit is drawn only if it is at most this many times the longest response; the limit of
 * a whole game is longer.
 */
const LIMIT_IN_SIGHT = 4;

/** Returns a list with one entry for every ply from 0, filled from the plies of one player. */
function byPly(plies, player, value) {
  const values = Array(plies.length + 1).fill(null);
  plies.forEach((ply, index) => {
    if (ply.player === player) values[index + 1] = value(ply) ?? null;
  });
  return values;
}

/**
 * Returns the charts for which the game has data, each with a figure and a function that starts it.
 */
export function replayCharts(replay, go) {
  const { plies, game } = replay;
  const x = Array.from({ length: plies.length + 1 }, (_, ply) => ply);
  const charts = [];
  if (plies.some((ply) => ply.report?.score != null)) {
    const score = (ply) => boundedPieces(fromFirst(ply.report?.score, ply.player));
    const lines = [0, 1].map((player) => ({
      name: game.players[player],
      values: byPly(plies, player, score),
      colour: `series-${player}`,
      dash: player ? [5, 3] : undefined,
    }));
    const bound = Math.max(
      1,
      ...lines.flatMap(({ values }) => values.map((value) => Math.abs(value ?? 0))),
    );
    const options = {
      x,
      lines,
      yRange: () => [-bound * 1.08, bound * 1.08],
      pick: go,
    };
    charts.push(
      chartFigure(
        "evaluation-chart",
        `Evaluation, ${game.players[0]} ahead above`,
        options,
        "Evaluation by ply as both bots reported it; the move list has the figures",
      ),
    );
  }
  if (plies.some((ply) => ply.timeUs != null)) {
    const time = (ply) => (ply.timeUs == null ? null : ply.timeUs / 1000);
    const lines = [0, 1].map((player) => ({
      name: game.players[player],
      values: byPly(plies, player, time),
      kind: "bars",
      colour: `series-${player}`,
    }));
    const limits = Array(plies.length + 1).fill(null);
    plies.forEach((ply, index) => {
      limits[index + 1] = ply.limitUs == null ? null : ply.limitUs / 1000;
    });
    const usual = typical(limits);
    const longest = Math.max(
      0,
      ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)),
    );
    const isNear = usual != null && usual < LIMIT_IN_SIGHT * longest;
    const top = Math.max(longest, isNear ? usual : 0) * 1.1 || 1;
    if (isNear)
      lines.push({
        name: "limit",
        values: limits,
        kind: "limit",
        colour: "series-limit",
        dash: [4, 4],
      });
    const options = { x, lines, yRange: () => [0, top], pick: go };
    charts.push(
      chartFigure(
        "time-chart",
        "Time in milliseconds",
        options,
        "Time of each answer against its limit; the turn's details have the figures",
      ),
    );
  }
  return charts;
}

/** Returns the limit of most turns: the longer limit of first turns would flatten the chart. */
function typical(limits) {
  const set = limits.filter((limit) => limit != null).sort((one, other) => one - other);
  return set.length ? set[Math.floor(set.length / 2)] : null;
}
