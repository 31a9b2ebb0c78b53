//! Scheduling: when doctors can be booked. Slots, sessions, leave, what is free, and what is reserved for people on the waitlist.
//!
//! Uses `directory` (a doctor's week) and `statistics`; knows appointments only by the starts of those that are active.

pub mod availability_index;
pub mod http;
mod model;
pub(crate) mod rules;
mod service;
pub(crate) mod texts;

pub use model::{OfferedSlot, Slot};
pub use service::{Error, check_mode};

/// The slots of a day: which are free, which are not, and why there are none.
pub(crate) mod slots {
    mod rules;
    mod store;

    pub use rules::{
        Minutes, NoneFree, Taken, WHOLE_DAY, closed_slots, free_clinic_slots, free_slots, has_clinic_slots, why_none,
    };
    pub use store::{list_taken, list_taken_of};
}

/// The sessions of a day, and changes of a doctor's own week.
pub mod sessions {
    pub mod http;
    mod rules;
    mod service;

    pub use rules::{ClinicSession, minutes_of, session_bounds, session_of, sessions_of};
    pub use service::{Copied, add_extra, copy_week, set_weekly};
}

/// A doctor's leave, of days or of hours.
pub mod leave {
    pub mod http;
    mod service;

    pub use service::{LeaveTime, insert};
}

/// Free slots that are reserved for people on the waitlist, and for patients whose session has to move.
pub mod reservations {
    mod model;
    mod rules;
    mod service;
    mod store;

    pub use model::{
        EntryWithHolds, MAX_ENTRIES_PER_DAY, MAX_ENTRIES_PER_USER, ProposedSlot, SlotHold, VOID, Waitlist,
        WaitlistEntry,
    };
    pub use rules::{MIN_BOOKABLE_TIME, Reservation, reservations, reserved_slots};
    pub use service::{Taker, check, list_taken, list_unreserved, remove, remove_satisfied, withdraw};
    pub use store::{HOLD, count_held, delete, find_waitlist, list_waitlists, remember_offers, set_waited};
}

/// Doctors and their free slots, for everybody.
pub mod availability {
    mod find_query;
    pub mod http;
    mod service;

    pub use find_query::FindQuery;
    pub use service::{FreeDay, find_doctor, find_doctors, free_days, free_days_at_desk, free_slots};
}

/// The public list of doctors as a page.
pub mod find_page {
    pub mod http;
    pub mod rules;
}

/// A doctor's public page.
pub mod doctor_page {
    pub mod http;
    mod rules;
}
