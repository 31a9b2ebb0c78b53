//! When those who wait will likely be called in.

mod rules;

pub use rules::board;
