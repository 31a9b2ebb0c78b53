//! The own profile of a user, doctor, hospital or pharmacy: reading it, and changing it with a form that may also change the login.

pub mod http;
mod service;

pub use service::{OwnProfile, alter};
