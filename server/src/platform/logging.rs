//! Logging: text on a terminal, JSON lines otherwise; with ids, never with personal data.

use std::io::{IsTerminal, stderr};

use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

/// Starts logging; `filter` is as in `info,doccare=debug`.
pub fn start(filter: &str) {
    let filter = filter.parse().unwrap_or_else(|_| Targets::new().with_default(LevelFilter::INFO));
    if stderr().is_terminal() {
        registry().with(filter).with(fmt::layer().with_writer(stderr).with_target(false)).init();
    } else {
        registry().with(filter).with(fmt::layer().with_writer(stderr).json().flatten_event(true)).init();
    }
}
