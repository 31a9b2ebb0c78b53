//! The SQL of the list of users.

use super::people::Place;
use crate::admin::sought::Sought;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::list::{List, MOST_FOUND, Order, Page, Part};

const PLACE: Place = Place { kind: "user", account: "role = 'user' AND state <> 'deleted'", one: None, numbers: None };

columns! {
    /// A user in the list.
    pub struct UserRow as USER in "accounts a LEFT JOIN users u ON u.id = a.id" {
        id: String = "a.id",
        username: String = "u.username",
        email: String = "a.email",
        phone: String = "COALESCE(a.phone, '')",
        created_at: i64 = "a.created_at",
        blocked: bool = "a.state = 'blocked'",
        gender: Option<String> = "u.gender",
        dob: Option<String> = "u.dob",
        state: Option<String> = "u.state",
        district: Option<String> = "u.district",
        pincode: Option<String> = "u.pincode",
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    #[default]
    Newest,
    Oldest,
    Name,
}

/// As the index `accounts_living` has it.
fn living<'a>() -> List<'a> {
    List::new("accounts a", "a.role = 'user' AND a.state <> 'deleted'")
}

/// A page of users.
pub async fn list(tx: &mut Tx<'_>, sought: Option<&Sought>, sort: Sort, part: Part<'_>) -> Result<Page<UserRow>> {
    // Only living ones are ever found.
    let listed = || if sought.is_some() { List::whole("accounts a") } else { living() };
    let (mut list, order) = match sort {
        Sort::Newest => (listed(), Order::NEWEST),
        Sort::Oldest => (listed(), Order::OLDEST),
        // Deleted users have an empty name.
        Sort::Name => (List::new("users u", "u.name_key > ''"), Order::by_text("u.name_key")),
    };
    match sought {
        Some(sought) => PLACE.find(tx, &mut list, sought, MOST_FOUND).await?,
        None => list.total(living().count(tx).await?),
    }
    list.page(tx, &USER, order, part).await
}

/// The next of all users who fit, the first first, for a table that is written to its end.
pub async fn list_after(tx: &mut Tx<'_>, sought: Option<&Sought>, after: &str, limit: i64) -> Result<Vec<UserRow>> {
    let mut list = living();
    if let Some(sought) = sought {
        let fits = PLACE.fits(sought, &mut list);
        list.and_also(fits);
    }
    list.and("a.id >", after);
    list.first(tx, &USER, Order::OLDEST, limit).await
}

/// The first few users of each index, for the search as one types.
pub async fn find_first(tx: &mut Tx<'_>, sought: &Sought, limit: i64) -> Result<Vec<UserRow>> {
    let mut list = List::whole("accounts a");
    PLACE.find(tx, &mut list, sought, limit).await?;
    list.first(tx, &USER, Order::NEWEST, limit).await
}
