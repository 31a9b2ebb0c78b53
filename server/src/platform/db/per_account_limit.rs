//! Limits concurrent transactions per account: many at once would hold all PostgreSQL connections while they wait for each other's locks.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error::{Error, Result};

/// A desk of several people hardly has more.
const MAX_CONCURRENT_PER_ACCOUNT: usize = 4;
/// With so many accounts, those without transactions are removed.
const MAX_TRACKED_ACCOUNTS: usize = 1000;

pub(super) struct PerAccountLimit {
    accounts: Mutex<HashMap<String, Weak<Semaphore>>>,
    acquire_timeout: Duration,
}

impl PerAccountLimit {
    pub(super) fn new(acquire_timeout: Duration) -> Self {
        Self { accounts: Mutex::default(), acquire_timeout }
    }

    pub(super) async fn wait(&self, account: &str) -> Result<OwnedSemaphorePermit> {
        let turn = tokio::time::timeout(self.acquire_timeout, self.of(account).acquire_owned()).await;
        turn.map_err(|_| Error::Busy)?.map_err(|_| Error::Busy)
    }

    fn of(&self, account: &str) -> Arc<Semaphore> {
        let mut accounts = self.accounts.lock();
        if let Some(turns) = accounts.get(account).and_then(Weak::upgrade) {
            return turns;
        }
        if accounts.len() >= MAX_TRACKED_ACCOUNTS {
            accounts.retain(|_, turns| turns.strong_count() > 0);
        }
        let turns = Arc::new(Semaphore::new(MAX_CONCURRENT_PER_ACCOUNT));
        accounts.insert(account.into(), Arc::downgrade(&turns));
        turns
    }
}
