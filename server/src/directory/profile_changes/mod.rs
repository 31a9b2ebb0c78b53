//! Profile changes that need approval: the name, licence number and district of a doctor, hospital or pharmacy. The old value stays
//! public until an administrator has approved the new one (`profile_change_review`). All other fields change at once.

pub mod http;
mod model;
pub(super) mod store;

pub use model::{ChangedFields, ProfileChangeRequest};
pub(super) use store::{CHANGE_REQUEST, save};
pub use store::{ChangeRow, count, delete_of};
