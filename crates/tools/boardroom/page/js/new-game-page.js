/**
 * Page `/play/{game}`: form of a new game with rules, side, time of the bot and start position.
 */

import { get, post } from "./api.js";
import { Board } from "./board.js";
import { announce, h, markReady, put } from "./dom.js";
import { gameInfo } from "./games.js";
import { addressOf } from "./host.js";
import { SetupBoard } from "./setup-board.js";

/** Preset times of the bot per move, in milliseconds. */
const TIMES = [50, 100, 150, 500, 1000, 5000];

export async function showNewGame(place, name) {
  const [info, start] = await Promise.all([gameInfo(name), get(`/games/${name}/start`)]);
  document.title = `Play ${info.title}`;
  const form = new NewGame(info, start.frames);
  await form.open(place);
  markReady();
}

class NewGame {
  constructor(info, frames) {
    this.info = info;
    this.frames = frames;
    this.army = info.setup ? new SetupBoard(info) : null;
    this.board =
      this.army?.board ?? new Board(info, { isPicture: true, label: `The start of ${info.title}` });
  }

  async open(place) {
    const { info } = this;
    this.side = h(
      "select",
      { id: "side", name: "side", onchange: () => this.takeSide() },
      info.players.map((player, index) =>
        h("option", { value: index }, `${player}${index === 0 ? ", moves first" : ""}`),
      ),
    );
    this.time = h("input", {
      type: "number",
      id: "time",
      name: "time",
      min: 10,
      max: 60_000,
      step: 10,
      value: info.defaultMs,
      required: true,
    });
    this.position = h("input", {
      type: "text",
      id: "position",
      name: "position",
      spellcheck: "false",
      autocomplete: "off",
      placeholder: "initial position",
      value: new URLSearchParams(location.hash.slice(1)).get("position") ?? "",
    });
    put(
      place,
      h(
        "div",
        { class: "game is-pair" },
        h(
          "div",
          { class: "stage" },
          h("div", { class: "stage-board" }, this.board.svg, this.armyButtons()),
        ),
        h(
          "div",
          { class: "column" },
          h(
            "section",
            { class: "panel" },
            h("h1", null, info.title),
            h(
              "ul",
              { class: "rules" },
              info.rules.map((rule) => h("li", null, rule)),
            ),
            h(
              "form",
              { id: "new-game", onsubmit: (event) => this.submit(event) },
              this.variants(),
              h("label", null, "You play", this.side),
              h(
                "label",
                null,
                h("span", null, "Time of the bot per move, in milliseconds"),
                this.time,
              ),
              this.presets(),
              h("label", null, "From the position", this.position),
              h("p", { class: "fine" }, "Copy a position from any replay and paste it here."),
              h("button", { type: "submit", id: "start", class: "primary" }, "Start"),
            ),
          ),
        ),
      ),
    );
    place.firstChild.style.setProperty(
      "--shape",
      (this.board.geometry.width / this.board.geometry.height).toFixed(3),
    );
    await this.takeSide();
  }

  /** Returns the choice of the variant, in games that have one. */
  variants() {
    const { name, variants } = this.info;
    if (!variants?.length) return null;
    this.variant = h(
      "select",
      { id: "variant", name: "variant" },
      variants.map((variant) =>
        h("option", { value: variant.name, selected: variant.name === name }, variant.title),
      ),
    );
    return h("label", null, "Rules", this.variant);
  }

  presets() {
    return h(
      "div",
      { class: "presets", role: "group", "aria-label": "Usual times" },
      TIMES.map((ms) =>
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            onclick: () => {
              this.time.value = ms;
            },
          },
          ms < 1000 ? `${ms} ms` : `${ms / 1000} s`,
        ),
      ),
    );
  }

  armyButtons() {
    if (!this.army) return null;
    return h(
      "div",
      { class: "tools" },
      h(
        "p",
        { class: "fine" },
        "Drag a piece onto another to swap them, or choose one after the other.",
      ),
      h(
        "button",
        { type: "button", id: "random-setup", onclick: () => this.randomize() },
        "Another army",
      ),
      h(
        "button",
        { type: "button", id: "mirror-setup", onclick: () => this.army.mirror() },
        "Mirror",
      ),
    );
  }

  get player() {
    return Number(this.side.value);
  }

  async takeSide() {
    if (this.army) return this.randomize();
    this.board.frame = this.frames.all;
    this.board.flip(this.player === 1);
  }

  async randomize() {
    const { setup } = await get(`/games/${this.info.name}/setup?player=${this.player}`);
    this.army.show(this.player, setup);
  }

  async submit(event) {
    event.preventDefault();
    const position = this.position.value.trim();
    const game = this.variant?.value ?? this.info.name;
    const wish = { game, human: this.player, timeMs: Number(this.time.value) };
    if (position) wish.position = position;
    else if (this.army) wish.setup = this.army.text;
    try {
      const { id } = await post("/tables", wish);
      location.assign(addressOf(`/table/${id}`));
    } catch (error) {
      announce(error.message, true);
    }
  }
}
