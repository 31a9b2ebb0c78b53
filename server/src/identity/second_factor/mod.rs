//! Second factors: codes of an authenticator app (TOTP) and recovery codes on paper. For administrators and workers, off until they
//! set it up (`second_factor_setup`). Decision 0042.

pub(super) mod model;
pub(super) mod rules;
pub(super) mod service;
pub(super) mod store;

pub use model::TypedCode;
pub(super) use service::{CodeUse, begin_challenge, is_right, notify_recovery_code_used, spend};
pub use service::{RemovedBy, count_admins_without, find, remove_for, reset_admin, reset_url};
pub use store::SecondFactor;
pub(super) use store::{delete, delete_challenges, delete_offer};
