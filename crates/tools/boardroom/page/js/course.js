/**
 * A course of play: the game as it was recorded, or a branch that leaves it after some ply. Both
 * read the same, so move list, slider and keys need not know which one they show.
 */

/** A position of a course as somebody may see it: `all`, `first` or `second`. */
export function frameFor(frames, view) {
  return frames[view] ?? frames.all;
}

export class Course {
  constructor(replay) {
    this.replay = replay;
    this.branchFrom = null;
    this.branch = [];
  }

  get isBranch() {
    return this.branchFrom !== null;
  }

  /** Every ply from the start, the branch's behind those it shares with the game. */
  get plies() {
    const { plies } = this.replay;
    return this.isBranch ? [...plies.slice(0, this.branchFrom), ...this.branch] : plies;
  }

  get length() {
    return this.isBranch ? this.branchFrom + this.branch.length : this.replay.plies.length;
  }

  /** The positions of all views after some ply; 0 is the start. */
  frames(ply) {
    if (ply === 0) return this.replay.start;
    const inBranch = this.isBranch && ply > this.branchFrom;
    return inBranch
      ? this.branch[ply - 1 - this.branchFrom].frames
      : this.replay.plies[ply - 1].frames;
  }

  /** What the server needs in order to know the position after some ply. */
  request(ply) {
    return {
      game: this.replay.game.name,
      position: this.replay.position,
      moves: this.plies.slice(0, ply).map((entry) => entry.move),
    };
  }

  /**
   * Goes on with a move after some ply, and leaves the game there if that is not what was played. A
   * game that is only an analysis (`isOpen`) has no other end than the last move: it grows.
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

  /** Comes back to the game, and returns the ply at which it was left. */
  leaveBranch() {
    const ply = this.branchFrom;
    this.branchFrom = null;
    this.branch = [];
    return ply;
  }
}
