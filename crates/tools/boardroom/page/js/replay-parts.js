/** Parts of the replay page that do not depend on the ply, and the ply in the URL. */

import { copyButtons } from "./copying.js";
import { h } from "./dom.js";
import { reasonText, resultText } from "./words.js";

/** Returns the panel with players, result, reason and source of a record. */
export function outcomePanel(replay, picker) {
  const { game, players, result, source, seed, isOpen } = replay;
  const origin = [!isOpen && game.title, source, seed != null && `seed ${seed}`].filter(Boolean);
  return h(
    "section",
    { class: "panel outcome", "aria-label": "Result" },
    picker,
    isOpen
      ? h("h1", { class: "probe" }, `Analysis of ${game.title}`)
      : h("h1", { class: "versus" }, players.join(" – ")),
    h(
      "p",
      { id: "result", data: { result: result.score, reason: result.reason } },
      result.score && [h("strong", null, resultText(result.score)), " "],
      result.words,
      " ",
      result.reason && h("span", { id: "reason", class: "tag" }, reasonText(result.reason)),
    ),
    h("p", { class: "fine", title: origin.join(" · ") }, origin.join(" · ")),
  );
}

/** Returns a panel with a heading. */
export function panel(kind, title, ...content) {
  return h(
    "section",
    { class: `panel ${kind}-panel`, "aria-label": title },
    h("h2", null, title),
    content,
  );
}

/**
 * Returns buttons that copy data of the current ply of `page`: the position, the moves before it,
 * and the lines sent to the bot for its next turn (at the end of the game: for the last turn).
 */
export function replayCopies(page) {
  const played = () =>
    page.gameLine.plies
      .slice(0, page.ply)
      .map((ply) => ply.move)
      .join("\n");
  const sent = () => {
    const ply = page.gameLine.plies[page.ply] ?? page.gameLine.plies[page.ply - 1];
    return ply?.input?.length ? `${ply.input.join("\n")}\n` : "";
  };
  const entries = [
    ["copy-position", "position", () => page.gameLine.frames(page.ply).all.text],
    ["copy-moves", "moves", played],
    ["copy-input", "input", sent],
  ];
  return copyButtons(...(page.replay.isOpen ? entries.slice(0, 2) : entries));
}

/**
 * Returns the ply in the fragment of the URL; without one, the first ply at which both armies of
 * the replay are placed.
 */
export function plyOfUrl({ setup = 0 }) {
  const ply = new URLSearchParams(location.hash.slice(1)).get("ply") ?? setup;
  return Number.isInteger(Number(ply)) && ply > 0 ? Number(ply) : 0;
}

/** Writes the ply into the URL; also the moves if they are not part of a record. */
export function writeUrl(gameLine, ply) {
  const { isOpen, plies } = gameLine.replay;
  const values = new URLSearchParams(location.hash.slice(1));
  const shared = gameLine.isBranch ? Math.min(ply, gameLine.branchFrom) : ply;
  if (isOpen) values.set("moves", plies.map(({ move }) => move).join(","));
  else if (shared === plyOfUrl(gameLine.replay)) return;
  values.set("ply", shared);
  history.replaceState(null, "", `#${values}`);
}
