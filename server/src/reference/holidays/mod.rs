//! Kerala's government holidays.

mod model;

pub use model::{Holiday, all, is_government_holiday};
