//! The SQL of the administrator's lists. Each reads an index in its order; a search reads the indexes of what it could
//! mean, and never a whole table.

pub mod audit;
pub mod bookings;
pub mod doctors;
pub mod duplicates;
pub mod facilities;
pub mod people;
pub mod users;
