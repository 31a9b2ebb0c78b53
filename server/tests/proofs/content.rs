//! The content of a database, table by table, for comparison with another.

use std::collections::BTreeMap;

use doccare::platform::db::{self, Db, Kind, Row, Tx};

/// A row: the value of each column.
pub type Cells = BTreeMap<String, String>;
/// The rows of each table, sorted.
pub type Content = BTreeMap<String, Vec<Cells>>;

pub const NOTHING: &str = "None";

pub async fn content(db: &Db) -> Content {
    let read: db::Result<Content> = db.read(async |tx| read(tx).await).await;
    read.unwrap()
}

async fn read(tx: &mut Tx<'_>) -> db::Result<Content> {
    let mut content = Content::new();
    for table in tx.tables().await? {
        let names = table.column_names();
        let cells = |row: &Row<'_>| {
            let cells = table
                .columns
                .iter()
                .enumerate()
                .map(|(index, (name, kind))| Ok((name.clone(), shown(row, index, *kind)?)));
            cells.collect::<db::Result<Cells>>()
        };
        let mut rows = tx.query(&format!("SELECT {} FROM {}", names.join(", "), table.name), &[], cells).await?;
        rows.sort();
        content.insert(table.name, rows);
    }
    Ok(content)
}

/// The value of a column.
pub fn shown(row: &Row<'_>, index: usize, kind: Kind) -> db::Result<String> {
    Ok(match kind {
        Kind::Text => format!("{:?}", row.get::<Option<String>>(index)?),
        Kind::Number => format!("{:?}", row.get::<Option<i64>>(index)?),
        Kind::Truth => format!("{:?}", row.get::<Option<bool>>(index)?),
    })
}
