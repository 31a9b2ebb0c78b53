//! What a doctor does with the day: marks who came, takes walk-ins, says to be late.

use futures::future::{join, join5};
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp, Zoned};

use super::model::{Comer, DayState, NoShows, WalkIn};
use super::rules::{self, MOST_LATE_CHANGES, MOST_WALK_INS, Standing};
use super::{mails, store};
use crate::app::App;
use crate::booking::figures::{DAY, HOUR, OFFSET, Tally};
use crate::booking::model::{Appointment, Attendance, PatientDetails, Slot, Status};
use crate::booking::rules::{OpenDay, WHOLE_DAY, check_bookable, free_slots};
use crate::booking::service::{Error, day_bounds, list_contacts, spread, topic};
use crate::booking::store as visits;
use crate::booking::waitlist;
use crate::directory::{self, DayTime, Doctor, Schedule};
use crate::identity::callers::{self, Caller, Hold};
use crate::identity::users::{self, NOBODY};
use crate::platform::clock::millis;
use crate::platform::db::{self, Tx};
use crate::platform::ids::{Secret, new_id};
use crate::platform::keys::Keys;
use crate::platform::{messages, outbox};

/// What the key encrypts here: the id of the visit whose page a link opens.
const PAGE: &str = "visit page";
/// How far back those who did not come are counted.
const COUNTED: SignedDuration = SignedDuration::from_hours(90 * 24);
/// How long those who walked in without a slot are remembered.
const REMEMBERED: i64 = 90;

/// The token of a visit that was just approved, fixed from now on; `None` if it was not. The caller holds the doctor.
pub async fn fix_token(tx: &mut Tx<'_>, schedule: &Schedule, visit: &Appointment) -> db::Result<Option<String>> {
    let number = rules::ordinal(schedule, visit.slot).to_string();
    store::fix_token(tx, visit, &number, day_bounds(visit.slot.day)).await
}

/// A day of a doctor as it is stored.
pub struct Day {
    pub doctor: Doctor,
    pub state: DayState,
    pub comers: Vec<Comer>,
    /// The digest of the link of the waiting room's screen.
    pub screen: Option<String>,
}

/// The number of a day, counted from 1970 by India's clock.
fn number_of(day: Date) -> i64 {
    (day_bounds(day).0 + OFFSET) / DAY
}

pub async fn read_day(tx: &mut Tx<'_>, doctor_id: &str, day: Date) -> db::Result<Option<Day>> {
    let (bounds, number) = (day_bounds(day), number_of(day));
    let (doctor, visits, walk_ins, state, screen) = join5(
        directory::find(&mut tx.beside(), doctor_id),
        store::list_visits(&mut tx.beside(), doctor_id, bounds),
        store::list_walk_ins(&mut tx.beside(), doctor_id, number),
        store::find_day(&mut tx.beside(), doctor_id, number),
        store::find_screen(&mut tx.beside(), doctor_id),
    )
    .await;
    let Some(doctor) = doctor? else { return Ok(None) };
    let comers = rules::in_order(&doctor.schedule, visits?, walk_ins?);
    Ok(Some(Day { doctor, state: state?, comers, screen: screen? }))
}

/// A doctor's day, and which of its slots a walk-in can have.
pub struct Today {
    pub date: Date,
    pub day: Day,
    pub free: Vec<Slot>,
}

pub async fn today(app: &App, caller: &callers::Doctor) -> Result<Today, Error> {
    let now = app.clock.india();
    let date = now.date();
    let (from, to) = day_bounds(date);
    app.db
        .read(async |tx| {
            let (day, taken) = join(
                read_day(&mut tx.beside(), &caller.id, date),
                visits::list_taken(&mut tx.beside(), &caller.id, from - Slot::MILLIS, to),
            )
            .await;
            let (day, taken) = (day?.ok_or(Error::NoDoctor)?, taken?.into_iter().collect());
            let open = OpenDay::new(date, &now).map_err(Error::NotBookable)?;
            let free = free_slots(&day.doctor.schedule, open, &taken, WHOLE_DAY).collect();
            let free = waitlist::list_unclaimed(tx, &day.doctor, free, now.timestamp().as_millisecond()).await?;
            Ok(Today { date, day, free })
        })
        .await
}

/// Says what became of somebody who comes today; said again, it is another word about the same. Whoever is called in sends out whoever
/// was with the doctor.
pub async fn mark(
    app: &App,
    caller: &callers::Doctor,
    id: String,
    attendance: Option<Attendance>,
) -> Result<Today, Error> {
    let now = app.clock.india();
    let marked = caller.write(app, Hold::Alone, async move |tx, me| {
        let (visit, walk_in) =
            join(visits::find(&mut tx.beside(), &id), store::find_walk_in(&mut tx.beside(), &me.id, &id)).await;
        match (visit?, walk_in?) {
            (Some(visit), _) => mark_visit(tx, &me, &visit, attendance, &now).await,
            (None, Some(walk_in)) => mark_walk_in(tx, &me, &walk_in, attendance, &now).await,
            (None, None) => Err(Error::NoAppointment),
        }
    });
    marked.await?;
    app.live.publish(&topic(&caller.id));
    today(app, caller).await
}

async fn mark_visit(
    tx: &mut Tx<'_>,
    me: &Caller,
    visit: &Appointment,
    attendance: Option<Attendance>,
    now: &Zoned,
) -> Result<(), Error> {
    if visit.doctor_id != me.id {
        return Err(Error::NotYours);
    }
    if visit.status != Status::Checked || visit.slot.day != now.date() {
        return Err(Error::NotChangeable);
    }
    if attendance == Some(Attendance::Called) {
        end_called(tx, me, &visit.id, now).await?;
    }
    let called_at = called_at(attendance, visit.attendance, visit.called_at, now);
    // The patient may have cancelled it since it was read.
    if !store::mark_visit(tx, &visit.id, attendance, called_at).await? {
        return Err(Error::NotChangeable);
    }
    let mut tally = Tally::default();
    tally.marked(visit, attendance);
    tally.save(tx).await?;
    Ok(())
}

async fn mark_walk_in(
    tx: &mut Tx<'_>,
    me: &Caller,
    walk_in: &WalkIn,
    attendance: Option<Attendance>,
    now: &Zoned,
) -> Result<(), Error> {
    if walk_in.day != number_of(now.date()) {
        return Err(Error::NotChangeable);
    }
    if attendance == Some(Attendance::Called) {
        end_called(tx, me, &walk_in.id, now).await?;
    }
    let called_at = called_at(attendance, walk_in.attendance, walk_in.called_at, now);
    store::mark_walk_in(tx, &walk_in.id, attendance, called_at).await?;
    Ok(())
}

async fn end_called(tx: &mut Tx<'_>, me: &Caller, but: &str, now: &Zoned) -> db::Result<()> {
    let day = now.date();
    store::end_called(tx, &me.id, day_bounds(day), number_of(day), but).await
}

/// When somebody was called in, once they are marked like this.
fn called_at(
    attendance: Option<Attendance>,
    before: Option<Attendance>,
    called_at: Option<i64>,
    now: &Zoned,
) -> Option<i64> {
    match attendance {
        Some(Attendance::Called) if before == attendance => called_at,
        Some(Attendance::Called) => Some(now.timestamp().as_millisecond()),
        Some(Attendance::Done) => called_at,
        _ => None,
    }
}

/// Takes somebody who came without a booking: into a free slot, or to wait. The same form sent again takes nobody twice; sent again
/// with a time, who waits gets that slot and keeps the token.
pub async fn add_walk_in(
    app: &App,
    caller: &callers::Doctor,
    patient: PatientDetails,
    time: Option<DayTime>,
) -> Result<Today, Error> {
    let now = app.clock.india();
    let added = caller.write(app, Hold::Alone, async move |tx, me| {
        let (date, at) = (now.date(), now.timestamp());
        let day = read_day(tx, &me.id, date).await?.ok_or(Error::NoDoctor)?;
        let slot = time.map(|time| Slot { day: date, time });
        let here = rules::standing_of(&day.comers, &patient, slot);
        if matches!(here, Standing::Settled) {
            return Ok(());
        }
        if let Some(slot) = slot {
            check_bookable(&day.doctor.schedule, slot, &now).map_err(Error::NotBookable)?;
            waitlist::check(tx, &day.doctor, NOBODY, slot, &now).await?;
        }
        let token = match &here {
            Standing::Waits(comer) => comer.token.clone(),
            _ => next_token(tx, &me.id, date).await?,
        };
        if let Some(slot) = slot {
            if let Standing::Waits(comer) = &here {
                store::delete_walk_in(tx, &comer.id).await?;
            }
            return book_walk_in(tx, &day.doctor, patient, (slot, token), at).await;
        }
        let walk_in = WalkIn {
            id: new_id(at),
            day: number_of(date),
            token,
            name: patient.name.as_str().into(),
            phone: patient.phone.as_str().into(),
            attendance: Some(Attendance::Arrived),
            called_at: None,
        };
        Ok(store::insert_walk_in(tx, &me.id, &walk_in, at.as_millisecond()).await?)
    });
    added.await?;
    spread(app, &caller.id);
    today(app, caller).await
}

/// The token of the next walk-in of a day.
async fn next_token(tx: &mut Tx<'_>, doctor_id: &str, date: Date) -> Result<String, Error> {
    let number = store::next_walk_in(tx, doctor_id, number_of(date)).await?;
    if number > MOST_WALK_INS { Err(Error::TooManyWalkIns) } else { Ok(format!("W{number}")) }
}

/// A booking like any other, of a user whom nobody is: the database decides whether the slot is free.
async fn book_walk_in(
    tx: &mut Tx<'_>,
    doctor: &Doctor,
    patient: PatientDetails,
    (slot, token): (Slot, String),
    now: Timestamp,
) -> Result<(), Error> {
    users::insert_nobody(tx).await?;
    let visit = Appointment {
        id: new_id(now),
        doctor_id: doctor.id.clone(),
        user_id: NOBODY.into(),
        person_id: None,
        follows: None,
        patient_name: patient.name.as_str().into(),
        contact_number: patient.phone.as_str().into(),
        slot,
        fee: doctor.fee,
        status: Status::Checked,
        sequence: 0,
        created_at: now.as_millisecond(),
        reason: None,
        unanswered_at: None,
        token: Some(token),
        attendance: Some(Attendance::Arrived),
        called_at: None,
        overlaps: false,
    };
    if !visits::insert(tx, &visit).await? {
        return Err(Error::SlotTaken);
    }
    let mut tally = Tally::default();
    tally.added(&visit);
    tally.save(tx).await?;
    Ok(())
}

/// Says by how many minutes the doctor is late today, and tells everybody who waits, once for each change.
pub async fn be_late(app: &App, caller: &callers::Doctor, minutes: i64) -> Result<Today, Error> {
    let (now, site, keys) = (app.clock.india(), app.config.public_url.clone(), app.keys.clone());
    let told = caller.write(app, Hold::Alone, async move |tx, me| {
        let (date, at) = (now.date(), now.timestamp());
        let state = store::find_day(tx, &me.id, number_of(date)).await?;
        if state.late == minutes {
            return Ok(());
        }
        if state.late_changes >= MOST_LATE_CHANGES {
            return Err(Error::LateTooOften);
        }
        store::save_late(tx, &me.id, number_of(date), minutes).await?;
        let (doctor, waiting) = join(
            directory::find(&mut tx.beside(), &me.id),
            store::list_visits(&mut tx.beside(), &me.id, day_bounds(date)),
        )
        .await;
        let (doctor, mut waiting) = (doctor?.ok_or(Error::NoDoctor)?, waiting?);
        // Whoever was expected under the longer of both times still waits.
        let late = minutes.max(state.late);
        waiting.retain(|visit| rules::waits(visit.attendance, Some(visit.slot), late, at.as_millisecond()));
        // Who cancels holds no doctor, and may just have done so.
        let ids: Vec<String> = waiting.iter().map(|visit| visit.id.clone()).collect();
        let approved = store::hold_approved(tx, &ids).await?;
        waiting.retain(|visit| approved.contains(&visit.id));
        let contacts = list_contacts(tx, &waiting).await?;
        let (mut mails, mut to_phones) = (Vec::with_capacity(waiting.len()), Vec::new());
        for visit in &waiting {
            let Some(contact) = contacts.get(&visit.user_id) else { continue };
            mails.push(mails::late(minutes, visit, &doctor, contact, page_address(&site, &keys, &visit.id)));
            to_phones.extend(mails::late_to_phone((minutes, state.late_changes + 1), visit, &doctor, contact));
        }
        outbox::enqueue_all(tx, &mails, at).await?;
        Ok(messages::enqueue(tx, &to_phones, at).await?)
    });
    told.await?;
    spread(app, &caller.id);
    today(app, caller).await
}

/// A new secret link for the waiting room's screen; the one before it ends.
pub async fn renew_screen(app: &App, caller: &callers::Doctor) -> Result<String, Error> {
    let (token, now) = (Secret::random(), app.clock.now_millis());
    let digest = token.digest();
    let saved = caller.write(app, Hold::Alone, async move |tx, me| {
        store::save_screen(tx, &me.id, &digest, now).await?;
        Ok::<_, Error>(())
    });
    saved.await?;
    app.live.publish(&topic(&caller.id));
    Ok(format!("{}/screen#{}", app.config.public_url, token.expose()))
}

/// Of the last 90 days.
pub async fn no_shows(app: &App, doctor_id: &str) -> db::Result<Vec<NoShows>> {
    let now = app.clock.now_millis();
    let span = (now - millis(COUNTED), now);
    let counted = app.db.read(async |tx| store::count_absent(tx, doctor_id, span, (HOUR, OFFSET)).await).await?;
    Ok(rules::no_shows(&counted))
}

/// The page of a visit that is approved and not past, for its patient and whomever they show it to. After the `#`, a browser keeps the
/// token to itself.
pub fn page_of(app: &App, visit: &Appointment) -> Option<String> {
    let is_coming = visit.status == Status::Checked && visit.slot.day >= app.clock.india().date();
    is_coming.then(|| page_address("", &app.keys, &visit.id))
}

pub fn page_address(site: &str, keys: &Keys, id: &str) -> String {
    format!("{site}/visit#{}", keys.encrypt(PAGE, "", id.as_bytes()))
}

/// The id of the visit whose page a token opens.
pub fn visit_of(keys: &Keys, token: &Secret) -> Option<String> {
    String::from_utf8(keys.decrypt(PAGE, "", token.expose())?).ok()
}

/// All about a doctor who is erased; the caller holds the doctor's lock.
pub async fn erase_of_doctor(tx: &mut Tx<'_>, doctor_id: &str) -> db::Result<()> {
    store::erase_of_doctor(tx, doctor_id).await
}

/// Forgets who walked in long ago.
pub async fn forget_old(app: &App) -> db::Result<u64> {
    let before = number_of(app.clock.india().date()) - REMEMBERED;
    app.db
        .write(async move |tx| {
            tx.take_your_time().await?;
            store::delete_before(tx, before).await
        })
        .await
}
