//! The kinds of messages, and the templates that an operator registers for them. How to add one is in `docs/MESSAGES.md`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::platform::db::FromColumn;

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
    /// A request waits for the doctor. To an account without an address, with a link to the visit, as are the kinds down to `proposallink`
    RequestedLink,
    ApprovedLink,
    RejectedLink,
    CancelledLink,
    /// It was moved, and it is confirmed
    MovedLink,
    /// The doctor did not answer in time
    Unanswered,
    /// The token has changed
    Token,
    OfferLink,
    ProposalLink,
    /// The doctor or the desk booked a visit for this number
    Booked,
    /// The doctor or the desk moved an approved visit
    Rescheduled,
    /// The patient did not come; with a link to book again
    Missed,
    /// Another time is proposed, because the session moves
    ProposedMove,
    ProposedMoveLink,
    /// The doctor called for a visit by phone and did not reach the patient; the doctor will try again
    NotReached,
    /// The doctor called for the last time, and the patient moves or cancels the visit: always with a link
    MissedCall,
}

/// Whether the program needs templates for a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Need {
    /// It does not start without them.
    Required,
    /// A missing one is logged at the start, and its messages are not sent: only the mail is.
    Optional,
    /// No longer sent. Files may still have them.
    Retired,
}

use Need::{Optional, Required, Retired};

/// Each kind with its name, the number of variables of its template and whether that is needed, in the order of [`MessageKind`]. Variables
/// are mostly doctor, day, time and place; a link is the last one. See `docs/MESSAGES.md`.
const KINDS: [(MessageKind, &str, usize, Need); 31] = [
    (MessageKind::Code, "code", 1, Required),
    (MessageKind::Requested, "requested", 3, Retired),
    (MessageKind::Approved, "approved", 4, Required),
    (MessageKind::Rejected, "rejected", 3, Required),
    (MessageKind::Cancelled, "cancelled", 3, Required),
    (MessageKind::Moved, "moved", 3, Retired),
    (MessageKind::Away, "away", 3, Required),
    (MessageKind::Tomorrow, "tomorrow", 4, Required),
    (MessageKind::Soon, "soon", 4, Required),
    (MessageKind::Late, "late", 3, Required),
    (MessageKind::OnTime, "ontime", 2, Required),
    (MessageKind::Offer, "offer", 4, Required),
    (MessageKind::Proposal, "proposal", 2, Required),
    (MessageKind::Address, "address", 3, Optional),
    (MessageKind::Reset, "reset", 0, Required),
    (MessageKind::RequestedLink, "requestedlink", 4, Optional),
    (MessageKind::ApprovedLink, "approvedlink", 5, Optional),
    (MessageKind::RejectedLink, "rejectedlink", 4, Optional),
    (MessageKind::CancelledLink, "cancelledlink", 4, Optional),
    (MessageKind::MovedLink, "movedlink", 5, Optional),
    (MessageKind::Unanswered, "unanswered", 4, Optional),
    (MessageKind::Token, "token", 4, Optional),
    (MessageKind::OfferLink, "offerlink", 5, Optional),
    (MessageKind::ProposalLink, "proposallink", 3, Optional),
    (MessageKind::Booked, "booked", 4, Optional),
    (MessageKind::Rescheduled, "rescheduled", 4, Optional),
    (MessageKind::Missed, "missed", 3, Optional),
    (MessageKind::ProposedMove, "proposedmove", 5, Optional),
    (MessageKind::ProposedMoveLink, "proposedmovelink", 6, Optional),
    (MessageKind::NotReached, "notreached", 1, Optional),
    (MessageKind::MissedCall, "missedcall", 3, Optional),
];

impl MessageKind {
    pub fn all() -> impl Iterator<Item = Self> {
        KINDS.into_iter().map(|(kind, ..)| kind)
    }

    pub fn as_str(self) -> &'static str {
        KINDS[self as usize].1
    }

    /// The number of variables of its template, with the link.
    pub fn variables(self) -> usize {
        KINDS[self as usize].2
    }

    /// The number of variables of its template, without the link.
    pub fn variables_before_link(self) -> usize {
        self.variables() - usize::from(self.has_link())
    }

    /// Whether the program does not start without a template for it.
    pub fn is_required(self) -> bool {
        KINDS[self as usize].3 == Required
    }

    /// Whether a template that is missing is logged.
    pub fn is_optional(self) -> bool {
        KINDS[self as usize].3 == Optional
    }

    /// The kind that is sent in its place if the operator has no template with a link. It has the same variables without the link.
    pub fn without_link(self) -> Option<Self> {
        match self {
            Self::RequestedLink => Some(Self::Requested),
            Self::ApprovedLink | Self::MovedLink => Some(Self::Approved),
            Self::RejectedLink | Self::Unanswered => Some(Self::Rejected),
            Self::CancelledLink => Some(Self::Cancelled),
            Self::OfferLink => Some(Self::Offer),
            Self::ProposalLink => Some(Self::Proposal),
            Self::ProposedMoveLink => Some(Self::ProposedMove),
            _ => None,
        }
    }

    /// Whether its last variable is a link.
    pub fn has_link(self) -> bool {
        matches!(self, Self::Token | Self::Missed | Self::MissedCall) || self.without_link().is_some()
    }
}

impl FromColumn for MessageKind {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::all().find(|kind| kind.as_str() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_own_row_and_the_name_that_json_has() {
        for (place, (kind, name, ..)) in KINDS.into_iter().enumerate() {
            assert_eq!((kind as usize, serde_json::to_value(kind).unwrap()), (place, name.into()));
        }
    }

    #[test]
    fn a_kind_with_a_link_has_the_variables_of_the_kind_without_and_the_link() {
        for kind in MessageKind::all() {
            if let Some(without) = kind.without_link() {
                assert_eq!(kind.variables(), without.variables() + 1, "{kind:?}");
            }
        }
    }
}
