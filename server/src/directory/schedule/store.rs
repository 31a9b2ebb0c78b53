//! The SQL of sessions and leave.

use jiff::civil::{Date, Weekday};

use super::model::{DayTime, Leave, SessionDay, SessionPlan, minutes};
use super::visit_mode::VisitMode;
use crate::platform::db::{Param, Result, Tx, columns};
use crate::platform::list::List;

columns! {
    LEAVE: Leave in "doctor_leave l" {
        id: "l.id",
        first: "l.first_day",
        last: "l.last_day",
        hours: ["l.from_minute", "l.to_minute"],
        note: "l.note",
    }
}

/// A doctor's leave, past and coming, the first first.
pub async fn list_leave(tx: &mut Tx<'_>, doctor_id: &str) -> Result<Vec<Leave>> {
    LEAVE.list_all(tx, "WHERE l.doctor_id = $1 ORDER BY l.first_day, l.id", &[&doctor_id]).await
}

/// The leave of several doctors that has not ended before `today`, each with the doctor's id.
pub async fn list_coming_leave(tx: &mut Tx<'_>, doctors: &[String], today: Date) -> Result<Vec<(String, Leave)>> {
    let mut coming = List::whole(LEAVE.tables);
    coming.and("l.last_day >=", today.to_string());
    coming.of_each(tx, ("l.doctor_id", doctors), &LEAVE, "l.first_day, l.id").await
}

pub async fn insert_leave(tx: &mut Tx<'_>, doctor_id: &str, leave: &Leave) -> Result<()> {
    let Leave { id, first, last, hours, note } = leave;
    let (first, last, (from, to)) = (first.to_string(), last.to_string(), minutes(*hours));
    let values: [(&str, &dyn Param); 7] = [
        ("id", id),
        ("doctor_id", &doctor_id),
        ("first_day", &first),
        ("last_day", &last),
        ("from_minute", &from),
        ("to_minute", &to),
        ("note", note),
    ];
    tx.insert("doctor_leave", &values).await
}

/// Whether the doctor had that leave.
pub async fn delete_leave(tx: &mut Tx<'_>, doctor_id: &str, id: &str) -> Result<bool> {
    let sql = "DELETE FROM doctor_leave WHERE id = $1 AND doctor_id = $2";
    Ok(tx.execute(sql, &[&id, &doctor_id]).await? == 1)
}

columns! {
    struct SessionRow as SESSION in "doctor_sessions s" {
        id: String = "s.id",
        weekday: Option<i64> = "s.weekday",
        day: Option<Date> = "s.on_day",
        from: DayTime = "s.from_minute",
        to: DayTime = "s.to_minute",
        hospital_id: Option<String> = "s.hospital_id",
        fee: Option<i64> = "s.fee",
        mode: VisitMode = "s.mode",
    }
}

impl SessionRow {
    /// The session of a row. The doctor decides later whether it is offered.
    fn planned(self) -> Option<SessionPlan> {
        let Self { id, weekday, day, from, to, hospital_id, fee, mode } = self;
        let weekday = weekday.and_then(|number| Weekday::from_monday_zero_offset(i8::try_from(number).ok()?).ok());
        let on = weekday.map(SessionDay::Weekday).or(day.map(SessionDay::Day))?;
        Some(SessionPlan { id, on, from, to, hospital_id, fee, mode, is_offered: false })
    }
}

/// A doctor's sessions, weekly and extra, in the order of their starts.
pub async fn list_sessions(tx: &mut Tx<'_>, doctor_id: &str) -> Result<Vec<SessionPlan>> {
    let rows = SESSION.list_all(tx, "WHERE s.doctor_id = $1 ORDER BY s.from_minute, s.id", &[&doctor_id]).await?;
    Ok(rows.into_iter().filter_map(SessionRow::planned).collect())
}

/// The same of several doctors, each with the doctor's id, without the extra ones of days before `today`.
pub async fn list_coming_sessions(
    tx: &mut Tx<'_>,
    doctors: &[String],
    today: Date,
) -> Result<Vec<(String, SessionPlan)>> {
    let mut rows = List::whole(SESSION.tables);
    let today = rows.value(today.to_string());
    rows.and_also(format!("(s.weekday IS NOT NULL OR s.on_day >= {today})"));
    let rows = rows.of_each(tx, ("s.doctor_id", doctors), &SESSION, "s.from_minute, s.id").await?;
    Ok(rows.into_iter().filter_map(|(doctor_id, row)| Some((doctor_id, row.planned()?))).collect())
}

pub async fn insert_sessions(tx: &mut Tx<'_>, doctor_id: &str, sessions: &[&SessionPlan]) -> Result<()> {
    for session in sessions {
        let (weekday, day) = match session.on {
            SessionDay::Weekday(weekday) => (Some(i64::from(weekday.to_monday_zero_offset())), None),
            SessionDay::Day(day) => (None, Some(day.to_string())),
        };
        let values: [(&str, &dyn Param); 9] = [
            ("id", &session.id),
            ("doctor_id", &doctor_id),
            ("weekday", &weekday),
            ("on_day", &day),
            ("from_minute", &session.from.minutes()),
            ("to_minute", &session.to.minutes()),
            ("hospital_id", &session.hospital_id),
            ("fee", &session.fee),
            ("mode", &session.mode.as_str()),
        ];
        tx.insert("doctor_sessions", &values).await?;
    }
    Ok(())
}

/// Replaces the weekly sessions. The extra ones stay.
pub async fn replace_weekly(tx: &mut Tx<'_>, doctor_id: &str, weekly: &[&SessionPlan]) -> Result<()> {
    tx.execute("DELETE FROM doctor_sessions WHERE doctor_id = $1 AND weekday IS NOT NULL", &[&doctor_id]).await?;
    insert_sessions(tx, doctor_id, weekly).await
}

/// Whether the doctor had that extra session.
pub async fn delete_extra(tx: &mut Tx<'_>, doctor_id: &str, id: &str) -> Result<bool> {
    let sql = "DELETE FROM doctor_sessions WHERE id = $1 AND doctor_id = $2 AND on_day IS NOT NULL";
    Ok(tx.execute(sql, &[&id, &doctor_id]).await? == 1)
}

pub async fn delete_old_extra(tx: &mut Tx<'_>, before: Date) -> Result<u64> {
    tx.execute("DELETE FROM doctor_sessions WHERE on_day < $1", &[&before.to_string()]).await
}

pub async fn delete_old_leave(tx: &mut Tx<'_>, before: Date) -> Result<u64> {
    tx.execute("DELETE FROM doctor_leave WHERE last_day < $1", &[&before.to_string()]).await
}

pub async fn erase(tx: &mut Tx<'_>, doctor_id: &str) -> Result<()> {
    for table in ["doctor_leave", "doctor_sessions"] {
        tx.execute(&format!("DELETE FROM {table} WHERE doctor_id = $1"), &[&doctor_id]).await?;
    }
    Ok(())
}
