//! An appointment, its status and its attendance.

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use super::phone_consultations::PhoneConsultation;
use super::visit_note::VisitNote;
use crate::directory::{DayTime, Doctor, Offer, VisitMode, Workplace};
use crate::identity::person::{Mobile, PersonName};
use crate::identity::users::NOBODY;
use crate::platform::clock::{day_number, india, millis};
use crate::platform::db::FromColumn;
use crate::platform::ids::new_id;
use crate::scheduling::Slot;
use crate::statistics::Counted;

/// A patient who was not reached by phone can move or cancel the visit for this time after the slot.
const MISSED_CHOICE_PERIOD: SignedDuration = SignedDuration::from_hours(7 * 24);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Waits for the doctor.
    Pending,
    /// The doctor approved it.
    Checked,
    Rejected,
    Cancelled,
}

impl Status {
    pub const ALL: [Self; 4] = [Self::Pending, Self::Checked, Self::Rejected, Self::Cancelled];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Checked => "Checked",
            Self::Rejected => "Rejected",
            Self::Cancelled => "Cancelled",
        }
    }

    /// Whether it occupies its slot.
    pub fn is_active(self) -> bool {
        matches!(self, Self::Pending | Self::Checked)
    }
}

impl FromColumn for Status {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

/// The outcome of an approved visit on its day, if it was recorded; separate from the status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attendance {
    /// Waits in the clinic.
    Arrived,
    /// Is with the doctor.
    Called,
    Done,
    /// Did not come: the visit earned nothing.
    Absent,
}

impl Attendance {
    pub const ALL: [Self; 4] = [Self::Arrived, Self::Called, Self::Done, Self::Absent];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Arrived => "arrived",
            Self::Called => "called",
            Self::Done => "done",
            Self::Absent => "absent",
        }
    }
}

impl FromColumn for Attendance {
    type Raw = String;

    fn from_column(text: String) -> Option<Self> {
        Self::ALL.into_iter().find(|attendance| attendance.as_str() == text)
    }
}

/// The patient: the user, or a person they book for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatientDetails {
    pub name: PersonName,
    pub phone: Mobile,
}

/// The earlier visit after which its doctor asked the patient to come again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Follows {
    /// The visit before.
    pub visit_id: String,
    /// Then the fee is 0.
    pub without_fee: bool,
}

/// A row of `appointments`.
#[derive(Debug, Clone)]
pub struct Appointment {
    pub id: String,
    pub doctor_id: String,
    pub user_id: String,
    /// The saved person that it is for; that person may have been removed since.
    pub person_id: Option<String>,
    /// The visit that it follows, as its doctor asked.
    pub follows: Option<Follows>,
    /// Empty once the user has deleted their account.
    pub patient_name: String,
    pub contact_number: String,
    pub slot: Slot,
    /// The place that was booked; `None` is the doctor's own clinic.
    pub place: Option<Workplace>,
    pub fee: i64,
    pub status: Status,
    pub sequence: i64,
    pub created_at: i64,
    /// Why the patient comes, as said when booking.
    pub note: VisitNote,
    /// Why the doctor rejected, moved or cancelled it.
    pub reason: Option<String>,
    /// The deadline of a pending request.
    pub answer_by: i64,
    /// When it was rejected because the doctor had not answered.
    pub unanswered_at: Option<i64>,
    /// The number that the patient is called in by: of its slot in the session, or of a walk-in. Fixed when it is approved.
    pub token: Option<String>,
    pub attendance: Option<Attendance>,
    /// When the patient was last called in.
    pub called_at: Option<i64>,
    /// When the patient arrived; `None` if that was not marked.
    pub arrived_at: Option<i64>,
    /// Whether it overlaps another active visit of its doctor. Only visits from before the database refused overlaps do.
    pub overlaps: bool,
    /// Another time that the doctor offered with the rejection, until the patient has booked it.
    pub offered: Option<Slot>,
    /// Of a visit that the desk booked and no account has taken.
    pub desk_booking: Option<DeskBookingState>,
    /// Of a visit by phone.
    pub phone: Option<PhoneConsultation>,
}

/// The answer of the account with the number of a desk booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeskBookingState {
    /// There is none, or no account has the number.
    Unclaimed,
    /// The visit is not theirs.
    Disclaimed,
}

impl DeskBookingState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unclaimed => "unclaimed",
            Self::Disclaimed => "disclaimed",
        }
    }
}

impl FromColumn for DeskBookingState {
    type Raw = bool;

    fn from_column(is_disclaimed: bool) -> Option<Self> {
        Some(if is_disclaimed { Self::Disclaimed } else { Self::Unclaimed })
    }
}

/// The day and time of a visit as the caller saw them, as far as they are given.
#[derive(Debug, Clone, Copy, Default)]
pub struct ExpectedSlot {
    pub day: Option<Date>,
    pub time: Option<DayTime>,
}

impl ExpectedSlot {
    pub fn matches(self, slot: Slot) -> bool {
        self.day.is_none_or(|day| day == slot.day) && self.time.is_none_or(|time| time == slot.time)
    }
}

impl Appointment {
    /// A request made at that moment. It is pending until its slot begins; callers set what differs.
    pub fn request(
        doctor_id: &str,
        (user_id, patient_name, contact_number): (&str, &str, &str),
        slot: Slot,
        Offer { place, fee, .. }: Offer<'_>,
        made_at: Timestamp,
    ) -> Self {
        Self {
            id: new_id(made_at),
            doctor_id: doctor_id.into(),
            user_id: user_id.into(),
            person_id: None,
            follows: None,
            patient_name: patient_name.into(),
            contact_number: contact_number.into(),
            slot,
            place: place.cloned(),
            fee,
            status: Status::Pending,
            sequence: 0,
            created_at: made_at.as_millisecond(),
            note: VisitNote::default(),
            reason: None,
            answer_by: slot.starts_at().as_millisecond(),
            unanswered_at: None,
            token: None,
            attendance: None,
            called_at: None,
            arrived_at: None,
            overlaps: false,
            offered: None,
            desk_booking: None,
            phone: None,
        }
    }

    pub fn mode(&self) -> VisitMode {
        if self.phone.is_some() { VisitMode::Phone } else { VisitMode::Clinic }
    }

    /// The deadline by which the patient of a visit by phone who was not reached moves or cancels it, as UTC milliseconds; `None` if there is
    /// nothing to choose.
    pub fn choice_until(&self, now: Timestamp) -> Option<i64> {
        let is_missed = self.phone.as_ref().is_some_and(PhoneConsultation::is_missed);
        let until = self.slot.starts_at().as_millisecond() + millis(MISSED_CHOICE_PERIOD);
        let is_open = self.status == Status::Checked && self.attendance != Some(Attendance::Done);
        (is_missed && is_open && now.as_millisecond() < until).then_some(until)
    }

    /// Whether its patient walked in and took a free slot: no account has it, and the desk did not book it beforehand.
    pub fn is_walk_in(&self) -> bool {
        self.user_id == NOBODY && self.desk_booking.is_none()
    }

    /// Moves it to another slot of its doctor. The fee shown at booking time stays, unless the other session has another fee or is at another
    /// place, or the former session is gone.
    pub fn move_to(&mut self, slot: Slot, doctor: &Doctor) {
        let before = std::mem::replace(&mut self.slot, slot);
        let offers = [before, slot].map(|slot| doctor.offer_at(slot.day, slot.time));
        let places = [self.place.as_ref(), offers[1].place].map(|place| place.map(|place| &place.id));
        let is_elsewhere = places[0] != places[1];
        self.place = offers[1].place.cloned();
        let is_free = self.follows.as_ref().is_some_and(|follows| follows.without_fee);
        let is_over = doctor.schedule.session_at(before.day, before.time).is_none();
        if (is_elsewhere || is_over || offers[0].fee != offers[1].fee) && !is_free {
            self.fee = offers[1].fee;
        }
        self.sequence += 1;
        self.overlaps = false;
        (self.token, self.attendance, self.called_at, self.arrived_at) = (None, None, None, None);
    }

    /// Whether its patient can still move or cancel it: until the slot starts, or the patient is called in before that; a visit by phone also
    /// once they were not reached.
    pub fn is_changeable_by_patient(&self, now: Timestamp) -> bool {
        self.is_changeable(now) || self.choice_until(now).is_some()
    }

    /// The same for the doctor and the desk, who do not have that choice.
    pub fn is_changeable(&self, now: Timestamp) -> bool {
        let was_called = matches!(self.attendance, Some(Attendance::Called | Attendance::Done));
        self.status.is_active() && self.slot.starts_at() > now && !was_called
    }

    /// Whether its slot has not begun, and no outcome is stored.
    pub fn is_ahead(&self, now: Timestamp) -> bool {
        self.status.is_active() && self.slot.starts_at() > now && !self.is_over()
    }

    /// Whether it was approved, its slot has begun today and its outcome was not recorded: then its session may go on.
    pub fn may_go_on(&self, now: Timestamp) -> bool {
        let is_today = self.slot.day == now.to_zoned(india()).date();
        self.status == Status::Checked && is_today && self.slot.starts_at() <= now && !self.is_over()
    }

    fn is_over(&self) -> bool {
        matches!(self.attendance, Some(Attendance::Done | Attendance::Absent))
    }

    /// Its contribution to the sums. A patient who did not come pays nothing.
    pub fn counted(&self) -> Counted {
        let fee = if self.attendance == Some(Attendance::Absent) { 0 } else { self.fee };
        let (doctor_id, day) = (self.doctor_id.clone(), day_number(self.slot.day));
        Counted { doctor_id, status: self.status.as_str(), day, fee }
    }
}

/// A user's appointment with what its card shows of the doctor.
#[derive(Debug, Clone)]
pub struct WithDoctor {
    pub appointment: Appointment,
    pub registration_number: String,
    pub full_name: String,
    pub name_ml: Option<String>,
    pub image: Option<String>,
    pub specialization: String,
    pub address: String,
    pub address_ml: Option<String>,
    pub district: String,
}

#[cfg(test)]
impl Appointment {
    /// A visit for tests, at an instant such as `2026-11-16T03:45:00Z`.
    pub fn example(starts_at: &str, status: Status) -> Self {
        let starts_at: Timestamp = starts_at.parse().unwrap();
        let (slot, offer) = (
            Slot::from_millis(starts_at.as_millisecond()).unwrap(),
            Offer { place: None, fee: 300, mode: VisitMode::Clinic },
        );
        let request = Self::request("d", ("u", "Asha", "9876543210"), slot, offer, starts_at);
        Self { id: "0190".into(), status, sequence: 2, created_at: 0, ..request }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_to_which_nobody_came_earns_nothing_and_stays_a_visit() {
        let visit = Appointment::example("2026-11-16T04:30:00Z", Status::Checked);
        for (attendance, fee) in [
            (None, 300),
            (Some(Attendance::Arrived), 300),
            (Some(Attendance::Called), 300),
            (Some(Attendance::Done), 300),
            (Some(Attendance::Absent), 0),
        ] {
            let counted = Appointment { attendance, ..visit.clone() }.counted();
            assert_eq!((counted.status, counted.fee), (crate::statistics::APPROVED, fee), "{attendance:?}");
        }
    }
}
