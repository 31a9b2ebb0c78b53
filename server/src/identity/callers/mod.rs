//! Callers: the first argument of a handler says which roles may call it, and the token must belong to one of them. Callers write
//! with [`Caller::write`], which refuses accounts that were blocked or signed out meanwhile.

mod http;
mod service;

pub use http::bearer;
pub use service::{
    AccountLock, Admin, AnyAdmin, AnyRole, AnyWorker, Caller, DeskStaff, Doctor, DoctorOrDesk, Employer, FacilityStaff,
    Member, Patient, SignedOut,
};
