//! What a request, or a turn of a job, asked of the database and how long each statement took: for traces, and for the log when a request
//! was slow.
//!
//! `http::layers` begins a record for every request, `background` for every turn of a job where somebody takes traces. A unit of
//! work that begins on that task takes the record along, also to SQLite's writer. A statement is noted by its text, which has `$1` in
//! place of values. Decision 0062.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// So many are noted of one request; of more only the number.
const MOST: usize = 256;
/// So many lines the log has of a slow request, those first that took the longest.
const SHOWN: usize = 12;
/// A wait that is shorter is not worth a line.
const SHORT_WAIT: Duration = Duration::from_millis(1);

tokio::task_local! {
    static OWN: Own;
}

/// A request that asks nothing of the database has no record.
struct Own {
    begun: Instant,
    record: OnceCell<Statements>,
}

/// The record of one request; clones share it.
#[derive(Clone)]
pub struct Statements(Arc<Record>);

struct Record {
    begun: Instant,
    has_changed: AtomicBool,
    may_commit: AtomicBool,
    noted: Mutex<Noted>,
}

#[derive(Default)]
struct Noted {
    /// All texts, one after the other: one piece of memory for all of them.
    texts: String,
    each: Vec<Each>,
    left_out: usize,
}

struct Each {
    /// Where its text ends.
    end: usize,
    at: Duration,
    took: Duration,
}

/// A statement as it was noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Statement<'a> {
    pub sql: &'a str,
    /// When it began, counted from the beginning of the request.
    pub at: Duration,
    pub took: Duration,
}

/// Runs a request, or a turn of a job, so that the statements of its units are noted.
pub fn recorded<F: Future>(begun: Instant, request: F) -> impl Future<Output = F::Output> {
    OWN.scope(Own { begun, record: OnceCell::new() }, request)
}

/// The record of the request that this task works for, if it works for one.
pub fn own() -> Option<Statements> {
    OWN.try_with(|own| own.record.get_or_init(|| Statements::new(own.begun)).clone()).ok()
}

/// Another task that works for the same request: its statements are noted with the others.
pub fn along<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let own = own().map(|record| Own { begun: record.0.begun, record: OnceCell::from(record) });
    async move {
        match own {
            Some(own) => OWN.scope(own, work).await,
            None => work.await,
        }
    }
}

/// The same, if anything was asked of the database.
pub fn noted() -> Option<Statements> {
    OWN.try_with(|own| own.record.get().cloned()).ok().flatten()
}

impl Statements {
    fn new(begun: Instant) -> Self {
        Self(Arc::new(Record {
            begun,
            has_changed: AtomicBool::new(false),
            may_commit: AtomicBool::new(false),
            noted: Mutex::default(),
        }))
    }

    /// Notes a statement that began then and has ended now.
    pub fn note(&self, sql: &str, began: Instant) {
        let took = began.elapsed();
        let mut noted = self.record();
        if noted.each.len() == MOST {
            noted.left_out += 1;
            return;
        }
        noted.texts.push_str(sql);
        let end = noted.texts.len();
        noted.each.push(Each { end, at: began.saturating_duration_since(self.0.begun), took });
    }

    /// Notes that a statement changed something.
    pub fn note_change(&self) {
        self.0.has_changed.store(true, Ordering::Relaxed);
    }

    /// Whether any of the statements changed something.
    pub fn has_changed(&self) -> bool {
        self.0.has_changed.load(Ordering::Relaxed)
    }

    /// Notes that from now on a transaction may be committed although the request is given up.
    pub fn note_commit(&self) {
        self.0.may_commit.store(true, Ordering::Relaxed);
    }

    /// Whether something may have been committed.
    pub fn may_have_committed(&self) -> bool {
        self.0.may_commit.load(Ordering::Relaxed)
    }

    /// Notes what had to be waited for, if it took long enough to matter.
    pub fn note_wait(&self, what: &str, began: Instant) {
        if began.elapsed() >= SHORT_WAIT {
            self.note(what, began);
        }
    }

    pub fn each(&self, mut visit: impl FnMut(Statement<'_>)) {
        let (noted, mut begin) = (self.record(), 0);
        for Each { end, at, took } in &noted.each {
            visit(Statement { sql: &noted.texts[begin..*end], at: *at, took: *took });
            begin = *end;
        }
    }

    /// A line for each text: how often, how many milliseconds together, and the text.
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
        let others = lines.len().saturating_sub(SHOWN) + self.record().left_out;
        let shown = lines.iter().take(SHOWN);
        let mut shown: Vec<String> =
            shown.map(|(text, (count, took))| format!("{count} x {:.1} ms {text}", took.as_secs_f64() * 1e3)).collect();
        if others > 0 {
            shown.push(format!("and {others} more"));
        }
        shown.join("\n")
    }

    fn record(&self) -> MutexGuard<'_, Noted> {
        self.0.noted.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_has_the_record_of_its_own_units_and_nobody_else_has_one() {
        assert!(own().is_none() && noted().is_none(), "no request");
        let begun = Instant::now();
        recorded(begun, async {
            assert!(noted().is_none(), "nothing was asked yet");
            own().unwrap().note("SELECT 1", begun);
            // A thread of its own, as SQLite's writer is.
            let taken_along = own().unwrap();
            tokio::task::spawn_blocking(move || taken_along.note("SELECT 2", begun)).await.unwrap();
            let mut heard = Vec::new();
            noted().unwrap().each(|statement| heard.push(statement.sql.to_owned()));
            assert_eq!(heard, ["SELECT 1", "SELECT 2"]);
            assert!(tokio::spawn(async { own().is_none() }).await.unwrap(), "work that goes on without the request");
        })
        .await;
    }

    #[test]
    fn the_log_tells_the_longest_first_and_the_same_text_once() {
        let statements = Statements::new(Instant::now());
        for (end, millis) in [(8, 2), (16, 30), (24, 1)] {
            let took = Duration::from_millis(millis);
            statements.record().each.push(Each { end, at: Duration::ZERO, took });
        }
        statements.record().texts.push_str("SELECT 1SELECT 2SELECT 1");
        assert_eq!(statements.summary(), "1 x 30.0 ms SELECT 2\n2 x 3.0 ms SELECT 1");
    }

    #[test]
    fn whoever_asks_very_often_is_not_noted_without_end() {
        let statements = Statements::new(Instant::now());
        (0..MOST + 9).for_each(|_| statements.note("SELECT\n   1", Instant::now()));
        assert!(statements.summary().starts_with("256 x "), "{}", statements.summary());
        assert!(statements.summary().ends_with("ms SELECT 1\nand 9 more"), "{}", statements.summary());
    }
}
