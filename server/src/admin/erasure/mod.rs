//! Erasing somebody who asks for it and cannot do it by themselves: by the operator, with `doccare erase`. And what an older program that
//! erases people beside this one leaves behind.

mod service;
mod store;

pub use service::{Whom, end_consents_of_gone, erase, find_person};
