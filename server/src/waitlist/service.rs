//! The waiting list: joining and leaving it, and the job that offers free slots and passes unused offers on.
//!
//! Entries and holds are added only under the doctor's exclusive lock. Bookings take the lock shared: in parallel they can only remove an
//! entry with its hold. Code that frees a slot need not know the waiting list: by `rules::reservations` a free slot that somebody waits for
//! is reserved at once, and the job offers it a moment later.

use std::collections::BTreeSet;

use futures::future::join;
use jiff::civil::Date;
use jiff::{Timestamp, Zoned};

use super::mails;
use super::rules::{EndReason, Offer, is_on_leave, is_settled, plan};
use super::store::{self, NewRow, OwnEntry};
use crate::app::App;
use crate::appointments::people;
use crate::appointments::rules::{MAX_PENDING_PER_USER, MAX_PER_DOCTOR_AND_DAY};
use crate::appointments::session_moves;
use crate::appointments::store::count_coming;
use crate::directory::{self, Doctor};
use crate::identity;
use crate::identity::callers::SignedOut;
use crate::identity::callers::{self, Patient};
use crate::platform::background::NextRun;
use crate::platform::clock::day_bounds;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::{Secret, new_id};
use crate::platform::keys::Keys;
use crate::platform::push::{self, NextChannel};
use crate::platform::{outbox, phone_messages};
use crate::scheduling::Slot;
use crate::scheduling::reservations::{self, list_taken, remove, reservations};
use crate::scheduling::reservations::{
    EntryWithHolds, MAX_ENTRIES_PER_DAY, MAX_ENTRIES_PER_USER, SlotHold, VOID, WaitlistEntry,
};
use crate::scheduling::rules::{OpenDay, Refusal};
use crate::scheduling::slots;
use crate::scheduling::slots::{Minutes, Taken, WHOLE_DAY, free_clinic_slots};
use crate::{appointments, scheduling};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// So there is no need to wait.
    #[error("something is free")]
    SomethingIsFree,
    #[error("no such entry of a waitlist")]
    NoEntry,
    /// Accepted by another way, declined, expired, or no link of ours.
    #[error("the offer has ended")]
    OfferEnded,
    /// The account has no number, or the person that it is for was removed.
    #[error("the patient's details are missing")]
    DetailsMissing,
    /// One user waits for as many days as one may.
    #[error("too many entries")]
    TooManyEntries,
    #[error("the waitlist is full")]
    WaitlistFull,
    #[error(transparent)]
    Appointment(#[from] appointments::Error),
    #[error(transparent)]
    Scheduling(#[from] scheduling::Error),
    #[error(transparent)]
    SignedOut(#[from] SignedOut),
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// What the key encrypts here: the id of the hold that a link is for.
pub const OFFER_LINK: &str = "answers an offer of the waitlist";
/// What the key encrypts here: the id of the entry that a link is for.
const ENTRY_LINK: &str = "leaves the waitlist";
/// Limit of unlisted doctors that one run of the job handles.
const MAX_DOCTORS_PER_RUN: i64 = 100;

/// Who wants to wait for what.
pub struct NewEntry {
    pub doctor_id: String,
    pub day: Date,
    pub hours: Minutes,
    pub person_id: Option<String>,
}

/// Joins the waiting list of a day without free slots at these hours. Repeated, it changes the hours: fewer hours keep the place, more
/// hours move it to the end.
pub async fn join_waitlist(app: &App, caller: &Patient, new: NewEntry) -> Result<OwnEntry, Error> {
    let now = app.clock.india();
    let joined = caller.write(app, callers::AccountLock::Exclusive, async move |tx, me| {
        let NewEntry { doctor_id, day, hours, person_id } = new;
        tx.lock(Lock::Doctor(&doctor_id)).await?;
        let doctor = directory::find_listed(tx, &doctor_id).await?.ok_or(scheduling::Error::NoDoctor)?;
        if let Some(person) = &person_id
            && !people::exists(tx, &me.id, person).await?
        {
            return Err(appointments::Error::NoPerson.into());
        }
        let own = store::list_of_user(tx, &me.id).await?;
        let is_there = own.iter().any(|wait| wait.doctor_id == doctor_id && wait.day == day);
        if !is_there && own.len() >= MAX_ENTRIES_PER_USER {
            return Err(Error::TooManyEntries);
        }
        check_full(tx, &doctor, &me.id, day, &hours, &now).await?;
        // A patient who may not book cannot join either.
        if is_at_limit(tx, &me.id, &doctor_id, day, &now).await? {
            return Err(appointments::Error::TooMany.into());
        }
        let at = now.timestamp();
        let (from, to, since) = (hours.start, hours.end, at.as_millisecond());
        let entry = WaitlistEntry { id: new_id(at), user_id: me.id.clone(), day, from, to, since, away_told: false };
        store::save(tx, &NewRow { entry: &entry, doctor_id: &doctor_id, person_id: person_id.as_deref() }).await?;
        if !is_there {
            store::recall(tx, &entry, &doctor_id, day_bounds(day)).await?;
            store::forget_offered(tx, &me.id, since).await?;
        }
        reservations::set_waited(tx, &doctor_id, true).await?;
        let all = store::list_of_user(tx, &me.id).await?;
        all.into_iter().find(|wait| wait.doctor_id == doctor_id && wait.day == day).ok_or(Error::NoEntry)
    });
    joined.await
}

/// Refuses an entry for hours that have a free slot, or that the doctor does not work.
async fn check_full(
    tx: &mut Tx<'_>,
    doctor: &Doctor,
    user_id: &str,
    day: Date,
    hours: &Minutes,
    now: &Zoned,
) -> Result<(), Error> {
    let open = OpenDay::new(day, now).map_err(scheduling::Error::NotBookable)?;
    if let Some(away) = doctor.schedule.away(day) {
        return Err(scheduling::Error::NotBookable(away.into()).into());
    }
    if free_clinic_slots(&doctor.schedule, open, &Taken::default(), hours.clone()).next().is_none() {
        let notice = doctor.schedule.notice;
        let is_left =
            free_clinic_slots(&doctor.schedule, open.without_notice(), &Taken::default(), hours.clone()).next();
        let refusal = is_left.map_or(Refusal::OutsideHours, |_| Refusal::TooSoon { notice });
        return Err(scheduling::Error::NotBookable(refusal).into());
    }
    let (line, taken) = join(
        reservations::find_waitlist(&mut tx.concurrent(), &doctor.id),
        list_taken(&mut tx.concurrent(), &doctor.id, day),
    )
    .await;
    let (line, taken) = (line?, taken?);
    let free: Vec<Slot> = free_clinic_slots(&doctor.schedule, open, &taken, WHOLE_DAY).collect();
    let at = now.timestamp().as_millisecond();
    let reservations = reservations(&line, &free, doctor.schedule.notice, at);
    let can_have = |slot: &Slot| {
        let reservation = reservations.iter().find(|reservation| reservation.slot == *slot);
        line.proposed_to(*slot, at).is_none()
            && reservation
                .is_none_or(|reservation| reservation.hold.is_some() && reservation.by.entry.user_id == user_id)
    };
    if free.iter().any(|slot| hours.contains(&slot.time.minutes()) && can_have(slot)) {
        return Err(Error::SomethingIsFree);
    }
    if line.of(day).filter(|waiting| waiting.entry.user_id != user_id).count() >= MAX_ENTRIES_PER_DAY {
        return Err(Error::WaitlistFull);
    }
    Ok(())
}

/// Whether a user may not book any more, at all or with that doctor on that day.
async fn is_at_limit(tx: &mut Tx<'_>, user_id: &str, doctor_id: &str, day: Date, now: &Zoned) -> db::Result<bool> {
    let (at, (from, to)) = (now.timestamp().as_millisecond(), day_bounds(day));
    let counted = count_coming(tx, user_id, (at, at), (doctor_id, from, to), ("", 0)).await?;
    let (pending, with_doctor, ..) = counted;
    Ok(pending >= MAX_PENDING_PER_USER || with_doctor >= MAX_PER_DOCTOR_AND_DAY)
}

/// Whether there was such an entry of that doctor.
async fn take_out(tx: &mut Tx<'_>, doctor_id: &str, id: &str) -> db::Result<bool> {
    tx.lock(Lock::Doctor(doctor_id)).await?;
    let line = reservations::find_waitlist(tx, doctor_id).await?;
    let Some(waiting) = line.entries().find(|waiting| waiting.entry.id == id) else { return Ok(false) };
    remove(tx, waiting).await?;
    Ok(true)
}

/// What a user waits for, each with whether the doctor is on leave then.
pub async fn list(app: &App, caller: &Patient) -> db::Result<Vec<(OwnEntry, bool)>> {
    let waits = app.db.read(async |tx| store::list_of_user(tx, &caller.id).await).await?;
    with_leave(app, waits).await
}

/// Adds to each entry whether the doctor is on leave at its hours.
pub async fn with_leave(app: &App, waits: Vec<OwnEntry>) -> db::Result<Vec<(OwnEntry, bool)>> {
    if waits.is_empty() {
        return Ok(Vec::new());
    }
    let marked = app.availability.ask(app, |doctors| {
        let with_its = |wait: OwnEntry| {
            let found = doctors.find(&wait.doctor_id);
            let is_away = found.is_some_and(|found| is_on_leave(&found.doctor.schedule, wait.day, wait.from..wait.to));
            (wait, is_away)
        };
        waits.into_iter().map(with_its).collect()
    });
    marked.await
}

/// Leaves the waiting list.
pub async fn leave(app: &App, caller: &Patient, id: String) -> Result<(), Error> {
    let left = caller.write(app, callers::AccountLock::Exclusive, async move |tx, me| {
        let own = store::list_of_user(tx, &me.id).await?;
        let wait = own.into_iter().find(|wait| wait.id == id).ok_or(Error::NoEntry)?;
        if take_out(tx, &wait.doctor_id, &id).await? { Ok(()) } else { Err(Error::NoEntry) }
    });
    left.await
}

/// The page of an offer, by the id of its hold. The token is placed after `#`, so that no server log contains it.
pub fn offer_page_url(site: &str, keys: &Keys, hold_id: &str) -> String {
    format!("{site}/waitlist/offer#{}", keys.link_token(OFFER_LINK, hold_id))
}

/// What a link is about, as long as its owner waits, and whether the doctor is on leave then.
pub async fn find_by_link(app: &App, token: &Secret) -> db::Result<Option<(OwnEntry, bool)>> {
    let Some(id) = app.keys.id_of_link(ENTRY_LINK, token) else { return Ok(None) };
    let found = app.db.read(async |tx| store::find(tx, &id).await).await?;
    Ok(with_leave(app, found.into_iter().collect()).await?.pop())
}

/// Leaves the waiting list by a link; false if the link is not ours. Leaving twice is not an error.
pub async fn leave_by_link(app: &App, token: &Secret) -> db::Result<bool> {
    let Some(id) = app.keys.id_of_link(ENTRY_LINK, token) else { return Ok(false) };
    app.db
        .write(async move |tx| {
            if let Some(wait) = store::find(tx, &id).await? {
                take_out(tx, &wait.doctor_id, &id).await?;
            }
            Ok(true)
        })
        .await
}

/// Removes a user from all waiting lists. The caller holds the user's lock and none that comes after it.
pub async fn erase_of(tx: &mut Tx<'_>, user_id: &str) -> db::Result<()> {
    let mut waits = store::list_of_user(tx, user_id).await?;
    // Doctors are locked in the order of their ids.
    waits.sort_by(|one, other| one.doctor_id.cmp(&other.doctor_id));
    for wait in waits {
        take_out(tx, &wait.doctor_id, &wait.id).await?;
    }
    store::forget_offered(tx, user_id, i64::MAX).await
}

/// Deletes the record of offers whose slots have begun: they cannot be offered again.
pub async fn forget_past(app: &App) -> db::Result<u64> {
    let now = app.clock.now_millis();
    app.db.write_one(async move |tx| store::delete_offered(tx, now).await).await
}

/// Ends all entries of a doctor who will not be there, and mails their patients. The caller holds the doctor's exclusive lock.
pub async fn end_of_doctor(tx: &mut Tx<'_>, doctor_id: &str, now: Timestamp) -> db::Result<()> {
    let line = reservations::find_waitlist(tx, doctor_id).await?;
    let Some(doctor) = directory::find(tx, doctor_id).await?.filter(|_| !line.is_empty()) else { return Ok(()) };
    let ended: Vec<(&EntryWithHolds, EndReason)> = line.entries().map(|waiting| (waiting, EndReason::Away)).collect();
    end(tx, &ended, &doctor, now).await
}

async fn end(
    tx: &mut Tx<'_>,
    ended: &[(&EntryWithHolds, EndReason)],
    doctor: &Doctor,
    now: Timestamp,
) -> db::Result<()> {
    let told: Vec<(&WaitlistEntry, EndReason)> =
        ended.iter().filter(|(_, why)| *why != EndReason::Over).map(|(waiting, why)| (&waiting.entry, *why)).collect();
    let users: Vec<String> = told.iter().map(|(entry, _)| entry.user_id.clone()).collect();
    let contacts = identity::list_contacts(tx, &users).await?;
    let mails: Vec<_> = told
        .iter()
        .filter_map(|(entry, why)| Some(mails::ended(entry, *why, doctor, contacts.get(&entry.user_id)?)))
        .collect();
    let holds: Vec<String> = ended.iter().flat_map(|(waiting, _)| &waiting.holds).map(|hold| hold.id.clone()).collect();
    reservations::withdraw(tx, &holds).await?;
    reservations::remember_offers(tx, &told.iter().map(|(entry, _)| entry.id.clone()).collect::<Vec<_>>()).await?;
    reservations::delete(tx, &ended.iter().map(|(waiting, _)| waiting.entry.id.clone()).collect::<Vec<_>>()).await?;
    outbox::enqueue_all(tx, &mails, now).await
}

/// Notifies patients once that the doctor is on leave at their hours, and that they keep their place.
async fn notify_of_leave(
    tx: &mut Tx<'_>,
    waiting: &[&EntryWithHolds],
    doctor: &Doctor,
    (now, (site, keys)): (Timestamp, (&str, &Keys)),
) -> db::Result<()> {
    if waiting.is_empty() {
        return Ok(());
    }
    let users: Vec<String> = waiting.iter().map(|waiting| waiting.entry.user_id.clone()).collect();
    let contacts = identity::list_contacts(tx, &users).await?;
    let mails = waiting.iter().filter_map(|EntryWithHolds { entry, .. }| {
        let page = mails::page_of(site, &keys.link_token(ENTRY_LINK, &entry.id));
        Some(mails::on_leave(entry, doctor, contacts.get(&entry.user_id)?, page))
    });
    let mails: Vec<_> = mails.collect();
    let ids: Vec<String> = waiting.iter().map(|waiting| waiting.entry.id.clone()).collect();
    store::save_away_told(tx, &ids, now.as_millisecond()).await?;
    outbox::enqueue_all(tx, &mails, now).await
}

/// The job: offers free slots to the next entries, and passes expired offers on.
pub async fn pass_on(app: &App) -> db::Result<NextRun> {
    let now = app.clock.india();
    let unsettled = app.availability.ask(app, |doctors| {
        let unsettled = doctors.with_waitlist().filter(|found| !is_settled(found, &now));
        unsettled.map(|found| found.doctor.id.clone()).collect::<Vec<_>>()
    });
    let mut doctors = unsettled.await?;
    doctors.extend(app.db.read(async |tx| store::list_unlisted(tx, MAX_DOCTORS_PER_RUN).await).await?);
    let is_any = !doctors.is_empty();
    let doctors: BTreeSet<String> = doctors.into_iter().collect();
    let at = now.timestamp().as_millisecond();
    app.backoff.for_each("waitlist", doctors.into_iter().collect(), at, |id| settle(app, id)).await?;
    if is_any {
        app.wake_outbox();
    }
    Ok(NextRun::Scheduled)
}

/// Handles one doctor's waiting list; everything is read again under the doctor's lock.
async fn settle(app: &App, id: String) -> db::Result<()> {
    let (now, site, keys) = (app.clock.india(), app.config.public_url.clone(), app.keys.clone());
    app.db
        .write(async move |tx| {
            tx.lock(Lock::Doctor(&id)).await?;
            // Each round passes over at least one more entry, so the loop ends.
            while settle_once(tx, &id, &now, (&site, &keys)).await? {}
            Ok(())
        })
        .await
}

/// One round; returns whether an entry was passed over, so that the next one has to be considered.
async fn settle_once(tx: &mut Tx<'_>, id: &str, now: &Zoned, links: (&str, &Keys)) -> db::Result<bool> {
    let at = now.timestamp();
    let Some(doctor) = directory::find_listed(tx, id).await? else {
        end_of_doctor(tx, id, at).await?;
        session_moves::withdraw_of_doctor(tx, id, at.as_millisecond()).await?;
        reservations::set_waited(tx, id, false).await?;
        return Ok(false);
    };
    let from = day_bounds(now.date()).0 - Slot::MILLIS;
    let (line, taken) = join(
        reservations::find_waitlist(&mut tx.concurrent(), id),
        slots::list_taken(&mut tx.concurrent(), id, from, i64::MAX),
    )
    .await;
    let (line, taken) = (line?, taken?.into_iter().collect::<Taken>());
    let plan = plan(&line, &doctor.schedule, &taken, now);
    let ids = |holds: &[&SlotHold]| holds.iter().map(|hold| hold.id.clone()).collect::<Vec<_>>();
    let (passed, void) = (ids(&plan.passed), ids(&plan.void));
    store::pass(tx, &passed).await?;
    store::void(tx, &void).await?;
    reservations::withdraw(tx, &[passed, void].concat()).await?;
    end(tx, &plan.ended, &doctor, at).await?;
    notify_of_leave(tx, &plan.on_leave, &doctor, (at, links)).await?;
    let is_any_passed_over = offer(tx, &plan.offers, &doctor, now, links).await?;
    if plan.ended.len() == line.entries().count() && !line.has_proposed() {
        reservations::set_waited(tx, id, false).await?;
    }
    Ok(is_any_passed_over)
}

/// Stores holds and mails the offers. An entry whose patient is at the booking limit is passed over: the slot goes to the next entry, and
/// the first one stays on the list. Returns whether there was such an entry.
async fn offer(
    tx: &mut Tx<'_>,
    planned: &[Offer<'_>],
    doctor: &Doctor,
    now: &Zoned,
    (site, keys): (&str, &Keys),
) -> db::Result<bool> {
    let (at, mut is_any_passed_over) = (now.timestamp(), false);
    let users: Vec<String> = planned.iter().map(|offer| offer.by.entry.user_id.clone()).collect();
    let contacts = identity::list_contacts(tx, &users).await?;
    let (mut mails, mut to_phones) = (Vec::with_capacity(planned.len()), Vec::new());
    let mut pushes = Vec::new();
    for offer in planned {
        let (entry, starts_at) = (&offer.by.entry, offer.slot.starts_at().as_millisecond());
        let mut hold = SlotHold { id: new_id(at), starts_at, until: offer.until, passed: false };
        if is_at_limit(tx, &entry.user_id, &doctor.id, entry.day, now).await? {
            is_any_passed_over = true;
            (hold.until, hold.passed) = (VOID, true);
        }
        if !store::hold(tx, &hold, &entry.id, &doctor.id).await? || hold.passed {
            continue;
        }
        let Some(contact) = contacts.get(&entry.user_id) else { continue };
        let pages =
            (offer_page_url(site, keys, &hold.id), mails::page_of(site, &keys.link_token(ENTRY_LINK, &entry.id)));
        let mail = mails::offer(offer.slot, &hold, doctor, contact, pages);
        let message = mails::offer_to_phone(offer.slot, &hold, &entry.user_id, doctor, contact);
        let page = offer_page_url("", keys, &hold.id);
        if let Some(push) = mails::offer_to_browser(offer.slot, &hold, &entry.user_id, contact, page) {
            pushes.push(push.in_lang(contact.lang, NextChannel { mail: Some(mail), message }, at));
            continue;
        }
        mails.push(mail);
        to_phones.extend(message);
    }
    push::enqueue(tx, &pushes, at).await?;
    outbox::enqueue_all(tx, &mails, at).await?;
    phone_messages::enqueue(tx, &to_phones, at).await?;
    Ok(is_any_passed_over)
}
