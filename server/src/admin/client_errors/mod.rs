//! Errors that browsers report: scrubbed, logged and counted, never stored. The web app's side is `web/src/api/client-errors.ts`.

pub mod http;
mod rules;
