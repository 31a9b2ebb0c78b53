//! Restores a backup into an empty database, all or nothing.

use super::file::Lines;
use super::lines::{Cell, Line};
use super::{Backup, Error, LEFT_OUT, Result};
use crate::platform::db::migrate::{self, Step};
use crate::platform::db::{Db, Lock, Param, Table, Tx};
use crate::platform::ids::unhex;
use crate::platform::photos::Photos;

const ROWS_PER_INSERT: usize = 100;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RestoreSummary {
    pub rows: u64,
    pub photos: u64,
    /// Tables that this engine does not have.
    pub left_out: Vec<String>,
}

/// Restores all rows in one transaction and migrates them to the current schema. Photos come first: without a row that names them they
/// are swept later.
pub async fn restore(db: &Db, photos: &Photos, copy: &Backup, steps: &'static [Step]) -> Result<RestoreSummary> {
    db.read(async |tx| check_empty(tx).await).await?;
    let added = add_photos(photos, copy).await?;
    let (copy, lines) = (copy.clone(), lines_of_tables(copy)?);
    let filled = db.write(async move |tx| fill(tx, &copy, lines, steps).await).await?;
    Ok(RestoreSummary { photos: added, ..filled })
}

async fn check_empty(tx: &mut Tx<'_>) -> Result<()> {
    if tx.tables().await?.is_empty() { Ok(()) } else { Err(Error::NotEmpty) }
}

async fn add_photos(photos: &Photos, copy: &Backup) -> Result<u64> {
    let (mut lines, mut added) = (copy.lines()?, 0);
    while let Some(line) = lines.next_line()? {
        if let Line::Photo { name, hex } = line {
            let bytes = unhex(&hex).ok_or_else(|| copy.broken("a photo is not readable"))?;
            photos.add_file(&name, bytes).await?;
            added += 1;
        }
    }
    Ok(added)
}

/// The lines from the first table on. Skipping the photos takes long, so it is done before the transaction begins.
fn lines_of_tables(copy: &Backup) -> Result<Lines> {
    let mut lines = copy.lines()?;
    while let Some(line) = lines.next_line()? {
        if matches!(line, Line::Table { .. }) {
            lines.give_back(line);
            break;
        }
    }
    Ok(lines)
}

async fn fill(tx: &mut Tx<'_>, copy: &Backup, mut lines: Lines, steps: &[Step]) -> Result<RestoreSummary> {
    // An instance that starts now waits for the restore.
    tx.lock(Lock::Migrations).await?;
    check_empty(tx).await?;
    migrate::apply(tx, &steps[..copy.head.steps.len()]).await?;
    let (tables, mut restored) = (tx.tables().await?, RestoreSummary::default());
    while let Some(line) = lines.next_line()? {
        match line {
            Line::Head(_) | Line::Photo { .. } => {}
            Line::Row(_) => return Err(copy.broken("a row has no table")),
            Line::Table { name, columns } => {
                if LEFT_OUT.contains(&name.as_str()) {
                    while take_row(&mut lines)?.is_some() {}
                } else if let Some(table) = tables.iter().find(|table| table.name == name) {
                    restored.rows += fill_table(tx, copy, table, &columns, &mut lines).await?;
                } else {
                    while take_row(&mut lines)?.is_some() {}
                    restored.left_out.push(name);
                }
            }
        }
    }
    migrate::apply(tx, steps).await?;
    // Donors can have another link mailed. Links to running requests stay: no other can be had, and a patient may need blood today.
    tx.execute("DELETE FROM blood_links WHERE kind = 'donor'", &[]).await?;
    Ok(restored)
}

fn take_row(lines: &mut Lines) -> Result<Option<Vec<Cell>>> {
    match lines.next_line()? {
        Some(Line::Row(row)) => Ok(Some(row)),
        Some(other) => {
            lines.give_back(other);
            Ok(None)
        }
        None => Ok(None),
    }
}

async fn fill_table(
    tx: &mut Tx<'_>,
    copy: &Backup,
    table: &Table,
    columns: &[String],
    lines: &mut Lines,
) -> Result<u64> {
    let (names, known): (Vec<&str>, _) = (columns.iter().map(String::as_str).collect(), table.column_names());
    if names.len() != known.len() || names.iter().any(|name| !known.contains(name)) {
        return Err(copy.broken(&format!("{} has other columns than its schema says", table.name)));
    }
    // Rows that migrations insert are in the backup too.
    tx.execute(&format!("DELETE FROM {}", table.name), &[]).await?;
    tx.without_triggers(&table.name, async |tx: &mut Tx<'_>| {
        tx.without_indexes(&table.name, async |tx: &mut Tx<'_>| add_rows(tx, copy, table, &names, lines).await).await
    })
    .await
}

async fn add_rows(tx: &mut Tx<'_>, copy: &Backup, table: &Table, columns: &[&str], lines: &mut Lines) -> Result<u64> {
    let (mut count, mut rows) = (0, Vec::<Vec<Cell>>::with_capacity(ROWS_PER_INSERT));
    loop {
        let row = take_row(lines)?;
        let is_last = row.is_none();
        if row.as_ref().is_some_and(|row| row.len() != columns.len()) {
            return Err(copy.broken(&format!("a row of {} is not whole", table.name)));
        }
        rows.extend(row);
        if rows.len() == ROWS_PER_INSERT || is_last {
            let values: Vec<&dyn Param> = rows.iter().flatten().map(Cell::param).collect();
            tx.send_values(&table.name, columns, &values, "").await?;
            count += rows.len() as u64;
            rows.clear();
        }
        if is_last {
            return Ok(count);
        }
    }
}
