/** The games of a match in a table, with filters and pages. */

import { get, query } from "./api.js";
import { h, put } from "./dom.js";
import { plural, reasonText, resultText, timeText } from "./words.js";

export class MatchGames {
  constructor(match) {
    this.match = match;
    this.page = 0;
    const { players } = match;
    const choose = (id, label, options) => {
      const select = h(
        "select",
        { id, onchange: () => this.reload() },
        options.map(([value, name]) => h("option", { value }, name)),
      );
      return { select, label: h("label", null, label, select) };
    };
    this.reason = choose("filter-reason", "Reason", [
      ["", "any"],
      ...(match.reasons ?? []).map((reason) => [reason, reasonText(reason)]),
    ]);
    this.loser = choose("filter-loser", "Lost by", [
      ["", "anybody"],
      ...players.map((name, index) => [index, name]),
    ]);
    this.colour = choose("filter-colour", `${players[0]} moved`, [
      ["", "first or second"],
      ["first", "first"],
      ["second", "second"],
    ]);
    this.sort = choose("sort", "Order", [
      ["number", "as played"],
      ["plies", "longest first"],
      ["time", "slowest answer first"],
    ]);
    this.fault = h("input", {
      type: "checkbox",
      id: "filter-fault",
      onchange: () => this.reload(),
    });
    this.count = h("span", { class: "fine", role: "status" });
    this.body = h("tbody", { id: "match-games" });
    this.pages = h("p", { class: "pages" });
    this.element = h(
      "section",
      { class: "panel games", "aria-label": "Games" },
      h("h2", null, "Games"),
      h(
        "form",
        { class: "filters", onsubmit: (event) => event.preventDefault() },
        [this.reason, this.loser, this.colour, this.sort].map(({ label }) => label),
        h("label", { class: "check" }, this.fault, "timeouts and other faults"),
        this.count,
      ),
      h(
        "div",
        { class: "scroll", tabindex: "0", role: "group", "aria-label": "Games" },
        h(
          "table",
          null,
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              ["Game", "First", "Second", "Result", "Reason", "Plies", "Longest answers"].map(
                (name, column) =>
                  h("th", { scope: "col", class: column > 4 ? "number" : null }, name),
              ),
            ),
          ),
          this.body,
        ),
      ),
      this.pages,
    );
  }

  reload() {
    this.page = 0;
    return this.load();
  }

  async load() {
    const colour = this.colour.select.value;
    const wish = query({
      reason: this.reason.select.value,
      loser: this.loser.select.value,
      colour,
      player: colour && 0,
      fault: this.fault.checked || null,
      sort: this.sort.select.value,
      page: this.page,
    });
    const { total, page, pageSize, games } = await get(`/matches/${this.match.id}/games${wish}`);
    this.count.textContent = plural(total, "game");
    put(
      this.body,
      games.map((game) => this.row(game)),
    );
    const last = Math.max(0, Math.ceil(total / pageSize) - 1);
    put(
      this.pages,
      last > 0 && [
        this.pageButton("‹ Before", page - 1, page > 0),
        ` ${page + 1} of ${last + 1} `,
        this.pageButton("Next ›", page + 1, page < last),
      ],
    );
  }

  row(game) {
    const { unit, number, result } = game;
    const name = (player, won) =>
      h(
        "td",
        { class: won ? "names won" : "names", title: game.players[player] },
        h("span", null, game.players[player]),
      );
    return h(
      "tr",
      null,
      h(
        "td",
        null,
        h(
          "a",
          { href: `/match/${this.match.id}/${unit}/${number}`, data: { unit, number } },
          `${unit + 1}.${number + 1}`,
        ),
      ),
      name(0, result.winner === 0),
      name(1, result.winner === 1),
      h("td", null, resultText(result.score)),
      h("td", { title: result.words }, reasonText(result.reason)),
      h("td", { class: "number" }, game.plies),
      h(
        "td",
        { class: "number" },
        (game.longestUs ?? []).map((time) => timeText(time)).join(" / "),
      ),
    );
  }

  pageButton(label, page, isThere) {
    return h(
      "button",
      {
        type: "button",
        class: "quiet",
        disabled: !isThere,
        onclick: () => {
          this.page = page;
          this.load();
        },
      },
      label,
    );
  }
}
