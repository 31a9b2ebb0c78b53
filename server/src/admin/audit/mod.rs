//! The audit log, with filters.

pub mod http;
mod service;
mod store;

use store::AuditFilter;
pub(super) use store::{AuditRow, list_of};
