//! Metrics of the running program. Callers report events by one call, which adds to atomic numbers; current values (queues, memory) are read
//! when Prometheus asks. `crate::metrics_endpoint` lists all metrics. Decision 0062.

mod histogram;
mod page;
mod process;
mod requests;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::Method;
use jiff::Timestamp;

pub use self::histogram::{Histogram, HistogramSnapshot};
pub use self::page::{CONTENT_TYPE, Labels, Page};
use self::requests::Requests;
pub use self::requests::method_name;

/// The counters of the running program; clones share them.
#[derive(Debug, Clone)]
pub struct Metrics(Arc<Counts>);

#[derive(Debug)]
struct Counts {
    started: Timestamp,
    requests: Requests,
    /// Requests in progress.
    in_flight: AtomicU64,
    /// The codes of problems, each with how often a request was refused with it.
    refusals: Vec<(String, AtomicU64)>,
    bookings: AtomicU64,
    client_errors: ClientErrors,
    codes: PhoneCodes,
    jobs: Mutex<BTreeMap<&'static str, JobStats>>,
}

/// Codes to phones.
#[derive(Debug, Default)]
struct PhoneCodes {
    known_devices: AtomicU64,
    unknown_devices: AtomicU64,
    /// By the limit that refused them.
    refused: Mutex<BTreeMap<&'static str, u64>>,
}

/// Errors reported by browsers.
#[derive(Debug, Default)]
struct ClientErrors {
    total: AtomicU64,
    /// Of the last 24 hours, by the hour since 1970.
    by_hour: Mutex<BTreeMap<i64, u64>>,
}

const HOUR_MILLIS: i64 = 3_600_000;

#[derive(Debug, Default)]
struct JobStats {
    done: u64,
    failed: u64,
    took: Duration,
    last_done: Option<Timestamp>,
}

/// A request in progress, until it is dropped.
pub struct InFlight<'a>(&'a Metrics);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.0.in_flight.fetch_sub(1, Relaxed);
    }
}

impl Metrics {
    pub fn new(started: Timestamp, refusal_codes: impl IntoIterator<Item = String>) -> Self {
        Self(Arc::new(Counts {
            started,
            requests: Requests::default(),
            in_flight: AtomicU64::new(0),
            refusals: refusal_codes.into_iter().map(|code| (code, AtomicU64::new(0))).collect(),
            bookings: AtomicU64::new(0),
            client_errors: ClientErrors::default(),
            codes: PhoneCodes::default(),
            jobs: Mutex::default(),
        }))
    }

    /// When the program started.
    pub fn started(&self) -> Timestamp {
        self.0.started
    }

    pub fn request_begins(&self) -> InFlight<'_> {
        self.0.in_flight.fetch_add(1, Relaxed);
        InFlight(self)
    }

    /// A request was answered. `refusal` is the place of its code in the list given to [`Self::new`], if it was refused.
    pub fn answered(&self, route: &str, method: &Method, status: u16, refusal: Option<usize>, took: Duration) {
        self.0.requests.note(route, method, status, took);
        if let Some((_, count)) = refusal.and_then(|place| self.0.refusals.get(place)) {
            count.fetch_add(1, Relaxed);
        }
    }

    /// A free slot was booked.
    pub fn booked(&self) {
        self.0.bookings.fetch_add(1, Relaxed);
    }

    /// A browser reported an error; `now` in UTC milliseconds.
    pub fn client_error(&self, now: i64) {
        let (ClientErrors { total, by_hour }, hour) = (&self.0.client_errors, now / HOUR_MILLIS);
        total.fetch_add(1, Relaxed);
        let mut by_hour = by_hour.lock().unwrap_or_else(PoisonError::into_inner);
        by_hour.retain(|known, _| *known > hour - 24);
        *by_hour.entry(hour).or_default() += 1;
    }

    /// Errors that browsers reported in the last 24 hours, this hour included.
    pub fn client_errors_of_day(&self, now: i64) -> u64 {
        let by_hour = self.0.client_errors.by_hour.lock().unwrap_or_else(PoisonError::into_inner);
        by_hour.range(now / HOUR_MILLIS - 23..).map(|(_, count)| count).sum()
    }

    /// A code was sent to a phone, from a known or an unknown device.
    pub fn code_sent(&self, known_device: bool) {
        let PhoneCodes { known_devices, unknown_devices, .. } = &self.0.codes;
        let count = if known_device { known_devices } else { unknown_devices };
        count.fetch_add(1, Relaxed);
    }

    /// A code was refused by this limit.
    pub fn code_refused(&self, limit: &'static str) {
        *self.refused_codes().entry(limit).or_default() += 1;
    }

    fn refused_codes(&self) -> MutexGuard<'_, BTreeMap<&'static str, u64>> {
        self.0.codes.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the codes that were sent, and those refused by each of these limits.
    pub fn write_codes_to(&self, page: &mut Page, limits: &[&'static str]) {
        let PhoneCodes { known_devices, unknown_devices, .. } = &self.0.codes;
        let sent = [("known", known_devices), ("unknown", unknown_devices)]
            .map(|(device, count)| (vec![("device", device.to_owned())], as_float(count.load(Relaxed))));
        page.counters("doccare_phone_codes", "Codes that were sent to phones.", sent.to_vec());
        let counts = self.refused_codes().clone();
        let refused = limits.iter().map(|limit| {
            (vec![("limit", (*limit).to_owned())], as_float(counts.get(limit).copied().unwrap_or_default()))
        });
        page.counters("doccare_phone_codes_refused", "Codes that were not sent, by the limit.", refused.collect());
    }

    /// A job run ended; `done` is when, if it succeeded.
    pub fn job_ran(&self, job: &'static str, took: Duration, done: Option<Timestamp>) {
        let mut jobs = self.jobs();
        let job = jobs.entry(job).or_default();
        job.took += took;
        match done {
            Some(at) => (job.done, job.last_done) = (job.done + 1, Some(at)),
            None => job.failed += 1,
        }
    }

    fn jobs(&self) -> MutexGuard<'_, BTreeMap<&'static str, JobStats>> {
        self.0.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds all counters, and the values of the process.
    pub fn write_to(&self, page: &mut Page) {
        self.write_requests_to(page);
        self.write_jobs_to(page);
        process::write_to(page, self.0.started);
    }

    fn write_requests_to(&self, page: &mut Page) {
        let (mut answers, mut times) = (Vec::new(), Vec::new());
        for one in self.0.requests.read() {
            let labels = |more: Option<&str>| -> Labels {
                let status = more.map(|class| ("status", class.to_owned()));
                [("method", one.method.to_owned()), ("route", one.route.clone())].into_iter().chain(status).collect()
            };
            answers.extend(one.by_class.iter().map(|(class, count)| (labels(Some(class)), as_float(*count))));
            times.push((labels(None), one.took));
        }
        page.counters("doccare_http_requests", "Requests that were answered.", answers);
        page.histograms("doccare_http_request_seconds", "How long answers took, sending the question included.", times);
        let in_flight = self.0.in_flight.load(Relaxed);
        page.gauge("doccare_http_requests_in_progress", "Requests that are being answered.", as_float(in_flight));
        let refusals = self.0.refusals.iter();
        let refusals = refusals.map(|(code, count)| (vec![("code", code.clone())], as_float(count.load(Relaxed))));
        page.counters("doccare_refusals", "Refusals by the code of their problem.", refusals.collect());
        let bookings = self.0.bookings.load(Relaxed);
        page.counter("doccare_bookings", "Slots that patients booked.", as_float(bookings));
        let client_errors = self.0.client_errors.total.load(Relaxed);
        page.counter("doccare_client_errors", "Errors that browsers reported.", as_float(client_errors));
    }

    fn write_jobs_to(&self, page: &mut Page) {
        let (mut turns, mut times, mut last) = (Vec::new(), Vec::new(), Vec::new());
        for (name, job) in self.jobs().iter() {
            let labels = || vec![("job_name", (*name).to_owned())];
            for (outcome, count) in [("done", job.done), ("failed", job.failed)] {
                let labels = labels().into_iter().chain([("outcome", outcome.to_owned())]).collect();
                turns.push((labels, as_float(count)));
            }
            times.push((labels(), job.took.as_secs_f64()));
            last.extend(job.last_done.map(|at| (labels(), at.as_duration().as_secs_f64())));
        }
        page.counters("doccare_job_turns", "Turns of the jobs in the background.", turns);
        page.counters("doccare_job_seconds", "How long these took.", times);
        page.gauges("doccare_job_last_done_timestamp_seconds", "When a job last ended well.", last);
    }
}

/// Exact for all counts that a program reaches.
#[expect(clippy::cast_precision_loss, reason = "exact up to 9 quadrillion")]
pub fn as_float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_what_is_told() {
        let metrics =
            Metrics::new(Timestamp::from_second(1_700_000_000).unwrap(), ["slot_taken", "busy"].map(String::from));
        let in_flight = metrics.request_begins();
        metrics.answered("/b/{id}", &Method::POST, 409, Some(0), Duration::from_millis(2));
        metrics.booked();
        for now in [0, HOUR_MILLIS, 24 * HOUR_MILLIS] {
            metrics.client_error(now);
        }
        assert_eq!(metrics.client_errors_of_day(24 * HOUR_MILLIS), 2, "the first is too old");
        assert_eq!(metrics.client_errors_of_day(48 * HOUR_MILLIS), 0);
        metrics.job_ran("mails", Duration::from_millis(500), Timestamp::from_second(1_700_000_009).ok());
        metrics.job_ran("mails", Duration::from_millis(500), None);
        let told = || {
            let mut page = Page::default();
            metrics.write_to(&mut page);
            page.write().unwrap()
        };
        for line in [
            "doccare_http_requests_total{method=\"POST\",route=\"/b/{id}\",status=\"4xx\"} 1.0",
            "doccare_http_request_seconds_bucket{le=\"0.0025\",method=\"POST\",route=\"/b/{id}\"} 1",
            "doccare_http_requests_in_progress 1.0",
            "doccare_refusals_total{code=\"slot_taken\"} 1.0",
            "doccare_refusals_total{code=\"busy\"} 0.0",
            "doccare_bookings_total 1.0",
            "doccare_client_errors_total 3.0",
            "doccare_job_turns_total{job_name=\"mails\",outcome=\"failed\"} 1.0",
            "doccare_job_seconds_total{job_name=\"mails\"} 1.0",
            "doccare_job_last_done_timestamp_seconds{job_name=\"mails\"} 1700000009.0",
            "process_start_time_seconds 1700000000.0",
        ] {
            assert!(told().lines().any(|told| told == line), "{line}\n{}", told());
        }
        drop(in_flight);
        assert!(told().contains("\ndoccare_http_requests_in_progress 0.0\n"));
    }
}
