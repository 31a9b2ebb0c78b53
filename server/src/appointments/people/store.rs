//! The SQL of people. Every statement filters by the user, so that no user reaches another user's people.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::identity::person::{Mobile, PersonName};
use crate::platform::db::{Result, Tx, columns};

columns! {
    /// Somebody whom a user books for.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct Person as PERSON in "related_persons p" {
        #[serde(rename = "_id")]
        id: String = "p.id",
        #[schema(value_type = String)]
        name: PersonName = "p.name",
        #[serde(rename = "phoneNumber")]
        #[schema(value_type = String)]
        phone: Mobile = "p.phone",
        /// Whether the person is under 18 and the user confirmed to be the parent or guardian
        guardian: bool = "p.guardian_at IS NOT NULL",
    }
}

/// A person's data. Doctors see the name and the number in the booking; no other data is collected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    pub name: PersonName,
    pub phone: Mobile,
    /// When the user confirmed to be the guardian, if the person is under 18.
    pub guardian_at: Option<Timestamp>,
}

/// A user's people, in the order in which they were saved.
pub async fn list_of(tx: &mut Tx<'_>, user_id: &str) -> Result<Vec<Person>> {
    PERSON.list_all(tx, "WHERE p.user_id = $1 ORDER BY p.id", &[&user_id]).await
}

/// Gives a user's people to another one.
pub async fn hand_over(tx: &mut Tx<'_>, from: &str, to: &str) -> Result<()> {
    tx.execute("UPDATE related_persons SET user_id = $2 WHERE user_id = $1", &[&from, &to]).await.map(drop)
}

pub async fn find(tx: &mut Tx<'_>, user_id: &str, id: &str) -> Result<Option<Person>> {
    PERSON.find(tx, "WHERE p.user_id = $1 AND p.id = $2", &[&user_id, &id]).await
}

pub async fn exists(tx: &mut Tx<'_>, user_id: &str, id: &str) -> Result<bool> {
    Ok(tx.count("SELECT count(*) FROM related_persons WHERE user_id = $1 AND id = $2", &[&user_id, &id]).await? == 1)
}

pub async fn insert(tx: &mut Tx<'_>, user_id: &str, id: &str, new: &Details, now: i64) -> Result<()> {
    tx.insert(
        "related_persons",
        &[
            ("id", &id),
            ("user_id", &user_id),
            ("name", &new.name.as_str()),
            ("phone", &new.phone.as_str()),
            ("guardian_at", &new.guardian_at.map(Timestamp::as_millisecond)),
            ("created_at", &now),
        ],
    )
    .await
}

/// Whether the user has such a person.
pub async fn update(tx: &mut Tx<'_>, user_id: &str, id: &str, told: &Details) -> Result<bool> {
    let sql = "UPDATE related_persons SET name = $3, phone = $4,
                 guardian_at = CASE WHEN CAST($5 AS BIGINT) IS NULL THEN NULL ELSE COALESCE(guardian_at, $5) END
               WHERE user_id = $1 AND id = $2";
    let (name, phone) = (told.name.as_str(), told.phone.as_str());
    let guardian_at = told.guardian_at.map(Timestamp::as_millisecond);
    let changed = tx.execute(sql, &[&user_id, &id, &name, &phone, &guardian_at]).await?;
    Ok(changed == 1)
}

/// Returns whether there was such a person.
pub async fn delete(tx: &mut Tx<'_>, user_id: &str, id: &str) -> Result<bool> {
    Ok(tx.execute("DELETE FROM related_persons WHERE user_id = $1 AND id = $2", &[&user_id, &id]).await? == 1)
}

/// All of a user who leaves.
pub async fn erase_of(tx: &mut Tx<'_>, user_id: &str) -> Result<()> {
    tx.execute("DELETE FROM related_persons WHERE user_id = $1", &[&user_id]).await.map(drop)
}
