//! The `OpenMetrics` page: metric families with a name, a help text and labels.

use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, MetricEncoder, NoLabelSet, text};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Registry;

use super::histogram::HistogramSnapshot;

pub const CONTENT_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Names and values, such as the route and its pattern.
pub type Labels = Vec<(&'static str, String)>;

/// A page being built.
#[derive(Debug, Default)]
pub struct Page(Vec<Family>);

#[derive(Debug)]
struct Family {
    name: &'static str,
    help: &'static str,
    samples: Samples,
}

#[derive(Debug)]
enum Samples {
    Counters(Vec<(Labels, f64)>),
    Gauges(Vec<(Labels, f64)>),
    Histograms(Vec<(Labels, HistogramSnapshot)>),
}

impl Page {
    /// A counter; `_total` is appended to its name.
    pub fn counters(&mut self, name: &'static str, help: &'static str, counts: Vec<(Labels, f64)>) {
        self.0.push(Family { name, help, samples: Samples::Counters(counts) });
    }

    pub fn counter(&mut self, name: &'static str, help: &'static str, count: f64) {
        self.counters(name, help, vec![(Labels::new(), count)]);
    }

    /// A current value.
    pub fn gauges(&mut self, name: &'static str, help: &'static str, values: Vec<(Labels, f64)>) {
        self.0.push(Family { name, help, samples: Samples::Gauges(values) });
    }

    pub fn gauge(&mut self, name: &'static str, help: &'static str, value: f64) {
        self.gauges(name, help, vec![(Labels::new(), value)]);
    }

    pub fn histograms(&mut self, name: &'static str, help: &'static str, counted: Vec<(Labels, HistogramSnapshot)>) {
        self.0.push(Family { name, help, samples: Samples::Histograms(counted) });
    }

    pub fn histogram(&mut self, name: &'static str, help: &'static str, counted: HistogramSnapshot) {
        self.histograms(name, help, vec![(Labels::new(), counted)]);
    }

    pub fn write(self) -> Result<String, fmt::Error> {
        let (mut registry, mut written) = (Registry::default(), String::new());
        registry.register_collector(Box::new(self));
        text::encode(&mut written, &registry)?;
        Ok(written)
    }
}

impl Collector for Page {
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method itself is of one lifetime only")]
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        for Family { name, help, samples } in &self.0 {
            let kind = match samples {
                Samples::Counters(_) => MetricType::Counter,
                Samples::Gauges(_) => MetricType::Gauge,
                Samples::Histograms(_) => MetricType::Histogram,
            };
            let mut family = encoder.encode_descriptor(name, help, None, kind)?;
            match samples {
                Samples::Counters(counts) => each(&mut family, counts, |encoder, count| {
                    encoder.encode_counter::<NoLabelSet, f64, f64>(count, None)
                })?,
                Samples::Gauges(values) => each(&mut family, values, |encoder, value| encoder.encode_gauge(value))?,
                Samples::Histograms(all) => {
                    each(&mut family, all, |encoder, HistogramSnapshot { sum, count, buckets }| {
                        encoder.encode_histogram::<NoLabelSet>(*sum, *count, buckets, None)
                    })?;
                }
            }
        }
        Ok(())
    }
}

fn each<T>(
    family: &mut MetricEncoder<'_>,
    samples: &[(Labels, T)],
    write: impl Fn(&mut MetricEncoder<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (labels, value) in samples {
        if labels.is_empty() {
            write(family, value)?;
        } else {
            write(&mut family.encode_family(labels)?, value)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_what_prometheus_reads() {
        let mut page = Page::default();
        page.gauges("queue", "Who waits.", vec![(vec![("kind", "mails".into())], 3.0)]);
        page.counter("bookings", "Made.", 2.0);
        page.histogram(
            "took",
            "Time.",
            HistogramSnapshot { sum: 1.5, count: 2, buckets: vec![(1.0, 1), (f64::INFINITY, 1)] },
        );
        let expected = "# HELP queue Who waits.\n# TYPE queue gauge\nqueue{kind=\"mails\"} 3.0\n\
                        # HELP bookings Made.\n# TYPE bookings counter\nbookings_total 2.0\n\
                        # HELP took Time.\n# TYPE took histogram\ntook_sum 1.5\ntook_count 2\n\
                        took_bucket{le=\"1.0\"} 1\ntook_bucket{le=\"+Inf\"} 2\n# EOF\n";
        assert_eq!(page.write().unwrap(), expected);
    }
}
