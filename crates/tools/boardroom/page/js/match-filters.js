/** Which games of a match are listed, and in which order; the URL holds it, so that lists can be sent. */

import { h } from "./dom.js";
import { reasonText } from "./words.js";

/** The order that needs no word in the URL. */
const AS_PLAYED = "number";

/** The choices of each filter: value and words. The names are those of the server's parameters. */
function choices({ players, reasons = [] }) {
  return [
    [
      "reason",
      "filter-reason",
      "Reason",
      [["", "any"], ...reasons.map((reason) => [reason, reasonText(reason)])],
    ],
    [
      "loser",
      "filter-loser",
      "Lost by",
      [["", "anybody"], ...players.map((name, index) => [String(index), name])],
    ],
    [
      "colour",
      "filter-colour",
      `${players[0]} moved`,
      [
        ["", "first or second"],
        ["first", "first"],
        ["second", "second"],
      ],
    ],
    [
      "sort",
      "sort",
      "Order",
      [
        [AS_PLAYED, "as played"],
        ["plies", "longest first"],
        ["time", "slowest answer first"],
      ],
    ],
  ];
}

export class MatchFilters {
  /** `changed` is called whenever another list is wanted. */
  constructor(match, changed) {
    this.changed = changed;
    const wished = new URLSearchParams(location.search);
    this.page = Number(wished.get("page") ?? 0);
    this.fields = choices(match).map(([name, id, label, options]) => {
      const field = h(
        "select",
        { id, name, onchange: () => this.go(0) },
        options.map(([value, words]) =>
          h("option", { value, selected: wished.get(name) === value }, words),
        ),
      );
      return { name, field, label: h("label", null, label, field) };
    });
    this.fault = h("input", {
      type: "checkbox",
      id: "filter-fault",
      checked: wished.has("fault"),
      onchange: () => this.go(0),
    });
    this.count = h("span", { class: "fine", role: "status" });
    this.element = h(
      "form",
      { class: "filters", onsubmit: (event) => event.preventDefault() },
      this.fields.map(({ label }) => label),
      h("label", { class: "check" }, this.fault, "timeouts and other faults"),
      this.count,
    );
  }

  /** Asks for a page of the list, and writes it into the URL. */
  go(page) {
    this.page = page;
    history.replaceState(null, "", `${location.pathname}${this.query}`);
    this.changed();
  }

  /** The list as the query of a URL, of the page's own as of the server's. */
  get query() {
    const values = new URLSearchParams();
    for (const { name, field } of this.fields)
      if (field.value && field.value !== AS_PLAYED) values.set(name, field.value);
    if (values.has("colour")) values.set("player", 0);
    if (this.fault.checked) values.set("fault", true);
    if (this.page > 0) values.set("page", this.page);
    return values.size > 0 ? `?${values}` : "";
  }
}
