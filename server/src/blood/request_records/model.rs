//! Requests for blood, invitations of donors, and disclosures. Pure.

use jiff::civil::Date;

use crate::identity::Email;
use crate::identity::person::{Mobile, PersonName};
use crate::platform::clock;
use crate::platform::db::FromColumn;
use crate::platform::lang::Lang;
use crate::reference::BloodGroup;

/// The needed blood, and the requester's contact.
#[derive(Debug, Clone)]
pub struct RequestDetails {
    pub patient_name: PersonName,
    pub group: BloodGroup,
    pub units: i64,
    pub hospital: String,
    pub state: &'static str,
    pub district: &'static str,
    pub needed_by: Date,
    pub contact_name: PersonName,
    pub phone: Mobile,
    pub email: Email,
    pub reason: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestStatus {
    /// No donor is asked before the requester has opened the mailed link.
    Unconfirmed,
    Open,
    /// Enough donors have accepted.
    Matched,
    Fulfilled,
    /// Ended without blood, by the requester or the administrator.
    Closed,
    /// The day of need has passed.
    Expired,
}

impl RequestStatus {
    pub const ALL: [Self; 6] =
        [Self::Unconfirmed, Self::Open, Self::Matched, Self::Fulfilled, Self::Closed, Self::Expired];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unconfirmed => "Unconfirmed",
            Self::Open => "Open",
            Self::Matched => "Matched",
            Self::Fulfilled => "Fulfilled",
            Self::Closed => "Closed",
            Self::Expired => "Expired",
        }
    }

    /// Case-insensitive.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str().eq_ignore_ascii_case(text))
    }

    /// Open or matched.
    pub fn is_running(self) -> bool {
        matches!(self, Self::Open | Self::Matched)
    }

    pub fn has_ended(self) -> bool {
        matches!(self, Self::Fulfilled | Self::Closed | Self::Expired)
    }
}

impl FromColumn for RequestStatus {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::parse(&text)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HoldReason {
    /// The next wave would ask donors of other districts.
    Beyond,
    /// Many open requests have its number and other addresses.
    Number,
    /// Many open requests came from its network.
    Network,
    /// Many requests came for its district in a short time.
    District,
    /// Many open requests have its address.
    Address,
    /// An administrator has blocked its address.
    Blocked,
    /// The requests of its address or network have asked as many donors as they may in a day.
    DonorLimit,
}

impl HoldReason {
    const ALL: [Self; 7] =
        [Self::Beyond, Self::Number, Self::Network, Self::District, Self::Address, Self::Blocked, Self::DonorLimit];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Beyond => "beyond",
            Self::Number => "number",
            Self::Network => "network",
            Self::District => "district",
            Self::Address => "address",
            Self::Blocked => "blocked",
            Self::DonorLimit => "donor_limit",
        }
    }

    /// Whether no donor is asked meanwhile; otherwise those of its district are. A number does not block all waves: numbers are not
    /// verified, so its owner would wait for what others typed.
    pub fn blocks_all_waves(self) -> bool {
        matches!(self, Self::Network | Self::Address | Self::Blocked | Self::DonorLimit)
    }
}

impl FromColumn for HoldReason {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text)
    }
}

/// A hold for a review, past or present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReviewHold {
    pub reason: HoldReason,
    /// The end of the hold. For a blocked address it is the end of the day of need, because only an administrator releases it.
    pub until: i64,
}

impl ReviewHold {
    /// When the request continues without a review, if ever.
    pub fn ends_at(self) -> Option<i64> {
        (self.reason != HoldReason::Blocked).then_some(self.until)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReviewState {
    NotNeeded,
    Waits,
    /// The request continued before it was reviewed.
    Missed,
    Done,
}

impl ReviewState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotNeeded => "not_needed",
            Self::Waits => "waits",
            Self::Missed => "missed",
            Self::Done => "done",
        }
    }
}

#[derive(Debug, Clone)]
pub struct Request {
    pub id: String,
    pub details: RequestDetails,
    /// The hospital of the directory that the request names.
    pub hospital_id: Option<String>,
    /// Whether that hospital is still listed.
    pub in_directory: bool,
    /// The network of the confirmation.
    pub network: Option<String>,
    pub hold: Option<ReviewHold>,
    /// When an administrator or the hospital approved it.
    pub looked_at: Option<i64>,
    pub lang: Lang,
    pub status: RequestStatus,
    pub created_at: i64,
    pub confirmed_at: Option<i64>,
    pub waves: i64,
    /// When the next wave is sent, unless enough donors accept before.
    pub next_wave_at: Option<i64>,
}

impl Request {
    pub fn look(&self, now: i64) -> ReviewState {
        match self.hold {
            _ if self.looked_at.is_some() => ReviewState::Done,
            Some(hold) if hold.until <= now => ReviewState::Missed,
            Some(_) if self.status == RequestStatus::Open => ReviewState::Waits,
            _ => ReviewState::NotNeeded,
        }
    }

    /// Whether it waits because its address is blocked.
    pub fn waits_for_unblocking(&self) -> bool {
        self.looked_at.is_none() && self.hold.is_some_and(|hold| hold.reason == HoldReason::Blocked)
    }

    /// The end of the day by which the blood is needed.
    pub fn needed_until(&self) -> i64 {
        end_of_day(self.details.needed_by)
    }

    /// Whether it is open and reviewed, so that another review changes nothing.
    pub fn is_looked_at(&self) -> bool {
        self.status.is_running() && self.looked_at.is_some()
    }

    /// Stops the waves. A hold that has not passed is dropped: its review was not missed.
    pub fn stop(&mut self, status: RequestStatus, now: i64) {
        self.status = status;
        self.next_wave_at = None;
        self.hold = self.hold.filter(|hold| hold.until <= now);
    }

    /// Whether donors of other districts may be asked: after a review, or when the hold has passed.
    pub fn may_ask_other_districts(&self, now: i64) -> bool {
        self.looked_at.is_some() || self.hold.is_some_and(|hold| hold.until <= now)
    }

    /// The request as of a day: expired after the day of need, also before the job stores that.
    #[must_use]
    pub fn on(mut self, today: Date) -> Self {
        if self.status.is_running() && self.details.needed_by < today {
            self.status = RequestStatus::Expired;
            self.next_wave_at = None;
        }
        self
    }
}

/// The end of a day, as an instant.
pub fn end_of_day(day: Date) -> i64 {
    clock::midnight(day.tomorrow().unwrap_or(day)).as_millisecond()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvitationStatus {
    Asked,
    Accepted,
    Declined,
}

impl InvitationStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Accepted => "accepted",
            Self::Declined => "declined",
        }
    }
}

#[derive(Debug, Clone)]
pub struct DonorInvitation {
    pub id: String,
    pub request_id: String,
    pub donor_id: String,
    pub wave: i64,
    pub group: BloodGroup,
    pub district: String,
    pub asked_at: i64,
    pub status: InvitationStatus,
    pub answered_at: Option<i64>,
    /// The last acceptance; it stays after a withdrawal.
    pub accepted_at: Option<i64>,
}

impl FromColumn for InvitationStatus {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        [Self::Asked, Self::Accepted, Self::Declined].into_iter().find(|status| status.as_str() == text)
    }
}

impl DonorInvitation {
    pub fn is_withdrawn(&self) -> bool {
        self.status == InvitationStatus::Declined && self.accepted_at.is_some()
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub struct AnswerCounts {
    pub asked: i64,
    pub accepted: i64,
    pub declined: i64,
}

impl AnswerCounts {
    pub fn waiting(self) -> i64 {
        self.asked - self.accepted - self.declined
    }
}

/// One side of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Party {
    Requester,
    Donor,
}

impl Party {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Requester => "requester",
            Self::Donor => "donor",
        }
    }
}

/// The disclosure of a name and number to the other side.
#[derive(Debug, Clone)]
pub struct Disclosure {
    pub request_id: String,
    pub invitation_id: String,
    /// What was shown; none if erased.
    pub shown: Option<DisclosedContact>,
    pub first_at: i64,
    pub last_at: i64,
    pub times: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DisclosedContact {
    pub name: String,
    pub phone: String,
}

/// A report of a wrong or repeated contact.
#[derive(Debug, Clone)]
pub struct ContactReport {
    pub at: i64,
    pub invitation_id: String,
    pub told_by: String,
    pub reason: String,
}

/// A request in the administrator's list.
#[derive(Debug)]
pub struct RequestSummary {
    pub request: Request,
    pub tally: AnswerCounts,
    pub reports: i64,
    pub blocked: bool,
}
