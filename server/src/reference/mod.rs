//! Reference data: the closed lists that forms offer and services check input against.
//!
//! Owns India's states with their districts, the specialities, the blood groups and Kerala's government holidays. Pure: the data is
//! compiled in, nothing here reads a file, a clock or a database. Data that changes from year to year is JSON, so that a correction is one
//! line, and the tests check its consistency.

pub mod blood;
pub mod holidays;
pub mod http;
pub mod regions;
pub mod specialities;

pub use blood::BloodGroup;
pub use holidays::Holiday;
pub use regions::{District, State};
pub use specialities::Speciality;
