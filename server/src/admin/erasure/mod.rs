//! Erasing somebody who asks for it and cannot do it by themselves: by the operator, with `doccare erase`.

mod service;

pub use service::{Whom, erase};
