//! The SQL of the list of users.

use super::people::Place;
use super::{Listing, MOST_FOUND, Part};
use crate::admin::sought::Sought;
use crate::platform::db::{Result, Row, Tx};
use crate::platform::search;

const COLUMNS: &str = "u.id, u.username, a.email, a.phone, a.created_at, a.state, u.name_key, u.gender, u.dob, u.state, \
     u.district, u.pincode";
const BY_ID: &str = "accounts a CROSS JOIN users u";
/// As the index `accounts_living` has it.
const LIVING: &str = "a.role = 'user' AND a.state <> 'deleted' AND u.id = a.id";

const PLACE: Place = Place { kind: "user", account: "role = 'user' AND state <> 'deleted'", one: None, numbers: None };

/// A user in the list.
#[derive(Debug, Clone)]
pub struct UserRow {
    pub id: String,
    pub username: String,
    pub email: String,
    pub phone: String,
    pub created_at: i64,
    pub blocked: bool,
    pub gender: Option<String>,
    pub dob: Option<String>,
    pub state: Option<String>,
    pub district: Option<String>,
    pub pincode: Option<String>,
    name_key: String,
}

impl UserRow {
    pub fn cursor(&self, sort: Sort) -> String {
        match sort {
            Sort::Newest | Sort::Oldest => self.id.clone(),
            Sort::Name => format!("{}.{}", self.id, self.name_key),
        }
    }
}

fn user(row: &Row<'_>) -> Result<UserRow> {
    Ok(UserRow {
        id: row.get(0)?,
        username: row.get(1)?,
        email: row.get(2)?,
        phone: row.get::<Option<String>>(3)?.unwrap_or_default(),
        created_at: row.get(4)?,
        blocked: row.get::<String>(5)? == "blocked",
        name_key: row.get::<Option<String>>(6)?.unwrap_or_default(),
        gender: row.get(7)?,
        dob: row.get(8)?,
        state: row.get(9)?,
        district: row.get(10)?,
        pincode: row.get(11)?,
    })
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    #[default]
    Newest,
    Oldest,
    Name,
}

/// A page of users with one row more than asked for, and how many there are.
pub async fn list(tx: &mut Tx<'_>, sought: Option<&Sought>, sort: Sort, part: Part<'_>) -> Result<(Vec<UserRow>, i64)> {
    let mut listing = Listing::new(BY_ID, LIVING);
    let limit = part.limit + 1;
    let (after_id, after_name) = after(sort, part.cursor);
    let (ids, total) = match sought {
        Some(sought) => {
            let ids = PLACE.find(tx, sought, MOST_FOUND, &mut listing).await?;
            let total = listing.count_of(tx, &ids).await?;
            (Some(ids), total)
        }
        None => (None, count(tx).await?),
    };
    let id = listing.value(&after_id);
    let (after, order) = match sort {
        Sort::Newest => (format!("id < {id}"), "id DESC"),
        Sort::Oldest => (format!("id > {id}"), "id"),
        Sort::Name => (format!("(name_key, id) > ({}, {id})", listing.value(&after_name)), "name_key, id"),
    };
    // A page is cut before anything else is fetched of its users; only living ones are ever found.
    let from = match (ids, sort) {
        (Some(ids), Sort::Newest | Sort::Oldest) => format!("({ids}) AS found WHERE {after}"),
        (Some(ids), Sort::Name) => format!("users WHERE id IN ({ids}) AND {after}"),
        (None, Sort::Newest | Sort::Oldest) => format!("accounts WHERE {} AND {after}", PLACE.account),
        (None, Sort::Name) => format!("users WHERE {after}"),
    };
    let page = format!("SELECT id FROM {from} ORDER BY {order} LIMIT {}", listing.value(&limit));
    listing.led_by(&page, "a.id");
    let order = if sort == Sort::Name { "u.name_key, u.id" } else { &format!("a.{order}") };
    Ok((listing.list(tx, COLUMNS, order, limit, user).await?, total))
}

/// How many users there are, deleted ones left out.
async fn count(tx: &mut Tx<'_>) -> Result<i64> {
    let sql = "SELECT count(*) FROM accounts WHERE role = 'user' AND state <> 'deleted'";
    Ok(tx.find(sql, &[], |row| row.get(0)).await?.unwrap_or(0))
}

/// The id and the name after which a page begins. Deleted users have an empty name, so theirs is never reached.
fn after(sort: Sort, cursor: Option<&str>) -> (String, String) {
    match (sort, cursor) {
        (Sort::Newest | Sort::Name, None) => (search::LAST.into(), String::new()),
        (Sort::Oldest, None) => (String::new(), String::new()),
        (Sort::Name, Some(cursor)) => {
            let (id, name) = cursor.split_once('.').unwrap_or((cursor, ""));
            (id.into(), name.into())
        }
        (_, Some(cursor)) => (cursor.into(), String::new()),
    }
}

/// A page of all users who fit, the first first, for a table that is written to its end.
pub async fn list_after(tx: &mut Tx<'_>, sought: Option<&Sought>, after: &str, limit: i64) -> Result<Vec<UserRow>> {
    let mut listing = Listing::new(BY_ID, LIVING);
    if let Some(sought) = sought {
        let fits = PLACE.fits(sought, &mut listing);
        listing.and(fits);
    }
    listing.and_value("a.id >", &after);
    listing.list(tx, COLUMNS, "a.id", limit, user).await
}

/// The first few users of each index, for the search as one types.
pub async fn find_first(tx: &mut Tx<'_>, sought: &Sought, limit: i64) -> Result<Vec<UserRow>> {
    let mut listing = Listing::new(BY_ID, LIVING);
    let ids = PLACE.find(tx, sought, limit, &mut listing).await?;
    listing.led_by(&ids, "a.id");
    listing.list(tx, COLUMNS, "a.id DESC", limit, user).await
}
