//! The query log of one request or job run: which statements it ran, and how long each took; for traces and for the log of slow requests.
//!
//! `http::middleware` opens a log for every request, `background` for every job run where traces are exported. Transactions that begin on
//! that task write to it, also on SQLite's writer thread. Statements are logged by their text, with `$1` in place of values. Decision 0062.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Statements kept per request; of the rest only the number.
const MAX_STATEMENTS: usize = 256;
/// Lines in the log of a slow request, the slowest first.
const MAX_LOGGED_STATEMENTS: usize = 12;
/// Shorter waits are not logged.
const MIN_LOGGED_WAIT: Duration = Duration::from_millis(1);

tokio::task_local! {
    static OWN: Own;
}

/// The log is created with the first statement.
struct Own {
    begun: Instant,
    record: OnceCell<QueryLog>,
}

/// The log of one request; clones share it.
#[derive(Clone)]
pub struct QueryLog(Arc<Record>);

struct Record {
    begun: Instant,
    has_changed: AtomicBool,
    may_commit: AtomicBool,
    noted: Mutex<Entries>,
}

#[derive(Default)]
struct Entries {
    each: Vec<LoggedQuery>,
    left_out: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedQuery {
    pub sql: Box<str>,
    /// When it began, from the start of the request.
    pub at: Duration,
    pub took: Duration,
}

pub fn scope<F: Future>(begun: Instant, request: F) -> impl Future<Output = F::Output> {
    OWN.scope(Own { begun, record: OnceCell::new() }, request)
}

/// The log of the current request; created if it has none yet. `None` outside a request.
pub fn current() -> Option<QueryLog> {
    OWN.try_with(|own| own.record.get_or_init(|| QueryLog::new(own.begun)).clone()).ok()
}

/// Passes the log on to another task of the same request.
pub fn inherit<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let own = current().map(|record| Own { begun: record.0.begun, record: OnceCell::from(record) });
    async move {
        match own {
            Some(own) => OWN.scope(own, work).await,
            None => work.await,
        }
    }
}

/// The log of the current request, if it ran any statement.
pub fn recorded() -> Option<QueryLog> {
    OWN.try_with(|own| own.record.get().cloned()).ok().flatten()
}

impl QueryLog {
    fn new(begun: Instant) -> Self {
        Self(Arc::new(Record {
            begun,
            has_changed: AtomicBool::new(false),
            may_commit: AtomicBool::new(false),
            noted: Mutex::default(),
        }))
    }

    pub fn note(&self, sql: &str, began: Instant) {
        let took = began.elapsed();
        let mut noted = self.0.noted.lock();
        if noted.each.len() == MAX_STATEMENTS {
            noted.left_out += 1;
            return;
        }
        noted.each.push(LoggedQuery { sql: sql.into(), at: began.saturating_duration_since(self.0.begun), took });
    }

    pub fn note_change(&self) {
        self.0.has_changed.store(true, Ordering::Relaxed);
    }

    pub fn has_changed(&self) -> bool {
        self.0.has_changed.load(Ordering::Relaxed)
    }

    /// Records that from now on a transaction may commit although the request is abandoned.
    pub fn note_commit(&self) {
        self.0.may_commit.store(true, Ordering::Relaxed);
    }

    pub fn may_have_committed(&self) -> bool {
        self.0.may_commit.load(Ordering::Relaxed)
    }

    pub fn note_wait(&self, what: &str, began: Instant) {
        if began.elapsed() >= MIN_LOGGED_WAIT {
            self.note(what, began);
        }
    }

    pub fn each(&self, visit: impl FnMut(&LoggedQuery)) {
        self.0.noted.lock().each.iter().for_each(visit);
    }

    /// One line per statement text: count, total milliseconds, text.
    pub fn summary(&self) -> String {
        let mut by_text = HashMap::<String, (u64, Duration)>::new();
        self.each(|statement| {
            let text = statement.sql.split_whitespace().collect::<Vec<_>>().join(" ");
            let (count, took) = by_text.entry(text).or_default();
            *count += 1;
            *took += statement.took;
        });
        let mut lines: Vec<_> = by_text.into_iter().collect();
        lines.sort_by(|(text, (_, took)), (other, (_, longer))| longer.cmp(took).then(text.cmp(other)));
        let others = lines.len().saturating_sub(MAX_LOGGED_STATEMENTS) + self.0.noted.lock().left_out;
        let shown = lines.iter().take(MAX_LOGGED_STATEMENTS);
        let mut shown: Vec<String> =
            shown.map(|(text, (count, took))| format!("{count} x {:.1} ms {text}", took.as_secs_f64() * 1e3)).collect();
        if others > 0 {
            shown.push(format!("and {others} more"));
        }
        shown.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_logs_its_own_transactions_only() {
        assert!(current().is_none() && recorded().is_none(), "no request");
        let begun = Instant::now();
        scope(begun, async {
            assert!(recorded().is_none(), "nothing was asked yet");
            current().unwrap().note("SELECT 1", begun);
            // A thread of its own, as SQLite's writer is.
            let taken_along = current().unwrap();
            tokio::task::spawn_blocking(move || taken_along.note("SELECT 2", begun)).await.unwrap();
            let mut heard = Vec::new();
            recorded().unwrap().each(|statement| heard.push(statement.sql.to_string()));
            assert_eq!(heard, ["SELECT 1", "SELECT 2"]);
            assert!(
                tokio::spawn(async { current().is_none() }).await.unwrap(),
                "work that goes on without the request"
            );
        })
        .await;
    }

    #[test]
    fn the_log_lists_the_slowest_first_and_each_statement_once() {
        let statements = QueryLog::new(Instant::now());
        for (sql, millis) in [("SELECT 1", 2), ("SELECT 2", 30), ("SELECT 1", 1)] {
            let took = Duration::from_millis(millis);
            statements.0.noted.lock().each.push(LoggedQuery { sql: sql.into(), at: Duration::ZERO, took });
        }
        assert_eq!(statements.summary(), "1 x 30.0 ms SELECT 2\n2 x 3.0 ms SELECT 1");
    }

    #[test]
    fn the_number_of_logged_statements_is_limited() {
        let statements = QueryLog::new(Instant::now());
        (0..MAX_STATEMENTS + 9).for_each(|_| statements.note("SELECT\n   1", Instant::now()));
        assert!(statements.summary().starts_with("256 x "), "{}", statements.summary());
        assert!(statements.summary().ends_with("ms SELECT 1\nand 9 more"), "{}", statements.summary());
    }
}
