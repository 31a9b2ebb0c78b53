//! A thousand pages that watch one doctor.

use std::time::{Duration, Instant};

use futures::future::join_all;

use super::{Doctor, follow, four, told};
use crate::harness::stored::approved_visit;
use crate::harness::with_server;

const WATCHERS: usize = 1000;
const OF_A_LINK: usize = 32;

/// The start of the day of the tests, in India.
fn day_start() -> i64 {
    "2026-11-14T18:30:00Z".parse::<jiff::Timestamp>().unwrap().as_millisecond()
}

/// Run alone on an idle machine; it prints its measurements.
#[tokio::test]
#[ignore = "a thousand pages: `make field`"]
async fn a_change_reaches_a_thousand_pages_within_a_second() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let ids = four(&server, &doctor).await;
        let patient = server.patient(20).await;
        // The streams of a link are limited, so many visits of the afternoon are watched, by several pages each.
        let mut open = Vec::with_capacity(WATCHERS);
        let noon = day_start() + 12 * 3_600_000;
        for number in 0..WATCHERS.div_ceil(OF_A_LINK) {
            let id = format!("watched-{number}");
            let starts_at = noon + i64::try_from(number).unwrap() * 900_000;
            server.store_visits(vec![approved_visit(&id, &doctor.id, &patient.id, starts_at)]).await;
            let link = server.app.keys.encrypt("visit page", "", id.as_bytes());
            for _ in 0..OF_A_LINK.min(WATCHERS - open.len()) {
                let mut stream = follow(&server, "/user/api/visit/events", &link).await;
                assert!(told(&mut stream).await.is_some());
                open.push(stream);
            }
        }
        let (resident, before) = (resident_kb(), cpu_ticks());
        let mut slowest = Duration::ZERO;
        for mark in ["arrived", "called", "done", "arrived", "called"] {
            let begun = Instant::now();
            doctor.says(&server, &ids[0], mark).await;
            let reached = join_all(open.iter_mut().map(async |stream| {
                told(stream).await.unwrap();
                begun.elapsed()
            }));
            let last = reached.await.into_iter().max().unwrap();
            println!("{mark}: {WATCHERS} pages in {last:?}");
            slowest = slowest.max(last);
        }
        println!("resident {resident} KB with {WATCHERS} streams, {} ticks of CPU for 5 changes", cpu_ticks() - before);
        assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    })
    .await;
}

/// The memory of this process, server and all pages.
fn resident_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// The CPU time of this process, in hundredths of a second.
fn cpu_ticks() -> u64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit_once(") ").map_or("", |(_, after)| after);
    after.split_whitespace().skip(11).take(2).filter_map(|number| number.parse::<u64>().ok()).sum()
}
