//! The Prometheus endpoint: the one list of all metrics, on a listener of its own, so that it is not exposed with the product.
//! Metrics hold numbers and names of our own things, never of a person. Decision 0062.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::time::timeout;

use crate::app::App;
use crate::identity::phone::limits::{self as code_limits, CodeLimit};
use crate::platform::clock_guard;
use crate::platform::connections::{self, Edge, Limits};
use crate::platform::db::{self, Pool};
use crate::platform::job_results::{self, BACKUPS};
use crate::platform::mail::Mailer;
use crate::platform::metrics::{CONTENT_TYPE, Labels, Page, as_float};
use crate::platform::outbox::{Backlog, count_backlog};
use crate::platform::phone_messages::Messenger;
use crate::platform::push::Pusher;

/// Prometheus servers; usually one or two.
const MAX_CONNECTIONS: usize = 16;
/// How long a query may take; without its answer the page is sent without these metrics.
const DB_TIMEOUT: Duration = Duration::from_secs(3);

/// Serves `/metrics` until the program stops.
pub async fn serve(app: App, listener: TcpListener) {
    let edge = Edge {
        limits: Limits { total: MAX_CONNECTIONS, per_network: MAX_CONNECTIONS, ..Limits::default() },
        proxies: app.config.trusted_proxies.clone(),
        tls: None,
        stop: app.stop.clone(),
        router: Router::new().route("/metrics", get(metrics)).with_state(app),
    };
    connections::serve(listener, edge).await;
}

async fn metrics(State(app): State<App>) -> Response {
    match page(&app).await.write() {
        Ok(page) => ([(header::CONTENT_TYPE, CONTENT_TYPE)], page).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn page(app: &App) -> Page {
    let mut page = Page::default();
    let build = vec![("version", env!("CARGO_PKG_VERSION").to_owned()), ("engine", app.db.engine().to_owned())];
    page.gauges("doccare_build_info", "Which program runs, and on which engine.", vec![(build, 1.0)]);
    app.metrics.write_to(&mut page);
    let load = app.load_shedder.rejected_share();
    page.gauge(
        "doccare_load_refused_ratio",
        "The share of requests that are refused because there are too many.",
        load,
    );
    add_streams(app, &mut page);
    add_passwords(app, &mut page);
    add_database(app, &mut page);
    add_outbox(app, &mut page).await;
    add_codes(app, &mut page).await;
    add_backups(app, &mut page).await;
    add_clock(app, &mut page).await;
    let setbacks = number(app.backoff.count());
    page.gauge("doccare_job_items_waiting", "Items of jobs that failed and wait for another try.", setbacks);
    page
}

fn add_streams(app: &App, page: &mut Page) {
    let by = |by: &str, count| (vec![("by", by.to_owned())], number(count));
    let open = vec![by("account", app.streams.count()), by("link", app.link_streams.count())];
    page.gauges("doccare_event_streams", "Pages that listen for changes.", open);
}

fn add_passwords(app: &App, page: &mut Page) {
    let hashing = app.passwords.load();
    page.gauge("doccare_password_hashes_running", "Passwords that are being hashed.", number(hashing.running));
    page.gauge("doccare_password_hashes_waiting", "Passwords that wait to be hashed.", number(hashing.waiting));
    page.add("doccare_password_hash_seconds", "How long hashing took, without the wait.", hashing.took);
}

fn add_database(app: &App, page: &mut Page) {
    let stats = app.db.stats();
    let db::Counts { statements, trips, .. } = stats.counts;
    page.counter("doccare_db_statements", "Statements that ran.", as_float(statements));
    page.counter("doccare_db_round_trips", "How often PostgreSQL was waited for.", as_float(trips));
    let waiting = "Transactions that wait for SQLite's writer, or for a connection to PostgreSQL.";
    page.gauge("doccare_db_queue", waiting, number(stats.waiting));
    page.gauge("doccare_db_queue_limit", "How many may wait; one more is refused.", number(stats.max_waiting));
    page.add("doccare_db_commit_seconds", "How long commits took.", stats.commits);
    if let Some(batch_sizes) = stats.batch_sizes {
        page.add(
            "doccare_db_transactions_per_commit",
            "Transactions that SQLite's writer committed together.",
            batch_sizes,
        );
    }
    if let Some(Pool { used, idle, most }) = stats.pool {
        let gauge = |state: &str, count| (vec![("state", state.to_owned())], number(count));
        let connections = vec![gauge("used", used), gauge("idle", idle)];
        page.gauges("doccare_db_connections", "Connections to PostgreSQL.", connections);
        page.gauge("doccare_db_connections_limit", "How many there may be.", number(most));
    }
}

/// Instances that share a database report the same values.
async fn add_outbox(app: &App, page: &mut Page) {
    let now = app.clock.now_millis();
    let mails = read_outbox("mails", app.db.read(async |tx| count_backlog::<Mailer>(tx, now).await)).await;
    let messages = match &app.messenger {
        Some(_) => {
            read_outbox("phone messages", app.db.read(async |tx| count_backlog::<Messenger>(tx, now).await)).await
        }
        None => None,
    };
    let pushes = read_outbox("pushes", app.db.read(async |tx| count_backlog::<Pusher>(tx, now).await)).await;
    let (mut counts, mut ages) = (Vec::new(), Vec::new());
    for (labels, Backlog { count, since }) in [mails, messages, pushes].into_iter().flatten() {
        let age = since.map_or(0, |since| now.saturating_sub(since).max(0));
        counts.push((labels.clone(), as_float(count.unsigned_abs())));
        ages.push((labels, as_float(age.unsigned_abs()) / 1e3));
    }
    page.gauges("doccare_outbox_waiting", "What waits to go out, up to 10000.", counts);
    page.gauges("doccare_outbox_oldest_seconds", "How long the oldest of it has waited.", ages);
}

async fn read_outbox(kind: &str, asked: impl Future<Output = db::Result<Backlog>>) -> Option<(Labels, Backlog)> {
    let waiting = timeout(DB_TIMEOUT, asked).await.ok()?.ok()?;
    Some((vec![("kind", kind.to_owned())], waiting))
}

/// Codes to phones: sent and refused by this instance, and today's total of all instances. Zeros are reported too, so that an alert can
/// tell them from a missing instance.
async fn add_codes(app: &App, page: &mut Page) {
    app.metrics.write_codes_to(page, &CodeLimit::ALL.map(CodeLimit::as_str));
    let codes = app.messenger.as_ref().map(|messenger| &messenger.provider().codes);
    let limit = codes.filter(|codes| codes.enabled).map_or(0, |codes| codes.per_day);
    page.gauge("doccare_phone_codes_limit", "Codes that may be sent in a day.", as_float(limit.unsigned_abs()));
    let today = app.clock.india().date();
    let asked = app.db.read(async |tx| code_limits::count(tx, today, today).await);
    let Ok(Ok(counts)) = timeout(DB_TIMEOUT, asked).await else { return };
    page.gauge("doccare_phone_codes_today", "Codes that were sent today.", as_float(counts.today.unsigned_abs()));
}

/// Scheduled backups. Instances that share a database report the same values.
async fn add_backups(app: &App, page: &mut Page) {
    let Some(plan) = &app.config.backups else { return };
    let asked = app.db.read(async |tx| job_results::find(tx, BACKUPS).await);
    let Ok(Ok(result)) = timeout(DB_TIMEOUT, asked).await else { return };
    let last = result.and_then(|result| result.acted_at).unwrap_or(0);
    page.gauge(
        "doccare_backup_last_good_timestamp_seconds",
        "When the last good backup was made; 0 before the first.",
        as_float(last.unsigned_abs()) / 1e3,
    );
    page.gauge("doccare_backup_interval_seconds", "How often one is to be made.", plan.every.as_secs_f64());
}

/// Only on PostgreSQL, whose clock the instances are compared with.
async fn add_clock(app: &App, page: &mut Page) {
    if let Ok(Ok(Some(skew))) = timeout(DB_TIMEOUT, clock_guard::clock_skew(&app.db, &app.clock)).await {
        page.gauge(
            "doccare_clock_skew_seconds",
            "How far this machine's clock is ahead of the database's; beyond 60 irreversible jobs pause.",
            skew.as_secs_f64(),
        );
    }
}

fn number(count: usize) -> f64 {
    as_float(count as u64)
}
