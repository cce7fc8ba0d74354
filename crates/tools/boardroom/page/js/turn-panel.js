/**
 * Panel with the details of the last turn of each bot: score, depth, nodes, time, variation and
 * output.
 */

import { h, put, shareBar } from "./dom.js";
import { plyLabel } from "./moves-panel.js";
import { countText, scoreText, timeText, variationText } from "./words.js";

/** Share of the time limit from which a response is marked as late. */
const NEARLY_ALL = 0.95;

export class TurnPanel {
  constructor(replay) {
    this.replay = replay;
    this.open = new Set();
    this.element = h("div", { id: "turn-details", class: "turns" });
  }

  /** Shows the last turn of each player up to some ply of a game line. */
  show(gameLine, ply) {
    const { plies } = gameLine;
    const latest = [0, 1].map((player) => {
      for (let at = ply; at > 0; at--) if (plies[at - 1].player === player) return at;
      return null;
    });
    put(
      this.element,
      latest.map((at, player) => this.turn(plies[at - 1], at, player, at === ply)),
    );
    const words = ply === this.replay.plies.length && !gameLine.isBranch && this.replay.farewell;
    if (words) this.showFarewell(words);
  }

  turn(ply, at, player, isNow) {
    const name = this.replay.players[player];
    if (!ply) {
      return h(
        "section",
        { class: "turn is-empty", data: { player } },
        h("h3", null, name),
        h("p", null, "has not moved yet"),
      );
    }
    return h(
      "section",
      { class: isNow ? "turn is-now" : "turn", data: { player } },
      h("h3", null, name, h("span", { class: "turn-move" }, `${at}. ${plyLabel(ply)}`)),
      this.figures(ply),
      this.text(`${player}-pv`, "Variation", variationText(ply.report?.pv), true),
      this.text(`${player}-output`, "Standard output", ply.output),
      this.text(`${player}-stderr`, "Standard error", ply.stderr?.trimEnd()),
      this.text(`${player}-input`, "Input", ply.input?.join("\n")),
    );
  }

  /** Shows the lines that both bots were sent at the end of the game. */
  showFarewell(words) {
    [...this.element.children].forEach((section, player) => {
      section.append(
        this.text(`${player}-farewell`, "Lines sent at the end", words[player].join("\n")) ?? "",
      );
    });
  }

  figures(ply) {
    const report = ply.report ?? {};
    const rows = [
      ["Score", scoreText(report.score)],
      ["Depth", report.depth],
      ["Nodes", countText(report.nodes)],
      ["Time", timeText(ply.timeUs)],
      ["Processor", timeText(ply.cpuUs)],
    ].filter(([, value]) => value != null && value !== "");
    const share = ply.limitUs && ply.timeUs != null ? ply.timeUs / ply.limitUs : null;
    return [
      rows.length > 0 &&
        h(
          "dl",
          { class: "figures" },
          rows.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value))),
        ),
      share != null &&
        h(
          "div",
          { class: share > 1 ? "limit is-late" : "limit" },
          shareBar(Math.min(share, 1), "time used of the limit", share > NEARLY_ALL),
          h("span", null, `${Math.round(share * 100)} % of ${timeText(ply.limitUs)}`),
        ),
      ply.fault && h("p", { class: "fault" }, `Lost by this response: ${ply.fault}`),
    ];
  }

  /**
   * Returns an element for a long text: it is closed at first; once opened, it stays open on every
   * ply.
   */
  text(key, title, text, isShort = false) {
    if (!text) return null;
    if (isShort)
      return h("p", { class: "variation" }, h("span", { class: "label" }, title), " ", text);
    const details = h(
      "details",
      { open: this.open.has(key) },
      h("summary", null, title),
      h("pre", { tabindex: "0" }, text),
    );
    details.addEventListener("toggle", () => {
      if (details.open) this.open.add(key);
      else this.open.delete(key);
    });
    return details;
  }
}
