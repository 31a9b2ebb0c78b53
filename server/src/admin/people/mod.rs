//! Looking for people: what an administrator typed, and the indexes that it is looked up in.

mod model;
mod store;

pub use model::Typed;
pub(super) use store::PeopleIndex;
