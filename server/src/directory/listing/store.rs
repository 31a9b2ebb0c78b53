//! The SQL of who is listed: `doctors` and `facilities` have the same three columns for it.

use super::model::{Approval, Listing, Worker};
use crate::platform::db::{Lock, Result, Tx};

impl Listing {
    /// Whoever changes a worker, or what hangs on one, waits.
    pub fn lock(self, id: &str) -> Lock<'_> {
        match self {
            Self::Doctors => Lock::Doctor(id),
            Self::Facilities => Lock::Facility(id),
        }
    }

    fn table(self) -> &'static str {
        match self {
            Self::Doctors => "doctors",
            Self::Facilities => "facilities",
        }
    }

    fn name_column(self) -> &'static str {
        match self {
            Self::Doctors => "full_name",
            Self::Facilities => "name",
        }
    }
}

/// Somebody who is listed, was, or waits for it.
pub async fn find(tx: &mut Tx<'_>, listing: Listing, id: &str) -> Result<Option<Worker>> {
    let (table, name) = (listing.table(), listing.name_column());
    let sql = format!("SELECT a.role, w.{name} FROM {table} w JOIN accounts a ON a.id = w.id WHERE w.id = $1");
    let found = tx.first(&sql, &[&id]).await?;
    Ok(found.map(|(role, name)| Worker { role, name }))
}

pub async fn find_approval(tx: &mut Tx<'_>, listing: Listing, id: &str) -> Result<Option<Approval>> {
    let sql = format!("SELECT approved_at, suspended_at IS NOT NULL FROM {} WHERE id = $1", listing.table());
    let found = tx.first(&sql, &[&id]).await?;
    Ok(found.map(|(approved_at, suspended)| Approval { approved_at, suspended }))
}

/// Shows one to everybody.
pub async fn list(tx: &mut Tx<'_>, listing: Listing, id: &str, now: i64) -> Result<()> {
    tx.update(listing.table(), id, &[("listed_at", &now), ("approved_at", &now)]).await
}

/// Hides an approved one from everybody. Whether they were not hidden already.
pub async fn suspend(tx: &mut Tx<'_>, listing: Listing, id: &str, now: i64) -> Result<bool> {
    let sql = format!(
        "UPDATE {} SET listed_at = NULL, suspended_at = $2
         WHERE id = $1 AND approved_at IS NOT NULL AND suspended_at IS NULL",
        listing.table()
    );
    Ok(tx.execute(&sql, &[&id, &now]).await? == 1)
}

/// Shows a suspended one again. Whether they were suspended.
pub async fn restore(tx: &mut Tx<'_>, listing: Listing, id: &str) -> Result<bool> {
    let sql = format!(
        "UPDATE {} SET listed_at = approved_at, suspended_at = NULL WHERE id = $1 AND suspended_at IS NOT NULL",
        listing.table()
    );
    Ok(tx.execute(&sql, &[&id]).await? == 1)
}
