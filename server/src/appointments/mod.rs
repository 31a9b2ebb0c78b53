//! Appointments: book, move, cancel, approve, reject. The state machine of a visit, and what follows from each of its changes.
//!
//! Uses `scheduling` and `statistics`. `clinic_day`, `waitlist`, `follow_ups`, `reminders` and `privacy` use it. The walk of one booking
//! is in `docs/ARCHITECTURE.md`.

pub(crate) mod change_kind;
pub(crate) mod http;
mod mail_texts;
pub(crate) mod mails;
pub(crate) mod model;
pub(crate) mod phone_notices;
pub(crate) mod pushes;
pub(crate) mod rules;
pub(crate) mod service;
pub(crate) mod store;
pub(crate) mod texts;
mod visit_note;

pub use booking::{NewBooking, book};
pub use changes::publish_appointment_changed;
pub use model::{Appointment, Attendance, PatientDetails, Status};
pub use service::{Error, publish_doctor_changed};
pub use store::{count_of_user, hand_over, has_visits_at, insert_all, list_upcoming_of_user};
pub use unanswered::{count_unanswered, count_unanswered_anew, end_unanswered, send_digests};
pub use visit_note::{VisitNote, VisitReason, VisitType};

/// Patients' actions: book, move, cancel, and list their own.
pub mod booking {
    pub mod http;
    mod service;

    pub use service::{
        Booked, BookingContext, NewBooking, book, book_within, cancel_within, publish_booked, reschedule_within,
    };
}

/// Decisions of doctors and their desks on requests, and a doctor's lists of appointments.
pub mod requests {
    pub mod http;
    mod service;
}

/// Visits that the doctor or the desk books for a caller, by name and number. Decision 0086.
pub mod desk_bookings {
    pub mod http;
    mod mails;
    mod service;
    mod store;

    pub use service::{NewDeskBooking, book, list_free};
    pub use store::{delete_of, delete_of_doctor, disclaim, is_message_wanted};
}

/// Desk bookings as the account that proved their number sees them: it claims one, or disclaims it. Decision 0086.
pub mod claims {
    pub mod http;
    mod rules;
    mod service;
    mod store;

    pub use service::list_within;
}

/// The desk's search for patients of earlier visits, by name or number. Decision 0086.
pub mod desk_patients {
    pub mod http;
    mod model;
    mod service;
    mod store;
}

/// Visits by phone: the details that their patients give when booking, and the calls. Decision 0087.
pub mod phone_consultations {
    mod model;
    mod service;
    mod store;

    pub use model::{Age, MAX_MISSED_CALLS, PatientLocation, PhoneConsultation, PhoneDetails};
    pub use service::{check_details, reset_calls, save};
    pub use store::{PHONE_CONSULTATION, PhoneCall, erase_of, erase_of_user, insert_call, list_calls};
}

/// What the patient of a visit by phone chooses after the last call in vain, by a link without a login. Decision 0087.
pub mod missed_calls {
    pub mod http;
    mod model;
    mod service;

    pub use service::choice_page_url;
}

/// Moving approved visits, by the doctor or the desk; and storing every move of a visit.
pub mod moves {
    pub mod http;
    mod service;

    pub use service::{MovedBy, move_within, save_moved};
}

/// Sessions that must move: their patients are proposed slots of other sessions. Decision 0088.
pub mod session_moves {
    pub mod http;
    mod mails;
    mod model;
    mod rules;
    mod service;
    mod store;

    pub use model::{ProposalState, ProposalWithVisit};
    pub use service::{Error, MoveWish, begin, end_due, forget_past, move_page_url, visit_of_link, withdraw_of_doctor};
    pub use store::{delete_of_doctor, delete_of_visits, find, list_of_user, save_answer};
}

/// Answers to the slots that are proposed when a session moves. Decision 0088.
pub mod move_answers {
    pub mod http;
    mod service;
}

/// The consequences of a changed appointment, in its transaction and after the commit.
pub mod changes {
    mod service;

    pub use service::{
        Actor, ChangedAppointment, ChangedBy, NotifiedAppointment, appointment_changed, enqueue_notifications,
        publish_appointment_changed,
    };
}

/// Cancelling several appointments: of a user, of a doctor, or because of leave.
pub mod cancellation {
    mod service;

    pub use service::{Cancellation, cancel_all, list_coming_of_doctor, list_latest_of_doctor};
}

/// The effect of leave on appointments.
pub mod leave {
    pub mod http;
    mod service;
}

/// The effect of a doctor's changed week on appointments.
pub mod schedule_changes {
    pub mod http;
    mod service;

    pub use service::{ChangedSchedule, OutsideAppointments, TokenConflicts, preview};
}

/// A doctor's own profile.
pub mod doctor_profile {
    pub mod http;
}

/// Requests that the program approves by itself, as the doctor has set it. Decision 0053.
pub mod auto_approval {
    pub mod http;
    mod service;
    mod store;

    pub use service::approve;
    pub use store::{clear_offers, save_offer};
}

/// Requests that the doctor has not answered: digests to the doctor, and how they end. Decision 0053.
pub mod unanswered {
    mod mails;
    mod rules;
    mod service;
    mod store;

    pub use service::{
        NextSlots, count_unanswered, count_unanswered_anew, end_of_doctor, end_unanswered, send_digests,
    };
}

/// Tokens: which one an appointment gets when it is approved, and which have to change when the doctor's hours do. Decision 0061.
pub mod tokens {
    mod mails;
    pub(crate) mod rules;
    mod service;

    pub use rules::ordinal;
    pub use service::{assign, resolve_conflicts};
}

/// Follow-ups that were proposed, as far as a booking uses one.
pub mod proposals {
    mod model;
    mod service;
    mod store;

    pub use model::{FollowUp, LATER_DAYS, State, ends_at, is_offered, state_of};
    pub use service::use_proposal;
    pub use store::FOLLOW_UP;
}

/// The people that a user books for, saved once and chosen again: a child, a parent, a neighbour. Decision 0051.
pub mod people {
    pub mod http;
    mod service;
    mod store;

    pub use service::{MAX_PEOPLE_PER_USER, add};
    pub use store::{Details, Person, erase_of, exists, find, hand_over, list_of};
}

/// The doctor, an assistant, or the desk of a hospital that the doctor allows to run the day there. They make the same calls; what differs
/// is which appointments they see, and which actor the audit log names. Decision 0060.
pub mod acting_for_doctor {
    mod http;
    mod service;

    pub use service::ActingForDoctor;
}

/// Announces a new address of a clinic or a hospital to all patients with a booking there. Decision 0073.
pub mod clinic_moves {
    mod service;
    mod store;

    pub use service::announce;
}
