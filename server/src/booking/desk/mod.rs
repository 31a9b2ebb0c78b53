//! A doctor's desk: the doctor, an assistant, or the desk of a hospital that the doctor lets run the day there. They make the same calls;
//! what differs is how much they see, and in whose name it stands in the log. Decision 0060.

pub mod http;
mod model;
mod service;
mod store;

pub use service::AtDesk;
use store::Act;
