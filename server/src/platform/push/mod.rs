//! Notifications to browsers (Web Push): encrypted for each browser, signed by the installation's key, and sent to the push service of the
//! browser's maker. Decision 0092.
//!
//! A push is a person's first channel. It carries the mail and the message to the phone that say the same: the next channel, which goes to
//! its own queue only if no device took the push. A feature calls [`enqueue`] inside its transaction.

mod client;
mod encryption;
mod services;
mod store;
mod vapid;

use serde::{Deserialize, Serialize};

pub use self::client::Pusher;
pub use self::encryption::BrowserKeys;
pub use self::services::{Endpoint, KNOWN as KNOWN_SERVICES, PushServices};
pub use self::store::{count_waiting, enqueue, erase_of, withdraw, withdraw_messages_of};
pub use self::vapid::{VapidKey, count_subscriptions, drop_key, drop_lost, find as find_key, find_or_make};
use super::db::FromColumn;
use super::lang::Lang;
use super::mail::Mail;
use super::phone_messages::PhoneMessage;

/// A notification to all devices of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Push {
    pub account_id: String,
    /// The subject's id: [`withdraw`] deletes pushes about it, and a later one takes the place of an earlier one on the screen.
    pub about: String,
    pub content: PushContent,
}

/// A locked phone shows it to anyone: it names nobody, and gives no reasons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushContent {
    pub lang: Lang,
    pub title: String,
    pub body: String,
    /// The page that a click opens: a path of the site.
    pub page: String,
    /// When it was written, in UTC milliseconds, like the times below.
    pub made_at: i64,
    /// It expires then.
    pub until: i64,
    /// The latest instant at which the reader can act on it. At night a push waits for the morning unless that would be later.
    pub needed_by: i64,
    pub next: NextChannel,
}

/// What is sent if no device takes the push.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextChannel {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mail: Option<Mail>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<PhoneMessage>,
}

impl FromColumn for PushContent {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        serde_json::from_str(&text).ok()
    }
}
