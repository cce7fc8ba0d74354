//! Generation and measurement of opening books by the search of a game's bot.

mod make;
mod play;
mod score;

pub(crate) use make::make_openings;
pub(crate) use play::play_openings;
pub(crate) use score::score_openings;
