//! Units of one account take turns: whoever sends many at once would otherwise hold every connection to PostgreSQL while
//! they wait for each other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error::{Error, Result};

/// Units of one account at a time; a desk of several people hardly has more.
const AT_ONCE: usize = 4;
/// Accounts that nobody acts for any more are forgotten when there are so many.
const REMEMBERED: usize = 1000;

pub(super) struct Turns {
    accounts: Mutex<HashMap<String, Weak<Semaphore>>>,
    patience: Duration,
}

impl Turns {
    pub(super) fn new(patience: Duration) -> Self {
        Self { accounts: Mutex::default(), patience }
    }

    /// A turn of the account, held until it is dropped.
    pub(super) async fn wait(&self, account: &str) -> Result<OwnedSemaphorePermit> {
        let turn = tokio::time::timeout(self.patience, self.of(account).acquire_owned()).await;
        turn.map_err(|_| Error::Busy)?.map_err(|_| Error::Busy)
    }

    fn of(&self, account: &str) -> Arc<Semaphore> {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turns) = accounts.get(account).and_then(Weak::upgrade) {
            return turns;
        }
        if accounts.len() >= REMEMBERED {
            accounts.retain(|_, turns| turns.strong_count() > 0);
        }
        let turns = Arc::new(Semaphore::new(AT_ONCE));
        accounts.insert(account.into(), Arc::downgrade(&turns));
        turns
    }
}
