//! The SQL of users.

use super::model::User;
use crate::identity::person::{Gender, PersonName};
use crate::platform::db::{Result, Tx, columns};
use crate::platform::fold::name_key;
use crate::platform::search;

/// The kind under which users' words are indexed, for the administrator alone.
const KIND: &str = "user";
pub const NAMES: search::Names = search::Names { table: "users", name: "username", key: "name_key", kind: Some(KIND) };

columns! {
    USER: User in "users u JOIN accounts a ON a.id = u.id" {
        id: "u.id",
        username: "u.username",
        email: "a.email",
        phone: "COALESCE(a.phone, '')",
        gender: "u.gender",
        dob: "u.dob",
        state: "u.state",
        district: "u.district",
        pincode: "u.pincode",
        created_at: "a.created_at",
        blocked: "a.state = 'blocked'",
    }
}

pub async fn insert(tx: &mut Tx<'_>, id: &str, username: &PersonName) -> Result<()> {
    let (name, key) = (username.as_str(), name_key(username.as_str()));
    tx.insert("users", &[("id", &id), ("username", &name), ("name_key", &key)]).await?;
    search::add(tx, KIND, id, &[name]).await
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<User>> {
    USER.find(tx, "WHERE u.id = $1 AND a.state <> 'deleted'", &[&id]).await
}

/// Everything but the login, which is the account's.
pub async fn update(tx: &mut Tx<'_>, user: &User) -> Result<()> {
    let User { id, username, gender, dob, state, district, pincode, .. } = user;
    let name = username.as_str();
    tx.update(
        "users",
        id,
        &[
            ("username", &name),
            ("name_key", &name_key(name)),
            ("gender", &gender.map(Gender::as_str)),
            ("dob", &dob.map(|day| day.to_string())),
            ("state", state),
            ("district", district),
            ("pincode", pincode),
        ],
    )
    .await?;
    search::index(tx, KIND, id, &[name]).await
}

pub async fn erase(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let sql =
        "UPDATE users SET username = '', gender = NULL, dob = NULL, state = NULL, district = NULL, pincode = NULL,
               name_key = '' WHERE id = $1";
    tx.execute(sql, &[&id]).await?;
    search::index(tx, KIND, id, &[]).await
}
