//! The SQL of second factors, and of logins that wait for a code.

use super::model::RecoveryCode;
use crate::identity::model::Role;
use crate::platform::db::{Param, Result, Tx, columns};

columns! {
    pub struct SecondFactor as FACTOR in "second_factors f" {
        /// The app's secret, encrypted.
        secret: String = "f.secret",
        /// The last step that was used; it and those before it do not count again.
        last_step: i64 = "f.last_step",
        enrolled_at: i64 = "f.enrolled_at",
        codes_left: i64 = "(SELECT count(*) FROM recovery_codes r WHERE r.account_id = f.account_id)",
    }
}

pub async fn find(tx: &mut Tx<'_>, account_id: &str) -> Result<Option<SecondFactor>> {
    FACTOR.find(tx, "WHERE f.account_id = $1", &[&account_id]).await
}

pub async fn insert(tx: &mut Tx<'_>, account_id: &str, secret: &str, step: i64, now: i64) -> Result<()> {
    let values: [(&str, &dyn Param); 4] =
        [("account_id", &account_id), ("secret", &secret), ("last_step", &step), ("enrolled_at", &now)];
    tx.insert("second_factors", &values).await
}

/// Marks the step as used; false if it or a later one was used already. The secret is encrypted again, with the current key.
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
    let sql = "INSERT INTO second_factor_enrollments (account_id, secret, expires_at) VALUES ($1, $2, $3)
               ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, expires_at = excluded.expires_at";
    tx.execute(sql, &[&account_id, &secret, &expires_at]).await.map(drop)
}

pub async fn find_offer(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<Option<String>> {
    let sql = "SELECT secret FROM second_factor_enrollments WHERE account_id = $1 AND expires_at > $2";
    tx.first(sql, &[&account_id, &now]).await
}

pub async fn delete_offer(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM second_factor_enrollments WHERE account_id = $1", &[&account_id]).await.map(drop)
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

columns! {
    pub struct Challenge as CHALLENGE in "login_challenges c JOIN accounts a ON a.id = c.account_id" {
        account_id: String = "a.id",
        role: Role = "a.role",
        wrong_codes: i64 = "c.wrong_codes",
    }
}

/// Adds one; the account's that ended go.
pub async fn insert_challenge(
    tx: &mut Tx<'_>,
    token_digest: &str,
    account_id: &str,
    now: i64,
    expires_at: i64,
) -> Result<()> {
    let ended = "DELETE FROM login_challenges WHERE account_id = $1 AND expires_at <= $2";
    tx.execute(ended, &[&account_id, &now]).await?;
    let values: [(&str, &dyn Param); 4] = [
        ("token_digest", &token_digest),
        ("account_id", &account_id),
        ("wrong_codes", &0_i64),
        ("expires_at", &expires_at),
    ];
    tx.insert("login_challenges", &values).await
}

pub async fn find_challenge(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<Option<Challenge>> {
    CHALLENGE.find(tx, "WHERE c.token_digest = $1 AND c.expires_at > $2", &[&token_digest, &now]).await
}

pub async fn note_wrong_code(tx: &mut Tx<'_>, token_digest: &str) -> Result<()> {
    let sql = "UPDATE login_challenges SET wrong_codes = wrong_codes + 1 WHERE token_digest = $1";
    tx.execute(sql, &[&token_digest]).await.map(drop)
}

pub async fn delete_challenge(tx: &mut Tx<'_>, token_digest: &str) -> Result<()> {
    tx.execute("DELETE FROM login_challenges WHERE token_digest = $1", &[&token_digest]).await.map(drop)
}

pub async fn delete_challenges(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM login_challenges WHERE account_id = $1", &[&account_id]).await.map(drop)
}
