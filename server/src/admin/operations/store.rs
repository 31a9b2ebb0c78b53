//! The SQL of the operator's page.

use crate::platform::db::{Result, Tx};

/// The version of the engine.
pub async fn engine_version(tx: &mut Tx<'_>, is_postgres: bool) -> Result<String> {
    let sql =
        if is_postgres { "SELECT pg_catalog.current_setting('server_version')" } else { "SELECT sqlite_version()" };
    Ok(tx.first(sql, &[]).await?.unwrap_or_default())
}
