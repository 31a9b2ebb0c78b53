//! The SQL of accounts and sessions.

use super::model::{Account, AccountState, Contact, Email, LoginName, NewAccount, Role};
use super::person::Mobile;
use crate::platform::db::{Error, Param, Result, Row, Tx};
use crate::platform::lang::Lang;

/// A row that we wrote and cannot read back is a mistake of ours.
fn stored<T>(value: Option<T>) -> Result<T> {
    value.ok_or_else(|| Error::Other("an account's row cannot be read".into()))
}

/// Whether the account is new; its e-mail address may belong to another of that role.
pub async fn insert_account(tx: &mut Tx<'_>, id: &str, account: &NewAccount, now: i64) -> Result<bool> {
    let sql =
        "INSERT INTO accounts (id, role, email, email_key, phone, password_hash, state, lang, created_at, phone_since)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING";
    let NewAccount { role, email, phone, password_hash, lang } = account;
    let (state, key) = (role.first_state().as_str(), email.key());
    let (role, email, lang) = (role.as_str(), email.as_str(), lang.code());
    let (phone, since) = (phone.as_ref().map(Mobile::as_str), phone.as_ref().map(|_| now));
    let params: [&dyn Param; 10] = [&id, &role, &email, &key, &phone, password_hash, &state, &lang, &now, &since];
    Ok(tx.execute(sql, &params).await? == 1)
}

fn account(row: &Row<'_>) -> Result<Account> {
    Ok(Account {
        id: row.get(0)?,
        password_hash: row.get(1)?,
        state: stored(AccountState::from_stored(&row.get::<String>(2)?))?,
    })
}

pub async fn find_by_email(tx: &mut Tx<'_>, role: Role, email: &Email) -> Result<Option<Account>> {
    let sql = "SELECT id, password_hash, state FROM accounts WHERE role = $1 AND email_key = $2";
    tx.find(sql, &[&role.as_str(), &email.key()], account).await
}

/// Of several accounts with one number the one that had it first. Whoever may not sign in keeps it from nobody.
async fn find_by_mobile(tx: &mut Tx<'_>, role: Role, mobile: &Mobile) -> Result<Option<Account>> {
    for states in ["state = 'active'", "state <> 'active'"] {
        let sql = format!(
            "SELECT id, password_hash, state FROM accounts WHERE role = $1 AND phone = $2 AND {states}
             ORDER BY phone_since, id LIMIT 1"
        );
        let first = tx.find(&sql, &[&role.as_str(), &mobile.as_str()], account).await?;
        if first.is_some() {
            return Ok(first);
        }
    }
    Ok(None)
}

pub async fn find_by_login(tx: &mut Tx<'_>, role: Role, name: &LoginName) -> Result<Option<Account>> {
    match name {
        LoginName::Email(email) => find_by_email(tx, role, email).await,
        LoginName::Mobile(mobile) => find_by_mobile(tx, role, mobile).await,
    }
}

pub async fn find_account(tx: &mut Tx<'_>, id: &str) -> Result<Option<Account>> {
    tx.find("SELECT id, password_hash, state FROM accounts WHERE id = $1", &[&id], account).await
}

pub async fn find_contact(tx: &mut Tx<'_>, id: &str) -> Result<Option<Contact>> {
    let sql = "SELECT email, lang FROM accounts WHERE id = $1 AND state <> 'deleted'";
    let contact =
        |row: &Row<'_>| Ok(Contact { email: row.get(0)?, lang: stored(Lang::from_tag(&row.get::<String>(1)?))? });
    tx.find(sql, &[&id], contact).await
}

pub async fn update_password(tx: &mut Tx<'_>, id: &str, hash: &str) -> Result<()> {
    tx.execute("UPDATE accounts SET password_hash = $2 WHERE id = $1", &[&id, &hash]).await?;
    Ok(())
}

/// Another account of the role may have the address: `Conflict`.
pub async fn update_email(tx: &mut Tx<'_>, id: &str, email: &Email) -> Result<()> {
    let sql = "UPDATE accounts SET email = $2, email_key = $3 WHERE id = $1";
    tx.execute(sql, &[&id, &email.as_str(), &email.key()]).await?;
    Ok(())
}

pub async fn update_phone(tx: &mut Tx<'_>, id: &str, phone: &Mobile, now: i64) -> Result<()> {
    tx.execute("UPDATE accounts SET phone = $2, phone_since = $3 WHERE id = $1", &[&id, &phone.as_str(), &now]).await?;
    Ok(())
}

/// Counts the number of an account as its own from now on.
pub async fn update_phone_since(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    let sql = "UPDATE accounts SET phone_since = $2 WHERE id = $1 AND phone IS NOT NULL";
    tx.execute(sql, &[&id, &now]).await?;
    Ok(())
}

/// Empties everything personal; the key is the id, so that the address is free for a new account.
pub async fn erase_account(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let sql = "UPDATE accounts SET email = '', email_key = id, phone = NULL, phone_since = NULL, password_hash = '',
               state = 'deleted'
               WHERE id = $1";
    tx.execute(sql, &[&id]).await?;
    Ok(())
}

pub async fn insert_reset(tx: &mut Tx<'_>, token_digest: &str, account_id: &str, expires_at: i64) -> Result<()> {
    let sql = "INSERT INTO password_resets (token_digest, account_id, expires_at) VALUES ($1, $2, $3)";
    tx.execute(sql, &[&token_digest, &account_id, &expires_at]).await?;
    Ok(())
}

/// How many links of an account still work.
pub async fn count_resets(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<i64> {
    let sql = "SELECT count(*) FROM password_resets WHERE account_id = $1 AND expires_at > $2";
    Ok(tx.find(sql, &[&account_id, &now], |row| row.get(0)).await?.unwrap_or(0))
}

/// The account of a link that still works: its id and role, and its address.
pub async fn find_reset(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<Option<(String, Role, String)>> {
    let sql = "SELECT a.id, a.role, a.email FROM password_resets r JOIN accounts a ON a.id = r.account_id
               WHERE r.token_digest = $1 AND r.expires_at > $2";
    let account = |row: &Row<'_>| Ok((row.get(0)?, stored(Role::from_stored(&row.get::<String>(1)?))?, row.get(2)?));
    tx.find(sql, &[&token_digest, &now], account).await
}

pub async fn delete_resets_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM password_resets WHERE account_id = $1", &[&account_id]).await?;
    Ok(())
}

pub async fn delete_expired_resets(tx: &mut Tx<'_>, now: i64) -> Result<()> {
    tx.execute("DELETE FROM password_resets WHERE expires_at <= $1", &[&now]).await?;
    Ok(())
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

impl Session {
    pub fn counts(&self, now: i64) -> bool {
        self.expires_at > now && self.state == AccountState::Active
    }
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

/// Ends the sessions of an account but the one of this token.
pub async fn delete_other_sessions(tx: &mut Tx<'_>, account_id: &str, token_digest: &str) -> Result<()> {
    let sql = "DELETE FROM sessions WHERE account_id = $1 AND token_digest <> $2";
    tx.execute(sql, &[&account_id, &token_digest]).await?;
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

pub async fn find_state(tx: &mut Tx<'_>, role: Role, id: &str) -> Result<Option<AccountState>> {
    let sql = "SELECT state FROM accounts WHERE id = $1 AND role = $2";
    let state = tx.find(sql, &[&id, &role.as_str()], |row| row.get::<String>(0)).await?;
    state.map(|state| stored(AccountState::from_stored(&state))).transpose()
}

/// Sessions and links go with it.
pub async fn delete_account(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.execute("DELETE FROM accounts WHERE id = $1", &[&id]).await?;
    Ok(())
}
