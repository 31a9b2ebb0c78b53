//! The clinic's day: tokens, who came, walk-ins, a doctor who is late, and what those who wait are shown (`shown`), on screens too
//! (`screens`). Decision 0055.

pub mod http;
mod likely;
mod mails;
mod model;
mod rules;
pub mod screens;
mod service;
pub mod shown;
mod store;
pub mod tokens;
mod walk_ins;

pub use screens::end_all as end_screens;
pub use service::{erase_of_doctor, erase_walk_in, forget_old, late_at, number_of, page_address, page_of};
pub use walk_ins::{WalkInPatient, WalkInWish, add_walk_in};
