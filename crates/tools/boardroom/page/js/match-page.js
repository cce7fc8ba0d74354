/**
 * Page `/match/{id}`: a match of the arena's store with tables, charts and games; it updates itself
 * while the match runs. A page from disk holds one match, which stays as it was.
 */

import { get, listen } from "./api.js";
import { chartFigure } from "./charts.js";
import { h, markReady, put, setData, shareBar } from "./dom.js";
import { EmbeddedGames, ServedGames } from "./match-games.js";
import { drawTable } from "./table.js";
import { dateText } from "./words.js";

/** Minimum time between two updates of a running match, in milliseconds. */
const MIN_UPDATE_MS = 1500;

export async function showMatch(place, id) {
  const match = await get(`/matches/${id}`);
  await show(place, match, new ServedGames(match));
}

/** Shows the match embedded in the page, and the list of its games. */
export async function showReport(place, { match, games, address }) {
  await show(place, match, new EmbeddedGames(games, `${address}/match/${match.id}`));
}

async function show(place, match, games) {
  document.title = `${match.players.join(" – ")}, match ${match.id}`;
  new MatchPage(match, games).open(place);
  await games.load();
  markReady();
}

class MatchPage {
  constructor(match, games) {
    this.match = match;
    this.games = games;
    this.isWaiting = false;
  }

  open(place) {
    this.head = h("section", { class: "panel match-head" });
    this.tables = h("section", { class: "match-tables" });
    this.charts = h("section", { class: "match-charts" });
    put(
      place,
      h(
        "div",
        { id: "match", class: "match" },
        this.head,
        this.tables,
        this.charts,
        this.games.element,
      ),
    );
    this.show(this.match);
    if (!this.match.isRunning) return;
    const close = listen(`/matches/${this.match.id}/events`, {
      match: (event) => {
        this.refresh();
        if (!event.isRunning) close();
      },
    });
  }

  /** Updates the page after a delay; events within the delay cause one update. */
  refresh() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    setTimeout(async () => {
      this.isWaiting = false;
      this.show(await get(`/matches/${this.match.id}`));
      this.games.load();
    }, MIN_UPDATE_MS);
  }

  show(match) {
    this.match = match;
    setData(this.head, { running: Boolean(match.isRunning) });
    put(
      this.head,
      h("h1", null, match.players.join(" – ")),
      match.score && this.scoreBar(match),
      h(
        "p",
        { class: "fine" },
        match.isRunning
          ? h("span", { class: "live" }, `running, ${match.games} of ${match.planned ?? "?"} games`)
          : gameCount(match),
        ` · ${match.game} · ${dateText(match.created)}`,
      ),
      h("p", { class: "command" }, h("code", null, match.command)),
    );
    put(
      this.tables,
      (match.tables ?? []).map((table) => tablePanel(table)),
    );
    const charts = (match.charts ?? []).map((chart) => drawChart(chart));
    put(
      this.charts,
      charts.map(({ figure }) => h("div", { class: "panel" }, figure)),
    );
    for (const { start } of charts) start();
  }

  scoreBar({ score, players }) {
    const total = score[0] + score[1] || 1;
    const share = Math.round((1000 * score[0]) / total) / 10;
    return h(
      "div",
      { class: "score-line" },
      h("strong", null, score[0]),
      shareBar(share / 100, `${players[0]} has ${share} percent`),
      h("strong", null, score[1]),
      h("span", { class: "fine" }, `${share} %`),
    );
  }
}

/** Returns the number of games, and the planned number if some were not played. */
function gameCount({ games, planned }) {
  return games < planned ? `${games} of ${planned} games` : `${games} games`;
}

/** Returns true for values that are aligned right: numbers, and texts that start like a number. */
function isFigure(value) {
  return typeof value === "number" || /^([+−-]?[\d∞]|–?$)/.test(String(value));
}

function tablePanel({ title, head, rows }) {
  const cell = (value, column) =>
    column === 0 && !isFigure(value)
      ? h("th", { scope: "row" }, value)
      : h("td", { class: isFigure(value) ? "number" : null }, value);
  const figures = head.filter(
    (_, column) => rows.length > 0 && rows.every((row) => isFigure(row[column])),
  );
  const body = h(
    "tbody",
    null,
    rows.map((row) => h("tr", null, row.map(cell))),
  );
  return h(
    "section",
    { class: "panel" },
    h("h2", null, title),
    drawTable(title, head, figures, body),
  );
}

function drawChart({ id, title, kind, x, xLabel, series, yLabel, band }) {
  const lines = series.map(({ name, values }) => ({ name, values, kind }));
  if (band) {
    const edge = { kind: "limit", colour: "muted", dash: true };
    lines.push({ ...edge, name: band.name, values: band.low }, { ...edge, values: band.high });
  }
  const all = lines.flatMap(({ values }) => values).filter((value) => value != null);
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const isShare = yLabel === "percent" && kind === "line";
  const yRange = () => (isShare ? [0, 100] : [low * 1.05, high * 1.05]);
  const saysMore = yLabel && !isShare && !series.some(({ name }) => name === yLabel);
  return chartFigure(
    `chart-${id}`,
    saysMore ? `${title} (${yLabel})` : title,
    { x, xLabel, lines, yRange, unit: isShare ? " %" : "" },
    title,
  );
}
