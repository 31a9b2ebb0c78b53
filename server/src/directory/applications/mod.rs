//! Applications of workers (doctors, hospitals and pharmacies), and the administrator's decisions.

pub mod http;
mod mails;
mod model;
mod service;

pub use model::{Applicant, Registrant};
pub use service::{
    Application, Error as ApplicationError, add, apply, find_pending, publish_applications_changed, remove,
};
