//! Brings a database to this program's schema, whoever else is doing the same at this moment.

use super::error::{Error, Result};
use super::{Db, Lock, Tx};

/// One migration file: applied once, in order, never changed after it has shipped.
///
/// It is written once for both engines, with `{text}` for text columns. Where they differ, a line `-- {sqlite}` or
/// `-- {postgres}` begins what only that engine runs, and `-- {both}` ends it.
///
/// While a new version rolls out, instances of the one before run on the new schema. So a step adds, and what it makes needless
/// is taken away by a step of a later version, which says `-- {contracts}`: programs that do not know such a step refuse the
/// schema.
pub struct Step {
    pub name: &'static str,
    pub sql: &'static str,
}

/// A program that starts has time: it asks so often for a file that others write.
const TRIES: usize = 12;

/// Applies the steps that are not recorded yet, all or none.
pub async fn run(db: &Db, steps: &'static [Step]) -> Result<()> {
    let mut done = Err(Error::Busy);
    for _ in 0..TRIES {
        done = db.write(async move |tx| apply(tx, steps).await).await;
        if db.has_neighbours() || !matches!(done, Err(Error::Busy)) {
            break;
        }
    }
    done
}

/// The same as a part of a unit.
pub async fn apply(tx: &mut Tx<'_>, steps: &[Step]) -> Result<()> {
    tx.take_your_time().await?;
    tx.lock(Lock::Migrations).await?;
    // A table that a backup reads is not free; meanwhile the older program could not read it either. The start fails then,
    // and is tried again by whoever started it.
    tx.hold_nobody_up().await?;
    let (engine, text) = tx.dialect();
    tx.batch(&format!(
        "CREATE TABLE IF NOT EXISTS migrations (name {text} PRIMARY KEY);
         CREATE TABLE IF NOT EXISTS contractions (name {text} PRIMARY KEY)"
    ))
    .await?;
    let applied = applied(tx).await?;
    if !suits(tx, &applied, steps).await? {
        return Err(Error::Other("this database was made by another version of doccare".into()));
    }
    for step in steps.iter().skip(applied.len()) {
        tx.batch(&part_of(step.sql, engine)?.replace("{text}", text)).await?;
        tx.execute("INSERT INTO migrations (name) VALUES ($1)", &[&step.name]).await?;
        if step.sql.lines().any(|line| line == CONTRACTS) {
            tx.execute("INSERT INTO contractions (name) VALUES ($1)", &[&step.name]).await?;
        }
    }
    Ok(())
}

/// Whether a program of these steps can run on the schema: it has all of them, and of a later version nothing that takes away.
/// Also how `/readyz` asks whether the database answers.
pub async fn is_done(db: &Db, steps: &'static [Step]) -> Result<bool> {
    db.read(async |tx: &mut Tx<'_>| {
        let applied = applied(tx).await?;
        Ok(applied.len() >= steps.len() && suits(tx, &applied, steps).await?)
    })
    .await
}

/// How a database stands to a program's steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    Empty,
    /// So many steps are to come.
    Behind(usize),
    Fits,
    /// Another version has made it, and this one cannot use it.
    Other,
}

/// Looks without changing anything, also at a database that nobody has used yet.
pub async fn compare(db: &Db, steps: &'static [Step]) -> Result<Standing> {
    db.read(async |tx: &mut Tx<'_>| {
        if !tx.has_table("migrations").await? {
            return Ok(Standing::Empty);
        }
        let applied = applied(tx).await?;
        Ok(match suits(tx, &applied, steps).await? {
            false => Standing::Other,
            true if applied.is_empty() => Standing::Empty,
            true if applied.len() < steps.len() => Standing::Behind(steps.len() - applied.len()),
            true => Standing::Fits,
        })
    })
    .await
}

enum Tried {
    TakenBack,
    Failed(Error),
}

impl From<Error> for Tried {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// Whether a step could run: makes a table, and takes it back.
pub async fn try_out(db: &Db) -> Result<()> {
    let tried = db.write(async |tx| {
        tx.execute("CREATE TABLE doccare_check (id BIGINT)", &[]).await?;
        Err::<(), _>(Tried::TakenBack)
    });
    match tried.await {
        Err(Tried::Failed(error)) => Err(error),
        Err(Tried::TakenBack) | Ok(()) => Ok(()),
    }
}

/// Whether what was applied is the beginning of these steps, or goes on from their end without taking anything away.
async fn suits(tx: &mut Tx<'_>, applied: &[String], steps: &[Step]) -> Result<bool> {
    let same = applied.iter().zip(steps).all(|(name, step)| name == step.name);
    let later = applied.get(steps.len()..).unwrap_or_default();
    for name in later {
        if tx.count("SELECT count(*) FROM contractions WHERE name = $1", &[name]).await? > 0 {
            return Ok(false);
        }
    }
    Ok(same)
}

const CONTRACTS: &str = "-- {contracts}";

/// The lines of a step that an engine runs.
fn part_of(sql: &str, engine: &str) -> Result<String> {
    let (mut part, mut lines) = ("both", Vec::new());
    for line in sql.lines() {
        if line == CONTRACTS {
            continue;
        }
        if let Some(name) = line.strip_prefix("-- {").and_then(|rest| rest.strip_suffix('}')) {
            if !["both", "sqlite", "postgres"].contains(&name) {
                return Err(Error::Other(format!("a migration names an unknown part: {name}")));
            }
            part = name;
        } else if part == "both" || part == engine {
            lines.push(line);
        }
    }
    Ok(lines.join("\n"))
}

/// The names of the steps that the database has.
pub async fn applied(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    tx.all("SELECT name FROM migrations ORDER BY name", &[]).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_engine_runs_its_own_part_and_what_both_share() {
        let sql = "a;\n-- {sqlite}\nb;\n-- a comment\n-- {postgres}\nc;\n-- {both}\nd;";
        assert_eq!(part_of(sql, "sqlite").unwrap(), "a;\nb;\n-- a comment\nd;");
        assert_eq!(part_of(sql, "postgres").unwrap(), "a;\nc;\nd;");
        assert!(part_of("-- {mysql}\ne;", "sqlite").is_err());
    }
}
