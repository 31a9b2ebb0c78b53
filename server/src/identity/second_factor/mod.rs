//! A second factor beside the password: the codes of an app on its owner's phone (TOTP), and codes on paper to recover with.
//! For administrators and workers, off until they set it up. Decision 0042.

pub mod http;
mod model;
mod rules;
mod service;
mod store;

pub use model::TypedCode;
pub use service::{RemovedBy, count_admins_without, find, remedy, remove_for, reset_admin};
pub(super) use service::{Spent, is_owed, is_right, spend, told_of_recovery};
pub use store::SecondFactor;
pub(super) use store::{delete, delete_offer, is_on};
