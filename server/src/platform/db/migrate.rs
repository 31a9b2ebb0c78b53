//! Brings a database to this program's schema, whoever else is doing the same at this moment.

use super::error::{Error, Result};
use super::{Db, Tx};

/// One migration file: applied once, in order, never changed after it has shipped.
pub struct Step {
    pub name: &'static str,
    pub sql: &'static str,
}

/// Applies the steps that are not recorded yet, all or none.
pub async fn run(db: &Db, steps: &'static [Step]) -> Result<()> {
    db.write(async move |tx| {
        tx.lock("migrations").await?;
        tx.batch(&format!("CREATE TABLE IF NOT EXISTS migrations (name {} PRIMARY KEY)", tx.text_type())).await?;
        let applied = applied(tx).await?;
        if applied.iter().zip(steps).any(|(name, step)| name != step.name) || applied.len() > steps.len() {
            return Err(Error::Other("this database was made by another version of doccare".into()));
        }
        for step in &steps[applied.len()..] {
            tx.batch(&step.sql.replace("{text}", tx.text_type())).await?;
            tx.execute("INSERT INTO migrations (name) VALUES ($1)", &[&step.name]).await?;
        }
        Ok(())
    })
    .await
}

/// Whether every step is recorded; also how `/readyz` asks whether the database answers.
pub async fn is_done(db: &Db, steps: &'static [Step]) -> Result<bool> {
    db.read(async |tx: &mut Tx<'_>| Ok(applied(tx).await?.len() == steps.len())).await
}

async fn applied(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    tx.query("SELECT name FROM migrations ORDER BY name", &[], |row| row.get(0)).await
}
