//! Help on the players that commands take.

/// Returns the end of the help of a command that takes players: the players, then its examples.
pub(crate) fn with_players(examples: &str) -> String {
    format!("{PLAYERS}\n\n{OWN_PLAYERS}\n{LIMITS}\n\n{examples}")
}

const PLAYERS: &str = "\
Players:
  random             any legal move
  greedy             the move after which the bot's evaluation is best, where a bot has one
  uct                plain tree search with random playouts, as long as the time limit allows
  uct:<iterations>   the same, with so many playouts a move
  bot                the game's bot, as the workspace builds it now
  bundle             the game's bot, as one file
  commit:<revision>  the game's bot as a commit of this repository has it
  <file>.rs          any bot that is one file of Rust, compiled as the judge does;
                     rs:<file> <arguments> for one that takes arguments
  cmd:<command>      a program that speaks the referee's dialogue
  uci:<command>      a UCI engine with a variant of the game's name";

/// Players of single games, as the arena describes them.
pub const OWN_PLAYERS: &str = "\
Players of lamistra alone:
  maximin            counts material one ply ahead, and names the role whose worst case is best
  bombs              steps as maximin does; defends with bombs, and else names the lowest role
  lowest             steps as maximin does; always names the lowest role that can move
  highest            steps as maximin does; always names the highest role that can move
  counter            steps as maximin does; names what does best against the bot's mix at one ply

Players of stratego alone:
  rules              weighs captures, threats and where to go by what it may know, one ply ahead
  rush               attacks whatever it does not know to be stronger, or else goes forward
";

const LIMITS: &str = "  \
  {seed}, {opening} and {nodes} in arguments and commands are replaced for every game. Before a
  player may stand limits of its own: nodes=5000,bot or time=1000,uci:engine, in milliseconds a
  move. A player's own first move never gets less time than officially; a UCI engine is forgiven
  200 ms. In a game with a clock for the whole game, time= sets that clock.";
