/** Arrows over the board: principal variations, hints, and variations reported by a bot. */

import { s } from "./dom.js";

/** Length of the arrowhead, and distances of an arrow from the centers of its squares. */
const HEAD = 27;
const GAP = 22;
const TIP = 6;

/**
 * Draws one arrow. `rank` is its index in a list of best moves or in a variation, from 0; `style`
 * is `best`, `other` (another candidate), `line` (a further move of a variation), `hint` or
 * `reported`. `number` is written at its start.
 */
export function drawArrow(geometry, { from, to }, rank, style, number) {
  if (from == null || to == null || from === to) return null;
  const start = geometry.center(from);
  const end = geometry.center(to);
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const angle = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
  const half = style === "line" || style === "reported" ? 6 : 10;
  const tip = length - TIP;
  const neck = tip - HEAD;
  const d = `M${GAP} ${-half}H${neck}V${-half - 12}L${tip} 0L${neck} ${half + 12}V${half}H${GAP}Z`;
  return s(
    "g",
    {
      transform: `translate(${start.x} ${start.y}) rotate(${angle})`,
      class: `arrow is-${style} rank-${Math.min(rank, 4)}`,
      data: { arrow: `${from}-${to}` },
    },
    s("path", { d }),
    number != null &&
      s(
        "g",
        { transform: `translate(${GAP} 0) rotate(${-angle})` },
        s("circle", { r: 14 }),
        s("text", { y: 7 }, number),
      ),
  );
}
