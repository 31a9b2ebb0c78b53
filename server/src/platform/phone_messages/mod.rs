//! Messages to phones by SMS or `WhatsApp` through the operator's provider: content, allowed destinations, signatures and delivery reports.
//! `docs/MESSAGES.md` describes the protocol for providers. Decision 0057.
//!
//! A feature calls [`enqueue`] inside its transaction, as with mails. A message is `taken` when the provider has it, and `delivered` when the
//! provider reports that.

mod client;
mod kinds;
mod links;
pub mod night;
mod settings;
mod signature;
mod store;
mod templates;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::db::FromColumn;
use super::lang::Lang;

pub use self::client::Messenger;
pub use self::kinds::MessageKind;
pub use self::links::{MAX_LINK_HOST_LENGTH, has_links};
pub use self::settings::{CodeSettings, MessagingSettings, Price, Provider, SettingError};
pub use self::signature::{SIGNATURE, SharedSecret, sign, verify};
pub use self::store::{
    ChannelFigures, OwnMessage, Report, count_since, enqueue, erase_of, fail_unsent, figures, find_linked, forget_old,
    hand_over, list_of, list_reasons, report, retry, withdraw, withdraw_of, withdraw_with_mails,
};
pub use self::templates::{Templates, fit};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Channel {
    Sms,
    Whatsapp,
}

impl Channel {
    pub const ALL: [Self; 2] = [Self::Sms, Self::Whatsapp];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Sms => "sms",
            Self::Whatsapp => "whatsapp",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|channel| channel.as_str() == text)
    }
}

impl FromColumn for Channel {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::parse(&text)
    }
}

/// What became of a message, as far as the provider told. It only ever moves on in this order: a receipt outranks a failure
/// that was reported before it. But for the operator, who lets one go again that was given up ([`retry`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageState {
    /// It waits here
    Queued,
    /// The provider has it
    Taken,
    Failed,
    /// The provider has a receipt
    Delivered,
}

impl MessageState {
    pub const ALL: [Self; 4] = [Self::Queued, Self::Taken, Self::Failed, Self::Delivered];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Taken => "taken",
            Self::Failed => "failed",
            Self::Delivered => "delivered",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

impl FromColumn for MessageState {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::parse(&text)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhoneMessage {
    pub account_id: String,
    /// A deduplication key: a second message with the same key is not queued.
    pub key: String,
    /// The id of its subject.
    pub about: Option<String>,
    /// Ten digits.
    pub to: String,
    pub content: MessageContent,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessageContent {
    pub channel: Channel,
    pub kind: MessageKind,
    pub lang: Lang,
    pub variables: Vec<String>,
    /// When it expires, in UTC milliseconds.
    pub until: i64,
    /// The latest instant at which the reader can act on it; `until` if not set. At night a message waits for the morning unless that would be
    /// later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needed_by: Option<i64>,
    /// The code of its link, if its kind has one; [`enqueue`] sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// The only variable is encrypted for the message with this key: the database never holds a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed_for: Option<String>,
}

impl MessageContent {
    fn needed_by(&self) -> i64 {
        self.needed_by.unwrap_or(self.until)
    }

    /// The variables for a template of `kind`: that of the message, or the one without a link.
    fn variables_of(&self, kind: MessageKind, site: &str) -> Vec<String> {
        let mut variables = self.variables.clone();
        variables.resize(kind.variables_before_link(), String::new());
        variables.extend(kind.has_link().then(|| links::link_variable(site, self.link.as_deref())));
        variables
    }
}

impl FromColumn for MessageContent {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        serde_json::from_str(&text).ok()
    }
}

const SEALED: &str = "message";

pub fn seal(keys: &super::keys::Keys, key: &str, variable: &str) -> String {
    keys.encrypt(SEALED, key, variable.as_bytes())
}
