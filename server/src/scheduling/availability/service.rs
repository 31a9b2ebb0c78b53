//! Which slots a doctor has left, and which doctors have some.

use jiff::civil::Date;

use crate::app::App;
use crate::directory::desk::DeskScope;
use crate::directory::{DayTime, Doctor, DoctorFilter, Offer, VisitMode, Workplace};
use crate::platform::db;
use crate::platform::list::{Page, Part};
use crate::scheduling::Error;
use crate::scheduling::availability_index::{DoctorAvailability, DoctorSearch, Found, Sort, TimeWindow};
use crate::scheduling::rules::{self, OpenDay};
use crate::scheduling::slots::{self, NoneFree, WHOLE_DAY};
use crate::scheduling::{OfferedSlot, Slot};

/// The times of a doctor's day that cannot be booked, for whatever reason.
pub async fn closed_times(app: &App, doctor_id: &str, day: Date) -> Result<Vec<Slot>, Error> {
    let now = app.clock.india();
    let closed = app.availability.ask(app, |doctors| {
        let found = doctors.find(doctor_id)?;
        let mut closed = slots::closed_slots(&found.doctor.schedule, day, &found.taken, &now);
        if let Ok(open) = OpenDay::new(day, &now) {
            closed.extend(found.held(open));
            closed.sort_unstable();
        }
        Some(closed)
    });
    closed.await?.ok_or(Error::NoDoctor)
}

/// The free slots of a day, or why there are none.
pub struct FreeDay {
    pub day: Date,
    pub slots: Vec<Slot>,
    pub why_none: Option<NoneFree>,
    /// Its sessions, if the doctor has more than plain hours.
    pub sessions: Vec<DaySession>,
}

/// A session of a day, and how many of its slots are free.
pub struct DaySession {
    pub from: DayTime,
    pub to: DayTime,
    /// `None` is the doctor's own clinic.
    pub place: Option<Workplace>,
    pub fee: i64,
    pub mode: VisitMode,
    pub free: usize,
}

fn sessions_on(doctor: &Doctor, day: Date, free: &[Slot], mode: Option<VisitMode>) -> Vec<DaySession> {
    if doctor.schedule.sessions.is_empty() || !doctor.schedule.works_on(day) {
        return Vec::new();
    }
    let sessions = doctor.schedule.sessions_on(day).filter(|session| mode.is_none_or(|mode| session.mode == mode));
    let sessions = sessions.map(|session| {
        let Offer { place, fee, mode } = doctor.offer_of(session);
        let free = free.iter().filter(|slot| session.has(slot.time)).count();
        DaySession { from: session.from, to: session.to, place: place.cloned(), fee, mode, free }
    });
    sessions.collect()
}

fn free_day(found: &DoctorAvailability, open: OpenDay, mode: Option<VisitMode>) -> FreeDay {
    let schedule = &found.doctor.schedule;
    let is_wanted = |slot: &Slot| mode.is_none_or(|mode| found.doctor.offer_at(slot.day, slot.time).mode == mode);
    let mut held = found.held(open);
    held.retain(is_wanted);
    let free = slots::free_slots(schedule, open, &found.taken, WHOLE_DAY, mode);
    let slots: Vec<_> = free.filter(|slot| !held.contains(slot)).collect();
    let why_none =
        slots.is_empty().then(|| if held.is_empty() { slots::why_none(schedule, open, mode) } else { NoneFree::Held });
    let sessions = sessions_on(&found.doctor, open.day, &slots, mode);
    FreeDay { day: open.day, slots, why_none, sessions }
}

/// The free slots of each of these days, of one mode or of both.
pub async fn free_days(
    app: &App,
    doctor_id: &str,
    days: &[OpenDay],
    mode: Option<VisitMode>,
) -> Result<Vec<FreeDay>, Error> {
    let free = app.availability.ask(app, |doctors| {
        let found = doctors.find(doctor_id)?;
        Some(days.iter().map(|open| free_day(found, *open, mode)).collect())
    });
    free.await?.ok_or(Error::NoDoctor)
}

/// The free slots of a mode on the bookable days for the desk, within its scope. The minimum notice does not bind the desk.
pub async fn free_days_at_desk(
    app: &App,
    doctor_id: &str,
    sight: &DeskScope,
    mode: VisitMode,
) -> Result<Vec<FreeDay>, Error> {
    let days: Vec<OpenDay> = rules::open_days(&app.clock.india()).into_iter().map(OpenDay::without_notice).collect();
    let free = app.availability.ask(app, |doctors| {
        let found = doctors.find(doctor_id)?;
        let shows = |slot: &Slot| sight.shows(found.doctor.hospital_at(slot.day, slot.time));
        let in_sight = |open: &OpenDay| {
            let mut day = free_day(found, *open, Some(mode));
            day.slots.retain(shows);
            day.sessions.retain(|session| sight.shows(session.place.as_ref().map(|place| place.id.as_str())));
            if day.slots.is_empty() && day.why_none.is_none() {
                day.why_none = Some(NoneFree::Full);
            }
            day
        };
        Some(days.iter().map(in_sight).collect())
    });
    free.await?.ok_or(Error::NoDoctor)
}

/// The free slots of any day, of one mode or of both.
pub async fn free_slots(app: &App, doctor_id: &str, day: Date, mode: Option<VisitMode>) -> Result<FreeDay, Error> {
    let open = OpenDay::new(day, &app.clock.india());
    let free = app.availability.ask(app, |doctors| {
        let found = doctors.find(doctor_id)?;
        let closed = |refusal| FreeDay {
            day,
            slots: Vec::new(),
            why_none: Some(NoneFree::Closed(refusal)),
            sessions: Vec::new(),
        };
        Some(open.map_or_else(closed, |open| free_day(found, open, mode)))
    });
    free.await?.ok_or(Error::NoDoctor)
}

/// What there is instead of a day with a doctor.
pub struct Instead {
    /// The doctor's first free slot from that day on; before it, if there is none.
    pub next_slot: Option<OfferedSlot>,
    /// Others of the same speciality in the same district who are free on that day, the first free slot first.
    pub others: Vec<Found>,
    /// Whether one can join the waiting list of the day: it has slots at a place, and others have them. No list has slots by phone.
    pub has_waitlist: bool,
}

/// Other doctors that are suggested.
const OTHERS: usize = 3;

pub async fn instead(app: &App, doctor_id: &str, day: Date, mode: Option<VisitMode>) -> Result<Instead, Error> {
    let days = rules::open_days(&app.clock.india());
    let from_then: Vec<OpenDay> = days.iter().filter(|open| open.day >= day).copied().collect();
    let found = app.availability.ask(app, |doctors| {
        let asked = doctors.find(doctor_id)?;
        let doctor = &asked.doctor;
        let has_waitlist = from_then.first().is_some_and(|open| {
            let at_a_place = (open.day == day && mode != Some(VisitMode::Phone))
                .then(|| free_day(asked, *open, Some(VisitMode::Clinic)));
            at_a_place.is_some_and(|free| matches!(free.why_none, Some(NoneFree::Full | NoneFree::Held)))
        });
        let then = doctors.with_next_slot(doctor_id, &from_then, mode)?.next_slot;
        let next_slot = then.or(doctors.with_next_slot(doctor_id, &days, mode)?.next_slot);
        let next_slot = next_slot.map(|slot| OfferedSlot::of(slot, doctor));
        let wanted = DoctorSearch {
            filter: DoctorFilter {
                districts: vec![doctor.district.clone()],
                specialization: Some(doctor.specialization.clone()),
                mode,
                ..DoctorFilter::default()
            },
            window: Some(TimeWindow { day: Some(day), minutes: WHOLE_DAY }),
            sort: Sort::Earliest,
        };
        // One more, because the doctor may be among them.
        let free = doctors.page(&wanted, &days, Part::first(i64::try_from(OTHERS).unwrap_or(0) + 1)).data;
        let others = free.into_iter().filter(|found| found.doctor.id != doctor_id).take(OTHERS).collect();
        Some(Instead { next_slot, others, has_waitlist })
    });
    found.await?.ok_or(Error::NoDoctor)
}

pub async fn find_doctors(app: &App, wanted: &DoctorSearch, part: Part<'_>) -> db::Result<Page<Found>> {
    let days = rules::open_days(&app.clock.india());
    app.availability.ask(app, |doctors| doctors.page(wanted, &days, part)).await
}

pub async fn find_doctor(app: &App, id: &str) -> Result<Found, Error> {
    let days = rules::open_days(&app.clock.india());
    app.availability.ask(app, |doctors| doctors.with_next_slot(id, &days, None)).await?.ok_or(Error::NoDoctor)
}

/// The lowest fee of visits by phone of all listed doctors; `None` if no doctor offers any.
pub async fn lowest_phone_fee(app: &App) -> db::Result<Option<i64>> {
    let today = app.clock.india().date();
    app.availability.ask(app, |doctors| doctors.lowest_phone_fee(today)).await
}
