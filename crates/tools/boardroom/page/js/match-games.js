/** Table of the games of a match, one page at a time, on the server or in the page. */

import { get } from "./api.js";
import { h, put } from "./dom.js";
import { MatchFilters } from "./match-filters.js";
import { drawTable } from "./table.js";
import { plural, reasonText, resultText, timeText } from "./words.js";

const COLUMNS = ["Game", "First", "Second", "Result", "Reason", "Plies", "Longest answers"];

/** Table with buttons for its pages. A subclass has `list()`, `go(page)` and `link(game)`. */
class MatchGames {
  constructor(filters) {
    this.body = h("tbody", { id: "match-games" });
    this.pages = h("p", { class: "pages" });
    this.element = h(
      "section",
      { class: "panel games", "aria-label": "Games" },
      h("h2", null, "Games"),
      filters,
      drawTable("Games", COLUMNS, ["Plies", "Longest answers"], this.body),
      this.pages,
    );
  }

  async load() {
    const { total, page, pageSize, games } = await this.list();
    put(
      this.body,
      games.map((game) => this.row(game)),
    );
    const last = Math.max(0, Math.ceil(total / pageSize) - 1);
    const button = (label, to) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          disabled: to < 0 || to > last,
          onclick: () => this.go(to),
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

  row(game) {
    const { result, players, plies, longestUs } = game;
    const name = (player) => {
      const classes = result.winner === player ? "entrant won" : "entrant";
      return h("td", { class: classes, title: players[player] }, h("span", null, players[player]));
    };
    return h(
      "tr",
      null,
      h("td", null, this.link(game, `${game.unit + 1}.${game.number + 1}`)),
      name(0),
      name(1),
      h("td", null, resultText(result.score)),
      h("td", { title: result.words }, reasonText(result.reason)),
      h("td", { class: "number" }, plies),
      h("td", { class: "number" }, (longestUs ?? []).map(timeText).join(" / ")),
    );
  }
}

/** Games on the server, which filters and sorts them. */
export class ServedGames extends MatchGames {
  constructor(match) {
    const filters = new MatchFilters(match, () => this.load());
    super(filters.element);
    this.match = match;
    this.filters = filters;
  }

  async list() {
    const { query, count } = this.filters;
    const list = await get(`/matches/${this.match.id}/games${query}`);
    this.query = query;
    count.textContent = plural(list.total, "game");
    return list;
  }

  go(page) {
    this.filters.go(page);
  }

  /** Returns a link with the filters, so that the replay can step through the list. */
  link({ unit, number }, name) {
    const href = `/match/${this.match.id}/${unit}/${number}${this.query}`;
    return h("a", { href, data: { unit, number } }, name);
  }
}

/** Games embedded in the page: the list without filters. `address` is that of the match. */
export class EmbeddedGames extends MatchGames {
  constructor(list, address) {
    const link = h("a", { href: address }, "board room");
    const command = h("code", null, "cargo cg serve");
    super(h("p", { class: "fine" }, "Games open in the ", link, " while ", command, " runs here."));
    this.address = address;
    this.all = list;
    this.page = 0;
  }

  list() {
    const { total, pageSize, games } = this.all;
    const start = this.page * pageSize;
    return { total, pageSize, page: this.page, games: games.slice(start, start + pageSize) };
  }

  go(page) {
    this.page = page;
    this.load();
  }

  link({ unit, number }, name) {
    return h("a", { href: `${this.address}/${unit}/${number}` }, name);
  }
}
