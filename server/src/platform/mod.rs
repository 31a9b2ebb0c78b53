//! What every feature stands on and no feature is known to: time, ids, language, database, HTTP, the web app.

pub mod audit;
pub mod background;
pub mod clock;
pub mod config;
pub mod connections;
pub mod csv;
pub mod db;
pub mod fold;
pub mod format;
pub mod http;
pub mod ids;
pub mod input;
pub mod keys;
pub mod lang;
pub mod list;
pub mod live;
pub mod machine;
pub mod mail;
pub mod outbox;
pub mod photos;
pub mod places;
pub mod search;
pub mod stored;
pub mod telemetry;
pub mod tries;
pub mod web;
