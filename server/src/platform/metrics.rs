//! Metrics of the running program, as counters, gauges and histograms of `prometheus-client`. What happens often is counted where it happens;
//! current values (queues, memory) are read when Prometheus asks. `crate::metrics_endpoint` lists all metrics. Decision 0062.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use std::{fmt, fs};

use axum::http::Method;
use jiff::Timestamp;
use parking_lot::Mutex;
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::family::Family;
pub use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::{counter, gauge};
use prometheus_client::registry::{Metric, Registry};
use rustix::time::{ClockId, clock_gettime};

pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

type Counter = counter::Counter<f64, AtomicU64>;
type Gauge = gauge::Gauge<f64, AtomicU64>;
type Label = (&'static str, &'static str);

/// Names and values, such as the route and its pattern.
pub type Labels = Vec<(&'static str, String)>;

/// A histogram of durations in seconds.
pub fn duration_histogram() -> Histogram {
    Histogram::new([0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0])
}

/// A histogram of how many things were handled together.
pub fn size_histogram() -> Histogram {
    Histogram::new([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0])
}

/// OpenTelemetry's name for any other method.
const OTHER_METHOD: &str = "_OTHER";

/// The method's name in metrics and traces; a client may send any word.
pub fn method_name(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
    known.into_iter().find(|name| *name == method.as_str()).unwrap_or(OTHER_METHOD)
}

/// Routes are named by their pattern, never by an address, which holds ids.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabels {
    method: &'static str,
    route: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ResponseLabels {
    method: &'static str,
    route: String,
    /// The class of the status, such as `4xx`.
    status: &'static str,
}

/// The metrics of the running program; clones share them.
#[derive(Debug, Clone)]
pub struct Metrics {
    started: Timestamp,
    requests: Family<ResponseLabels, Counter>,
    request_seconds: Family<RouteLabels, Histogram>,
    in_flight: Gauge,
    refusals: Family<[(&'static str, String); 1], Counter>,
    /// The counters of `refusals` in the order of their codes.
    refusals_by_code: Vec<Counter>,
    bookings: Counter,
    client_errors: Counter,
    /// Errors that browsers reported in the last 24 hours, by the hour since 1970.
    client_errors_by_hour: Arc<Mutex<BTreeMap<i64, u64>>>,
    codes: Family<[Label; 1], Counter>,
    refused_codes: Family<[Label; 1], Counter>,
    pushes: Family<[Label; 1], Counter>,
    job_runs: Family<[Label; 2], Counter>,
    job_seconds: Family<[Label; 1], Counter>,
    job_last_done: Family<[Label; 1], Gauge>,
}

const HOUR_MILLIS: i64 = 3_600_000;

/// A request in progress, until it is dropped.
pub struct InFlight<'a>(&'a Gauge);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    /// `codes` are all codes with which requests can be refused.
    pub fn new(started: Timestamp, codes: impl IntoIterator<Item = String>) -> Self {
        let refusals = Family::<[(&'static str, String); 1], Counter>::default();
        let refusals_by_code = codes.into_iter().map(|code| refusals.get_or_create_owned(&[("code", code)])).collect();
        Self {
            started,
            requests: Family::default(),
            request_seconds: Family::new_with_constructor(duration_histogram),
            in_flight: Gauge::default(),
            refusals,
            refusals_by_code,
            bookings: Counter::default(),
            client_errors: Counter::default(),
            client_errors_by_hour: Arc::default(),
            codes: Family::default(),
            refused_codes: Family::default(),
            pushes: Family::default(),
            job_runs: Family::default(),
            job_seconds: Family::default(),
            job_last_done: Family::default(),
        }
    }

    pub fn started(&self) -> Timestamp {
        self.started
    }

    pub fn request_begins(&self) -> InFlight<'_> {
        self.in_flight.inc();
        InFlight(&self.in_flight)
    }

    /// A request was answered. `refusal` is the place of its code in the list given to [`Self::new`], if it was refused.
    pub fn answered(&self, route: &str, method: &Method, status: u16, refusal: Option<usize>, took: Duration) {
        let (method, route) = (method_name(method), route.to_owned());
        if let Some(status) = ["1xx", "2xx", "3xx", "4xx", "5xx"].get(usize::from(status / 100).wrapping_sub(1)) {
            self.requests.get_or_create(&ResponseLabels { method, route: route.clone(), status }).inc();
        }
        self.request_seconds.get_or_create(&RouteLabels { method, route }).observe(took.as_secs_f64());
        if let Some(count) = refusal.and_then(|place| self.refusals_by_code.get(place)) {
            count.inc();
        }
    }

    pub fn booked(&self) {
        self.bookings.inc();
    }

    /// A browser reported an error; `now` in UTC milliseconds.
    pub fn client_error(&self, now: i64) {
        self.client_errors.inc();
        let (mut by_hour, hour) = (self.client_errors_by_hour.lock(), now / HOUR_MILLIS);
        by_hour.retain(|known, _| *known > hour - 24);
        *by_hour.entry(hour).or_default() += 1;
    }

    /// Errors that browsers reported in the last 24 hours, this hour included.
    pub fn client_errors_of_day(&self, now: i64) -> u64 {
        self.client_errors_by_hour.lock().range(now / HOUR_MILLIS - 23..).map(|(_, count)| count).sum()
    }

    pub fn code_sent(&self, known_device: bool) {
        self.codes.get_or_create(&[("device", if known_device { "known" } else { "unknown" })]).inc();
    }

    pub fn code_refused(&self, limit: &'static str) {
        self.refused_codes.get_or_create(&[("limit", limit)]).inc();
    }

    /// Adds the codes that were sent, and those refused by each of these limits; zeros too.
    pub fn write_codes_to(&self, page: &mut Page, limits: &[&'static str]) {
        for device in ["known", "unknown"] {
            drop(self.codes.get_or_create(&[("device", device)]));
        }
        for limit in limits {
            drop(self.refused_codes.get_or_create(&[("limit", limit)]));
        }
        page.add("doccare_phone_codes", "Codes that were sent to phones.", self.codes.clone());
        page.add("doccare_phone_codes_refused", "Codes that were not sent, by the limit.", self.refused_codes.clone());
    }

    /// A push was taken, failed, … by a push service, or was passed on to the next channel.
    pub fn pushed(&self, outcome: &'static str) {
        self.pushes.get_or_create(&[("outcome", outcome)]).inc();
    }

    /// A job run ended; `done` is when, if it succeeded.
    pub fn job_ran(&self, job: &'static str, took: Duration, done: Option<Timestamp>) {
        let name = ("job_name", job);
        let [succeeded, failed] =
            ["done", "failed"].map(|outcome| self.job_runs.get_or_create_owned(&[name, ("outcome", outcome)]));
        self.job_seconds.get_or_create(&[name]).inc_by(took.as_secs_f64());
        match done {
            Some(at) => {
                succeeded.inc();
                self.job_last_done.get_or_create(&[name]).set(at.as_duration().as_secs_f64());
            }
            None => drop(failed.inc()),
        }
    }

    /// Adds all of the above but the codes, and the values of the process.
    pub fn write_to(&self, page: &mut Page) {
        page.add("doccare_http_requests", "Requests that were answered.", self.requests.clone());
        page.add(
            "doccare_http_request_seconds",
            "How long answers took, sending the question included.",
            self.request_seconds.clone(),
        );
        page.add("doccare_http_requests_in_progress", "Requests that are being answered.", self.in_flight.clone());
        page.add("doccare_refusals", "Refusals by the code of their problem.", self.refusals.clone());
        page.add("doccare_bookings", "Slots that patients booked.", self.bookings.clone());
        page.add("doccare_client_errors", "Errors that browsers reported.", self.client_errors.clone());
        for outcome in ["taken", "gone", "failed", "refused", "passed_on"] {
            drop(self.pushes.get_or_create(&[("outcome", outcome)]));
        }
        page.add("doccare_pushes", "Notifications to browsers, by what became of them.", self.pushes.clone());
        page.add("doccare_job_runs", "Runs of the background jobs.", self.job_runs.clone());
        page.add("doccare_job_seconds", "How long these took.", self.job_seconds.clone());
        page.add("doccare_job_last_done_timestamp_seconds", "When a job last ended well.", self.job_last_done.clone());
        page.process(self.started);
    }
}

/// The `OpenMetrics` page that Prometheus reads.
#[derive(Debug, Default)]
pub struct Page(Registry);

impl Page {
    /// `_total` is appended to the name of a counter.
    pub fn add(&mut self, name: &str, help: &str, metric: impl Metric) {
        // The registry appends the full stop.
        self.0.register(name, help.trim_end_matches('.'), metric);
    }

    pub fn counter(&mut self, name: &str, help: &str, count: f64) {
        let counter = Counter::default();
        counter.inc_by(count);
        self.add(name, help, counter);
    }

    pub fn gauge(&mut self, name: &str, help: &str, value: f64) {
        let gauge = Gauge::default();
        gauge.set(value);
        self.add(name, help, gauge);
    }

    pub fn gauges(&mut self, name: &str, help: &str, values: Vec<(Labels, f64)>) {
        let family = Family::<Labels, Gauge>::default();
        for (labels, value) in values {
            family.get_or_create(&labels).set(value);
        }
        self.add(name, help, family);
    }

    /// Values of the process. Without `/proc` some of them are missing.
    fn process(&mut self, started: Timestamp) {
        let started = started.as_duration().as_secs_f64();
        self.gauge("process_start_time_seconds", "When the program started.", started);
        let used = Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).unwrap_or_default();
        self.counter("process_cpu_seconds", "Time on all cores.", used.as_secs_f64());
        if let Some(bytes) = resident_memory() {
            self.gauge("process_resident_memory_bytes", "Memory that the program holds.", as_float(bytes));
        }
        if let Ok(files) = fs::read_dir("/proc/self/fd") {
            self.gauge("process_open_fds", "Open files and connections.", as_float(files.count() as u64));
        }
    }

    pub fn write(self) -> Result<String, fmt::Error> {
        let mut written = String::new();
        text::encode(&mut written, &self.0)?;
        Ok(written)
    }
}

fn resident_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
}

/// Exact for all counts that a program reaches.
#[expect(clippy::cast_precision_loss, reason = "exact up to 9 quadrillion")]
pub fn as_float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metrics() -> Metrics {
        Metrics::new(Timestamp::from_second(1_700_000_000).unwrap(), ["slot_taken", "busy"].map(String::from))
    }

    #[track_caller]
    fn assert_told(metrics: &Metrics, lines: &[&str]) {
        let mut page = Page::default();
        metrics.write_to(&mut page);
        let told = page.write().unwrap();
        for line in lines {
            assert!(told.lines().any(|told| told == *line), "{line}\n{told}");
        }
    }

    #[test]
    fn encoded_values_equal_the_recorded_ones() {
        let metrics = metrics();
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
        assert_told(
            &metrics,
            &[
                "doccare_http_requests_total{method=\"POST\",route=\"/b/{id}\",status=\"4xx\"} 1.0",
                "doccare_http_request_seconds_bucket{le=\"0.0025\",method=\"POST\",route=\"/b/{id}\"} 1",
                "doccare_http_requests_in_progress 1.0",
                "doccare_refusals_total{code=\"slot_taken\"} 1.0",
                "doccare_refusals_total{code=\"busy\"} 0.0",
                "doccare_bookings_total 1.0",
                "doccare_client_errors_total 3.0",
                "doccare_job_runs_total{job_name=\"mails\",outcome=\"failed\"} 1.0",
                "doccare_job_seconds_total{job_name=\"mails\"} 1.0",
                "doccare_job_last_done_timestamp_seconds{job_name=\"mails\"} 1700000009.0",
                "process_start_time_seconds 1700000000.0",
            ],
        );
        drop(in_flight);
        assert_told(&metrics, &["doccare_http_requests_in_progress 0.0"]);
    }

    #[test]
    fn requests_are_counted_by_route_method_and_class_and_strange_methods_together() {
        let metrics = metrics();
        let strange = [Method::from_bytes(b"BREW").unwrap(), Method::OPTIONS];
        for (method, status) in [(Method::GET, 200), (Method::GET, 204), (Method::GET, 503), (Method::POST, 201)] {
            metrics.answered("/doctors/{id}", &method, status, None, Duration::from_millis(3));
        }
        for method in &strange {
            metrics.answered("/", method, 405, None, Duration::ZERO);
        }
        assert_eq!([&strange[0], &Method::GET].map(method_name), ["_OTHER", "GET"]);
        assert_told(
            &metrics,
            &[
                "doccare_http_requests_total{method=\"_OTHER\",route=\"/\",status=\"4xx\"} 2.0",
                "doccare_http_requests_total{method=\"GET\",route=\"/doctors/{id}\",status=\"2xx\"} 2.0",
                "doccare_http_requests_total{method=\"GET\",route=\"/doctors/{id}\",status=\"5xx\"} 1.0",
                "doccare_http_requests_total{method=\"POST\",route=\"/doctors/{id}\",status=\"2xx\"} 1.0",
                "doccare_http_request_seconds_count{method=\"GET\",route=\"/doctors/{id}\"} 3",
            ],
        );
    }

    #[test]
    fn the_page_has_the_prometheus_format() {
        let mut page = Page::default();
        page.gauges("queue", "Who waits.", vec![(vec![("kind", "mails".into())], 3.0)]);
        page.counter("bookings", "Made.", 2.0);
        let took = Histogram::new([1.0]);
        took.observe(0.5);
        took.observe(1.5);
        page.add("took", "Time.", took);
        let expected = "# HELP queue Who waits.\n# TYPE queue gauge\nqueue{kind=\"mails\"} 3.0\n\
                        # HELP bookings Made.\n# TYPE bookings counter\nbookings_total 2.0\n\
                        # HELP took Time.\n# TYPE took histogram\ntook_sum 2.0\ntook_count 2\n\
                        took_bucket{le=\"1.0\"} 1\ntook_bucket{le=\"+Inf\"} 2\n# EOF\n";
        assert_eq!(page.write().unwrap(), expected);
    }
}
