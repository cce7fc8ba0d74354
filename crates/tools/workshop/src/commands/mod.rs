//! Implementation of the commands, one file per command.

pub(crate) mod bench;
pub(crate) mod book;
pub(crate) mod calibration;
pub(crate) mod careless;
pub(crate) mod delete;
pub(crate) mod duel;
pub(crate) mod equilibrium;
pub(crate) mod export;
pub(crate) mod fetch;
pub(crate) mod games;
pub(crate) mod history;
pub(crate) mod import;
pub(crate) mod league;
pub(crate) mod matches;
mod opening_tree;
pub(crate) mod perft;
pub(crate) mod promote;
pub(crate) mod referee;
pub(crate) mod sample;
pub(crate) mod screen;
pub(crate) mod selfplay;
pub(crate) mod sprt;
pub(crate) mod suite;
pub(crate) mod tournament;
pub(crate) mod tune;
pub(crate) mod verify;
pub(crate) mod work;
