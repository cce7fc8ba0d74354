/** Tables that scroll within their element if the window is too narrow. */

import { h } from "./dom.js";

/**
 * Returns a table with column heads; `body` is a `tbody`. The heads of the columns in `figures` are
 * aligned right, like their values. `label` is the name for screen readers.
 */
export function drawTable(label, heads, figures, body) {
  const head = (name) =>
    name
      ? h("th", { scope: "col", class: figures.includes(name) ? "number" : null }, name)
      : h("td");
  return h(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": label },
    h("table", null, h("thead", null, h("tr", null, heads.map(head))), body),
  );
}
