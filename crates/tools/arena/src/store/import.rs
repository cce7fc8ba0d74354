//! Games that were played elsewhere.

use std::collections::BTreeSet;

use rusqlite::{Connection, TransactionBehavior};

use super::error::{Cause, StoreError};
use super::insert::{insert_game, insert_match};
use super::{MatchId, Store, StoredPlace};
use crate::plan::Plan;
use crate::played::PlayedGame;

impl Store {
    /// Adds a match of games that were played elsewhere: all of them, or nothing. `games` are
    /// those of `plan.imported` in order, each with the indices of its contestants in `plan`.
    ///
    /// # Errors
    ///
    /// The store cannot be written.
    pub fn import(
        &mut self,
        plan: &Plan,
        command: &str,
        games: impl IntoIterator<Item = ([usize; 2], PlayedGame)>,
    ) -> Result<MatchId, StoreError> {
        let path = self.path.clone();
        let insert = |database: &mut Connection| -> Result<MatchId, Cause> {
            let transaction = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let id = insert_match(&transaction, plan, command)?;
            for (unit, (pairing, game)) in games.into_iter().enumerate() {
                insert_game(
                    &transaction,
                    plan,
                    StoredPlace { id, unit, number: 0 },
                    pairing,
                    &game,
                )?;
            }
            transaction.commit()?;
            Ok(id)
        };
        insert(&mut self.database).map_err(|cause| StoreError::new(&path, cause))
    }

    /// Returns the IDs of all imported games. Those of a damaged match are not among them.
    ///
    /// # Errors
    ///
    /// The store cannot be read.
    pub fn imported(&self) -> Result<BTreeSet<u64>, StoreError> {
        let matches = self.matches()?.matches.into_iter();
        Ok(matches.flat_map(|stored| stored.plan.imported).collect())
    }
}
