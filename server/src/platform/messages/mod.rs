//! Messages to phones, by SMS or `WhatsApp`, through the operator's provider: what one is made of, where it may go, how it is
//! signed, and what becomes of it. `docs/MESSAGES.md` tells providers how to speak with us. Decision 0057.
//!
//! A feature calls [`enqueue`] inside its unit of work, as with mails. Nothing here says "sent": a message is taken when the
//! provider has it, and delivered when the provider says so.

mod destination;
pub mod night;
mod settings;
mod signature;
mod store;
mod templates;
mod way;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::lang::Lang;
use super::stored::FromStored;

pub use self::settings::{CodeSettings, Given, Price, Provider, Wrong};
pub use self::signature::{SIGNATURE, SharedSecret, sign, verify};
pub use self::store::{
    ChannelFigures, OwnMessage, Report, enqueue, erase_of, fail_unsent, figures, forget_old, list_of, list_reasons,
    report, retry, withdraw, withdraw_of,
};
pub use self::templates::{Templates, fit};
pub use self::way::Messenger;

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

impl FromStored for Channel {
    type Raw = String;

    fn from_stored(text: String) -> Option<Self> {
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

    /// How many variables its template has: mostly doctor, day and time, and the place where somebody has to go; `docs/MESSAGES.md` has
    /// the others.
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

    /// Whether the program starts only with a template for it. Messages of two kinds may wait from an older program's time. `address` came
    /// later than the others: without its template those messages are given up, and everything else goes on.
    pub fn needs_template(self) -> bool {
        !matches!(self, Self::Requested | Self::Moved | Self::Address)
    }
}

impl FromStored for MessageKind {
    type Raw = String;

    fn from_stored(text: String) -> Option<Self> {
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

impl FromStored for MessageState {
    type Raw = String;

    fn from_stored(text: String) -> Option<Self> {
        Self::parse(&text)
    }
}

/// A message to somebody who proved the number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub account_id: String,
    /// What it is about, to the change: a second one of the same key is not queued.
    pub key: String,
    /// The id of what it tells of.
    pub about: Option<String>,
    /// Ten digits.
    pub to: String,
    pub content: Content,
}

/// What a message says; this is what is kept while it waits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    pub channel: Channel,
    pub kind: MessageKind,
    pub lang: Lang,
    pub variables: Vec<String>,
    /// From then on, in UTC milliseconds, it is of no use to anybody.
    pub until: i64,
    /// The latest instant at which its reader can still act on it; `until` without it. In the night, a message waits for the morning
    /// unless that would be later.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needed_by: Option<i64>,
    /// The only variable is encrypted with the program's key, for the message of this key: the database never holds a code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed_for: Option<String>,
}

impl Content {
    fn needed_by(&self) -> i64 {
        self.needed_by.unwrap_or(self.until)
    }
}

impl FromStored for Content {
    type Raw = String;

    fn from_stored(text: String) -> Option<Self> {
        serde_json::from_str(&text).ok()
    }
}

/// What the key encrypts here.
const SEALED: &str = "message";

/// A variable that only the program itself can read, in the message of that key.
pub fn seal(keys: &super::keys::Keys, key: &str, variable: &str) -> String {
    keys.encrypt(SEALED, key, variable.as_bytes())
}
