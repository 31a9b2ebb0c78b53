//! What an operator sees of the running program: figures for Prometheus, traces, and slow requests in the log.

mod metrics;
mod prometheus;
mod slow;
mod traces;
