//! Messages to phones by SMS or `WhatsApp` through the operator's provider: content, allowed destinations, signatures and delivery reports.
//! `docs/MESSAGES.md` describes the protocol for providers. Decision 0057.
//!
//! A feature calls [`enqueue`] inside its transaction, as with mails. A message is `taken` when the provider has it, and `delivered` when the
//! provider reports that.

mod client;
pub mod night;
mod settings;
mod signature;
mod ssrf_guard;
mod store;
mod templates;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::db::FromColumn;
use super::lang::Lang;

pub use self::client::Messenger;
pub use self::settings::{CodeSettings, MessagingSettings, Price, Provider, SettingError};
pub use self::signature::{SIGNATURE, SharedSecret, sign, verify};
pub use self::store::{
    ChannelFigures, OwnMessage, Report, enqueue, erase_of, fail_unsent, figures, forget_old, list_of, list_reasons,
    report, retry, withdraw, withdraw_of,
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

/// What a message tells. Each has a template of its own for every channel and language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MessageKind {
    /// Six digits
    Code,
    /// By an older program
    Requested,
    Approved,
    Rejected,
    Cancelled,
    /// By an older program
    Moved,
    /// The doctor will be away
    Away,
    /// The evening before
    Tomorrow,
    /// Two hours before
    Soon,
    /// The doctor is late today
    Late,
    /// The doctor is on time after all
    OnTime,
    /// A slot is held for a patient on the waiting list
    Offer,
    /// Time to come again
    Proposal,
    /// The clinic has a new address
    Address,
    /// The password was reset by a mailed link, and the number is no longer proved
    Reset,
}

/// Each kind with its name and the number of variables of its template, in the order of [`MessageKind`]. Variables are mostly doctor, day, time
/// and place; see `docs/MESSAGES.md`.
const KINDS: [(MessageKind, &str, usize); 15] = [
    (MessageKind::Code, "code", 1),
    (MessageKind::Requested, "requested", 3),
    (MessageKind::Approved, "approved", 4),
    (MessageKind::Rejected, "rejected", 3),
    (MessageKind::Cancelled, "cancelled", 3),
    (MessageKind::Moved, "moved", 3),
    (MessageKind::Away, "away", 3),
    (MessageKind::Tomorrow, "tomorrow", 4),
    (MessageKind::Soon, "soon", 4),
    (MessageKind::Late, "late", 3),
    (MessageKind::OnTime, "ontime", 2),
    (MessageKind::Offer, "offer", 4),
    (MessageKind::Proposal, "proposal", 2),
    (MessageKind::Address, "address", 3),
    (MessageKind::Reset, "reset", 0),
];

impl MessageKind {
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.into_iter().map(|(kind, ..)| kind)
    }

    pub fn as_str(self) -> &'static str {
        KINDS[self as usize].1
    }

    pub fn variables(self) -> usize {
        KINDS[self as usize].2
    }

    /// Whether the program needs a template for it at the start. Without one for `address`, added later than the others, these messages fail and
    /// everything else works.
    pub fn needs_template(self) -> bool {
        !matches!(self, Self::Requested | Self::Moved | Self::Address)
    }
}

impl FromColumn for MessageKind {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::all().find(|kind| kind.as_str() == text)
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

#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// The only variable is encrypted for the message with this key: the database never holds a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed_for: Option<String>,
}

impl MessageContent {
    fn needed_by(&self) -> i64 {
        self.needed_by.unwrap_or(self.until)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_own_row_and_the_name_that_json_has() {
        for (place, (kind, name, _)) in KINDS.into_iter().enumerate() {
            assert_eq!((kind as usize, serde_json::to_value(kind).unwrap()), (place, name.into()));
        }
    }
}
