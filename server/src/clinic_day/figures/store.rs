//! The SQL of figures. Each statement reads the visits of one doctor or one hospital in the period, and returns a row for each hour or day.

use jiff::SignedDuration;

use super::model::{FiguresScope, HourCount, Period, WalkInCount};
use crate::appointments::store::{APPROVED, keep_in_sight};
use crate::platform::clock::{DAY_MILLIS, HOUR_MILLIS, INDIA_OFFSET_MILLIS, millis};
use crate::platform::db::{Result, Tx};
use crate::platform::list::List;

/// A longer time means that a mark was forgotten.
const MAX_WAIT: SignedDuration = SignedDuration::from_hours(6);

/// Visits by the hour of the week in which they begin.
pub async fn count_visits(tx: &mut Tx<'_>, scope: FiguresScope<'_>, period: Period) -> Result<Vec<HourCount>> {
    let waited = format!("a.called_at - a.arrived_at BETWEEN 0 AND {}", millis(MAX_WAIT));
    let columns = format!(
        "(a.starts_at + {INDIA_OFFSET_MILLIS}) / {HOUR_MILLIS} % 168 AS hour_of_week, count(*),
         count(*) FILTER (WHERE a.attendance = 'absent'), count(*) FILTER (WHERE {waited}),
         CAST(COALESCE(sum(a.called_at - a.arrived_at) FILTER (WHERE {waited}), 0) AS BIGINT)"
    );
    let rows = visits(scope, period).all(tx, &columns, "GROUP BY 1").await?;
    let count = |((hour_of_week, visits, missed), (waited, wait_millis)): ((i64, i64, i64), (i64, i64))| HourCount {
        hour_of_week,
        visits,
        missed,
        waited,
        wait_millis,
    };
    Ok(Vec::into_iter(rows).map(count).collect())
}

/// Walk-ins without a slot by the hour of the day in which they came.
pub async fn count_walk_ins(tx: &mut Tx<'_>, scope: FiguresScope<'_>, period: Period) -> Result<Vec<WalkInCount>> {
    let mut list = List::new("walk_ins w", format!("w.called_at - w.created_at BETWEEN 0 AND {}", millis(MAX_WAIT)));
    keep_in_scope(&mut list, "w", scope);
    list.and("w.day >=", period.first_day);
    let columns = format!(
        "(w.created_at + {INDIA_OFFSET_MILLIS}) / {HOUR_MILLIS} % 24 AS hour, count(*),
         CAST(sum(w.called_at - w.created_at) AS BIGINT)"
    );
    let rows: Vec<(i64, i64, i64)> = list.all(tx, &columns, "GROUP BY 1").await?;
    Ok(rows.into_iter().map(|(hour, waited, wait_millis)| WalkInCount { hour, waited, wait_millis }).collect())
}

/// The number of visits for each number of days between booking and visit. Walk-ins with a slot are left out: their tokens begin with W.
pub async fn count_lead_times(tx: &mut Tx<'_>, scope: FiguresScope<'_>, period: Period) -> Result<Vec<(i64, i64)>> {
    let mut list = visits(scope, period);
    list.and_also("COALESCE(a.token, '') NOT LIKE 'W%'");
    let day = |column: &str| format!("(a.{column} + {INDIA_OFFSET_MILLIS}) / {DAY_MILLIS}");
    let columns = format!("{} - {} AS lead_days, count(*)", day("starts_at"), day("created_at"));
    list.all(tx, &columns, "GROUP BY 1").await
}

/// The approved visits of the period.
fn visits(scope: FiguresScope<'_>, Period { from, to, .. }: Period) -> List<'_> {
    let mut list = List::new("appointments a", APPROVED);
    keep_in_scope(&mut list, "a", scope);
    list.and("a.starts_at >=", from);
    list.and("a.starts_at <", to);
    list
}

fn keep_in_scope<'a>(list: &mut List<'a>, table: &str, scope: FiguresScope<'a>) {
    match scope {
        FiguresScope::Doctor(id, sight) => {
            list.and(&format!("{table}.doctor_id ="), id);
            keep_in_sight(list, table, sight);
        }
        FiguresScope::Hospital(id) => list.and(&format!("{table}.hospital_id ="), id),
    }
}
