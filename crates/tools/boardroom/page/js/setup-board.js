/** Board for the setup of an army: pieces are swapped by click, drag or keys. */

import { BoardInput } from "./board-input.js";
import { Board } from "./board.js";

/**
 * Returns the position before the first move as one player sees it: own pieces, and hidden enemy
 * pieces.
 */
export function armyFrame(info, player, letters) {
  const cells = Array(info.columns * info.rows).fill(".");
  const own = (letter) => (player === 0 ? letter : letter.toLowerCase());
  info.setup.squares[player].forEach((square, place) => {
    cells[square] = own(letters[place]);
  });
  for (const square of info.setup.squares[1 - player]) cells[square] = player === 0 ? "x" : "X";
  return { ply: 0, cells: cells.join(""), last: null };
}

export class SetupBoard {
  constructor(info) {
    this.info = info;
    this.board = new Board(info, {
      id: "setup-board",
      label: "Your army: choose two squares to swap them",
    });
    this.input = new BoardInput(this.board, ({ from, to }) => this.swap(from, to));
    this.player = 0;
  }

  /** Shows a setup: one capital letter per square of the player, in the order of the game. */
  show(player, setup) {
    this.player = player;
    this.letters = [...setup];
    this.board.flip(player === 1);
    this.draw();
  }

  get squares() {
    return this.info.setup.squares[this.player];
  }

  /** Setup in the format of the server. */
  get text() {
    return this.letters.join("");
  }

  swap(from, to) {
    const [one, other] = [from, to].map((square) => this.squares.indexOf(square));
    [this.letters[one], this.letters[other]] = [this.letters[other], this.letters[one]];
    this.draw();
  }

  /** Mirrors the setup from left to right. */
  mirror() {
    const { columns } = this.info;
    const at = new Map(this.squares.map((square, place) => [square, this.letters[place]]));
    this.letters = this.squares.map((square) => {
      const column = square % columns;
      return at.get(square - column + (columns - 1 - column));
    });
    this.draw();
  }

  draw() {
    this.board.show(armyFrame(this.info, this.player, this.letters));
    this.input.offer(
      this.squares.flatMap((from) =>
        this.squares.filter((to) => to !== from).map((to) => ({ from, to, kind: "swap" })),
      ),
    );
  }
}
