//! Desks: assistants of doctors and desk staff of hospitals, their employment, and whom they act for. Decision 0060.

pub mod http;
pub mod invitations;
mod model;
mod service;
mod store;
mod texts;

pub use invitations::Invitation;
pub use model::{DeskPermission, DeskScope};
pub use service::{
    ErasedStaff, allow, end_held, erase, erase_of_employer, find_right, forget_ended, insert, list_of, list_rights,
};
pub use store::StaffMember;
use store::{DeskEmployer, OwnAct};
