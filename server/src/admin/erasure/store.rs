//! The SQL of who is gone.

use crate::platform::db::{Result, Tx};

/// Those who agreed to something, by the ledger, and are neither an account nor a donor any more. Where there are very many, the rest
/// is for the next time.
pub async fn list_gone_who_agreed(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    let sql = "SELECT c.subject_id FROM consents c
               WHERE c.ended_at IS NULL
                 AND NOT EXISTS (SELECT 1 FROM accounts a WHERE a.id = c.subject_id AND a.state <> 'deleted')
                 AND NOT EXISTS (SELECT 1 FROM donors d WHERE d.id = c.subject_id)
               ORDER BY c.subject_id LIMIT 10000";
    tx.all(sql, &[]).await
}
