//! The SQL of desk staff.

use futures::future::join;
use serde::Serialize;
use utoipa::ToSchema;

use super::model::DeskPermission;
use crate::directory::workplaces::WORKPLACE;
use crate::identity::Email;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::lang::Lang;

columns! {
    /// Somebody at a desk, as whoever employs them sees it.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct StaffMember as STAFF in "desk_staff s JOIN accounts a ON a.id = s.id" {
        #[serde(rename = "_id")]
        id: String = "s.id",
        name: String = "s.name",
        email: String = "COALESCE(a.email, '')",
        /// Since when they may sign in
        #[schema(value_type = String)]
        since: Instant = "s.created_at",
        /// About: a use is written down once a day. `null` before the first one
        #[schema(value_type = Option<String>)]
        last_used_at: Option<Instant> = "a.last_used_at",
        /// Whether they sign in with a second factor
        two_factor: bool = "EXISTS (SELECT 1 FROM second_factors f WHERE f.account_id = s.id)",
    }
}

impl StaffMember {
    /// Whether the owner of the address has logged in.
    pub fn is_accepted(&self) -> bool {
        self.last_used_at.is_some()
    }
}

columns! {
    /// Whom somebody works for.
    #[derive(Serialize, ToSchema)]
    pub struct DeskEmployer as EMPLOYER in "accounts e LEFT JOIN doctors d ON d.id = e.id LEFT JOIN facilities f ON f.id = e.id" {
        /// doctor or hospital
        kind: String = "e.role",
        name: String = "COALESCE(d.full_name, f.name, '')",
        /// In Malayalam, if it is told
        #[serde(rename = "nameMl")]
        name_ml: Option<String> = "COALESCE(d.name_ml, f.name_ml)",
    }
}

columns! {
    /// What somebody at a desk did.
    #[derive(Serialize, ToSchema)]
    pub struct OwnAct as OWN_ACT in "audit_log l" {
        #[schema(value_type = String)]
        at: Instant = "l.at",
        /// A verb such as approve, arrived or login
        action: String = "l.action",
        /// What it was done to: booking, walkin, day, or account for the own one
        kind: String = "l.subject_kind",
        #[serde(rename = "_id")]
        id: String = "l.subject_id",
    }
}

columns! {
    /// The permission of an assistant, while the doctor's account is active.
    ASSISTANT: DeskPermission in "desk_staff s JOIN doctors d ON d.id = s.employer_id JOIN accounts a ON a.id = d.id" {
        doctor_id: "d.id",
        full_name: "d.full_name",
        name_ml: "d.name_ml",
        specialization: "d.specialization",
        image: "d.image",
        hospital: (None),
    }
}

columns! {
    /// The permissions of a hospital's desk staff: the doctors whom it confirmed and who allowed its desk.
    AT_HOSPITAL: DeskPermission in "desk_staff s JOIN facilities h ON h.id = s.employer_id JOIN accounts e ON e.id = h.id \
                           JOIN doctors d ON d.hospital_id = h.id JOIN accounts a ON a.id = d.id" {
        doctor_id: "d.id",
        full_name: "d.full_name",
        name_ml: "d.name_ml",
        specialization: "d.specialization",
        image: "d.image",
        hospital: [WORKPLACE],
    }
}

const OF_ASSISTANT: &str = "WHERE s.id = $1 AND s.ended_at IS NULL AND a.state = 'active'";
const OF_HOSPITAL: &str = "WHERE s.id = $1 AND s.ended_at IS NULL AND a.state = 'active' AND e.state = 'active'
    AND h.listed_at IS NOT NULL AND d.hospital_confirmed_at IS NOT NULL AND d.desk_access_at IS NOT NULL";

pub async fn find_right(tx: &mut Tx<'_>, id: &str, doctor_id: &str) -> Result<Option<DeskPermission>> {
    let (of_assistant, of_hospital) = (format!("{OF_ASSISTANT} AND d.id = $2"), format!("{OF_HOSPITAL} AND d.id = $2"));
    let params: [&dyn Param; 2] = [&id, &doctor_id];
    let (assistant, at_hospital) = join(
        ASSISTANT.find(&mut tx.concurrent(), &of_assistant, &params),
        AT_HOSPITAL.find(&mut tx.concurrent(), &of_hospital, &params),
    )
    .await;
    Ok(assistant?.or(at_hospital?))
}

/// All current permissions, by the doctors' names.
pub async fn list_rights(tx: &mut Tx<'_>, id: &str) -> Result<Vec<DeskPermission>> {
    let mut rights = ASSISTANT.list_all(tx, OF_ASSISTANT, &[&id]).await?;
    rights.extend(AT_HOSPITAL.list_all(tx, &format!("{OF_HOSPITAL} ORDER BY d.full_name, d.id"), &[&id]).await?);
    Ok(rights)
}

pub async fn insert(tx: &mut Tx<'_>, id: &str, employer_id: &str, name: &str, now: i64) -> Result<()> {
    let values: [(&str, &dyn Param); 4] =
        [("id", &id), ("employer_id", &employer_id), ("name", &name), ("created_at", &now)];
    tx.insert("desk_staff", &values).await
}

const EMPLOYED: &str = "WHERE s.employer_id = $1 AND s.ended_at IS NULL";

/// The staff of an employer, the oldest first.
pub async fn list_of(tx: &mut Tx<'_>, employer_id: &str) -> Result<Vec<StaffMember>> {
    STAFF.list_all(tx, &format!("{EMPLOYED} ORDER BY s.id"), &[&employer_id]).await
}

pub async fn find_of(tx: &mut Tx<'_>, employer_id: &str, id: &str) -> Result<Option<StaffMember>> {
    STAFF.find(tx, &format!("{EMPLOYED} AND s.id = $2"), &[&employer_id, &id]).await
}

/// Staff with that address who never logged in.
pub async fn find_unused(tx: &mut Tx<'_>, email: &Email) -> Result<Option<String>> {
    let sql = "SELECT s.id FROM accounts a JOIN desk_staff s ON s.id = a.id
               WHERE a.role = 'desk' AND a.email_key = $1 AND a.last_used_at IS NULL AND s.ended_at IS NULL";
    tx.first(sql, &[&email.key()]).await
}

/// Whether an employer has staff with that address.
pub async fn has_address(tx: &mut Tx<'_>, employer_id: &str, email: &Email) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM accounts a JOIN desk_staff s ON s.id = a.id
               WHERE a.role = 'desk' AND a.email_key = $2 AND s.employer_id = $1 AND s.ended_at IS NULL)";
    Ok(tx.first(sql, &[&employer_id, &email.key()]).await?.unwrap_or(false))
}

pub async fn count_of(tx: &mut Tx<'_>, employer_id: &str) -> Result<i64> {
    tx.count(&format!("SELECT count(*) FROM desk_staff s {EMPLOYED}"), &[&employer_id]).await
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<StaffMember>> {
    STAFF.find(tx, "WHERE s.id = $1", &[&id]).await
}

/// The present or former employer.
pub async fn find_employer(tx: &mut Tx<'_>, id: &str) -> Result<Option<DeskEmployer>> {
    let employer = "WHERE e.id = (SELECT s.employer_id FROM desk_staff s WHERE s.id = $1)";
    EMPLOYER.find(tx, employer, &[&id]).await
}

pub async fn find_name(tx: &mut Tx<'_>, employer_id: &str) -> Result<String> {
    let employer = EMPLOYER.find(tx, "WHERE e.id = $1", &[&employer_id]).await?;
    Ok(employer.map(|employer| employer.name).unwrap_or_default())
}

/// Actions of a staff member, the latest first.
pub async fn list_acts(tx: &mut Tx<'_>, id: &str, most: i64) -> Result<Vec<OwnAct>> {
    OWN_ACT.list_all(tx, "WHERE l.actor_id = $1 ORDER BY l.id DESC LIMIT $2", &[&id, &most]).await
}

/// Ends an employment. Whether it was active.
pub async fn end(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE desk_staff SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL";
    Ok(tx.execute(sql, &[&id, &now]).await? == 1)
}

pub async fn list_ids_of(tx: &mut Tx<'_>, employer_id: &str) -> Result<Vec<String>> {
    tx.all("SELECT id FROM desk_staff WHERE employer_id = $1 ORDER BY id", &[&employer_id]).await
}

pub async fn erase_name(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    tx.update("desk_staff", id, &[("name", &"")]).await
}

/// Erases the names of staff whose employment ended long ago.
pub async fn erase_ended(tx: &mut Tx<'_>, before: i64) -> Result<u64> {
    tx.execute("UPDATE desk_staff SET name = '' WHERE ended_at <= $1 AND name <> ''", &[&before]).await
}

pub async fn is_allowed(tx: &mut Tx<'_>, doctor_id: &str) -> Result<bool> {
    let sql = "SELECT desk_access_at IS NOT NULL FROM doctors WHERE id = $1";
    Ok(tx.first(sql, &[&doctor_id]).await?.unwrap_or(false))
}

pub async fn allow(tx: &mut Tx<'_>, doctor_id: &str, since: Option<i64>) -> Result<()> {
    tx.update("doctors", doctor_id, &[("desk_access_at", &since)]).await
}

/// Who at a doctor's desk, or at that of the visit's hospital, gets notifications of new requests, each with a language.
pub async fn list_notified(tx: &mut Tx<'_>, doctor_id: &str, hospital_id: Option<&str>) -> Result<Vec<(String, Lang)>> {
    let sql = "SELECT s.id, a.lang FROM desk_staff s JOIN accounts a ON a.id = s.id
               WHERE s.ended_at IS NULL AND a.state = 'active'
                 AND (s.employer_id = $1 OR s.employer_id = $2 AND EXISTS
                      (SELECT 1 FROM doctors d WHERE d.id = $1 AND d.hospital_id = $2 AND d.hospital_confirmed_at IS NOT NULL
                         AND d.desk_access_at IS NOT NULL))
                 AND EXISTS (SELECT 1 FROM push_subscriptions p WHERE p.account_id = s.id)
               ORDER BY s.id";
    tx.all(sql, &[&doctor_id, &hospital_id]).await
}
