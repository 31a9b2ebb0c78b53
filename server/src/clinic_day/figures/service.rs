//! Figures of the last days, counted when they are asked for.

use futures::future::join3;
use jiff::Span;

use super::model::{Figures, FiguresScope, Period};
use super::{rules, store};
use crate::app::App;
use crate::platform::clock::{day_number, midnight};
use crate::platform::db;

/// Figures of the visits of so many days before today, and of today up to now.
pub async fn figures(app: &App, scope: FiguresScope<'_>, days: i64) -> db::Result<Figures> {
    let now = app.clock.india();
    let first = now.date().saturating_sub(Span::new().days(days));
    let period = Period {
        from: midnight(first).as_millisecond(),
        to: now.timestamp().as_millisecond(),
        first_day: day_number(first),
    };
    app.db
        .read(async |tx| {
            let (booked, walked_in, leads) = join3(
                store::count_visits(&mut tx.concurrent(), scope, period),
                store::count_walk_ins(&mut tx.concurrent(), scope, period),
                store::count_lead_times(&mut tx.concurrent(), scope, period),
            )
            .await;
            Ok(rules::figures(days, &booked?, &walked_in?, &leads?))
        })
        .await
}
