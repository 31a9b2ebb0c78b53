//! Alert for a surge of blood requests or donor registrations: either an attack or a disaster. Compares the last hour with the
//! days before it.

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::blood::rules::rules;
use crate::blood::{donors, requests};
use crate::platform::db::{self, Tx};
use crate::platform::pubsub::ADMINISTRATION;

/// The number of the last hour, where it is a surge.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Surges {
    pub requests: Option<i64>,
    pub donors: Option<i64>,
}

pub async fn find_surges(tx: &mut Tx<'_>, now: Timestamp) -> db::Result<Surges> {
    let hours_ago = |hours| now.saturating_sub(SignedDuration::from_hours(hours)).unwrap_or(now);
    let (hour, days) = (hours_ago(1), hours_ago(24 * rules().alarm.days_before));
    let jump = |in_hour: i64, in_days: i64| rules().alarm.is_surge(in_hour, in_days - in_hour).then_some(in_hour);
    let requests = (requests::count_since(tx, hour).await?, requests::count_since(tx, days).await?);
    let donors = (donors::count_since(tx, hour).await?, donors::count_since(tx, days).await?);
    Ok(Surges { requests: jump(requests.0, requests.1), donors: jump(donors.0, donors.1) })
}

/// During a surge, logs a warning and makes the administrators' open pages reload.
pub async fn watch(app: &App) -> db::Result<()> {
    let now = app.clock.now();
    let jumps = app.db.read(async |tx| find_surges(tx, now).await).await?;
    if let Some(in_last_hour) = jumps.requests {
        tracing::warn!(in_last_hour, "requests for blood jump");
    }
    if let Some(in_last_hour) = jumps.donors {
        tracing::warn!(in_last_hour, "registrations of blood donors jump");
    }
    if jumps != Surges::default() {
        app.pubsub.publish(ADMINISTRATION);
    }
    Ok(())
}
