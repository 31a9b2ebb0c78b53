//! The SQL of the mark.

use crate::platform::db::{Result, Tx};

/// Marks the database as one with demo data. Again, it stays as it is.
pub async fn mark(tx: &mut Tx<'_>, now: i64) -> Result<()> {
    tx.insert_new("demo_data", &[("id", &1_i64), ("filled_at", &now)]).await.map(drop)
}

pub async fn is_marked(tx: &mut Tx<'_>) -> Result<bool> {
    Ok(tx.first("SELECT EXISTS (SELECT 1 FROM demo_data)", &[]).await?.unwrap_or(false))
}
