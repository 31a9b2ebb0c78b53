//! Logs: text on a terminal, JSON lines otherwise, with ids and never with personal data.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

/// Starts logging; `filter` is as in `info,doccare=debug`.
pub fn start(filter: &str) {
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if std::io::stderr().is_terminal() {
        log.with_target(false).init();
    } else {
        log.json().flatten_event(true).init();
    }
}
