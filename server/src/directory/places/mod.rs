//! Hospitals as places: where a doctor has sessions, and where a visit is. A doctor's own clinic is no such place.

pub mod http;
mod model;
mod moves;
mod store;

pub use model::{Place, told_in};
pub use moves::{
    ClinicMove, delete_move, hold_move, list_due_moves, note_clinic_move, note_hospital_move, notice_move,
    set_announced_to,
};
pub use store::PLACE;
