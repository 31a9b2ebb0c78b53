//! How a doctor's requests are answered: each by the doctor, or some of them at once by the program.

mod model;

pub use model::{AnsweredBy, Answering, MOST_AT_ONCE};
