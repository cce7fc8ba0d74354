/**
 * Game line: the recorded game, or a branch that leaves it after some ply. Both have the same
 * interface, so that move list, slider and keys work with either.
 */

/** Returns the frame of a view: `all`, `first` or `second`. */
export function frameFor(frames, view) {
  return frames[view] ?? frames.all;
}

export class GameLine {
  constructor(replay) {
    this.replay = replay;
    this.branchFrom = null;
    this.branch = [];
  }

  get isBranch() {
    return this.branchFrom !== null;
  }

  /** Plies from the start: the plies shared with the game, then the plies of the branch. */
  get plies() {
    const { plies } = this.replay;
    return this.isBranch ? [...plies.slice(0, this.branchFrom), ...this.branch] : plies;
  }

  get length() {
    return this.isBranch ? this.branchFrom + this.branch.length : this.replay.plies.length;
  }

  /** Returns the frames of all views after some ply; 0 is the start. */
  frames(ply) {
    if (ply === 0) return this.replay.start;
    const inBranch = this.isBranch && ply > this.branchFrom;
    return inBranch
      ? this.branch[ply - 1 - this.branchFrom].frames
      : this.replay.plies[ply - 1].frames;
  }

  /** Returns the request for the position after some ply. */
  request(ply) {
    return {
      game: this.replay.game.name,
      position: this.replay.position,
      moves: this.plies.slice(0, ply).map((entry) => entry.move),
    };
  }

  /**
   * Adds a move after some ply. If the game has another move there, a branch starts. The game of an
   * analysis page (`isOpen`) has no fixed end: a move after its last ply extends the game.
   */
  extend(ply, entry) {
    const { plies, isOpen } = this.replay;
    if (this.plies[ply]?.move === entry.move) return;
    if (isOpen && !this.isBranch && ply === plies.length) {
      plies.push(entry);
      return;
    }
    if (!this.isBranch || ply <= this.branchFrom) {
      this.branchFrom = ply;
      this.branch = [];
    }
    this.branch.length = ply - this.branchFrom;
    this.branch.push(entry);
  }

  /** Removes the branch and returns the ply at which it left the game. */
  leaveBranch() {
    const ply = this.branchFrom;
    this.branchFrom = null;
    this.branch = [];
    return ply;
  }
}
