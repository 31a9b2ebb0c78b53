//! Shared by the handlers of appointments: problems, a booking as its doctor sees it, and the doctor of a booking.

#![expect(non_snake_case, reason = "fields have the names of the contract")]

use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::changes::NotifiedAppointment;
use super::model::{Appointment, Attendance, DeskBookingState, Status, WithDoctor};
use super::phone_consultations::PhoneConsultation;
use super::service::Error;
use super::texts;
use super::visit_note::VisitType;
use crate::directory::workplaces::http::VisitPlace;
use crate::directory::{Doctor, VisitMode, Workplace};
use crate::platform::format::{self, rfc3339};
use crate::platform::http::{Code, Problem, Why};
use crate::platform::lang::Lang;
use crate::platform::photos::http::photo_path;
use crate::scheduling::Slot;
use crate::scheduling::http::Reason;

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let own_limit = || Why::from(Reason::OwnLimit);
        match error {
            Error::NoAppointment | Error::NoPerson => Code::NotFound.into(),
            Error::NotYours => Code::Forbidden.into(),
            Error::SlotTaken => Self::new(Code::SlotTaken).because(Reason::Taken.into()),
            Error::TooMany => Self::new(Code::TooManyBookings).because(own_limit()),
            Error::TooManyOfNumber => {
                Self::saying(Code::TooManyBookings, texts::TOO_MANY_OF_NUMBER).because(own_limit())
            }
            Error::TooOften => Self::saying(Code::TooManyBookings, texts::TOO_OFTEN).because(own_limit()),
            Error::MovedTooOften => Self::saying(Code::TooManyBookings, texts::MOVED_TOO_OFTEN).because(own_limit()),
            Error::TooManyPeople => Self::saying(Code::LimitReached, texts::TOO_MANY_PEOPLE),
            Error::NotChangeable => Self::saying(Code::NotChangeable, texts::NOT_CHANGEABLE),
            Error::ChangedSince(booking) => {
                let problem = match booking.status {
                    Status::Pending => {
                        Self::saying(Code::NotChangeable, texts::moved_to(booking.slot.day, booking.slot.time))
                    }
                    _ => Self::saying(Code::NotChangeable, texts::NOT_CHANGEABLE),
                };
                problem.with_data(json!(DoctorBooking::from(*booking)))
            }
            Error::NotProposed => Self::saying(Code::NotChangeable, texts::PROPOSAL_ENDED),
            Error::OtherDay => Self::field("date", texts::PROPOSAL_OTHER_DAY),
            Error::Scheduling(error) => error.into(),
            Error::SignedOut(ended) => ended.into(),
            Error::Db(error) => error.into(),
        }
    }
}

/// The details that the patient of a visit by phone gave when booking, and the calls that did not reach them.
#[derive(Debug, Serialize, ToSchema)]
pub struct PhonePatientView {
    age: Option<i64>,
    /// Where the patient is
    location: String,
    /// The adult who is there with a minor
    adultName: Option<String>,
    /// How often the doctor called and did not reach the patient; three times at most
    missedCalls: i64,
}

impl From<PhoneConsultation> for PhonePatientView {
    fn from(phone: PhoneConsultation) -> Self {
        let PhoneConsultation { age, location, adult_name, missed_calls, .. } = phone;
        Self { age, location, adultName: adult_name, missedCalls: missed_calls }
    }
}

/// A booking as its doctor sees it.
#[expect(clippy::struct_excessive_bools, reason = "fields of an answer, not states")]
#[derive(Debug, Serialize, ToSchema)]
pub struct DoctorBooking {
    _id: String,
    /// Empty once the patient has deleted their account
    patient_name: String,
    /// Empty for a visit by phone: the number is shown in Today, around the time of the visit
    contact_number: String,
    date: String,
    time: String,
    startsAt: String,
    /// Where it is, as it was booked; `null` is the doctor's own clinic
    place: Option<VisitPlace>,
    mode: VisitMode,
    /// Of a visit by phone
    phone: Option<PhonePatientView>,
    /// Pending, Checked, Rejected or Cancelled
    status: &'static str,
    bookingTime_Date: String,
    fee: i64,
    /// The earlier visit after which the doctor asked the patient to come again, if it is for that
    followUpOf: Option<String>,
    /// Whether the doctor waived the fee for that
    withoutFee: bool,
    /// Why the patient comes, as they said it when booking
    visitReason: Option<String>,
    /// first or review, if the patient said so
    visitType: Option<&'static str>,
    reason: Option<String>,
    /// Until when it waits to be answered, while it does
    answerBy: Option<String>,
    /// Whether the program rejected it, because it was not answered in time
    unanswered: bool,
    /// What the patient is called in by, once it is approved
    token: Option<String>,
    /// arrived, called, done or absent, if somebody said so
    attendance: Option<&'static str>,
    /// Whether another visit meets this one: both were booked before that became impossible
    overlaps: bool,
    /// Whether the patient walked in, and so has no account
    walkIn: bool,
    /// Of a visit that the desk booked for a caller: unclaimed (no account has taken it) or disclaimed (the account with
    /// that number said that it is not theirs)
    deskBooking: Option<&'static str>,
    /// When the time begins that the doctor offered with the rejection, until the patient has booked it
    offered: Option<String>,
}

impl From<Appointment> for DoctorBooking {
    fn from(appointment: Appointment) -> Self {
        let (walkIn, mode) = (appointment.is_walk_in(), appointment.mode());
        let (followUpOf, withoutFee) =
            appointment.follows.map_or((None, false), |follows| (Some(follows.visit_id), follows.without_fee));
        Self {
            followUpOf,
            withoutFee,
            date: format::spec_date(appointment.slot.day),
            time: appointment.slot.time.to_string(),
            startsAt: appointment.slot.rfc3339(),
            place: appointment.place.map(VisitPlace::from),
            mode,
            phone: appointment.phone.map(PhonePatientView::from),
            status: appointment.status.as_str(),
            bookingTime_Date: rfc3339(appointment.created_at),
            _id: appointment.id,
            patient_name: appointment.patient_name,
            contact_number: if mode == VisitMode::Phone { String::new() } else { appointment.contact_number },
            fee: appointment.fee,
            visitReason: appointment.note.reason.map(|reason| reason.as_str().into()),
            visitType: appointment.note.visit_type.map(VisitType::as_str),
            reason: appointment.reason,
            answerBy: (appointment.status == Status::Pending).then(|| rfc3339(appointment.answer_by)),
            unanswered: appointment.unanswered_at.is_some(),
            token: appointment.token,
            attendance: appointment.attendance.map(Attendance::as_str),
            overlaps: appointment.overlaps,
            walkIn,
            deskBooking: appointment.desk_booking.map(DeskBookingState::as_str),
            offered: appointment.offered.map(Slot::rfc3339),
        }
    }
}

/// A visit that the doctor or the desk has just booked, moved or cancelled.
#[derive(Debug, Serialize, ToSchema)]
pub struct NotifiedBooking {
    #[serde(flatten)]
    booking: DoctorBooking,
    /// Whether the patient is notified by mail or by message. If not, the desk has to call: there is no address, and messages to phones are
    /// not set up, lack a template, or have ended because the account with the number said that the visit is not theirs
    told: bool,
}

impl From<NotifiedAppointment> for NotifiedBooking {
    fn from(NotifiedAppointment { appointment, is_notified }: NotifiedAppointment) -> Self {
        Self { booking: appointment.into(), told: is_notified }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BookedDoctor {
    pub _id: String,
    pub full_Name: String,
    /// In Malayalam, if the doctor told it
    pub nameMl: Option<String>,
    pub Image: Option<String>,
    /// The fee shown when the slot was booked
    pub consultation_Fee: i64,
    pub specialization: String,
    /// Of a booking: where it is. Otherwise of the doctor's own clinic
    pub consultation_Address: String,
    /// In Malayalam, if it is known
    pub addressMl: Option<String>,
    /// Where this address is
    pub district: String,
    /// Of the doctor of a visit by phone
    pub registrationNumber: Option<String>,
}

impl BookedDoctor {
    /// The doctor of a booking, with the address of the booking's place, because clients of the specification read no other field for it.
    pub fn of_booking(row: &WithDoctor) -> Self {
        Self::of(row).at(row.appointment.place.as_ref())
    }

    /// The doctor with the doctor's own clinic.
    pub fn of(row: &WithDoctor) -> Self {
        Self {
            _id: row.appointment.doctor_id.clone(),
            full_Name: row.full_name.clone(),
            nameMl: row.name_ml.clone(),
            Image: row.image.as_deref().map(photo_path),
            consultation_Fee: row.appointment.fee,
            specialization: row.specialization.clone(),
            consultation_Address: row.address.clone(),
            addressMl: row.address_ml.clone(),
            district: row.district.clone(),
            registrationNumber: row.appointment.phone.as_ref().map(|_| row.registration_number.clone()),
        }
    }

    /// The doctor of a slot that is offered, with its place and fee.
    pub fn offered(doctor: &Doctor, place: Option<&Workplace>, fee: i64) -> Self {
        let own = Self {
            _id: doctor.id.clone(),
            full_Name: doctor.full_name.clone(),
            nameMl: doctor.name_ml.clone(),
            Image: doctor.image.as_deref().map(photo_path),
            consultation_Fee: fee,
            specialization: doctor.specialization.clone(),
            consultation_Address: doctor.address.clone(),
            addressMl: doctor.address_ml.clone(),
            district: doctor.district.clone(),
            registrationNumber: None,
        };
        own.at(place)
    }

    /// The same doctor with the address of a hospital; `None` is the doctor's own clinic.
    fn at(self, place: Option<&Workplace>) -> Self {
        let Some(place) = place else { return self };
        let is_in_malayalam = place.name_ml.is_some() || place.address_ml.is_some();
        Self {
            consultation_Address: place.street_address(Lang::En),
            addressMl: is_in_malayalam.then(|| place.street_address(Lang::Ml)),
            district: place.district.clone(),
            ..self
        }
    }
}
