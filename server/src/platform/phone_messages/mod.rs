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
    /// A slot is held for whoever waits
    Offer,
    /// Time to come again
    Proposal,
    /// The clinic has a new address
    Address,
    /// The password was reset by a mailed link, and the number is no longer proved
    Reset,
}

impl MessageKind {
    pub const ALL: [Self; 15] = [
        Self::Code,
        Self::Requested,
        Self::Approved,
        Self::Rejected,
        Self::Cancelled,
        Self::Moved,
        Self::Away,
        Self::Tomorrow,
        Self::Soon,
        Self::Late,
        Self::OnTime,
        Self::Offer,
        Self::Proposal,
        Self::Address,
        Self::Reset,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Requested => "requested",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Cancelled => "cancelled",
            Self::Moved => "moved",
            Self::Away => "away",
            Self::Tomorrow => "tomorrow",
            Self::Soon => "soon",
            Self::Late => "late",
            Self::OnTime => "ontime",
            Self::Offer => "offer",
            Self::Proposal => "proposal",
            Self::Address => "address",
            Self::Reset => "reset",
        }
    }

    /// The number of variables of its template: mostly doctor, day, time and place; see `docs/MESSAGES.md`.
    pub fn variables(self) -> usize {
        match self {
            Self::Reset => 0,
            Self::Code => 1,
            Self::OnTime | Self::Proposal => 2,
            Self::Requested
            | Self::Rejected
            | Self::Cancelled
            | Self::Moved
            | Self::Away
            | Self::Late
            | Self::Address => 3,
            Self::Approved | Self::Tomorrow | Self::Soon | Self::Offer => 4,
        }
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
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
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

/// A message to a person with a confirmed number.
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

/// The content of a message, as stored while it waits.
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

/// Purpose of the encryption.
const SEALED: &str = "message";

/// Encrypts a variable for the message with this key.
pub fn seal(keys: &super::keys::Keys, key: &str, variable: &str) -> String {
    keys.encrypt(SEALED, key, variable.as_bytes())
}
