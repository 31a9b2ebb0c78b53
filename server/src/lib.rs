//! Doc Care: find a doctor in Kerala, book a clinic visit, give blood. See `docs/ARCHITECTURE.md`.

pub mod admin;
pub mod app;
pub mod blood;
pub mod booking;
pub mod check;
pub mod contact;
pub mod demo;
pub mod directory;
pub mod figures;
pub mod identity;
pub mod jobs;
pub mod migrations;
mod once;
pub mod platform;
pub mod reference;
pub mod router;
pub mod server;
mod visitors;
