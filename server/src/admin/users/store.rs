//! The SQL of the list of users.

use serde::Serialize;
use utoipa::ToSchema;

use super::model::UserOrder;
use crate::admin::people::{PeopleIndex, Typed};
use crate::identity::Role;
use crate::platform::db::{Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::list::{List, MOST_FOUND, Order, Page, Part};

const USERS: PeopleIndex = PeopleIndex { kind: "user", role: Role::User, listed: None };

columns! {
    /// A user, in the list and alone.
    #[derive(Serialize, ToSchema)]
    pub struct AdminUser as USER in "accounts a LEFT JOIN users u ON u.id = a.id" {
        #[serde(rename = "_id")]
        id: String = "a.id",
        username: String = "u.username",
        email: String = "a.email",
        phone_number: String = "COALESCE(a.phone, '')",
        #[serde(rename = "accountCreatedDate")]
        #[schema(value_type = String)]
        created_at: Instant = "a.created_at",
        /// Whether the user is blocked
        #[serde(rename = "isDeleted")]
        blocked: bool = "a.state = 'blocked'",
        gender: Option<String> = "u.gender",
        /// `YYYY-MM-DD`
        #[serde(rename = "DOB")]
        dob: Option<String> = "u.dob",
        state: Option<String> = "u.state",
        district: Option<String> = "u.district",
        pincode: Option<String> = "u.pincode",
    }
}

/// As the index `accounts_living` has it.
fn living<'a>() -> List<'a> {
    List::new("accounts a", USERS.account())
}

/// A user who has not deleted their account.
pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<AdminUser>> {
    USER.find(tx, "WHERE a.id = $1 AND a.role = 'user' AND a.state <> 'deleted'", &[&id]).await
}

/// A page of users.
pub async fn list(tx: &mut Tx<'_>, typed: Option<&Typed>, order: UserOrder, part: Part<'_>) -> Result<Page<AdminUser>> {
    // Only living ones are ever found.
    let listed = || if typed.is_some() { List::whole("accounts a") } else { living() };
    let (mut list, order) = match order {
        UserOrder::Newest => (listed(), Order::NEWEST),
        UserOrder::Oldest => (listed(), Order::OLDEST),
        // Deleted users have an empty name.
        UserOrder::Name => (List::new("users u", "u.name_key > ''"), Order::by_text("u.name_key")),
    };
    match typed {
        Some(typed) => USERS.find(tx, &mut list, typed, MOST_FOUND).await?,
        None => list.total(living().count(tx).await?),
    }
    list.page(tx, &USER, order, part).await
}

/// The next of all users who fit, the first first, for a table that is written to its end.
pub async fn list_after(tx: &mut Tx<'_>, typed: Option<&Typed>, after: &str, limit: i64) -> Result<Vec<AdminUser>> {
    let mut list = living();
    if let Some(typed) = typed {
        let fits = USERS.fits(typed, &mut list);
        list.and_also(fits);
    }
    list.and("a.id >", after);
    list.first(tx, &USER, Order::OLDEST, limit).await
}

/// The first few users of each index, for the search as one types.
pub async fn find_first(tx: &mut Tx<'_>, typed: &Typed, limit: i64) -> Result<Vec<AdminUser>> {
    USERS.find_first(tx, List::whole("accounts a"), &USER, typed, limit).await
}
