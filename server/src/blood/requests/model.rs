//! What a request for blood is made of.

use jiff::civil::Date;

use crate::identity::Email;
use crate::identity::person::{Mobile, PersonName};
use crate::platform::clock;
use crate::platform::lang::Lang;
use crate::platform::stored::FromStored;
use crate::reference::BloodGroup;

/// What somebody asks for, and how to reach them.
#[derive(Debug, Clone)]
pub struct Wish {
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
    /// Nothing is sent before the requester has opened the mailed link.
    Unconfirmed,
    Open,
    /// As many donors said yes as units are needed.
    Matched,
    Fulfilled,
    /// Ended without blood, by the requester or the administrator.
    Closed,
    /// The day by which it was needed has passed.
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

    /// In any case of letters.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str().eq_ignore_ascii_case(text))
    }

    /// Donors may still be needed, or somebody may still come.
    pub fn is_running(self) -> bool {
        matches!(self, Self::Open | Self::Matched)
    }

    pub fn has_ended(self) -> bool {
        matches!(self, Self::Fulfilled | Self::Closed | Self::Expired)
    }
}

impl FromStored for RequestStatus {
    type Raw = String;

    fn from_stored(text: String) -> Option<Self> {
        Self::parse(&text)
    }
}

/// Why a request waits for somebody to look at it before it goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeldFor {
    /// It would ask donors of other districts.
    Beyond,
    /// Many run under its number, from other addresses.
    Number,
    /// Many run that came from its network.
    Network,
    /// Many came at once for its district.
    District,
    /// Many of its address run.
    Address,
    /// An administrator has blocked its address.
    Blocked,
    /// The requests of its address or network have asked as many donors as they may in a day.
    DonorLimit,
}

impl HeldFor {
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

    /// Whether no donor is asked meanwhile; else those of its district are. Not for many of a number: numbers are not verified, so its
    /// owner would wait for what others typed.
    pub fn keeps_all_back(self) -> bool {
        matches!(self, Self::Network | Self::Address | Self::Blocked | Self::DonorLimit)
    }
}

impl FromStored for HeldFor {
    type Raw = String;

    fn from_stored(text: String) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text)
    }
}

/// A wait for a look, past or present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hold {
    pub reason: HeldFor,
    /// From then on it goes on by itself. A blocked address's does not: there it is the end of the day by which the blood is
    /// needed.
    pub until: i64,
}

impl Hold {
    /// When it goes on by itself, if it ever does.
    pub fn ends_at(self) -> Option<i64> {
        (self.reason != HeldFor::Blocked).then_some(self.until)
    }
}

/// What became of a request that should be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Nobody needs to.
    NotNeeded,
    Waits,
    /// It went on before anybody looked.
    Missed,
    Done,
}

impl Look {
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
    pub wish: Wish,
    /// The hospital of the directory that the wish names.
    pub hospital_id: Option<String>,
    /// Whether that hospital is in the directory still.
    pub in_directory: bool,
    /// That it was confirmed from.
    pub network: Option<String>,
    pub hold: Option<Hold>,
    /// When the administrator or the hospital looked at it and found it right.
    pub looked_at: Option<i64>,
    pub lang: Lang,
    pub status: RequestStatus,
    pub created_at: i64,
    pub confirmed_at: Option<i64>,
    /// How many times donors were asked.
    pub waves: i64,
    /// When the next donors are asked, unless enough say yes before.
    pub next_wave_at: Option<i64>,
}

impl Request {
    pub fn look(&self, now: i64) -> Look {
        match self.hold {
            _ if self.looked_at.is_some() => Look::Done,
            Some(hold) if hold.until <= now => Look::Missed,
            Some(_) if self.status == RequestStatus::Open => Look::Waits,
            _ => Look::NotNeeded,
        }
    }

    /// Whether it waits for an administrator because its address is blocked.
    pub fn waits_for_unblocking(&self) -> bool {
        self.looked_at.is_none() && self.hold.is_some_and(|hold| hold.reason == HeldFor::Blocked)
    }

    /// The end of the day by which the blood is needed.
    pub fn needed_until(&self) -> i64 {
        end_of_day(self.wish.needed_by)
    }

    /// Whether it runs and somebody has looked: to look again changes nothing.
    pub fn is_looked_at(&self) -> bool {
        self.status.is_running() && self.looked_at.is_some()
    }

    /// Asks nobody from now on. What nobody needed to look at any more was not missed.
    pub fn stop(&mut self, status: RequestStatus, now: i64) {
        self.status = status;
        self.next_wave_at = None;
        self.hold = self.hold.filter(|hold| hold.until <= now);
    }

    /// Whether donors of other districts may be asked: somebody looked, or nobody did in time, whatever it waited for.
    pub fn may_go_beyond(&self, now: i64) -> bool {
        self.looked_at.is_some() || self.hold.is_some_and(|hold| hold.until <= now)
    }

    /// As it stands on a day: one whose day has passed has ended, also before [`super::advance`] writes so.
    #[must_use]
    pub fn on(mut self, today: Date) -> Self {
        if self.status.is_running() && self.wish.needed_by < today {
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
pub enum AskStatus {
    Asked,
    Accepted,
    Declined,
}

impl AskStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Accepted => "accepted",
            Self::Declined => "declined",
        }
    }
}

/// One donor's part in a request.
#[derive(Debug, Clone)]
pub struct Ask {
    pub id: String,
    pub request_id: String,
    pub donor_id: String,
    pub wave: i64,
    pub group: BloodGroup,
    pub district: String,
    pub asked_at: i64,
    pub status: AskStatus,
    pub answered_at: Option<i64>,
    /// When they said yes last; it stays when they take it back.
    pub accepted_at: Option<i64>,
}

impl FromStored for AskStatus {
    type Raw = String;

    fn from_stored(text: String) -> Option<Self> {
        [Self::Asked, Self::Accepted, Self::Declined].into_iter().find(|status| status.as_str() == text)
    }
}

impl Ask {
    /// A yes was taken back.
    pub fn is_withdrawn(&self) -> bool {
        self.status == AskStatus::Declined && self.accepted_at.is_some()
    }
}

/// How the donors answered so far.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    pub asked: i64,
    pub accepted: i64,
    pub declined: i64,
}

impl Tally {
    pub fn waiting(self) -> i64 {
        self.asked - self.accepted - self.declined
    }
}

/// Which of the two tells or sees something.
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

/// One name and number that one of the two was shown of the other.
#[derive(Debug, Clone)]
pub struct Reveal {
    pub request_id: String,
    pub ask_id: String,
    /// What was shown. None when it was written down before we kept it, or was erased since.
    pub shown: Option<Shown>,
    pub first_at: i64,
    pub last_at: i64,
    /// How many looks.
    pub times: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    pub name: String,
    pub phone: String,
}

/// Wrong or repeated contact, as it was told.
#[derive(Debug, Clone)]
pub struct Report {
    pub at: i64,
    pub ask_id: String,
    pub told_by: String,
    pub reason: String,
}

/// A request in the administrator's list.
#[derive(Debug)]
pub struct RequestSummary {
    pub request: Request,
    pub tally: Tally,
    pub reports: i64,
    pub blocked: bool,
}
