/** Tables that scroll in their own box where a window is too narrow for them. */

import { h } from "./dom.js";

/**
 * A table with its heads; `body` is a `tbody`. Columns whose names are in `figures` are flush right,
 * as what stands in them. `label` names the table for those who hear it.
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
