//! Logs: text on a terminal, JSON lines otherwise, with ids and never with personal data.

use std::io::IsTerminal;

use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Starts logging; `filter` is as in `info,doccare=debug`.
pub fn start(filter: &str) {
    let filter = filter.parse().unwrap_or_else(|_| Targets::new().with_default(Level::INFO));
    let log = tracing_subscriber::fmt().with_max_level(Level::TRACE).with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        log.with_target(false).finish().with(filter).init();
    } else {
        log.json().flatten_event(true).finish().with(filter).init();
    }
}
