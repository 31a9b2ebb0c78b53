//! Faults around the program: its disk, the clock, the connection to the database, the mail server, the photo store. Writes are refused
//! with a message, reads that are possible go on, and afterwards the program recovers without a restart: each mail was queued once and
//! arrives.

mod clock;
mod disk;
mod line;
mod login;
mod mails;
mod photos;

use doccare::app::App;
use doccare::platform::db::Result;

/// The number of rows of a table.
async fn count(app: &App, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    let count: Result<i64> = app.db.read(async |tx| tx.count(&sql, &[]).await).await;
    count.unwrap()
}
