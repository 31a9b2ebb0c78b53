//! The SQL of users.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::identity::model::{AccountState, Email, Role};
use crate::identity::person::{Gender, Mobile, PersonName};
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::fold::name_key;
use crate::platform::format::Instant;
use crate::platform::lang::Lang;
use crate::platform::search;

/// The kind under which users' words are indexed, for the administrator alone.
const KIND: &str = "user";

columns! {
    /// A user as their own pages and the administrator see them.
    #[derive(Serialize, ToSchema)]
    pub struct User as USER in "users u JOIN accounts a ON a.id = u.id" {
        #[serde(rename = "_id")]
        id: String = "u.id",
        #[schema(value_type = String)]
        username: PersonName = "u.username",
        #[schema(value_type = String)]
        email: Email = "COALESCE(a.email, '')",
        #[serde(rename = "phone_number")]
        #[schema(value_type = String)]
        phone: Mobile = "COALESCE(a.phone, '')",
        /// Whether there is a password; without one the owner proves themselves by a code to the number
        #[serde(rename = "hasPassword")]
        has_password: bool = "a.password_hash <> ''",
        #[serde(rename = "accountCreatedDate")]
        #[schema(value_type = String)]
        created_at: Instant = "a.created_at",
        #[serde(rename = "isDeleted")]
        blocked: bool = "a.state = 'blocked'",
        #[schema(value_type = Option<String>)]
        gender: Option<Gender> = "u.gender",
        #[serde(rename = "DOB")]
        #[schema(value_type = Option<String>)]
        dob: Option<Date> = "u.dob",
        state: Option<String> = "u.state",
        district: Option<String> = "u.district",
        pincode: Option<String> = "u.pincode",
    }
}

pub async fn insert(tx: &mut Tx<'_>, id: &str, username: &PersonName) -> Result<()> {
    let (name, key) = (username.as_str(), name_key(username.as_str()));
    tx.insert("users", &[("id", &id), ("username", &name), ("name_key", &key)]).await?;
    search::add(tx, KIND, id, &[name]).await
}

/// The user of appointments without an account (walk-ins). It is deleted from the beginning, so that no mail, search or login
/// reaches it.
pub const NOBODY: &str = "00000000-0000-7000-8000-000000000000";

/// Inserts the user of walk-ins, unless it exists.
pub async fn insert_nobody(tx: &mut Tx<'_>) -> Result<()> {
    let (role, none, state, lang) = (Role::User.as_str(), "", AccountState::Deleted.as_str(), Lang::En.code());
    let account: [(&str, &dyn Param); 8] = [
        ("id", &NOBODY),
        ("role", &role),
        ("email", &none),
        ("email_key", &NOBODY),
        ("password_hash", &none),
        ("state", &state),
        ("lang", &lang),
        ("created_at", &0_i64),
    ];
    tx.insert_new("accounts", &account).await?;
    tx.insert_new("users", &[("id", &NOBODY), ("username", &none), ("name_key", &none)]).await.map(drop)
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<User>> {
    USER.find(tx, "WHERE u.id = $1 AND a.state <> 'deleted'", &[&id]).await
}

/// All columns except those of the login, which are the account's.
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
