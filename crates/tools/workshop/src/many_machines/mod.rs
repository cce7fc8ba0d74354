//! Units of work on many machines: what goes to the queue, and how a worker plays it.

mod fair_clock;
mod match_content;
mod match_units;
mod plan_kind;
mod played_unit;
mod signature;
mod source_bench;
mod speed;
mod tuning_content;
mod tuning_units;
mod worker;
mod worker_name;

pub(crate) use match_units::{QueuedEnd, QueuedMatch, check, play_match};
pub(crate) use plan_kind::Means;
pub(crate) use tuning_content::TuningContent;
pub(crate) use tuning_units::{QueuedTuning, play_tuning};
pub(crate) use worker::work;
