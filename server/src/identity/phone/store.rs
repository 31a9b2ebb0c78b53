//! The SQL of codes, of numbers that were verified by them, and of the counts of codes by day.

use jiff::civil::Date;

use super::model::{CodePurpose, SentCodes};
use crate::identity::model::{AccountState, Role};
use crate::identity::person::Mobile;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::lang::Lang;
use crate::platform::phone_messages::Channel;

columns! {
    pub struct PendingCode as PENDING_CODE in "phone_codes c" {
        /// `None`: no account verified the number. Then only a code that may register is right.
        account_id: Option<String> = "c.account_id",
        phone: String = "c.phone",
        code_seal: String = "c.code_digest",
        wrong_codes: i64 = "c.wrong_codes",
        /// It was sent in any case, and creates an account if the number has none.
        may_register: bool = "c.may_register",
    }
}

columns! {
    /// The account of the number, and its channel for messages.
    pub struct PhoneContact as PHONE_CONTACT in "accounts a" {
        id: String = "a.id",
        lang: Lang = "a.lang",
        phone: Option<Mobile> = "a.phone",
        channel: Option<Channel> = "a.message_channel",
    }
}

impl PhoneContact {
    /// The channel that they chose, else the first one on offer. Codes and security notices go there without a choice.
    pub fn channel_among(&self, channels: &[Channel]) -> Option<Channel> {
        let chosen = self.channel.filter(|channel| channels.contains(channel));
        chosen.or_else(|| channels.first().copied())
    }
}

pub struct NewCode<'a> {
    pub token_digest: &'a str,
    pub purpose: CodePurpose,
    pub account_id: Option<&'a str>,
    pub phone: &'a Mobile,
    pub seal: &'a str,
    pub expires_at: i64,
    pub may_register: bool,
}

/// Adds one without waiting for the answer, so that requests for known numbers take no longer than others.
pub async fn insert(tx: &mut Tx<'_>, code: &NewCode<'_>) -> Result<()> {
    let columns =
        ["token_digest", "purpose", "account_id", "phone", "code_digest", "wrong_codes", "expires_at", "may_register"];
    let row: [&dyn Param; 8] = [
        &code.token_digest,
        &code.purpose.as_str(),
        &code.account_id,
        &code.phone.as_str(),
        &code.seal,
        &0_i64,
        &code.expires_at,
        &code.may_register,
    ];
    tx.send_rows("phone_codes", columns, &[row], "").await
}

pub async fn find(tx: &mut Tx<'_>, purpose: CodePurpose, token_digest: &str, now: i64) -> Result<Option<PendingCode>> {
    let rest = "WHERE c.token_digest = $1 AND c.purpose = $2 AND c.expires_at > $3";
    PENDING_CODE.find(tx, rest, &[&token_digest, &purpose.as_str(), &now]).await
}

pub async fn note_wrong_code(tx: &mut Tx<'_>, token_digest: &str) -> Result<()> {
    let sql = "UPDATE phone_codes SET wrong_codes = wrong_codes + 1 WHERE token_digest = $1";
    tx.execute(sql, &[&token_digest]).await.map(drop)
}

pub async fn delete(tx: &mut Tx<'_>, token_digest: &str) -> Result<()> {
    tx.execute("DELETE FROM phone_codes WHERE token_digest = $1", &[&token_digest]).await.map(drop)
}

pub async fn delete_of(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM phone_codes WHERE account_id = $1", &[&account_id]).await.map(drop)
}

/// The account that verified a number, still has it, and may log in.
pub async fn find_proved(tx: &mut Tx<'_>, role: Role, phone: &str) -> Result<Option<PhoneContact>> {
    let rest = "WHERE a.role = $1 AND a.verified_phone = $2 AND a.phone = $2 AND a.state = 'active'";
    PHONE_CONTACT.find(tx, rest, &[&role.as_str(), &phone]).await
}

columns! {
    /// The account that proved a number which is still its own, whatever its state.
    pub struct NumberOwner as NUMBER_OWNER in "accounts a" {
        id: String = "a.id",
        state: AccountState = "a.state",
        proved_at: Option<i64> = "a.phone_verified_at",
        has_password: bool = "a.password_hash <> ''",
        has_email: bool = "a.email IS NOT NULL",
    }
}

pub async fn find_number_owner(tx: &mut Tx<'_>, role: Role, phone: &str) -> Result<Option<NumberOwner>> {
    let rest = "WHERE a.role = $1 AND a.verified_phone = $2 AND a.phone = $2 AND a.state <> 'deleted'";
    NUMBER_OWNER.find(tx, rest, &[&role.as_str(), &phone]).await
}

pub async fn find_own(tx: &mut Tx<'_>, account_id: &str) -> Result<Option<PhoneContact>> {
    PHONE_CONTACT.find(tx, "WHERE a.id = $1", &[&account_id]).await
}

/// The account whose number is proved and still its own.
pub async fn find_own_proved(tx: &mut Tx<'_>, account_id: &str) -> Result<Option<PhoneContact>> {
    PHONE_CONTACT.find(tx, "WHERE a.id = $1 AND a.verified_phone = a.phone", &[&account_id]).await
}

/// Another account with the role that proved this number.
pub async fn find_other_proved(tx: &mut Tx<'_>, role: Role, phone: &str, than: &str) -> Result<Option<String>> {
    let sql = "SELECT id FROM accounts WHERE role = $1 AND verified_phone = $2 AND id <> $3";
    tx.first(sql, &[&role.as_str(), &phone, &than]).await
}

/// Stores that an account proved its number. The caller holds the account and the number, and dropped the proof of another account.
pub async fn save_proof(tx: &mut Tx<'_>, account_id: &str, phone: &str, now: i64) -> Result<()> {
    tx.update("accounts", account_id, &[("verified_phone", &phone), ("phone_verified_at", &now)]).await
}

pub async fn clear_proof(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    let sql =
        "UPDATE accounts SET verified_phone = NULL, phone_verified_at = NULL, message_channel = NULL WHERE id = $1";
    tx.execute(sql, &[&account_id]).await.map(drop)
}

/// Stores that a code to the number was used again.
pub async fn renew_proof(tx: &mut Tx<'_>, account_id: &str, now: i64) -> Result<()> {
    tx.update("accounts", account_id, &[("phone_verified_at", &now)]).await
}

/// All numbers.
const ALL: &str = "";

/// The number of codes sent on a day: in total, and to the numbers of a prefix.
pub async fn find_counts(tx: &mut Tx<'_>, day: Date, prefix: &str) -> Result<(SentCodes, SentCodes)> {
    let sql = "SELECT prefix, codes, unknown_devices FROM phone_code_counts WHERE day = $1 AND prefix IN ($2, $3)";
    let rows: Vec<(String, i64, i64)> = tx.all(sql, &[&day.to_string(), &ALL, &prefix]).await?;
    let of = |wanted: &str| {
        let row = rows.iter().find(|(prefix, ..)| prefix == wanted);
        row.map_or_else(SentCodes::default, |&(_, codes, unknown_devices)| SentCodes { codes, unknown_devices })
    };
    Ok((of(ALL), of(prefix)))
}

/// Counts one more, without waiting for it. Everybody changes the row of all numbers first, so that no two wait for each other.
pub async fn add_to_counts(tx: &mut Tx<'_>, day: Date, prefix: &str, unknown_devices: i64) -> Result<()> {
    for counted in [ALL, prefix] {
        let sql = "INSERT INTO phone_code_counts (day, prefix, codes, unknown_devices) VALUES ($1, $2, 1, $3)
                   ON CONFLICT (day, prefix) DO UPDATE SET codes = phone_code_counts.codes + 1,
                     unknown_devices = phone_code_counts.unknown_devices + EXCLUDED.unknown_devices";
        tx.send(sql, &[&day.to_string(), &counted, &unknown_devices]).await?;
    }
    Ok(())
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CodeCounts {
    pub today: i64,
    /// Since the first requested day.
    pub since: i64,
    /// The first digits to which most codes went today, and how many.
    pub top_prefix: Option<(String, i64)>,
}

pub async fn count_codes(tx: &mut Tx<'_>, today: Date, since: Date) -> Result<CodeCounts> {
    let sum = "SELECT CAST(COALESCE(sum(codes), 0) AS BIGINT) FROM phone_code_counts WHERE prefix = $1 AND day >= $2";
    let top = "SELECT prefix, codes FROM phone_code_counts WHERE day = $1 AND prefix <> $2
               ORDER BY codes DESC, prefix LIMIT 1";
    Ok(CodeCounts {
        today: find_counts(tx, today, ALL).await?.0.codes,
        since: tx.count(sum, &[&ALL, &since.to_string()]).await?,
        top_prefix: tx.first(top, &[&today.to_string(), &ALL]).await?,
    })
}

pub async fn delete_old_counts(tx: &mut Tx<'_>, before: Date) -> Result<u64> {
    tx.execute("DELETE FROM phone_code_counts WHERE day < $1", &[&before.to_string()]).await
}
