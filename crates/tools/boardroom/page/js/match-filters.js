/** Filters and order of the games of a match; the URL holds them, so that lists can be shared. */

import { h } from "./dom.js";
import { reasonText } from "./words.js";

/** Default order, which the URL leaves out. */
const AS_PLAYED = "number";

/** Choices of each filter: value and label. The names are the query parameters of the server. */
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
  /** `changed` is called after each change of the filters. */
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

  /** Shows a page of the list and writes its number into the URL. */
  go(page) {
    this.page = page;
    history.replaceState(null, "", `${location.pathname}${this.query}`);
    this.changed();
  }

  /** Query string of the list, for the URL of the page and for the request to the server. */
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
