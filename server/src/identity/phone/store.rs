//! The SQL of codes, and of numbers that were proved by them.

use super::model::Purpose;
use crate::identity::model::Role;
use crate::identity::person::Mobile;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::lang::Lang;
use crate::platform::messages::Channel;

columns! {
    pub struct Waiting as WAITING in "phone_codes c" {
        /// None: nobody proved the number, and no code is right.
        account_id: Option<String> = "c.account_id",
        phone: String = "c.phone",
        code_seal: String = "c.code_seal",
        wrong_codes: i64 = "c.wrong_codes",
    }
}

columns! {
    /// Whose number it is, and how they want to hear.
    pub struct Reachable as REACHABLE in "accounts a" {
        id: String = "a.id",
        lang: Lang = "a.lang",
        phone: Option<Mobile> = "a.phone",
        channel: Option<Channel> = "a.message_channel",
        /// When a code that came to the number was last used; not known of what an older program noted.
        proved_at: Option<i64> = "a.proved_at",
    }
}

impl Reachable {
    /// The channel that they chose, else the first one on offer. Codes and security notices go there without a choice.
    pub fn channel_among(&self, channels: &[Channel]) -> Option<Channel> {
        let chosen = self.channel.filter(|channel| channels.contains(channel));
        chosen.or_else(|| channels.first().copied())
    }
}

pub struct NewCode<'a> {
    pub token_digest: &'a str,
    pub purpose: Purpose,
    pub account_id: Option<&'a str>,
    pub phone: &'a Mobile,
    pub seal: &'a str,
    pub expires_at: i64,
}

/// Adds one, without waiting for it: what else is written for a number that somebody has takes no longer.
pub async fn insert(tx: &mut Tx<'_>, code: &NewCode<'_>) -> Result<()> {
    let columns = ["token_digest", "purpose", "account_id", "phone", "code_seal", "wrong_codes", "expires_at"];
    let row: [&dyn Param; 7] = [
        &code.token_digest,
        &code.purpose.as_str(),
        &code.account_id,
        &code.phone.as_str(),
        &code.seal,
        &0_i64,
        &code.expires_at,
    ];
    tx.send_rows("phone_codes", columns, &[row], "").await
}

pub async fn find(tx: &mut Tx<'_>, purpose: Purpose, token_digest: &str, now: i64) -> Result<Option<Waiting>> {
    let rest = "WHERE c.token_digest = $1 AND c.purpose = $2 AND c.expires_at > $3";
    WAITING.find(tx, rest, &[&token_digest, &purpose.as_str(), &now]).await
}

pub async fn note_wrong_code(tx: &mut Tx<'_>, token_digest: &str) -> Result<()> {
    let sql = "UPDATE phone_codes SET wrong_codes = wrong_codes + 1 WHERE token_digest = $1";
    tx.execute(sql, &[&token_digest]).await.map(drop)
}

pub async fn delete(tx: &mut Tx<'_>, token_digest: &str) -> Result<()> {
    tx.execute("DELETE FROM phone_codes WHERE token_digest = $1", &[&token_digest]).await.map(drop)
}

/// Ends every code of an account.
pub async fn delete_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM phone_codes WHERE account_id = $1", &[&account_id]).await.map(drop)
}

/// Who proved a number that is still theirs, and may sign in.
pub async fn find_proved(tx: &mut Tx<'_>, role: Role, phone: &str) -> Result<Option<Reachable>> {
    let rest = "WHERE a.role = $1 AND a.proved_phone = $2 AND a.phone = $2 AND a.state = 'active'";
    REACHABLE.find(tx, rest, &[&role.as_str(), &phone]).await
}

pub async fn find_own(tx: &mut Tx<'_>, account_id: &str) -> Result<Option<Reachable>> {
    REACHABLE.find(tx, "WHERE a.id = $1", &[&account_id]).await
}

/// The account whose number is proved and still its own.
pub async fn find_own_proved(tx: &mut Tx<'_>, account_id: &str) -> Result<Option<Reachable>> {
    REACHABLE.find(tx, "WHERE a.id = $1 AND a.proved_phone = a.phone", &[&account_id]).await
}

/// Another account of the role that proved this number.
pub async fn find_other_proved(tx: &mut Tx<'_>, role: Role, phone: &str, than: &str) -> Result<Option<String>> {
    let sql = "SELECT id FROM accounts WHERE role = $1 AND proved_phone = $2 AND id <> $3";
    tx.first(sql, &[&role.as_str(), &phone, &than]).await
}

/// Stores that an account proved its number. The caller holds the account and the number, and dropped the proof of another account.
pub async fn save_proof(tx: &mut Tx<'_>, account_id: &str, phone: &str, now: i64) -> Result<()> {
    tx.update("accounts", account_id, &[("proved_phone", &phone), ("proved_at", &now)]).await
}

pub async fn clear_proof(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    let sql = "UPDATE accounts SET proved_phone = NULL, proved_at = NULL, message_channel = NULL WHERE id = $1";
    tx.execute(sql, &[&account_id]).await.map(drop)
}

/// A code that came to the number was used again.
pub async fn renew_proof(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<()> {
    tx.update("accounts", account_id, &[("proved_at", &now)]).await
}
