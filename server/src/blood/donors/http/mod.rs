//! Donors on the wire: registration, their private page, the administrator's list.

pub mod admin;
pub mod joining;
pub mod own;
