//! The SQL of users.

use super::User;
use crate::identity::model::Email;
use crate::identity::person::{Gender, Mobile, PersonName};
use crate::platform::db::{Error, Result, Row, Tx};
use crate::platform::fold::name_key;
use crate::platform::search;

/// The kind under which users' words are indexed, for the administrator alone.
const KIND: &str = "user";
pub const NAMES: search::Names = search::Names { table: "users", name: "username", key: "name_key", kind: Some(KIND) };

const COLUMNS: &str =
    "u.id, u.username, a.email, a.phone, u.gender, u.dob, u.state, u.district, u.pincode, a.created_at, a.state";

fn user(row: &Row<'_>) -> Result<User> {
    let unreadable = || Error::Other("a user's row cannot be read".into());
    let gender: Option<String> = row.get(4)?;
    let dob: Option<String> = row.get(5)?;
    Ok(User {
        id: row.get(0)?,
        username: PersonName::parse(&row.get::<String>(1)?).map_err(|_| unreadable())?,
        email: Email::parse(&row.get::<String>(2)?).map_err(|_| unreadable())?,
        phone: Mobile::parse(&row.get::<String>(3)?).map_err(|_| unreadable())?,
        gender: gender.map(|text| Gender::parse(&text)).transpose().map_err(|_| unreadable())?,
        dob: dob.map(|text| text.parse()).transpose().map_err(|_| unreadable())?,
        state: row.get(6)?,
        district: row.get(7)?,
        pincode: row.get(8)?,
        created_at: row.get(9)?,
        blocked: row.get::<String>(10)? == "blocked",
    })
}

pub async fn insert(tx: &mut Tx<'_>, id: &str, username: &PersonName) -> Result<()> {
    let (name, key) = (username.as_str(), name_key(username.as_str()));
    tx.execute("INSERT INTO users (id, username, name_key) VALUES ($1, $2, $3)", &[&id, &name, &key]).await?;
    search::add(tx, KIND, id, &[name]).await
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<User>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM users u JOIN accounts a ON a.id = u.id WHERE u.id = $1 AND a.state <> 'deleted'"
    );
    tx.find(&sql, &[&id], user).await
}

/// Everything but the login, which is the account's.
pub async fn update(tx: &mut Tx<'_>, user: &User) -> Result<()> {
    let sql = "UPDATE users SET username = $2, gender = $3, dob = $4, state = $5, district = $6, pincode = $7,
               name_key = $8 WHERE id = $1";
    let (gender, dob) = (user.gender.map(Gender::as_str), user.dob.map(|day| day.to_string()));
    let User { id, state, district, pincode, .. } = user;
    let (name, key) = (user.username.as_str(), name_key(user.username.as_str()));
    tx.execute(sql, &[id, &name, &gender, &dob, state, district, pincode, &key]).await?;
    search::index(tx, KIND, id, &[name]).await
}

pub async fn erase(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let sql =
        "UPDATE users SET username = '', gender = NULL, dob = NULL, state = NULL, district = NULL, pincode = NULL,
               name_key = '' WHERE id = $1";
    tx.execute(sql, &[&id]).await?;
    search::index(tx, KIND, id, &[]).await
}
