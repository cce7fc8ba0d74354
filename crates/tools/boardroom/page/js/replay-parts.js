/** The parts of a replay's page that never change while somebody walks through it. */

import { copyButtons } from "./copying.js";
import { h } from "./dom.js";
import { reasonText, resultText } from "./words.js";

/** Who played, how it ended and why, and where the record comes from. */
export function outcomePanel(replay, picker) {
  const { game, players, result, source, seed, isOpen } = replay;
  const origin = [!isOpen && game.title, source, seed != null && `seed ${seed}`].filter(Boolean);
  return h(
    "section",
    { class: "panel outcome", "aria-label": "Result" },
    picker,
    h("h1", { class: "versus" }, isOpen ? game.title : players.join(" – ")),
    h(
      "p",
      { id: "result", data: { result: result.score, reason: result.reason } },
      result.score && [h("strong", null, resultText(result.score)), " "],
      result.words,
      " ",
      result.reason && h("span", { id: "reason", class: "tag" }, reasonText(result.reason)),
    ),
    h("p", { class: "fine" }, origin.join(" · ")),
  );
}

/** A panel with a heading. */
export function panel(kind, title, ...content) {
  return h(
    "section",
    { class: `panel ${kind}-panel`, "aria-label": title },
    h("h2", null, title),
    content,
  );
}

/**
 * Buttons that copy what stands at the ply of `page`: the position, the moves that led to it, and
 * every line that a bot was sent for its next turn (at the end of the game, for the last one).
 */
export function replayCopies(page) {
  const played = () =>
    page.course.plies
      .slice(0, page.ply)
      .map((ply) => ply.move)
      .join("\n");
  const sent = () => {
    const ply = page.course.plies[page.ply] ?? page.course.plies[page.ply - 1];
    return ply?.input?.length ? `${ply.input.join("\n")}\n` : "";
  };
  const entries = [
    ["copy-position", "position", () => page.course.frames(page.ply).all.text],
    ["copy-moves", "moves", played],
    ["copy-input", "input", sent],
  ];
  return copyButtons(...(page.replay.isOpen ? entries.slice(0, 2) : entries));
}

/** The ply that the URL names behind `#`; 0 where it names none. */
export function plyOfUrl() {
  const ply = Number(new URLSearchParams(location.hash.slice(1)).get("ply"));
  return Number.isInteger(ply) && ply > 0 ? ply : 0;
}

/** Writes the ply into the URL, and the moves too where no record holds them. */
export function writeUrl(course, ply) {
  const { isOpen, plies } = course.replay;
  const values = new URLSearchParams(location.hash.slice(1));
  const shared = course.isBranch ? Math.min(ply, course.branchFrom) : ply;
  if (isOpen) values.set("moves", plies.map(({ move }) => move).join(","));
  else if (shared === plyOfUrl()) return;
  values.set("ply", shared);
  history.replaceState(null, "", `#${values}`);
}
