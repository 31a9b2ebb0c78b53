//! The clinic's day: who comes, who came, walk-ins, a doctor who is late, and what those who wait are shown. Decision 0055.

pub mod http;
mod mails;
pub(crate) mod model;
pub(crate) mod rules;
pub(crate) mod service;
mod store;
mod texts;

pub use model::{WalkInPatient, WalkInWish};
pub use service::{Error, forget_old};
pub use store::{delete_screens, delete_walk_in, erase_of_doctor};
pub use walk_ins::add_walk_in;

/// Patients who come without a booking.
mod walk_ins {
    mod service;

    pub use service::{add_walk_in, insert_waiting, next_token, remove_walk_in};
}

/// Marks on patients: arrived, called in, done, absent.
mod marks {
    mod service;

    pub use service::{Mark, SeenMark, mark};
}

/// The notification of patients who are next but two. Decision 0092.
mod turns {
    mod service;
    mod store;

    pub use service::notify;
}

/// Calls to the patients of visits by phone. Decision 0087.
mod phone_calls {
    mod rules;
    mod service;

    pub use rules::{CallState, CallWindow, can_call, state_of};
    pub use service::{NewCall, note_call};
}

/// The door code of a place, which changes every minute. Decision 0085.
mod door_codes {
    mod rules;

    pub use rules::{DoorCode, DoorCodes};
}

/// The door of a place: patients mark their arrival and take walk-in tokens with their own phones. Decision 0085.
pub mod door {
    pub mod http;
    mod model;
    mod rules;
    mod service;
    mod store;
    mod texts;
}

/// Figures of past visits, for a doctor, a desk and a hospital: missed visits, waiting times, and how long before they are booked.
/// Decision 0089.
pub mod figures {
    pub mod http;
    mod model;
    mod rules;
    mod service;
    mod store;
}

/// Expected times of waiting patients.
mod expected_times {
    mod rules;

    pub use rules::board;
}

/// Screens of waiting rooms: pairing by a six-digit code, and the list of a doctor's screens. Decision 0080.
pub mod screens {
    pub mod http;
    mod model;
    mod service;
}

/// The live queue: a visit's page by its private link, and the screen of a waiting room by its secret one.
pub mod live_queue {
    pub mod http;
    mod service;

    pub use service::LiveQueues;
}

/// The doctors for whom desk staff act, and how much there is to do for each.
pub mod served_doctors {
    pub mod http;
    mod model;
    mod service;
    mod store;
}
