//! A session that must move, and the slots that are proposed to the patients of its visits.

use crate::appointments::model::WithDoctor;
use crate::platform::db::FromColumn;
use crate::scheduling::Slot;

/// What became of a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProposalState {
    /// The patient has not answered; the slot is reserved for them.
    Open,
    /// By the patient, or by the desk after a call.
    Accepted,
    Declined,
    /// The patient did not answer in time, or the slot cannot be booked any more.
    Expired,
    /// No slot was free, or the visit is too near for an answer.
    Unplaced,
    /// The desk and the patient agreed on the old time.
    Kept,
    /// The move was taken back.
    Withdrawn,
    /// The visit was cancelled, or moved in another way.
    Ended,
}

impl ProposalState {
    pub const ALL: [Self; 8] = [
        Self::Open,
        Self::Accepted,
        Self::Declined,
        Self::Expired,
        Self::Unplaced,
        Self::Kept,
        Self::Withdrawn,
        Self::Ended,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Accepted => "accepted",
            Self::Declined => "declined",
            Self::Expired => "expired",
            Self::Unplaced => "unplaced",
            Self::Kept => "kept",
            Self::Withdrawn => "withdrawn",
            Self::Ended => "ended",
        }
    }

    /// Whether it is not settled when the visit takes place: nobody has accepted the new time, or agreed on the old one.
    pub fn is_unresolved(self) -> bool {
        matches!(self, Self::Open | Self::Declined | Self::Expired | Self::Unplaced)
    }
}

impl FromColumn for ProposalState {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == text)
    }
}

/// A row of `session_moves`.
#[derive(Debug, Clone)]
pub struct SessionMove {
    pub id: String,
    pub doctor_id: String,
    /// Where the session is; `None` is the doctor's own clinic.
    pub hospital_id: Option<String>,
    /// When the session begins.
    pub from: Slot,
    /// Up to when visits belong to it, as UTC milliseconds.
    pub to: i64,
    /// The first slot that visits could get.
    pub target: Slot,
    /// The patients read it.
    pub reason: String,
    pub created_at: i64,
    pub withdrawn_at: Option<i64>,
}

/// A row of `move_proposals`.
#[derive(Debug, Clone)]
pub struct MoveProposal {
    pub visit_id: String,
    pub move_id: String,
    pub doctor_id: String,
    /// The time of the visit when it was proposed.
    pub from: Slot,
    /// `None` if no slot was free.
    pub slot: Option<Slot>,
    /// Until when the patient can answer, as UTC milliseconds.
    pub until: Option<i64>,
    /// As stored; the state now is [`ProposalWithVisit::state`].
    pub state: ProposalState,
}

/// A proposal with its visit, and why the session moves.
#[derive(Debug, Clone)]
pub struct ProposalWithVisit {
    pub proposal: MoveProposal,
    pub reason: String,
    pub visit: WithDoctor,
}

/// A session move with its proposals, in the order of the visits.
#[derive(Debug, Clone)]
pub struct MoveWithProposals {
    pub session_move: SessionMove,
    pub proposals: Vec<ProposalWithVisit>,
    /// Whether the caller may call the patients of visits by phone.
    pub may_call: bool,
}
