//! Who is listed, that is shown to everybody: doctors, hospitals and pharmacies from their approval until they are suspended.
//! `doctors` and `facilities` have the same three columns for it.

use crate::identity::Role;
use crate::platform::db::{Result, Tx};

/// A doctor, hospital or pharmacy in decisions.
#[derive(Debug, Clone)]
pub struct Worker {
    pub role: Role,
    pub name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Approval {
    /// `None` while the application waits.
    pub approved_at: Option<i64>,
    pub suspended: bool,
}

fn table_of(role: Role) -> &'static str {
    if role == Role::Doctor { "doctors" } else { "facilities" }
}

pub async fn find(tx: &mut Tx<'_>, role: Role, id: &str) -> Result<Option<Worker>> {
    let (table, name) = (table_of(role), if role == Role::Doctor { "full_name" } else { "name" });
    let sql = format!("SELECT a.role, w.{name} FROM {table} w JOIN accounts a ON a.id = w.id WHERE w.id = $1");
    let found = tx.first(&sql, &[&id]).await?;
    Ok(found.map(|(role, name)| Worker { role, name }))
}

pub async fn find_approval(tx: &mut Tx<'_>, role: Role, id: &str) -> Result<Option<Approval>> {
    let sql = format!("SELECT approved_at, suspended_at IS NOT NULL FROM {} WHERE id = $1", table_of(role));
    let found = tx.first(&sql, &[&id]).await?;
    Ok(found.map(|(approved_at, suspended)| Approval { approved_at, suspended }))
}

pub async fn list(tx: &mut Tx<'_>, role: Role, id: &str, now: i64) -> Result<()> {
    tx.update(table_of(role), id, &[("listed_at", &now), ("approved_at", &now)]).await
}

/// Suspends an approved worker. Whether they were not suspended already.
pub async fn suspend(tx: &mut Tx<'_>, role: Role, id: &str, now: i64) -> Result<bool> {
    let sql = format!(
        "UPDATE {} SET listed_at = NULL, suspended_at = $2
         WHERE id = $1 AND approved_at IS NOT NULL AND suspended_at IS NULL",
        table_of(role)
    );
    Ok(tx.execute(&sql, &[&id, &now]).await? == 1)
}

/// Lists a suspended worker again. Whether they were suspended.
pub async fn restore(tx: &mut Tx<'_>, role: Role, id: &str) -> Result<bool> {
    let sql = format!(
        "UPDATE {} SET listed_at = approved_at, suspended_at = NULL WHERE id = $1 AND suspended_at IS NOT NULL",
        table_of(role)
    );
    Ok(tx.execute(&sql, &[&id]).await? == 1)
}
