//! Help text about players, shared by all commands that take players.

/// Returns the `after_help` text of a command that takes players: the players, then its examples.
pub(crate) fn with_players(examples: &str) -> String {
    format!("{PLAYERS}\n\n{OWN_PLAYERS}\n{LIMITS}\n\n{examples}")
}

/// Returns the `after_help` text of a command that takes players and git revisions.
pub(crate) fn with_players_and_revisions(examples: &str) -> String {
    with_players(&format!("{REVISIONS}\n\n{examples}"))
}

const PLAYERS: &str = "\
Players:
  random             random legal moves
  greedy             the move after which the static evaluation of the bot is best, if it has one
  uct                UCT (Monte Carlo tree search) with random playouts until the time limit
  uct:<iterations>   UCT with this number of playouts per move
  bot                the bot of the game, built from the workspace
  bundle             the bot of the game, bundled into one file
  commit:<revision>  the bot of the game at a git revision of this repository
  <file>.rs          a bot in one Rust source file, compiled as the judge compiles it
  rs:<file> <args>   the same, with command-line arguments
  ./<file>           an executable file, such as a script, at a path with a `/`
  cmd:<command>      a program that speaks the protocol of the referee
  uci:<command>      a UCI engine that has a variant of the game's name";

const REVISIONS: &str = "\
A name of none of these forms is a git revision of this repository: `HEAD` is `commit:HEAD`.";

/// Baseline players of single games, as the arena describes them.
pub const OWN_PLAYERS: &str = "\
Players of lamistra alone:
  maximin            material one ply ahead; names the role with the best worst case
  bombs              steps as maximin; defends with bombs, otherwise names the lowest role
  lowest             steps as maximin; always names the lowest role that can move
  highest            steps as maximin; always names the highest role that can move
  counter            steps as maximin; names the best response to the bot's one-ply mixed strategy
  maximin-ordered    maximin, but takes the first of equally good steps, from a1 upwards
  bombs-ordered      bombs, with equally good steps in the same order
  lowest-ordered     lowest, with equally good steps in the same order
  highest-ordered    highest, with equally good steps in the same order
  counter-ordered    counter, with equally good steps in the same order
  pieces-ordered     maximin-ordered with pieces of equal value: the moves of the published player
  counter-two-ply    as counter, but steps and names by the bot's search of two plies
  fortress           waits near its back rank; attacks only to win a piece for certain

Players of stratego alone:
  rules              scores captures, threats and advances one ply ahead, from its own information
  rush               attacks any piece that is not known to be stronger, otherwise moves forward
  hunter             as rules, but takes and chases every piece that it is known to beat
  bluffer            as rules, but weak hidden pieces chase strong ones as if they could beat them
  turtle             waits behind its lines with back-and-forth steps and attacks only neighbours
";

const LIMITS: &str = "\
The placeholders {seed}, {opening} and {nodes} in arguments and commands are replaced in every \
game.

A prefix sets the limit of one player: `nodes=5000,bot` in nodes per move, `time=1000,uci:engine` \
in milliseconds per move. The first move of a player never gets less time than the official limit \
of first moves. A UCI engine may exceed its limit by 200 ms. In a game with one clock for the \
whole game, `time=` sets that clock.";
