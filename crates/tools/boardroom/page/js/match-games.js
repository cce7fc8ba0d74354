/** Table of the games of a match, one page at a time. */

import { get } from "./api.js";
import { h, put } from "./dom.js";
import { MatchFilters } from "./match-filters.js";
import { drawTable } from "./table.js";
import { plural, reasonText, resultText, timeText } from "./words.js";

const COLUMNS = ["Game", "First", "Second", "Result", "Reason", "Plies", "Longest answers"];

export class MatchGames {
  constructor(match) {
    this.match = match;
    this.filters = new MatchFilters(match, () => this.load());
    this.body = h("tbody", { id: "match-games" });
    this.pages = h("p", { class: "pages" });
    this.element = h(
      "section",
      { class: "panel games", "aria-label": "Games" },
      h("h2", null, "Games"),
      this.filters.element,
      drawTable("Games", COLUMNS, ["Plies", "Longest answers"], this.body),
      this.pages,
    );
  }

  async load() {
    const { query, count } = this.filters;
    const { total, page, pageSize, games } = await get(`/matches/${this.match.id}/games${query}`);
    count.textContent = plural(total, "game");
    put(
      this.body,
      games.map((game) => this.row(game, query)),
    );
    const last = Math.max(0, Math.ceil(total / pageSize) - 1);
    const button = (label, to) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          disabled: to < 0 || to > last,
          onclick: () => this.filters.go(to),
        },
        label,
      );
    put(
      this.pages,
      last > 0 && [
        button("‹ Before", page - 1),
        ` ${page + 1} of ${last + 1} `,
        button("Next ›", page + 1),
      ],
    );
  }

  /**
   * Returns the row of a game; its link contains the filters, so that the replay can step through
   * the list.
   */
  row({ unit, number, result, players, plies, longestUs }, query) {
    const name = (player) => {
      const classes = result.winner === player ? "entrant won" : "entrant";
      return h("td", { class: classes, title: players[player] }, h("span", null, players[player]));
    };
    const href = `/match/${this.match.id}/${unit}/${number}${query}`;
    return h(
      "tr",
      null,
      h("td", null, h("a", { href, data: { unit, number } }, `${unit + 1}.${number + 1}`)),
      name(0),
      name(1),
      h("td", null, resultText(result.score)),
      h("td", { title: result.words }, reasonText(result.reason)),
      h("td", { class: "number" }, plies),
      h("td", { class: "number" }, (longestUs ?? []).map(timeText).join(" / ")),
    );
  }
}
