//! Doc Care: find a doctor in Kerala, book a clinic visit, give blood. See `docs/ARCHITECTURE.md`.

pub mod admin;
pub mod app;
pub mod blood;

pub mod appointments;
pub mod check;
pub mod clinic_day;
pub mod contact;
pub mod directory;
pub mod follow_ups;
mod idempotency_layer;
pub mod identity;
pub mod jobs;
pub mod metrics_endpoint;
pub mod migrations;
pub mod platform;
pub mod privacy;
mod public_rate_limits;
pub mod reference;
pub mod reminders;
pub mod router;
pub mod scheduling;
pub mod server;
pub mod startup;
pub mod statistics;
pub mod waitlist;
