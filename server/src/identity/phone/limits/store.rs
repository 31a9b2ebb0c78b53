//! The SQL of the counts of codes by day.

use jiff::civil::Date;

use super::model::SentCodes;
use crate::platform::db::{Result, Tx};

/// All numbers.
const ALL: &str = "";

/// What was sent on a day: in all, and to the numbers of a prefix.
pub async fn find(tx: &mut Tx<'_>, day: Date, prefix: &str) -> Result<(SentCodes, SentCodes)> {
    let sql = "SELECT prefix, codes, unknown_devices FROM phone_code_counts WHERE day = $1 AND prefix IN ($2, $3)";
    let rows: Vec<(String, i64, i64)> = tx.all(sql, &[&day.to_string(), &ALL, &prefix]).await?;
    let of = |wanted: &str| {
        let row = rows.iter().find(|(prefix, ..)| prefix == wanted);
        row.map_or_else(SentCodes::default, |&(_, codes, unknown_devices)| SentCodes { codes, unknown_devices })
    };
    Ok((of(ALL), of(prefix)))
}

/// Counts one more, without waiting for it. Everybody changes the row of all numbers first, so that no two wait for each other.
pub async fn add(tx: &mut Tx<'_>, day: Date, prefix: &str, unknown_devices: i64) -> Result<()> {
    for counted in [ALL, prefix] {
        let sql = "INSERT INTO phone_code_counts (day, prefix, codes, unknown_devices) VALUES ($1, $2, 1, $3)
                   ON CONFLICT (day, prefix) DO UPDATE SET codes = phone_code_counts.codes + 1,
                     unknown_devices = phone_code_counts.unknown_devices + EXCLUDED.unknown_devices";
        tx.send(sql, &[&day.to_string(), &counted, &unknown_devices]).await?;
    }
    Ok(())
}

/// Codes that were sent, for the operator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CodeCounts {
    pub today: i64,
    /// Since the first day that was asked for.
    pub since: i64,
    /// The first digits to which most codes went today, and how many.
    pub top_prefix: Option<(String, i64)>,
}

pub async fn count(tx: &mut Tx<'_>, today: Date, since: Date) -> Result<CodeCounts> {
    let sum = "SELECT CAST(COALESCE(sum(codes), 0) AS BIGINT) FROM phone_code_counts WHERE prefix = $1 AND day >= $2";
    let top = "SELECT prefix, codes FROM phone_code_counts WHERE day = $1 AND prefix <> $2
               ORDER BY codes DESC, prefix LIMIT 1";
    Ok(CodeCounts {
        today: find(tx, today, ALL).await?.0.codes,
        since: tx.count(sum, &[&ALL, &since.to_string()]).await?,
        top_prefix: tx.first(top, &[&today.to_string(), &ALL]).await?,
    })
}

/// Deletes the counts of days before this one, and returns how many rows.
pub async fn delete_old(tx: &mut Tx<'_>, before: Date) -> Result<u64> {
    tx.execute("DELETE FROM phone_code_counts WHERE day < $1", &[&before.to_string()]).await
}
