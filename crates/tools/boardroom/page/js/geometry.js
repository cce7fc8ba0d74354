/** Where squares are: 100 units each, with room for coordinates at the left and below. */

/** The side of a square. */
export const UNIT = 100;

/** Room for coordinates. */
export const MARGIN = 40;

/** Room at the other two sides. */
export const RIM = 12;

/** A board's squares on the plane, as seen from below (player 0) or, flipped, from above. */
export class Geometry {
  constructor(info, isFlipped = false) {
    this.columns = info.columns;
    this.rows = info.rows;
    this.files = info.files;
    this.ranks = info.ranks;
    this.isFlipped = isFlipped;
    this.count = this.columns * this.rows;
    this.width = this.columns * UNIT + MARGIN + RIM;
    this.height = this.rows * UNIT + MARGIN + RIM;
  }

  /** The upper left corner of a square. */
  corner(square) {
    const place = this.isFlipped ? this.count - 1 - square : square;
    return {
      x: MARGIN + (place % this.columns) * UNIT,
      y: RIM + Math.floor(place / this.columns) * UNIT,
    };
  }

  /** The middle of a square. */
  center(square) {
    const { x, y } = this.corner(square);
    return { x: x + UNIT / 2, y: y + UNIT / 2 };
  }

  /** The square at a point, or `null` outside of the board. */
  squareAt(x, y) {
    const column = Math.floor((x - MARGIN) / UNIT);
    const row = Math.floor((y - RIM) / UNIT);
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return null;
    const place = row * this.columns + column;
    return this.isFlipped ? this.count - 1 - place : place;
  }

  /** The square some steps to the right and down as it is seen, or `null` beyond the edge. */
  neighbour(square, right, down) {
    const { x, y } = this.center(square);
    return this.squareAt(x + right * UNIT, y + down * UNIT);
  }

  /** The columns' names from left to right, and the rows' from top to bottom, as they are seen. */
  names() {
    const turn = (list) => (this.isFlipped ? [...list].reverse() : list);
    return { files: turn(this.files), ranks: turn(this.ranks) };
  }

  /** `e4`, or `3 8` where columns have numbers. */
  name(square) {
    const file = this.files[square % this.columns];
    const rank = this.ranks[Math.floor(square / this.columns)];
    return /\d/.test(file) ? `${file} ${rank}` : `${file}${rank}`;
  }
}
