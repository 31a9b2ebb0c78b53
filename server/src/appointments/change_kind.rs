//! What happened to an appointment: whom it is reported to, and by which message to the patient's phone.

use super::model::Appointment;
use super::phone_consultations::MAX_MISSED_CALLS;
use crate::directory::ClinicMove;
use crate::identity::Contact;
use crate::platform::phone_messages::{MessageKind, Messenger};
use crate::scheduling::Slot;

/// The event of an appointment that a mail is about.
#[derive(Debug, Clone, Copy)]
pub enum ChangeKind<'a> {
    Booked,
    /// From this slot to the one that it has now.
    Moved(Slot),
    /// By the patient.
    Cancelled,
    /// By the doctor.
    Approved,
    /// Booked, and approved by the program as the doctor set it.
    ApprovedAtOnce,
    /// The same of one that was moved.
    MovedAtOnce(Slot),
    /// By the doctor or the desk, for a caller.
    BookedAtDesk,
    /// An approved one, by the doctor or the desk: from this slot to the one that it has now.
    MovedByDoctor(Slot),
    /// By the patient, to whom the doctor or the desk proposed it: from this slot to the one that it has now.
    MoveAccepted(Slot),
    Rejected,
    /// By the program: the doctor did not answer in time. The patient is offered the next free slots, on a page of the site.
    Unanswered {
        next_slots: &'a [Slot],
        site: &'a str,
    },
    CancelledByDoctor,
    /// By the administrator: the doctor's account or the patient's is blocked.
    CancelledByUs,
    /// The doctor will be away by the leave of this id; the patient may choose another time.
    DoctorAway(&'a str),
    /// The clinic or the hospital has another address.
    ClinicMoved(&'a ClinicMove),
    /// The doctor called for a visit by phone and did not reach the patient, so many times now. After the last one the patient moves or
    /// cancels the visit, on this page, which needs no login.
    NotReached {
        calls: i64,
        page: &'a str,
    },
}

impl ChangeKind<'_> {
    /// Whether the patient made the change.
    pub fn is_by_patient(self) -> bool {
        matches!(
            self,
            ChangeKind::Booked
                | ChangeKind::ApprovedAtOnce
                | ChangeKind::Moved(_)
                | ChangeKind::MovedAtOnce(_)
                | ChangeKind::MoveAccepted(_)
                | ChangeKind::Cancelled
        )
    }

    /// Whether no mail about the appointment was sent before.
    pub fn is_first(self) -> bool {
        matches!(self, ChangeKind::Booked | ChangeKind::ApprovedAtOnce | ChangeKind::BookedAtDesk)
    }

    /// Whether the patient's browsers are notified: of the doctor's answer.
    pub fn is_pushed(self) -> bool {
        matches!(self, ChangeKind::Approved | ChangeKind::Rejected | ChangeKind::Unanswered { .. })
    }

    /// Whether the patient is notified: by mail, in a browser, or by a message that can be sent from here.
    pub fn reaches_patient(
        self,
        appointment: &Appointment,
        to: Option<&Contact>,
        messenger: Option<&Messenger>,
    ) -> bool {
        let can_send = |to: &Contact| {
            let (channel, _) = to.phone.as_ref()?;
            Some(messenger?.has_template(*channel, self.message_kind(appointment, to)?, to.lang))
        };
        to.is_some_and(|to| to.has_address() || (to.has_push && self.is_pushed()) || can_send(to) == Some(true))
    }

    /// The kind of the message to the patient's phone; `None` about patients' own actions: the page has confirmed them, and each message costs
    /// the operator. An account without an address gets messages about these too, with a link to the visit; the number of a desk booking gets
    /// them without a link.
    pub fn message_kind(self, appointment: &Appointment, to: &Contact) -> Option<MessageKind> {
        let is_linked = !to.has_address() && appointment.desk_booking.is_none();
        let kind = match self {
            ChangeKind::DoctorAway(_) => MessageKind::Away,
            ChangeKind::ClinicMoved(_) => MessageKind::Address,
            ChangeKind::NotReached { calls, .. } if calls < MAX_MISSED_CALLS => MessageKind::NotReached,
            ChangeKind::NotReached { .. } => MessageKind::MissedCall,
            ChangeKind::Booked | ChangeKind::Moved(_) if is_linked => MessageKind::RequestedLink,
            ChangeKind::Approved | ChangeKind::ApprovedAtOnce if is_linked => MessageKind::ApprovedLink,
            ChangeKind::MovedAtOnce(_) | ChangeKind::MovedByDoctor(_) | ChangeKind::MoveAccepted(_) if is_linked => {
                MessageKind::MovedLink
            }
            ChangeKind::Rejected if is_linked => MessageKind::RejectedLink,
            ChangeKind::Unanswered { .. } if is_linked => MessageKind::Unanswered,
            ChangeKind::Cancelled | ChangeKind::CancelledByDoctor | ChangeKind::CancelledByUs if is_linked => {
                MessageKind::CancelledLink
            }
            ChangeKind::Booked
            | ChangeKind::ApprovedAtOnce
            | ChangeKind::Moved(_)
            | ChangeKind::MovedAtOnce(_)
            | ChangeKind::MoveAccepted(_)
            | ChangeKind::Cancelled => {
                return None;
            }
            ChangeKind::Approved => MessageKind::Approved,
            ChangeKind::BookedAtDesk => MessageKind::Booked,
            ChangeKind::MovedByDoctor(_) => MessageKind::Rescheduled,
            ChangeKind::Rejected | ChangeKind::Unanswered { .. } => MessageKind::Rejected,
            ChangeKind::CancelledByDoctor | ChangeKind::CancelledByUs => MessageKind::Cancelled,
        };
        Some(kind)
    }

    /// Whether notifications of the appointment that wait to be sent are no longer true.
    pub fn supersedes(self) -> bool {
        !self.is_first()
            && !matches!(self, ChangeKind::DoctorAway(_) | ChangeKind::ClinicMoved(_) | ChangeKind::NotReached { .. })
    }
}
