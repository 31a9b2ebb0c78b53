//! The SQL of accounts and sessions.

use super::model::{Account, AccountState, Email, NewAccount, Role};
use crate::platform::db::{Error, Result, Tx};

/// A row that we wrote and cannot read back is a mistake of ours.
fn stored<T>(value: Option<T>) -> Result<T> {
    value.ok_or_else(|| Error::Other("an account's row cannot be read".into()))
}

/// Whether the account is new; its e-mail address may belong to another of that role.
pub async fn insert_account(tx: &mut Tx<'_>, id: &str, account: &NewAccount, now: i64) -> Result<bool> {
    let sql = "INSERT INTO accounts (id, role, email, email_key, phone, password_hash, state, lang, created_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING";
    let NewAccount { role, email, phone, password_hash, lang } = account;
    let (state, key) = (role.first_state().as_str(), email.key());
    let (role, email, lang) = (role.as_str(), email.as_str(), lang.code());
    let inserted = tx.execute(sql, &[&id, &role, &email, &key, phone, password_hash, &state, &lang, &now]).await?;
    Ok(inserted == 1)
}

pub async fn find_by_email(tx: &mut Tx<'_>, role: Role, email: &Email) -> Result<Option<Account>> {
    let sql = "SELECT id, password_hash, state FROM accounts WHERE role = $1 AND email_key = $2";
    tx.find(sql, &[&role.as_str(), &email.key()], |row| {
        Ok(Account {
            id: row.get(0)?,
            password_hash: row.get(1)?,
            state: stored(AccountState::from_stored(&row.get::<String>(2)?))?,
        })
    })
    .await
}

pub async fn update_state(tx: &mut Tx<'_>, id: &str, state: AccountState) -> Result<()> {
    tx.execute("UPDATE accounts SET state = $2 WHERE id = $1", &[&id, &state.as_str()]).await?;
    Ok(())
}

/// A session with what decides whether it still counts.
pub struct Session {
    pub account_id: String,
    pub role: Role,
    pub state: AccountState,
    pub last_used_at: i64,
    pub expires_at: i64,
}

pub async fn find_session(tx: &mut Tx<'_>, token_digest: &str) -> Result<Option<Session>> {
    let sql = "SELECT a.id, a.role, a.state, s.last_used_at, s.expires_at
               FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE s.token_digest = $1";
    tx.find(sql, &[&token_digest], |row| {
        Ok(Session {
            account_id: row.get(0)?,
            role: stored(Role::from_stored(&row.get::<String>(1)?))?,
            state: stored(AccountState::from_stored(&row.get::<String>(2)?))?,
            last_used_at: row.get(3)?,
            expires_at: row.get(4)?,
        })
    })
    .await
}

pub async fn insert_session(
    tx: &mut Tx<'_>,
    token_digest: &str,
    account_id: &str,
    now: i64,
    expires_at: i64,
) -> Result<()> {
    let sql = "INSERT INTO sessions (token_digest, account_id, last_used_at, expires_at) VALUES ($1, $2, $3, $4)";
    tx.execute(sql, &[&token_digest, &account_id, &now, &expires_at]).await?;
    Ok(())
}

pub async fn refresh_session(tx: &mut Tx<'_>, token_digest: &str, now: i64, expires_at: i64) -> Result<()> {
    let sql = "UPDATE sessions SET last_used_at = $2, expires_at = $3 WHERE token_digest = $1";
    tx.execute(sql, &[&token_digest, &now, &expires_at]).await?;
    Ok(())
}

pub async fn delete_session(tx: &mut Tx<'_>, token_digest: &str) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE token_digest = $1", &[&token_digest]).await?;
    Ok(())
}

pub async fn delete_sessions_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE account_id = $1", &[&account_id]).await?;
    Ok(())
}

pub async fn delete_expired_sessions_of(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE account_id = $1 AND expires_at <= $2", &[&account_id, &now]).await?;
    Ok(())
}
