//! The SQL of accounts.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::model::{Account, AccountState, Contact, Email, LoginName, NewAccount, Role};
use super::passwords::Owner;
use super::person::Mobile;
use crate::platform::audit::{self, Entry, OWN_ACCOUNT, Subject};
use crate::platform::db::{Lock, Param, Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::lang::Lang;
use crate::platform::list::List;
use crate::platform::phone_messages::{self, Channel};
use crate::platform::push;
use crate::platform::search;

columns! {
    ACCOUNT: Account in "accounts a" { id: "a.id", email_key: "COALESCE(a.email_key, '')", password_hash: "a.password_hash", state: "a.state" }
}

columns! {
    CONTACT: Contact in "accounts a" {
        email: "COALESCE(a.email, '')",
        lang: "a.lang",
        // Messages are the only way to reach an account without an address, also if it chose no channel. `Provider::template_for` replaces a
        // channel that is not offered.
        phone: [
            "CASE WHEN a.verified_phone = a.phone THEN COALESCE(a.message_channel, CASE WHEN a.email IS NULL THEN 'sms' END) END",
            "a.verified_phone"
        ],
        // Also where a push still waits, which a later one must not overtake by another channel.
        has_push: "EXISTS (SELECT 1 FROM push_subscriptions p WHERE p.account_id = a.id)
                   OR EXISTS (SELECT 1 FROM push_queue q WHERE q.recipient = a.id)",
        has_desk_push: "a.role = 'doctor' AND EXISTS (SELECT 1 FROM desk_staff s JOIN push_subscriptions p ON p.account_id = s.id
                        WHERE s.employer_id IN (a.id, (SELECT d.hospital_id FROM doctors d WHERE d.id = a.id)))",
    }
}

/// Which lock a change of an account, its sessions or its credentials takes.
pub fn lock_of(role: Role, id: &str) -> Lock<'_> {
    match role {
        Role::User => Lock::User(id),
        Role::Doctor => Lock::Doctor(id),
        Role::Hospital | Role::Pharmacy => Lock::Facility(id),
        Role::Admin => Lock::Admin(id),
        Role::Desk => Lock::Desk(id),
    }
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

/// Of several accounts with one number: the one that verified it, else the one that registered it first. Accounts that may not log in come
/// last, so that a blocked account does not prevent the login of another.
pub async fn find_by_mobile(tx: &mut Tx<'_>, role: Role, mobile: &Mobile) -> Result<Option<Account>> {
    find_of_mobile(tx, role, mobile, "").await
}

async fn find_of_mobile(tx: &mut Tx<'_>, role: Role, mobile: &Mobile, which: &str) -> Result<Option<Account>> {
    for order in [
        "AND a.verified_phone = $2 AND a.state = 'active'",
        "AND a.state = 'active' ORDER BY a.phone_since, a.id LIMIT 1",
        "AND a.state <> 'active' ORDER BY a.phone_since, a.id LIMIT 1",
    ] {
        let of_mobile = format!("WHERE a.role = $1 AND a.phone = $2 {which} {order}");
        let first = ACCOUNT.find(tx, &of_mobile, &[&role.as_str(), &mobile.as_str()]).await?;
        if first.is_some() {
            return Ok(first);
        }
    }
    Ok(None)
}

/// The account that a password logs in. Of several with a number, those without a password are passed over: otherwise a patient who registers
/// by a number that their older account contains could no longer log in to that account with the number and its password.
pub async fn find_by_login(tx: &mut Tx<'_>, role: Role, name: &LoginName) -> Result<Option<Account>> {
    match name {
        LoginName::Email(email) => find_by_email(tx, role, email).await,
        LoginName::Mobile(mobile) => find_of_mobile(tx, role, mobile, "AND a.password_hash <> ''").await,
    }
}

pub async fn find_account(tx: &mut Tx<'_>, id: &str) -> Result<Option<Account>> {
    ACCOUNT.find(tx, "WHERE a.id = $1", &[&id]).await
}

/// The contact of an account; `None` once it is deleted.
pub async fn find_contact(tx: &mut Tx<'_>, id: &str) -> Result<Option<Contact>> {
    CONTACT.find(tx, "WHERE a.id = $1 AND a.state <> 'deleted'", &[&id]).await
}

/// The contacts of several accounts that are not deleted, by their ids.
pub async fn list_contacts(tx: &mut Tx<'_>, ids: &[String]) -> Result<HashMap<String, Contact>> {
    let contacts = List::new("accounts a", "a.state <> 'deleted'").of_each(tx, ("a.id", ids), &CONTACT, "a.id");
    Ok(contacts.await?.into_iter().collect())
}

/// Public facts about an account's owner: address, number and name.
pub async fn find_owner(tx: &mut Tx<'_>, id: &str) -> Result<Owner> {
    let login = "SELECT COALESCE(email, ''), COALESCE(phone, '') FROM accounts WHERE id = $1";
    let (email, phone): (String, String) = tx.first(login, &[&id]).await?.unwrap_or_default();
    let name = search::words_of(tx, id).await?;
    Ok(Owner::new(name.iter().chain([&email, &phone]).map(String::as_str)))
}

/// The desk staff of a doctor or hospital, and pending invitations, by name and address. Other accounts have none.
pub async fn list_desk_logins(tx: &mut Tx<'_>, employer_id: &str, now: i64) -> Result<Vec<(String, String)>> {
    let staff = "SELECT s.name, COALESCE(a.email, '') FROM desk_staff s JOIN accounts a ON a.id = s.id
                 WHERE s.employer_id = $1 AND s.ended_at IS NULL ORDER BY s.id";
    let invited = "SELECT name, email FROM desk_invitations WHERE employer_id = $1 AND expires_at > $2 ORDER BY id";
    let mut desk: Vec<(String, String)> = tx.all(staff, &[&employer_id]).await?;
    desk.extend(tx.all::<(String, String)>(invited, &[&employer_id, &now]).await?);
    Ok(desk)
}

/// Stores the hash of a new password, or a newer hash of the same one.
pub async fn update_hash(tx: &mut Tx<'_>, id: &str, hash: &str) -> Result<()> {
    tx.update("accounts", id, &[("password_hash", &hash)]).await
}

/// Another address, which its owner has just confirmed. Another account of the role may have it: `Conflict`.
pub async fn update_email(tx: &mut Tx<'_>, id: &str, email: &Email, now: i64) -> Result<()> {
    let values: [(&str, &dyn Param); 3] =
        [("email", &email.as_str()), ("email_key", &email.key()), ("email_confirmed_at", &now)];
    tx.update("accounts", id, &values).await
}

/// The owner has confirmed the account's address by a mailed link.
pub async fn confirm_email(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    tx.update("accounts", id, &[("email_confirmed_at", &now)]).await
}

/// Stores another number. The caller ends the proof of the old one (`phone::drop_proof`).
pub async fn update_phone(tx: &mut Tx<'_>, id: &str, phone: &Mobile, now: i64) -> Result<()> {
    let values: [(&str, &dyn Param); 2] = [("phone", &phone.as_str()), ("phone_since", &now)];
    tx.update("accounts", id, &values).await
}

/// Adds a patient's account that has a proved number, and neither address nor password.
pub async fn insert_account_of_number(
    tx: &mut Tx<'_>,
    id: &str,
    (phone, channel): (&Mobile, Option<Channel>),
    lang: Lang,
    now: i64,
) -> Result<()> {
    let number = phone.as_str();
    let values: [(&str, &dyn Param); 11] = [
        ("id", &id),
        ("role", &Role::User.as_str()),
        ("phone", &number),
        ("phone_since", &now),
        ("verified_phone", &number),
        ("phone_verified_at", &now),
        ("message_channel", &channel.map(Channel::as_str)),
        ("password_hash", &""),
        ("state", &Role::User.first_state().as_str()),
        ("lang", &lang.code()),
        ("created_at", &now),
    ];
    tx.insert("accounts", &values).await
}

/// Remembers the number that an account without an address loses; without a password it has it no more. With one it still logs in by the number,
/// as other accounts do that typed a number which is not proved. Whether it has no address.
pub async fn release_number(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<bool> {
    let sql = "INSERT INTO former_numbers (account_id, phone, lost_at)
               SELECT id, phone, CAST($2 AS BIGINT) FROM accounts
               WHERE id = $1 AND email IS NULL AND phone IS NOT NULL
               ON CONFLICT (account_id) DO UPDATE SET phone = excluded.phone, lost_at = excluded.lost_at";
    if tx.execute(sql, &[&id, &now]).await? == 0 {
        return Ok(false);
    }
    let sql = "UPDATE accounts SET phone = NULL, phone_since = NULL WHERE id = $1 AND password_hash = ''";
    tx.execute(sql, &[&id]).await?;
    Ok(true)
}

columns! {
    /// A number that an account lost to somebody else.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct FormerNumber as FORMER_NUMBER in "former_numbers n" {
        phone: String = "n.phone",
        #[schema(value_type = String)]
        lost_at: Instant = "n.lost_at",
    }
}

pub async fn find_former_number(tx: &mut Tx<'_>, account_id: &str) -> Result<Option<FormerNumber>> {
    FORMER_NUMBER.find(tx, "WHERE n.account_id = $1", &[&account_id]).await
}

/// Deletes the former number of an account that has proved another one.
pub async fn delete_former_number(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    tx.execute("DELETE FROM former_numbers WHERE account_id = $1", &[&account_id]).await.map(drop)
}

/// By what the owner of an account can prove themselves, apart from the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnCredentials {
    pub has_password: bool,
    pub has_email: bool,
}

pub async fn find_credentials(tx: &mut Tx<'_>, id: &str) -> Result<OwnCredentials> {
    let sql = "SELECT password_hash <> '', email IS NOT NULL FROM accounts WHERE id = $1";
    let (has_password, has_email) = tx.first(sql, &[&id]).await?.unwrap_or((true, true));
    Ok(OwnCredentials { has_password, has_email })
}

/// Uses up a code to the own number. Returns false if it has ended.
pub async fn spend_phone_code(tx: &mut Tx<'_>, account_id: &str, token_digest: &str, now: i64) -> Result<bool> {
    let sql = "DELETE FROM phone_codes WHERE token_digest = $1 AND account_id = $2 AND expires_at > $3";
    Ok(tx.execute(sql, &[&token_digest, &account_id, &now]).await? == 1)
}

/// Counts the number of an account as its own from now on.
pub async fn update_phone_since(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    let sql = "UPDATE accounts SET phone_since = $2 WHERE id = $1 AND phone IS NOT NULL";
    tx.execute(sql, &[&id, &now]).await.map(drop)
}

/// Every known address of an account: its own, and an unconfirmed one.
pub async fn list_addresses(tx: &mut Tx<'_>, id: &str) -> Result<Vec<String>> {
    let sql = "SELECT email FROM accounts WHERE id = $1 AND email IS NOT NULL UNION SELECT email FROM email_changes WHERE account_id = $1";
    tx.all(sql, &[&id]).await
}

/// Empties everything personal; the key is the id, so that the address is free for a new account.
pub async fn erase_account(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let sql = "UPDATE accounts SET email = NULL, email_key = NULL, phone = NULL, phone_since = NULL, password_hash = '',
               state = 'deleted', verified_phone = NULL, phone_verified_at = NULL, message_channel = NULL, last_used_at = NULL,
               retention_mailed_at = NULL, email_confirmed_at = NULL
               WHERE id = $1";
    tx.execute(sql, &[&id]).await?;
    push::erase_of(tx, id).await?;
    phone_messages::erase_of(tx, id).await?;
    for table in [
        "second_factors",
        "second_factor_enrollments",
        "recovery_codes",
        "login_challenges",
        "phone_codes",
        "impersonation_links",
        "former_numbers",
    ] {
        tx.execute(&format!("DELETE FROM {table} WHERE account_id = $1"), &[&id]).await?;
    }
    Ok(())
}

/// Retires an account. Its history stays under its id and, until [`erase_retired`], its address; the key is the id, so that the address is
/// free for a new account.
pub async fn retire_account(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    let sql =
        "UPDATE accounts SET email_key = id, password_hash = '', state = 'deleted', removed_at = $2 WHERE id = $1";
    tx.execute(sql, &[&id, &now]).await.map(drop)
}

/// Erases the addresses of accounts that were retired so long ago.
pub async fn erase_retired(tx: &mut Tx<'_>, before: i64) -> Result<u64> {
    tx.execute(
        "UPDATE accounts SET email = NULL, email_key = NULL, removed_at = NULL WHERE removed_at <= $1",
        &[&before],
    )
    .await
}

/// Records the last use of an account.
pub async fn update_last_use(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<()> {
    tx.send("UPDATE accounts SET last_used_at = $2 WHERE id = $1", &[&id, &now]).await
}

/// Whether an account of any role has this address, in lower case.
pub async fn has_address(tx: &mut Tx<'_>, email_key: &str) -> Result<bool> {
    let roles = Role::ALL.map(|role| format!("'{}'", role.as_str())).join(", ");
    let sql = format!("SELECT EXISTS (SELECT 1 FROM accounts WHERE role IN ({roles}) AND email_key = $1)");
    Ok(tx.first(&sql, &[&email_key]).await?.unwrap_or(false))
}

pub async fn has_admin(tx: &mut Tx<'_>) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM accounts WHERE role = 'admin' AND state <> 'deleted')";
    Ok(tx.first(sql, &[]).await?.unwrap_or(false))
}

/// The addresses of all administrators who can log in.
pub async fn list_admin_addresses(tx: &mut Tx<'_>) -> Result<Vec<String>> {
    tx.all(
        "SELECT email FROM accounts WHERE role = 'admin' AND state = 'active' AND email IS NOT NULL ORDER BY email",
        &[],
    )
    .await
}

pub async fn update_state(tx: &mut Tx<'_>, id: &str, state: AccountState) -> Result<()> {
    tx.update("accounts", id, &[("state", &state.as_str())]).await
}

/// Forgets sessions, links, addresses, logins and offers that waited, once they have ended.
pub async fn delete_ended(tx: &mut Tx<'_>, now: i64) -> Result<u64> {
    let mut deleted = 0;
    for table in [
        "sessions",
        "password_resets",
        "email_changes",
        "login_challenges",
        "login_links",
        "second_factor_enrollments",
        "phone_codes",
        "impersonation_links",
    ] {
        deleted += tx.execute(&format!("DELETE FROM {table} WHERE expires_at <= $1"), &[&now]).await?;
    }
    Ok(deleted)
}

/// Ends every mailed link of an account, those that reset the password or log in and the one that confirms a new address, every login and number that
/// waits for its code, and the second factor that was offered and not confirmed yet.
pub async fn end_links(tx: &mut Tx<'_>, account_id: &str) -> Result<()> {
    for table in [
        "login_challenges",
        "phone_codes",
        "login_links",
        "password_resets",
        "email_changes",
        "second_factor_enrollments",
    ] {
        tx.execute(&format!("DELETE FROM {table} WHERE account_id = $1"), &[&account_id]).await?;
    }
    Ok(())
}

pub async fn find_state(tx: &mut Tx<'_>, role: Role, id: &str) -> Result<Option<AccountState>> {
    let sql = "SELECT state FROM accounts WHERE id = $1 AND role = $2";
    tx.first(sql, &[&id, &role.as_str()]).await
}

/// Whether a patient's account can be used: it is neither blocked nor deleted.
pub async fn is_active_user(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    Ok(find_state(tx, Role::User, id).await? == Some(AccountState::Active))
}

/// Deletes an account that was never used, with its sessions and links; rows that refer to it must be deleted before.
pub async fn remove_account(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.execute("DELETE FROM accounts WHERE id = $1", &[&id]).await.map(drop)
}

/// Marks the database as one with demo data: its logins are refused unless `--demo` is given. Idempotent.
pub async fn mark_demo_data(tx: &mut Tx<'_>, now: i64) -> Result<()> {
    tx.insert_new("demo_data", &[("id", &1_i64), ("filled_at", &now)]).await.map(drop)
}

pub async fn has_demo_data(tx: &mut Tx<'_>) -> Result<bool> {
    Ok(tx.first("SELECT EXISTS (SELECT 1 FROM demo_data)", &[]).await?.unwrap_or(false))
}

pub async fn has_second_factor(tx: &mut Tx<'_>, id: &str) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM second_factors WHERE account_id = $1)";
    Ok(tx.first(sql, &[&id]).await?.unwrap_or(false))
}

columns! {
    /// Whether an account's number is verified, and the channel it chose.
    pub struct ChannelChoice as CHANNEL_CHOICE in "accounts a" {
        /// The number is verified and unchanged since.
        proved: bool = "COALESCE(a.verified_phone = a.phone, FALSE)",
        has_address: bool = "a.email IS NOT NULL",
        channel: Option<Channel> = "CASE WHEN a.verified_phone = a.phone THEN a.message_channel END",
    }
}

pub async fn find_channel_choice(tx: &mut Tx<'_>, account_id: &str) -> Result<Option<ChannelChoice>> {
    CHANNEL_CHOICE.find(tx, "WHERE a.id = $1", &[&account_id]).await
}

/// Whether the owner of a message still has that number and channel.
pub async fn is_message_wanted(tx: &mut Tx<'_>, message_id: &str, number: &str) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM phone_messages m JOIN accounts a ON a.id = m.account_id
                 WHERE m.id = $1 AND a.phone = $2 AND a.verified_phone = a.phone
                   AND (a.message_channel = m.channel OR (a.message_channel IS NULL AND a.email IS NULL)))";
    Ok(tx.first(sql, &[&message_id, &number]).await?.unwrap_or(false))
}

pub async fn update_message_channel(tx: &mut Tx<'_>, account_id: &str, channel: Option<Channel>) -> Result<()> {
    tx.update("accounts", account_id, &[("message_channel", &channel.map(Channel::as_str))]).await
}

/// Records an action of an account on itself in the audit log, signed in or not.
pub async fn record_own(
    tx: &mut Tx<'_>,
    (role, id): (Role, &str),
    action: &str,
    network: Option<String>,
    now: Timestamp,
) -> Result<()> {
    let subject = Subject { kind: OWN_ACCOUNT, id, name: "" };
    audit::record(tx, Entry { network, ..Entry::of((role.as_str(), id), action, subject) }, now).await
}
