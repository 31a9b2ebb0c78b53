//! The SQL of accounts and sessions.

use super::model::{Account, AccountState, Contact, Email, LoginName, NewAccount, Role};
use super::person::Mobile;
use crate::platform::db::{Param, Result, Tx, columns};

columns! {
    ACCOUNT: Account in "accounts a" { id: "a.id", password_hash: "a.password_hash", state: "a.state" }
}

/// Whether the account is new; its e-mail address may belong to another of that role.
pub async fn insert_account(tx: &mut Tx<'_>, id: &str, account: &NewAccount, now: i64) -> Result<bool> {
    let NewAccount { role, email, phone, password_hash, lang } = account;
    tx.insert_new(
        "accounts",
        &[
            ("id", &id),
            ("role", &role.as_str()),
            ("email", &email.as_str()),
            ("email_key", &email.key()),
            ("phone", &phone.as_ref().map(Mobile::as_str)),
            ("phone_since", &phone.as_ref().map(|_| now)),
            ("password_hash", password_hash),
            ("state", &role.first_state().as_str()),
            ("lang", &lang.code()),
            ("created_at", &now),
        ],
    )
    .await
}

pub async fn find_by_email(tx: &mut Tx<'_>, role: Role, email: &Email) -> Result<Option<Account>> {
    ACCOUNT.find(tx, "WHERE a.role = $1 AND a.email_key = $2", &[&role.as_str(), &email.key()]).await
}

/// Of several accounts with one number the one that had it first. Whoever may not sign in keeps it from nobody.
async fn find_by_mobile(tx: &mut Tx<'_>, role: Role, mobile: &Mobile) -> Result<Option<Account>> {
    for states in ["a.state = 'active'", "a.state <> 'active'"] {
        let of_mobile = format!("WHERE a.role = $1 AND a.phone = $2 AND {states} ORDER BY a.phone_since, a.id LIMIT 1");
        let first = ACCOUNT.find(tx, &of_mobile, &[&role.as_str(), &mobile.as_str()]).await?;
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
    ACCOUNT.find(tx, "WHERE a.id = $1", &[&id]).await
}

pub async fn find_contact(tx: &mut Tx<'_>, id: &str) -> Result<Option<Contact>> {
    columns! { CONTACT: Contact in "accounts a" { email: "a.email", lang: "a.lang" } }
    CONTACT.find(tx, "WHERE a.id = $1 AND a.state <> 'deleted'", &[&id]).await
}

pub async fn update_password(tx: &mut Tx<'_>, id: &str, hash: &str) -> Result<()> {
    tx.update("accounts", id, &[("password_hash", &hash)]).await
}

/// Another account of the role may have the address: `Conflict`.
pub async fn update_email(tx: &mut Tx<'_>, id: &str, email: &Email) -> Result<()> {
    tx.update("accounts", id, &[("email", &email.as_str()), ("email_key", &email.key())]).await
}

pub async fn update_phone(tx: &mut Tx<'_>, id: &str, phone: &Mobile, now: i64) -> Result<()> {
    tx.update("accounts", id, &[("phone", &phone.as_str()), ("phone_since", &now)]).await
}

/// Counts the number of an account as its own from now on.
pub async fn update_phone_since(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    let sql = "UPDATE accounts SET phone_since = $2 WHERE id = $1 AND phone IS NOT NULL";
    tx.execute(sql, &[&id, &now]).await.map(drop)
}

/// Empties everything personal; the key is the id, so that the address is free for a new account.
pub async fn erase_account(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let sql = "UPDATE accounts SET email = '', email_key = id, phone = NULL, phone_since = NULL, password_hash = '',
               state = 'deleted'
               WHERE id = $1";
    tx.execute(sql, &[&id]).await.map(drop)
}

pub async fn insert_reset(tx: &mut Tx<'_>, token_digest: &str, account_id: &str, expires_at: i64) -> Result<()> {
    let values: [(&str, &dyn Param); 3] =
        [("token_digest", &token_digest), ("account_id", &account_id), ("expires_at", &expires_at)];
    tx.insert("password_resets", &values).await
}

/// How many links of an account still work.
pub async fn count_resets(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<i64> {
    let sql = "SELECT count(*) FROM password_resets WHERE account_id = $1 AND expires_at > $2";
    tx.count(sql, &[&account_id, &now]).await
}

/// The account of a link that still works: its id and role, and its address.
pub async fn find_reset(tx: &mut Tx<'_>, token_digest: &str, now: i64) -> Result<Option<(String, Role, String)>> {
    let sql = "SELECT a.id, a.role, a.email FROM password_resets r JOIN accounts a ON a.id = r.account_id
               WHERE r.token_digest = $1 AND r.expires_at > $2";
    tx.first(sql, &[&token_digest, &now]).await
}

pub async fn delete_resets_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM password_resets WHERE account_id = $1", &[&account_id]).await.map(drop)
}

pub async fn delete_expired_resets(tx: &mut Tx<'_>, now: i64) -> Result<()> {
    tx.execute("DELETE FROM password_resets WHERE expires_at <= $1", &[&now]).await.map(drop)
}

pub async fn update_state(tx: &mut Tx<'_>, id: &str, state: AccountState) -> Result<()> {
    tx.update("accounts", id, &[("state", &state.as_str())]).await
}

columns! {
    /// A session with what decides whether it still counts.
    pub struct Session as SESSION in "sessions s JOIN accounts a ON a.id = s.account_id" {
        account_id: String = "a.id",
        role: Role = "a.role",
        state: AccountState = "a.state",
        last_used_at: i64 = "s.last_used_at",
        expires_at: i64 = "s.expires_at",
    }
}

impl Session {
    pub fn counts(&self, now: i64) -> bool {
        self.expires_at > now && self.state == AccountState::Active
    }
}

pub async fn find_session(tx: &mut Tx<'_>, token_digest: &str) -> Result<Option<Session>> {
    SESSION.find(tx, "WHERE s.token_digest = $1", &[&token_digest]).await
}

pub async fn insert_session(
    tx: &mut Tx<'_>,
    token_digest: &str,
    account_id: &str,
    now: i64,
    expires_at: i64,
) -> Result<()> {
    let values: [(&str, &dyn Param); 4] = [
        ("token_digest", &token_digest),
        ("account_id", &account_id),
        ("last_used_at", &now),
        ("expires_at", &expires_at),
    ];
    tx.insert("sessions", &values).await
}

pub async fn refresh_session(tx: &mut Tx<'_>, token_digest: &str, now: i64, expires_at: i64) -> Result<()> {
    let sql = "UPDATE sessions SET last_used_at = $2, expires_at = $3 WHERE token_digest = $1";
    tx.execute(sql, &[&token_digest, &now, &expires_at]).await.map(drop)
}

pub async fn delete_session(tx: &mut Tx<'_>, token_digest: &str) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE token_digest = $1", &[&token_digest]).await.map(drop)
}

/// Ends the sessions of an account but the one of this token.
pub async fn delete_other_sessions(tx: &mut Tx<'_>, account_id: &str, token_digest: &str) -> Result<()> {
    let sql = "DELETE FROM sessions WHERE account_id = $1 AND token_digest <> $2";
    tx.execute(sql, &[&account_id, &token_digest]).await.map(drop)
}

pub async fn delete_sessions_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE account_id = $1", &[&account_id]).await.map(drop)
}

pub async fn delete_expired_sessions(tx: &mut Tx<'_>, now: i64) -> Result<()> {
    tx.execute("DELETE FROM sessions WHERE expires_at <= $1", &[&now]).await.map(drop)
}

pub async fn find_state(tx: &mut Tx<'_>, role: Role, id: &str) -> Result<Option<AccountState>> {
    let sql = "SELECT state FROM accounts WHERE id = $1 AND role = $2";
    tx.first(sql, &[&id, &role.as_str()]).await
}

/// Sessions and links go with it.
pub async fn delete_account(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.execute("DELETE FROM accounts WHERE id = $1", &[&id]).await.map(drop)
}
