//! Results of a match as tables and charts.

mod charts;
mod tables;

pub(crate) use charts::{Chart, charts};
pub(crate) use tables::{Table, tables};
