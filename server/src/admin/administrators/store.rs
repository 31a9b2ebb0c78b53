//! The SQL of the list of administrators.

use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::db::{Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::list::{List, Order, Page, Part};

columns! {
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct Administrator as ADMINISTRATOR in "accounts a" {
        #[serde(rename = "_id")]
        id: String = "a.id",
        email: String = "a.email",
        /// Since when they may sign in
        #[schema(value_type = String)]
        added_at: Instant = "a.created_at",
        /// About: a use is written down once a minute. `null` before the first one
        #[schema(value_type = Option<String>)]
        last_used_at: Option<Instant> = "a.last_used_at",
        /// Whether they sign in with a second factor
        two_factor: bool = "EXISTS (SELECT 1 FROM second_factors s WHERE s.account_id = a.id)",
        /// Whether it is the one who asks
        own: bool = (false),
    }
}

/// As the index `accounts_living` has it.
const LIVING: &str = "a.role = 'admin' AND a.state <> 'deleted'";

/// A page of the administrators, the newest first.
pub async fn list(tx: &mut Tx<'_>, part: Part<'_>) -> Result<Page<Administrator>> {
    List::new("accounts a", LIVING).page(tx, &ADMINISTRATOR, Order::NEWEST, part).await
}

/// The ids of all but one.
pub async fn list_others(tx: &mut Tx<'_>, id: &str) -> Result<Vec<String>> {
    tx.all(&format!("SELECT a.id FROM accounts a WHERE {LIVING} AND a.id <> $1 ORDER BY a.id"), &[&id]).await
}

pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Administrator>> {
    ADMINISTRATOR.find(tx, &format!("WHERE a.id = $1 AND {LIVING}"), &[&id]).await
}
