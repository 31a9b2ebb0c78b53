//! Marks on the patients of a day: arrived, called in, done, absent.

use futures::future::join;
use jiff::Zoned;

use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::service::doctor_topic;
use crate::appointments::store as visits;
use crate::appointments::{self, Appointment, Attendance, Status};
use crate::clinic_day::model::WalkIn;
use crate::clinic_day::service::{Error, Today, WALK_IN, today};
use crate::clinic_day::{store, turns};
use crate::platform::audit::Subject;
use crate::platform::clock::{day_bounds, day_number};
use crate::platform::db::Tx;
use crate::statistics::Tally;

/// The subject of the audit entry of a visit.
const BOOKING: &str = "booking";

/// The mark that a caller saw; `None` is no mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenMark(pub Option<Attendance>);

/// A mark on a patient of today.
pub struct Mark {
    pub attendance: Option<Attendance>,
    /// The state that the caller saw, if given.
    pub was: Option<SeenMark>,
    /// The patient whose visit the undone mark ended, to be called in again.
    pub recall: Option<String>,
}

/// Records the outcome of a patient's visit today; repeated, it replaces the outcome. Calling a patient in ends the visit of the one who
/// was with the doctor.
pub async fn mark(app: &App, desk: &ActingForDoctor, id: String, mark: Mark) -> Result<Today, Error> {
    let (now, keys) = (app.clock.india(), app.keys.clone());
    let marked = desk.write(app, async move |tx, desk| {
        let attendance = mark.attendance;
        let entry = find_entry(tx, &desk, &id).await?;
        let before = entry.attendance();
        if mark.was.is_some_and(|SeenMark(was)| was != before && attendance != before) {
            return Err(Error::MarkedSince);
        }
        save_mark(tx, &desk, &entry, attendance, &now).await?;
        let action = attendance.map_or("unmark", Attendance::as_str);
        let at = now.timestamp();
        desk.record(tx, action, Subject { kind: entry.kind(), id: &id, name: "" }, None, at).await?;
        let Some(recalled) = mark.recall else { return Ok(turns::notify(tx, &desk.doctor_id, &now, &keys).await?) };
        let entry = find_entry(tx, &desk, &recalled).await?;
        // Another person has changed the mark meanwhile, or another patient is with the doctor by now.
        if entry.attendance() != Some(Attendance::Done) || before != Some(Attendance::Called) {
            return Err(Error::MarkedSince);
        }
        save_mark(tx, &desk, &entry, Some(Attendance::Called), &now).await?;
        let subject = Subject { kind: entry.kind(), id: &recalled, name: "" };
        Ok(desk.record(tx, Attendance::Called.as_str(), subject, None, at).await?)
    });
    marked.await?;
    app.push_wakeup.notify();
    app.pubsub.publish(&doctor_topic(&desk.doctor_id));
    today(app, desk).await
}

/// A row of the day: a booking, or a walk-in without a slot.
enum MarkTarget {
    Visit(Box<Appointment>),
    WalkIn(Box<WalkIn>),
}

impl MarkTarget {
    fn attendance(&self) -> Option<Attendance> {
        match self {
            Self::Visit(visit) => visit.attendance,
            Self::WalkIn(walk_in) => walk_in.attendance,
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Visit(_) => BOOKING,
            Self::WalkIn(_) => WALK_IN,
        }
    }
}

async fn find_entry(tx: &mut Tx<'_>, desk: &ActingForDoctor, id: &str) -> Result<MarkTarget, Error> {
    let (visit, walk_in) = join(
        visits::find_seen(&mut tx.concurrent(), id, &desk.sight),
        store::find_walk_in(&mut tx.concurrent(), &desk.doctor_id, id, &desk.sight),
    )
    .await;
    match (visit?, walk_in?) {
        (Some(visit), _) => {
            desk.check(&visit)?;
            Ok(MarkTarget::Visit(Box::new(visit)))
        }
        (None, Some(walk_in)) => Ok(MarkTarget::WalkIn(Box::new(walk_in))),
        (None, None) => Err(appointments::Error::NoAppointment.into()),
    }
}

async fn save_mark(
    tx: &mut Tx<'_>,
    desk: &ActingForDoctor,
    entry: &MarkTarget,
    attendance: Option<Attendance>,
    now: &Zoned,
) -> Result<(), Error> {
    let today = now.date();
    let (id, is_of_today, before, last_called_at) = match entry {
        MarkTarget::Visit(visit) => {
            let is_of_today = visit.status == Status::Checked && visit.slot.day == today;
            (&visit.id, is_of_today, visit.attendance, visit.called_at)
        }
        MarkTarget::WalkIn(walk_in) => {
            (&walk_in.id, walk_in.day == day_number(today), walk_in.attendance, walk_in.called_at)
        }
    };
    if !is_of_today {
        return Err(appointments::Error::NotChangeable.into());
    }
    let attendance = match entry {
        MarkTarget::Visit(visit) => mark_of_phone_visit(visit, attendance)?,
        MarkTarget::WalkIn(_) => attendance,
    };
    if let MarkTarget::Visit(visit) = entry
        && attendance == Some(Attendance::Absent)
        && visit.slot.starts_at() > now.timestamp()
    {
        return Err(Error::NotAbsentYet(visit.slot.time));
    }
    if attendance == Some(Attendance::Called) {
        let days = (day_bounds(today), day_number(today));
        store::end_called(tx, (&desk.doctor_id, &desk.sight), days, id).await?;
    }
    let called_at = called_at(attendance, before, last_called_at, now);
    let MarkTarget::Visit(visit) = entry else {
        return Ok(store::mark_walk_in(tx, id, attendance, called_at).await?);
    };
    // The patient may have cancelled it since it was read.
    let arrived_at = arrived_at(attendance, visit.arrived_at, now);
    if !store::mark_visit(tx, id, attendance, (arrived_at, called_at)).await? {
        return Err(appointments::Error::NotChangeable.into());
    }
    let mut tally = Tally::default();
    tally.remove(&visit.counted());
    tally.add(&Appointment { attendance, ..(**visit).clone() }.counted());
    Ok(tally.save(tx).await?)
}

/// The mark that is stored of a visit by phone; of others it is the one that was given. Nobody arrives for it or is called in, and it is absent
/// by its calls alone: otherwise its patient would not be asked what to do. Who was not reached stays so when "done" is taken back, or the visit
/// would earn its fee.
fn mark_of_phone_visit(visit: &Appointment, mark: Option<Attendance>) -> Result<Option<Attendance>, Error> {
    let Some(phone) = &visit.phone else { return Ok(mark) };
    match mark {
        Some(Attendance::Arrived | Attendance::Called) => Err(appointments::Error::NotChangeable.into()),
        Some(Attendance::Absent) if !phone.is_missed() => Err(appointments::Error::NotChangeable.into()),
        None if phone.is_missed() => Ok(Some(Attendance::Absent)),
        mark => Ok(mark),
    }
}

/// The time of calling in, for a patient who is marked like this. An undo restores the original time.
fn called_at(
    attendance: Option<Attendance>,
    before: Option<Attendance>,
    called_at: Option<i64>,
    now: &Zoned,
) -> Option<i64> {
    match attendance {
        Some(Attendance::Called) if matches!(before, Some(Attendance::Called | Attendance::Done)) => {
            called_at.or_else(|| Some(now.timestamp().as_millisecond()))
        }
        Some(Attendance::Called) => Some(now.timestamp().as_millisecond()),
        Some(Attendance::Done) => called_at,
        _ => None,
    }
}

/// The time of arrival, for a patient who is marked like this. It is known only if the arrival was marked before the patient was called in.
fn arrived_at(attendance: Option<Attendance>, before: Option<i64>, now: &Zoned) -> Option<i64> {
    match attendance {
        None => None,
        Some(Attendance::Arrived) => before.or_else(|| Some(now.timestamp().as_millisecond())),
        Some(Attendance::Called | Attendance::Done | Attendance::Absent) => before,
    }
}
