/**
 * Tables. In a narrow window each row is a card with a label at each value; otherwise a table that
 * is too wide scrolls within its element.
 */

import { h, setData } from "./dom.js";

/**
 * Returns a table with column heads; `body` is a `tbody`, whose rows may be replaced. The heads of
 * the columns in `figures` are aligned right, like their values. `label` is the name for screen
 * readers. A table that `isNarrow` fits every window, and stays a table there.
 */
export function drawTable(label, heads, figures, body, { isNarrow = false } = {}) {
  const head = (name) =>
    name
      ? h("th", { scope: "col", class: figures.includes(name) ? "number" : null }, name)
      : h("td");
  const labelCells = () => {
    for (const { cells } of body.rows) {
      [...cells].forEach((cell, column) => setData(cell, { label: heads[column] || null }));
    }
  };
  labelCells();
  new MutationObserver(labelCells).observe(body, { childList: true });
  const classes = isNarrow ? "scroll is-narrow" : "scroll";
  return h(
    "div",
    { class: classes, tabindex: "0", role: "group", "aria-label": label },
    h("table", null, h("thead", null, h("tr", null, heads.map(head))), body),
  );
}
