//! The coming week of every listed doctor, kept in memory and exact at every moment: before each answer the database is asked
//! whose it is no longer (decision 0032).

mod model;
mod service;

pub use model::{Found, Practice, Sort, Wanted, Window};
pub use service::{Week, forget_notes};
