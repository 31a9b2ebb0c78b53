//! Requests by route, method and status class. The first request of a route creates its counters; each further one costs a table lookup and
//! three additions.

use std::array::from_fn;
use std::collections::BTreeMap;
use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use axum::http::Method;

use super::histogram::{Histogram, HistogramSnapshot};

/// OpenTelemetry's name for any other method.
const OTHER: &str = "_OTHER";
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", OTHER];
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// By the route's pattern, never by an address, which holds ids.
#[derive(Debug, Default)]
pub struct Requests(RwLock<HashMap<Box<str>, [Series; METHODS.len()]>>);

#[derive(Debug)]
struct Series {
    by_class: [AtomicU64; CLASSES.len()],
    took: Histogram,
}

/// The counters of a route and a method.
pub struct RouteStats {
    pub route: String,
    pub method: &'static str,
    /// Only classes that occurred.
    pub by_class: Vec<(&'static str, u64)>,
    pub took: HistogramSnapshot,
}

fn place_of(method: &Method) -> usize {
    METHODS.iter().position(|name| *name == method.as_str()).unwrap_or(METHODS.len() - 1)
}

/// The method's name in metrics and traces; a client may send any word.
pub fn method_name(method: &Method) -> &'static str {
    METHODS[place_of(method)]
}

impl Requests {
    pub fn note(&self, route: &str, method: &Method, status: u16, took: Duration) {
        let method = place_of(method);
        let note = |of_route: &[Series; METHODS.len()]| {
            let series = &of_route[method];
            if let Some(count) = series.by_class.get(usize::from(status / 100).wrapping_sub(1)) {
                count.fetch_add(1, Relaxed);
            }
            series.took.note_time(took);
        };
        if let Some(of_route) = self.0.read().unwrap_or_else(PoisonError::into_inner).get(route) {
            return note(of_route);
        }
        let mut routes = self.0.write().unwrap_or_else(PoisonError::into_inner);
        note(routes.entry(route.into()).or_insert_with(|| from_fn(|_| Series::new())));
    }

    /// By route, sorted; unused methods are left out.
    pub fn read(&self) -> Vec<RouteStats> {
        let routes = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let in_order: BTreeMap<_, _> = routes.iter().collect();
        let mut all = Vec::new();
        for (route, series) in in_order {
            for (method, series) in METHODS.into_iter().zip(series) {
                let counts = series.by_class.iter().map(|count| count.load(Relaxed));
                let by_class: Vec<_> = CLASSES.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect();
                if !by_class.is_empty() {
                    all.push(RouteStats { route: route.to_string(), method, by_class, took: series.took.read() });
                }
            }
        }
        all
    }
}

impl Series {
    fn new() -> Self {
        Self { by_class: from_fn(|_| AtomicU64::new(0)), took: Histogram::of_times() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_route_method_and_class_and_strange_methods_together() {
        let requests = Requests::default();
        let strange = [Method::from_bytes(b"BREW").unwrap(), Method::OPTIONS];
        for (method, status) in [(Method::GET, 200), (Method::GET, 204), (Method::GET, 503), (Method::POST, 201)] {
            requests.note("/doctors/{id}", &method, status, Duration::from_millis(3));
        }
        for method in &strange {
            requests.note("/", method, 405, Duration::ZERO);
        }
        assert_eq!([&strange[0], &Method::GET].map(method_name), ["_OTHER", "GET"]);
        let read: Vec<_> = requests.read().into_iter().map(|one| (one.route, one.method, one.by_class)).collect();
        assert_eq!(
            read,
            [
                ("/".into(), OTHER, vec![("4xx", 2)]),
                ("/doctors/{id}".into(), "GET", vec![("2xx", 2), ("5xx", 1)]),
                ("/doctors/{id}".into(), "POST", vec![("2xx", 1)]),
            ]
        );
    }
}
