//! Donors as they are stored: the model and its statements. What donors do is in `donors`, asking them is in `requests`.

pub(super) mod model;
pub(super) mod store;

pub use model::{Donor, DonorDetails, FieldName};
