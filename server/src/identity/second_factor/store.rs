//! The SQL of second factors.

use super::model::RecoveryCode;
use crate::platform::db::{Param, Result, Tx, columns};

columns! {
    /// An account's second factor.
    pub struct SecondFactor as FACTOR in "second_factors f" {
        /// What the app has, encrypted.
        secret: String = "f.secret",
        /// The last step that was used; it and those before it do not count again.
        last_step: i64 = "f.last_step",
        enrolled_at: i64 = "f.enrolled_at",
        /// How many codes to recover with are left.
        codes_left: i64 = "(SELECT count(*) FROM recovery_codes r WHERE r.account_id = f.account_id)",
    }
}

pub async fn find(tx: &mut Tx<'_>, account_id: &str) -> Result<Option<SecondFactor>> {
    FACTOR.find(tx, "WHERE f.account_id = $1", &[&account_id]).await
}

pub async fn is_on(tx: &mut Tx<'_>, account_id: &str) -> Result<bool> {
    Ok(find(tx, account_id).await?.is_some())
}

pub async fn insert(tx: &mut Tx<'_>, account_id: &str, secret: &str, step: i64, now: i64) -> Result<()> {
    let values: [(&str, &dyn Param); 4] =
        [("account_id", &account_id), ("secret", &secret), ("last_step", &step), ("enrolled_at", &now)];
    tx.insert("second_factors", &values).await
}

/// Whether nobody used that step or a later one before. The secret is written anew, with the key of today.
pub async fn use_step(tx: &mut Tx<'_>, account_id: &str, step: i64, secret: &str) -> Result<bool> {
    let sql = "UPDATE second_factors SET last_step = $2, secret = $3 WHERE account_id = $1 AND last_step < $2";
    Ok(tx.execute(sql, &[&account_id, &step, &secret]).await? == 1)
}

/// Whether there was one; it is off.
pub async fn delete(tx: &mut Tx<'_>, account_id: &str) -> Result<bool> {
    delete_codes(tx, account_id).await?;
    delete_offer(tx, account_id).await?;
    Ok(tx.execute("DELETE FROM second_factors WHERE account_id = $1", &[&account_id]).await? == 1)
}

/// Keeps what an app was shown until a code confirms it, in the place of what was shown before.
pub async fn save_offer(tx: &mut Tx<'_>, account_id: &str, secret: &str, expires_at: i64) -> Result<()> {
    let sql = "INSERT INTO second_factor_offers (account_id, secret, expires_at) VALUES ($1, $2, $3)
               ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, expires_at = excluded.expires_at";
    tx.execute(sql, &[&account_id, &secret, &expires_at]).await.map(drop)
}

pub async fn find_offer(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<Option<String>> {
    let sql = "SELECT secret FROM second_factor_offers WHERE account_id = $1 AND expires_at > $2";
    tx.first(sql, &[&account_id, &now]).await
}

pub async fn delete_offer(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM second_factor_offers WHERE account_id = $1", &[&account_id]).await.map(drop)
}

pub async fn replace_codes(tx: &mut Tx<'_>, account_id: &str, codes: &[RecoveryCode]) -> Result<()> {
    delete_codes(tx, account_id).await?;
    let digests: Vec<String> = codes.iter().map(RecoveryCode::digest).collect();
    let rows: Vec<[&dyn Param; 2]> = digests.iter().map(|digest| [digest as &dyn Param, &account_id]).collect();
    tx.send_rows("recovery_codes", ["code_digest", "account_id"], &rows, "").await
}

async fn delete_codes(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM recovery_codes WHERE account_id = $1", &[&account_id]).await.map(drop)
}

/// Whether the account has that code.
pub async fn has_code(tx: &mut Tx<'_>, account_id: &str, code: &RecoveryCode) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM recovery_codes WHERE account_id = $1 AND code_digest = $2)";
    Ok(tx.first(sql, &[&account_id, &code.digest()]).await?.unwrap_or(false))
}

/// Whether the account had that code; it is used up.
pub async fn use_code(tx: &mut Tx<'_>, account_id: &str, code: &RecoveryCode) -> Result<bool> {
    let sql = "DELETE FROM recovery_codes WHERE account_id = $1 AND code_digest = $2";
    Ok(tx.execute(sql, &[&account_id, &code.digest()]).await? == 1)
}

/// How many administrators sign in with a password alone.
pub async fn count_admins_without(tx: &mut Tx<'_>) -> Result<i64> {
    let sql = "SELECT count(*) FROM accounts a WHERE a.role = 'admin' AND a.state = 'active'
               AND NOT EXISTS (SELECT 1 FROM second_factors f WHERE f.account_id = a.id)";
    tx.count(sql, &[]).await
}
