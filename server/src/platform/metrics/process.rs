//! Metrics of the process. Without `/proc` some of them are missing.

use std::fs;

use jiff::Timestamp;
use rustix::time::{ClockId, clock_gettime};

use super::{Page, as_float};

pub fn write_to(page: &mut Page, started: Timestamp) {
    let started = started.as_duration().as_secs_f64();
    page.gauge("process_start_time_seconds", "When the program started.", started);
    let used = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = std::time::Duration::try_from(used).unwrap_or_default().as_secs_f64();
    page.counter("process_cpu_seconds", "Time on all cores.", seconds);
    if let Some(bytes) = resident() {
        page.gauge("process_resident_memory_bytes", "Memory that the program holds.", as_float(bytes));
    }
    if let Ok(files) = fs::read_dir("/proc/self/fd") {
        page.gauge("process_open_fds", "Open files and connections.", as_float(files.count() as u64));
    }
}

fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? * 1024)
}
