//! The patients of a doctor's day, and what the public pages may show of it.

use serde::Serialize;
use utoipa::ToSchema;

use crate::appointments::VisitNote;
use crate::appointments::model::Attendance;
use crate::appointments::phone_consultations::PhoneConsultation;
use crate::directory::DayTime;
use crate::identity::person::{Mobile, PersonName};
use crate::scheduling::Slot;

/// Somebody who waits without a slot.
#[derive(Debug, Clone)]
pub struct WalkIn {
    pub id: String,
    pub doctor_id: String,
    pub day: i64,
    pub token: String,
    pub name: String,
    pub phone: String,
    pub attendance: Option<Attendance>,
    pub called_at: Option<i64>,
    /// The place; `None` is the doctor's own clinic.
    pub hospital_id: Option<String>,
    /// The first minute of the session that they wait for. An older program does not say it.
    pub session_from: Option<i64>,
    /// The arrival time, as UTC milliseconds.
    pub created_at: i64,
    /// The digest of the phone that took the token at the door; `None` for a walk-in whom the desk added, or an older program.
    pub door_device: Option<String>,
}

/// A doctor's delay on a day.
#[derive(Debug, Clone, Copy, Default)]
pub struct DayState {
    /// In minutes.
    pub late: i64,
    /// How often the delay was changed.
    pub late_changes: i64,
    /// The first minute of the session of the delay; `None` is the whole day.
    pub late_from: Option<i64>,
}

/// An entry of the day's queue: a visit or a walk-in.
#[derive(Debug, Clone)]
pub struct QueueEntry {
    pub id: String,
    pub token: String,
    pub name: String,
    pub phone: String,
    /// Why the patient comes, as said when booking.
    pub note: VisitNote,
    /// Of a visit by phone, which has no token and is in no queue.
    pub phone_visit: Option<PhoneConsultation>,
    pub is_walk_in: bool,
    /// Whether the patient took the token with their own phone at the door.
    pub is_from_door: bool,
    /// None for a walk-in who only waits.
    pub slot: Option<Slot>,
    /// Which of the day's sessions they come to.
    pub session: usize,
    /// `None` is the doctor's own clinic.
    pub hospital_id: Option<String>,
    pub attendance: Option<Attendance>,
    pub called_at: Option<i64>,
}

/// The queue of a session as anybody in the waiting room may see it: tokens, and nothing about whose they are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct QueueBoard {
    /// How many minutes late the doctor said to be
    pub late: i64,
    /// The token of whoever is with the doctor
    pub serving: Option<String>,
    /// Who is still to be called in, the next one first
    pub waiting: Vec<QueuePlace>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct QueuePlace {
    pub token: String,
    /// Whether they are in the clinic
    pub arrived: bool,
    /// They will be called in after this time, as in `10:40`, as far as can be told
    pub from: String,
    /// and before this one
    pub to: String,
}

/// A walk-in's name and number.
#[derive(Debug, Clone)]
pub struct WalkInPatient {
    pub name: PersonName,
    /// Optional: not everyone has one, or wants to give it.
    pub phone: Option<Mobile>,
}

impl WalkInPatient {
    /// As it is stored: empty without a number.
    pub fn number(&self) -> String {
        self.phone.as_ref().map_or_else(String::new, |phone| phone.as_str().into())
    }
}

/// How a walk-in is added: into a free slot, or waiting in the session that begins at a time, by default the current one.
#[derive(Debug, Clone, Copy, Default)]
pub struct WalkInWish {
    pub time: Option<DayTime>,
    pub session: Option<DayTime>,
}

/// A screen that is paired with a doctor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Screen {
    pub id: String,
    /// The hospital whose sessions it shows; `None` shows all.
    pub hospital_id: Option<String>,
    /// By which people tell the screens of a doctor apart.
    pub number: i64,
    pub token_digest: String,
    pub created_at: i64,
}
