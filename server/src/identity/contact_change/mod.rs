//! Change of the mobile number or e-mail address of an account. Both need the password. A new address becomes active when the link
//! that is mailed to it is opened; until then the old one stays, so that a stolen token is not enough to take over an account.

pub mod http;
mod model;
mod service;
mod store;

pub(super) use model::ConfirmationLink;
pub use model::ContactChange;
pub use service::{VerifiedContactChange, make_applicant_link};
use store::EmailLink;
pub(super) use store::delete_of;
pub use store::{find_unreached, find_waiting};
