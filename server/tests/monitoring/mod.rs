//! Monitoring: Prometheus metrics, traces, and slow requests in the log.

mod metrics;
mod prometheus;
mod slow;
mod traces;
