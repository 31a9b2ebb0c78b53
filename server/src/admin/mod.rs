//! The administrator: what they see of everybody, and what they decide beyond letting workers in.
//!
//! Each list reads an index in its order; a search reads the indexes of what it could mean, and never a whole table.

pub mod administrators;
pub mod applicants;
pub mod audit;
pub mod bookings;
pub mod bounces;
pub mod client_errors;
mod corrections;
pub mod desk;
pub mod doctors;
pub mod erasure;
pub mod impersonation;
pub mod imports;
pub mod messaging;
pub mod operations;
pub mod overview;
mod people;
pub mod second_factors;
mod suspension;
mod texts;
pub mod users;
pub mod workers;
