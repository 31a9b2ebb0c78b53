//! Who is listed, that is shown to everybody: doctors, hospitals and pharmacies from their approval until they are suspended.
//! `doctors` and `facilities` have the same three columns for it.

use crate::identity::Role;
use crate::platform::db::{Lock, Result, Tx};

/// The list of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    Doctors,
    /// Hospitals and pharmacies.
    Facilities,
}

impl Listing {
    /// The list of a role.
    pub fn of(role: Role) -> Self {
        if role == Role::Doctor { Self::Doctors } else { Self::Facilities }
    }
}

/// A doctor, hospital or pharmacy in decisions.
#[derive(Debug, Clone)]
pub struct Worker {
    pub role: Role,
    pub name: String,
}

/// Approval and suspension of a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Approval {
    /// `None` while the application waits.
    pub approved_at: Option<i64>,
    pub suspended: bool,
}

impl Listing {
    /// The lock of a worker and of what belongs to one.
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

/// A worker, listed or not.
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

/// Lists an approved worker.
pub async fn list(tx: &mut Tx<'_>, listing: Listing, id: &str, now: i64) -> Result<()> {
    tx.update(listing.table(), id, &[("listed_at", &now), ("approved_at", &now)]).await
}

/// Suspends an approved worker. Whether they were not suspended already.
pub async fn suspend(tx: &mut Tx<'_>, listing: Listing, id: &str, now: i64) -> Result<bool> {
    let sql = format!(
        "UPDATE {} SET listed_at = NULL, suspended_at = $2
         WHERE id = $1 AND approved_at IS NOT NULL AND suspended_at IS NULL",
        listing.table()
    );
    Ok(tx.execute(&sql, &[&id, &now]).await? == 1)
}

/// Lists a suspended worker again. Whether they were suspended.
pub async fn restore(tx: &mut Tx<'_>, listing: Listing, id: &str) -> Result<bool> {
    let sql = format!(
        "UPDATE {} SET listed_at = approved_at, suspended_at = NULL WHERE id = $1 AND suspended_at IS NOT NULL",
        listing.table()
    );
    Ok(tx.execute(&sql, &[&id]).await? == 1)
}
