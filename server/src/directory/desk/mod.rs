//! The desk: assistants of doctors and desk staff of hospitals, who adds and ends them, and for whom they act. What they do is in
//! `booking/desk`. Decision 0060.

pub mod http;
pub mod invitations;
mod model;
mod service;
mod store;
mod texts;

pub use invitations::Invitation;
pub use model::{Right, Sight};
pub use service::{
    Gone, allow, end_held, erase, erase_of_employer, find_right, forget_ended, insert, list_of, list_rights,
};
pub use store::StaffMember;
use store::{DeskEmployer, OwnAct};
