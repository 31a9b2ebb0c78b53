//! Who calls: a handler's first argument says which role may, and the token must be of that role. What a caller writes is
//! written through them ([`Caller::write`]), so that nobody acts who has been kept out in the meantime.

mod http;
mod service;

pub use http::bearer;
pub use service::{
    Admin, AnyAdmin, AnyRole, AnyWorker, Caller, DeskStaff, Doctor, DoctorOrDesk, Employer, FacilityStaff, Hold,
    Member, Patient, SignedOut,
};
