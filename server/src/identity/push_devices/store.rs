//! SQL of the devices that get notifications.

use serde::Serialize;
use utoipa::ToSchema;

use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::format::Instant;
use crate::platform::push::{BrowserKeys, Endpoint};

columns! {
    /// A device that gets notifications, as its owner sees it.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub struct OwnPushDevice as OWN_DEVICE in "push_subscriptions p JOIN sessions s ON s.token_digest = p.session_digest" {
        #[serde(rename = "_id")]
        id: String = "p.id",
        /// Such as Chrome
        browser: Option<String> = "s.browser",
        /// Such as Android
        system: Option<String> = "s.system",
        #[schema(value_type = String)]
        created_at: Instant = "p.created_at",
        /// When a notification last went to it
        #[schema(value_type = Option<String>)]
        last_used_at: Option<Instant> = "p.last_used_at",
        /// Whether the latest notifications did not reach it
        failing: bool = "p.failures > 0",
        #[serde(skip)]
        session: String = "p.session_digest",
        /// Whether it is the one that asks
        current: bool = (false),
    }
}

/// The devices of an account, the newest first.
pub async fn list_of(tx: &mut Tx<'_>, account_id: &str) -> Result<Vec<OwnPushDevice>> {
    OWN_DEVICE.list_all(tx, "WHERE p.account_id = $1 ORDER BY p.id DESC", &[&account_id]).await
}

/// A browser of a login, as the browser sent it.
pub struct NewDevice<'a> {
    pub account_id: &'a str,
    pub session: &'a str,
    pub endpoint: &'a Endpoint,
    pub keys: &'a BrowserKeys,
}

impl NewDevice<'_> {
    /// Whether the login has this subscription already: the same request again.
    pub async fn is_known(&self, tx: &mut Tx<'_>) -> Result<bool> {
        let sql = "SELECT EXISTS (SELECT 1 FROM push_subscriptions
                   WHERE session_digest = $1 AND endpoint = $2 AND p256dh = $3 AND auth = $4)";
        let (endpoint, p256dh, auth) = (self.endpoint.as_str(), self.keys.p256dh(), self.keys.auth());
        Ok(tx.first(sql, &[&self.session, &endpoint, &p256dh, &auth]).await?.unwrap_or(false))
    }

    /// Ends the subscription that the login had before, and the one of whoever used this browser before: a browser is one account's.
    pub async fn replace(&self, tx: &mut Tx<'_>) -> Result<()> {
        let sql = "DELETE FROM push_subscriptions WHERE session_digest = $1 OR endpoint = $2";
        tx.execute(sql, &[&self.session, &self.endpoint.as_str()]).await.map(drop)
    }

    /// False if another login added the same browser meanwhile.
    pub async fn insert(&self, tx: &mut Tx<'_>, id: &str, now: i64) -> Result<bool> {
        let values: [(&str, &dyn Param); 7] = [
            ("id", &id),
            ("session_digest", &self.session),
            ("account_id", &self.account_id),
            ("endpoint", &self.endpoint.as_str()),
            ("p256dh", &self.keys.p256dh()),
            ("auth", &self.keys.auth()),
            ("created_at", &now),
        ];
        tx.insert_new("push_subscriptions", &values).await
    }
}

pub async fn count_of(tx: &mut Tx<'_>, account_id: &str) -> Result<i64> {
    tx.count("SELECT count(*) FROM push_subscriptions WHERE account_id = $1", &[&account_id]).await
}

/// Whether the account had it.
pub async fn delete_own(tx: &mut Tx<'_>, account_id: &str, id: &str) -> Result<bool> {
    let sql = "DELETE FROM push_subscriptions WHERE account_id = $1 AND id = $2";
    Ok(tx.execute(sql, &[&account_id, &id]).await? == 1)
}
