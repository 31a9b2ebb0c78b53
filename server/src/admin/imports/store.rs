//! The SQL of imports.

use std::collections::HashSet;

use serde::Serialize;
use utoipa::ToSchema;

use super::model::ImportKind;
use crate::identity::Role;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::list::{List, Order, Page, Part};

columns! {
    /// A table that was imported.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct Import as IMPORT in "imports i LEFT JOIN accounts a ON a.id = i.admin_id" {
        #[serde(rename = "_id")]
        id: String = "i.id",
        /// doctors or facilities
        kind: String = "i.kind",
        /// How many it brought
        people: i64 = "i.people",
        /// How many of them are left
        left: i64 = "(SELECT count(*) FROM import_rows r WHERE r.import_id = i.id)",
        /// How many of them have not chosen a password yet
        without_password: i64 = "(SELECT count(*) FROM import_rows r JOIN accounts p ON p.id = r.account_id WHERE r.import_id = i.id AND p.state <> 'deleted' AND p.password_hash = i.password_hash)",
        /// The administrator's address
        by: String = "COALESCE(a.email, '')",
        #[schema(value_type = String)]
        imported_at: Instant = "i.created_at",
        #[schema(value_type = Option<String>)]
        undone_at: Option<Instant> = "i.undone_at",
    }
}

columns! {
    /// An imported person, and what happened since.
    pub struct ImportedPerson as PERSON in "import_rows r JOIN imports i ON i.id = r.import_id JOIN accounts a ON a.id = r.account_id LEFT JOIN doctors d ON d.id = r.account_id LEFT JOIN facilities f ON f.id = r.account_id" {
        id: String = "r.account_id",
        role: Role = "a.role",
        name: String = "COALESCE(d.full_name, f.name, '')",
        erased: bool = "a.state = 'deleted'",
        has_password: bool = "a.password_hash <> i.password_hash",
        has_visits: bool = "EXISTS (SELECT 1 FROM appointments v WHERE v.doctor_id = r.account_id) OR EXISTS (SELECT 1 FROM waitlist_entries w WHERE w.doctor_id = r.account_id)",
        is_named: bool = "EXISTS (SELECT 1 FROM doctors n WHERE n.hospital_id = r.account_id) OR EXISTS (SELECT 1 FROM blood_requests b WHERE b.hospital_id = r.account_id)",
    }
}

/// The number of values of a statement.
const BATCH_SIZE: usize = 256;

/// The addresses among these that are registered in a role, as they are compared.
pub async fn list_registered_emails(tx: &mut Tx<'_>, role: Role, keys: &[String]) -> Result<HashSet<String>> {
    list_registered(tx, ("accounts a", "a.email_key"), Some(format!("a.role = '{}'", role.as_str())), keys).await
}

/// The numbers among these that are registered, as they are compared.
pub async fn list_registered_numbers(tx: &mut Tx<'_>, kind: ImportKind, keys: &[String]) -> Result<HashSet<String>> {
    let column = match kind {
        ImportKind::Doctors => ("doctors d", "d.doctor_id_key"),
        ImportKind::Facilities => ("facilities f", "f.license_key"),
    };
    list_registered(tx, column, None, keys).await
}

async fn list_registered(
    tx: &mut Tx<'_>,
    (table, column): (&'static str, &str),
    condition: Option<String>,
    keys: &[String],
) -> Result<HashSet<String>> {
    let mut known = HashSet::new();
    for keys in keys.chunks(BATCH_SIZE) {
        let mut list = condition.clone().map_or_else(|| List::whole(table), |condition| List::new(table, condition));
        list.and_one_of(column, keys);
        known.extend(list.all::<String>(tx, column, "").await?);
    }
    Ok(known)
}

pub async fn insert(
    tx: &mut Tx<'_>,
    id: &str,
    admin_id: &str,
    (kind, password_hash): (ImportKind, &str),
    accounts: &[String],
    now: i64,
) -> Result<()> {
    let people = i64::try_from(accounts.len()).unwrap_or(i64::MAX);
    let values: [(&str, &dyn Param); 6] = [
        ("id", &id),
        ("admin_id", &admin_id),
        ("kind", &kind.as_str()),
        ("people", &people),
        ("password_hash", &password_hash),
        ("created_at", &now),
    ];
    tx.insert("imports", &values).await?;
    let rows: Vec<[&dyn Param; 2]> = accounts.iter().map(|account| [account as &dyn Param, &id]).collect();
    tx.send_rows("import_rows", ["account_id", "import_id"], &rows, "").await
}

pub async fn list(tx: &mut Tx<'_>, part: Part<'_>) -> Result<Page<Import>> {
    List::whole("imports i").page(tx, &IMPORT, Order::NEWEST, part).await
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Import>> {
    IMPORT.find(tx, "WHERE i.id = $1", &[&id]).await
}

/// The remaining people of an import.
pub async fn list_people(tx: &mut Tx<'_>, import_id: &str) -> Result<Vec<ImportedPerson>> {
    PERSON.list_all(tx, "WHERE r.import_id = $1 ORDER BY r.account_id", &[&import_id]).await
}

/// Returns `false` if it was undone before.
pub async fn mark_undone(tx: &mut Tx<'_>, id: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE imports SET undone_at = $2 WHERE id = $1 AND undone_at IS NULL";
    Ok(tx.execute(sql, &[&id, &now]).await? == 1)
}
