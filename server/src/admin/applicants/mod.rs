//! Who waits for approval, and who they may be already.

pub mod http;
mod rules;
mod service;
mod store;

use store::Known;
