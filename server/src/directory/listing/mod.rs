//! Who is shown to everybody: doctors, hospitals and pharmacies once they are approved, until they are suspended.

mod model;
mod store;

pub use model::{Approval, Listing, Worker};
pub use store::{find, find_approval, list, restore, suspend};
