//! Clinics and hospitals with a new address, until everybody who has booked there is told (`booking/clinic_moves`). Decision 0073.

mod store;

pub use store::{
    ClinicMove, delete_move, hold_move, list_due_moves, note_clinic_move, note_hospital_move, notice_move,
    set_announced_to,
};
