//! The SQL of addresses that mails came back from, and who has them.

use crate::identity::Role;
use crate::platform::db::{Result, Tx};

/// Forgets addresses that neither an account nor a donor has any more. Where there are very many, the rest goes the next time.
pub async fn forget_nobodys(tx: &mut Tx<'_>) -> Result<u64> {
    let roles = Role::ALL.map(|role| format!("'{}'", role.as_str())).join(", ");
    let sql = format!(
        "DELETE FROM bounced_addresses WHERE address IN (
           SELECT b.address FROM bounced_addresses b
           WHERE NOT EXISTS (SELECT 1 FROM accounts a WHERE a.role IN ({roles}) AND a.email_key = b.address)
             AND NOT EXISTS (SELECT 1 FROM donors d WHERE d.email_key = b.address)
           ORDER BY b.address LIMIT 10000)"
    );
    tx.execute(&sql, &[]).await
}
