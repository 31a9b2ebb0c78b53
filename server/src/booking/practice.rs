//! The doctor's side: decisions about requests, the coming days, and what a change of hours or leave means for them.

use jiff::Timestamp;
use jiff::civil::Date;

use super::mails::{Change, News};
use super::model::{Appointment, Status, WithDoctor};
use super::service::{Error, cancel_all, day_bounds, tell, topic};
use super::store::OfDoctor;
use super::tally::Tally;
use super::{rules, store};
use crate::app::App;
use crate::directory::{self, DayTime, DaysOff, Leave, Profile, Schedule};
use crate::identity;
use crate::identity::callers::{Caller, Doctor, Hold, SignedOut};
use crate::identity::login_change::ProvenChange;
use crate::platform::audit::Subject;
use crate::platform::db::{self, Tx};
use crate::platform::http::problem::Problem;
use crate::platform::ids::new_id;
use crate::platform::list::{Order, Page, Part};

/// More than the coming week of a doctor can hold.
const LONGEST: i64 = 1000;

pub enum Decision {
    Approve,
    Reject { reason: Option<String> },
}

/// Approves or rejects a request, once.
pub async fn decide(app: &App, caller: &Doctor, id: String, decision: Decision) -> Result<Appointment, Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let decided = caller
        // A patient who moves the visit locks the doctor too, so what is decided is what the doctor saw.
        .write(app, Hold::Alone, async move |tx, me| {
            let mut appointment = find_own(tx, &me.id, &id).await?;
            let (change, action) = match decision {
                Decision::Approve => {
                    appointment.status = Status::Checked;
                    (Change::Approved, "approve")
                }
                Decision::Reject { reason } => {
                    appointment.status = Status::Rejected;
                    appointment.reason = reason;
                    (Change::Rejected, "reject")
                }
            };
            if !store::decide(tx, &id, appointment.status, appointment.reason.as_deref()).await? {
                return Err(Error::NotChangeable);
            }
            appointment.sequence += 1;
            let doctor = directory::find(tx, &me.id).await?.ok_or(Error::NoDoctor)?;
            let news = News { change, appointment: &appointment, doctor: &doctor, organizer: &organizer, now };
            tell(tx, news).await?;
            record(tx, &me, action, &appointment, now).await?;
            let mut tally = Tally::default();
            tally.changed(&appointment, Status::Pending);
            tally.save(tx).await?;
            Ok(appointment)
        })
        .await?;
    app.mail_waits();
    app.live.publish(&topic(&decided.doctor_id));
    Ok(decided)
}

/// Cancels an approved visit that has not started, with a reason for the patient.
pub async fn cancel(app: &App, caller: &Doctor, id: String, reason: Option<String>) -> Result<Appointment, Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let cancelled = caller
        .write(app, Hold::Alone, async move |tx, me| {
            let mut appointment = find_own(tx, &me.id, &id).await?;
            if appointment.status != Status::Checked || !appointment.is_changeable(now) {
                return Err(Error::NotChangeable);
            }
            appointment.reason = reason;
            let change = Change::CancelledByDoctor;
            let cancelled = cancel_all(tx, vec![appointment], change, now, &organizer).await?.pop();
            let cancelled = cancelled.ok_or(Error::NotChangeable)?;
            record(tx, &me, "cancel", &cancelled, now).await?;
            Ok(cancelled)
        })
        .await?;
    app.mail_waits();
    app.live.publish(&topic(&cancelled.doctor_id));
    Ok(cancelled)
}

/// The doctor's decision, for the log; the reason is the appointment's.
async fn record(tx: &mut Tx<'_>, me: &Caller, action: &str, about: &Appointment, now: Timestamp) -> db::Result<()> {
    let subject = Subject { kind: "booking", id: &about.id, name: &about.patient_name };
    me.record(tx, action, subject, about.reason.as_deref(), now).await
}

async fn find_own(tx: &mut Tx<'_>, doctor_id: &str, id: &str) -> Result<Appointment, Error> {
    let appointment = store::find(tx, id).await?.ok_or(Error::NoAppointment)?;
    if appointment.doctor_id == doctor_id { Ok(appointment) } else { Err(Error::NotYours) }
}

/// What a doctor's list is narrowed to.
#[derive(Debug, Default)]
pub struct Narrowed {
    pub day: Option<Date>,
    /// In small letters.
    pub search: Option<String>,
}

impl Narrowed {
    fn of<'a>(&'a self, doctor_id: &'a str, status: &'static str, earliest: i64) -> OfDoctor<'a> {
        let (from, to) = self.day.map_or((i64::MIN, i64::MAX), day_bounds);
        OfDoctor { doctor_id, status, from: from.max(earliest), to, search: self.search.as_deref() }
    }
}

/// What waits for the doctor, the newest request first.
pub async fn list_pending(
    app: &App,
    doctor_id: &str,
    narrowed: &Narrowed,
    part: Part<'_>,
) -> db::Result<Page<WithDoctor>> {
    let wanted = narrowed.of(doctor_id, "a.status = 'Pending'", i64::MIN);
    app.db
        .read(async |tx| {
            let page = store::page_of_doctor(tx, &wanted, Order::NEWEST, part).await?;
            with_doctor(tx, doctor_id, page).await
        })
        .await
}

/// The rows of a doctor's own list, each with the doctor as a patient's list has them.
async fn with_doctor(tx: &mut Tx<'_>, id: &str, page: Page<Appointment>) -> db::Result<Page<WithDoctor>> {
    let doctor = directory::find(tx, id).await?.ok_or_else(|| db::Error::Other("a doctor without a row".into()))?;
    Ok(page.map(|appointment| WithDoctor {
        appointment,
        full_name: doctor.full_name.clone(),
        image: doctor.image.clone(),
        specialization: doctor.specialization.clone(),
        address: doctor.address.clone(),
        district: doctor.district.clone(),
    }))
}

/// Approved visits still to come, the soonest first.
pub async fn list_coming(app: &App, doctor_id: &str, narrowed: &Narrowed) -> db::Result<Page<Appointment>> {
    let wanted = narrowed.of(doctor_id, "a.status = 'Checked'", app.clock.now_millis());
    app.db
        .read(async |tx| {
            let rows = store::list_coming_of_doctor(tx, &wanted, LONGEST).await?;
            whole(tx, &wanted, rows).await
        })
        .await
}

/// A list that is rarely longer than one page; only then is it worth counting.
async fn whole(tx: &mut Tx<'_>, wanted: &OfDoctor<'_>, rows: Vec<Appointment>) -> db::Result<Page<Appointment>> {
    let mut page = Page::whole(rows);
    if page.total >= LONGEST {
        page.total = store::count_of_doctor(tx, wanted).await?;
    }
    Ok(page)
}

/// Everything of a doctor, whatever became of it.
pub const ALL: &str = "a.status IN ('Pending', 'Checked', 'Rejected', 'Cancelled')";
/// What the doctor has decided.
pub const DECIDED: &str = "a.status IN ('Checked', 'Rejected')";

/// Appointments of the given statuses, the latest visit first.
pub async fn list(
    app: &App,
    doctor_id: &str,
    status: &'static str,
    narrowed: &Narrowed,
    part: Part<'_>,
) -> db::Result<Page<WithDoctor>> {
    let wanted = narrowed.of(doctor_id, status, i64::MIN);
    app.db
        .read(async |tx| {
            let page = store::page_of_doctor(tx, &wanted, store::LATEST, part).await?;
            with_doctor(tx, doctor_id, page).await
        })
        .await
}

pub async fn find_profile(app: &App, doctor_id: &str) -> db::Result<Option<Profile>> {
    app.db.read(async |tx| directory::find_profile(tx, doctor_id).await).await
}

/// Changes the own profile, and returns it with how many coming bookings lie outside the new hours; they stay as they
/// are. What changes of the login brings its password.
pub async fn save_profile(
    app: &App,
    caller: &Doctor,
    login: Option<ProvenChange>,
    change: impl FnOnce(&mut Profile) -> Result<(), Problem> + Send + 'static,
) -> Result<(Profile, usize), identity::Error> {
    let (now, site) = (app.clock.now(), app.config.public_url.clone());
    let saved = caller.write(app, Hold::Alone, async move |tx, me| {
        if let Some(login) = login {
            login.make(tx, &site, now).await?;
        }
        let saved = directory::alter(tx, &me.id, |profile| change(profile).map_err(identity::Error::Fields)).await?;
        let profile = saved.ok_or(SignedOut)?;
        let outside = count_outside(tx, &me.id, &profile.doctor.schedule, now).await?;
        Ok::<_, identity::Error>((profile, outside))
    });
    let saved = saved.await?;
    app.mail_waits();
    Ok(saved)
}

/// Coming bookings at times when the doctor is not there.
async fn count_outside(tx: &mut Tx<'_>, doctor_id: &str, schedule: &Schedule, now: Timestamp) -> db::Result<usize> {
    let taken = store::list_taken(tx, doctor_id, now.as_millisecond() + 1, i64::MAX).await?;
    Ok(taken.into_iter().filter(|slot| rules::check_worked(schedule, *slot).is_err()).count())
}

/// What the schedule page changes; what is absent stays.
pub struct Week {
    pub days_off: Option<DaysOff>,
    pub rest: Break,
}

/// What becomes of the break.
pub enum Break {
    Stays,
    None,
    From(DayTime, DayTime),
}

/// Saves break and days off, and returns the whole schedule and how many coming bookings it leaves outside.
pub async fn save_week(app: &App, caller: &Doctor, week: Week) -> Result<(Schedule, usize), Error> {
    let now = app.clock.now();
    let saved = caller.write(app, Hold::Alone, async move |tx, me| {
        let saved = directory::alter(tx, &me.id, |profile| {
            let schedule = &mut profile.doctor.schedule;
            schedule.days_off = week.days_off.unwrap_or(schedule.days_off);
            schedule.rest = match week.rest {
                Break::Stays => schedule.rest,
                Break::None => None,
                Break::From(start, end) => Some((start, end)),
            };
            Ok::<_, Error>(())
        });
        let schedule = saved.await?.ok_or(Error::NoDoctor)?.doctor.schedule;
        let outside = count_outside(tx, &me.id, &schedule, now).await?;
        Ok((schedule, outside))
    });
    saved.await
}

/// Coming bookings that leave on these days would meet, the soonest first.
pub async fn list_during(app: &App, doctor_id: &str, first: Date, last: Date) -> db::Result<Vec<Appointment>> {
    let now = app.clock.now();
    app.db.read(async |tx| during(tx, doctor_id, (first, last), now).await).await
}

async fn during(
    tx: &mut Tx<'_>,
    doctor_id: &str,
    (first, last): (Date, Date),
    now: Timestamp,
) -> db::Result<Vec<Appointment>> {
    let from = day_bounds(first).0.max(now.as_millisecond() + 1);
    let status = "a.status IN ('Pending', 'Checked')";
    let wanted = OfDoctor { doctor_id, status, from, to: day_bounds(last).1, search: None };
    store::list_coming_of_doctor(tx, &wanted, LONGEST).await
}

/// What happens to the bookings that leave meets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Met {
    #[default]
    Keep,
    /// A mail asks each patient to choose another time.
    Notify,
    Cancel,
}

/// Adds leave. Whoever books at this moment waits for it, and is then told that the doctor is away.
pub async fn add_leave(
    app: &App,
    caller: &Doctor,
    (first, last): (Date, Date),
    note: String,
    met: Met,
) -> Result<Leave, Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let leave = caller
        .write(app, Hold::Alone, async move |tx, me| {
            let doctor = directory::find(tx, &me.id).await?.ok_or(Error::NoDoctor)?;
            let leave = Leave { id: new_id(now), first, last, note };
            directory::insert_leave(tx, &me.id, &leave).await?;
            if met == Met::Keep {
                return Ok(leave);
            }
            let mut appointments = during(tx, &me.id, (first, last), now).await?;
            for appointment in &mut appointments {
                appointment.reason = Some(leave.note.clone()).filter(|note| !note.is_empty());
            }
            if met == Met::Cancel {
                for cancelled in cancel_all(tx, appointments, Change::CancelledByDoctor, now, &organizer).await? {
                    record(tx, &me, "cancel", &cancelled, now).await?;
                }
            } else {
                for appointment in &appointments {
                    let change = Change::DoctorAway;
                    tell(tx, News { change, appointment, doctor: &doctor, organizer: &organizer, now }).await?;
                }
            }
            Ok::<_, Error>(leave)
        })
        .await?;
    app.mail_waits();
    app.live.publish(&topic(&caller.id));
    Ok(leave)
}

/// Whether there was such leave; its slots are free from now on.
pub async fn remove_leave(app: &App, caller: &Doctor, id: String) -> Result<bool, Error> {
    let removed =
        caller.write(app, Hold::Alone, async move |tx, me| Ok(directory::delete_leave(tx, &me.id, &id).await?));
    removed.await
}
