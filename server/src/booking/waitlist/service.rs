//! Getting in line and out of it, whose a slot is, and the job that offers slots and passes them on.
//!
//! Nobody gets into the line or is offered anything but under the doctor's lock, held alone. Whoever books holds it with others: they can
//! only leave the line meanwhile, with what they waited for. What frees a slot need not know of the line: a free slot that somebody waits for is theirs by the rule alone
//! (`rules::claims`), and the job offers it a moment later.

use std::collections::BTreeSet;

use futures::future::join;
use jiff::civil::Date;
use jiff::{Timestamp, Zoned};

use super::model::{Entry, Hold, InLine, MOST_IN_LINE, MOST_OF_USER, NEVER};
use super::rules::{End, Offer, claims, is_on_leave, plan};
use super::store::{self, New, Wait};
use super::{mails, offers};
use crate::app::App;
use crate::booking::model::Slot;
use crate::booking::people;
use crate::booking::rules::{MOST_PENDING, MOST_WITH_DOCTOR_A_DAY, OpenDay, Refusal};
use crate::booking::service::{Error, day_bounds};
use crate::booking::slots::{Minutes, Taken, WHOLE_DAY, free_slots};
use crate::booking::store as visits;
use crate::directory::{self, Doctor};
use crate::identity;
use crate::identity::callers::{self, Patient};
use crate::platform::background::Turn;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::ids::{Secret, new_id};
use crate::platform::keys::Keys;
use crate::platform::{messages, outbox};

/// What the key encrypts here: the id of the entry that a link is for.
const LINKS: &str = "leaves the waitlist";
/// Doctors whom one turn of the job looks after who cannot be booked.
const AT_ONCE: i64 = 100;

/// Who wants to wait for what.
pub struct NewEntry {
    pub doctor_id: String,
    pub day: Date,
    pub hours: Minutes,
    pub person_id: Option<String>,
}

/// Gets in line for a day on which nothing is free at these hours. Sent again it changes the hours: who wants fewer keeps the place, who
/// wants more gets the last one.
pub async fn join_line(app: &App, caller: &Patient, new: NewEntry) -> Result<Wait, Error> {
    let now = app.clock.india();
    let joined = caller.write(app, callers::Hold::Alone, async move |tx, me| {
        let NewEntry { doctor_id, day, hours, person_id } = new;
        tx.lock(Lock::Doctor(&doctor_id)).await?;
        let doctor = directory::find_listed(tx, &doctor_id).await?.ok_or(Error::NoDoctor)?;
        if let Some(person) = &person_id
            && !people::exists(tx, &me.id, person).await?
        {
            return Err(Error::NoPerson);
        }
        let own = store::list_of_user(tx, &me.id).await?;
        let is_there = own.iter().any(|wait| wait.doctor_id == doctor_id && wait.day == day);
        if !is_there && own.len() >= MOST_OF_USER {
            return Err(Error::TooManyWaits);
        }
        check_full(tx, &doctor, &me.id, day, &hours, &now).await?;
        // Whoever may not book any more need not wait either.
        if is_at_limit(tx, &me.id, &doctor_id, day, &now).await? {
            return Err(Error::TooMany);
        }
        let at = now.timestamp();
        let (from, to, since) = (hours.start, hours.end, at.as_millisecond());
        let entry = Entry { id: new_id(at), user_id: me.id.clone(), day, from, to, since, away_told: false };
        store::save(tx, &New { entry: &entry, doctor_id: &doctor_id, person_id: person_id.as_deref() }).await?;
        if !is_there {
            store::recall(tx, &entry, &doctor_id, day_bounds(day)).await?;
            store::forget_offered(tx, &me.id, since).await?;
        }
        store::set_waited(tx, &doctor_id, true).await?;
        let all = store::list_of_user(tx, &me.id).await?;
        all.into_iter().find(|wait| wait.doctor_id == doctor_id && wait.day == day).ok_or(Error::NoWait)
    });
    joined.await
}

/// Refuses to let somebody wait for what they can have now, or for what nobody can have.
async fn check_full(
    tx: &mut Tx<'_>,
    doctor: &Doctor,
    user_id: &str,
    day: Date,
    hours: &Minutes,
    now: &Zoned,
) -> Result<(), Error> {
    let open = OpenDay::new(day, now).map_err(Error::NotBookable)?;
    if let Some(away) = doctor.schedule.away(day) {
        return Err(Error::NotBookable(away.into()));
    }
    if free_slots(&doctor.schedule, open, &Taken::default(), hours.clone()).next().is_none() {
        let notice = doctor.schedule.notice;
        let is_left = free_slots(&doctor.schedule, open.without_notice(), &Taken::default(), hours.clone()).next();
        let refusal = is_left.map_or(Refusal::OutsideHours, |_| Refusal::TooSoon { notice });
        return Err(Error::NotBookable(refusal));
    }
    let (line, taken) =
        join(store::line_of(&mut tx.beside(), &doctor.id), list_taken(&mut tx.beside(), &doctor.id, day)).await;
    let (line, taken) = (line?, taken?);
    let free: Vec<Slot> = free_slots(&doctor.schedule, open, &taken, WHOLE_DAY).collect();
    let claims = claims(&line, &free, doctor.schedule.notice, now.timestamp().as_millisecond());
    let can_have = |slot: &Slot| {
        let claim = claims.iter().find(|claim| claim.slot == *slot);
        claim.is_none_or(|claim| claim.hold.is_some() && claim.by.entry.user_id == user_id)
    };
    if free.iter().any(|slot| hours.contains(&slot.time.minutes()) && can_have(slot)) {
        return Err(Error::SomethingIsFree);
    }
    if line.of(day).filter(|waiting| waiting.entry.user_id != user_id).count() >= MOST_IN_LINE {
        return Err(Error::LineIsFull);
    }
    Ok(())
}

/// Whether a user may not book any more, at all or with that doctor on that day.
async fn is_at_limit(tx: &mut Tx<'_>, user_id: &str, doctor_id: &str, day: Date, now: &Zoned) -> db::Result<bool> {
    let (at, (from, to)) = (now.timestamp().as_millisecond(), day_bounds(day));
    let counted = visits::count_coming(tx, user_id, (at, at), (doctor_id, from, to), ("", 0)).await?;
    let (pending, with_doctor, ..) = counted;
    Ok(pending >= MOST_PENDING || with_doctor >= MOST_WITH_DOCTOR_A_DAY)
}

/// What is taken of a day, and of a quarter of an hour on both sides.
async fn list_taken(tx: &mut Tx<'_>, doctor_id: &str, day: Date) -> db::Result<Taken> {
    let (from, to) = day_bounds(day);
    let starts = visits::list_taken(tx, doctor_id, from - Slot::MILLIS, to + Slot::MILLIS).await?;
    Ok(starts.into_iter().collect())
}

/// Refuses a slot that is somebody else's, and returns the user's own place in line if the slot is what they wait for. Whoever calls
/// holds the doctor, alone or with others. Where nobody waits, nothing is asked.
pub async fn check(
    tx: &mut Tx<'_>,
    doctor: &Doctor,
    user_id: &str,
    slot: Slot,
    now: &Zoned,
) -> Result<Option<InLine>, Error> {
    if !doctor.waited {
        return Ok(None);
    }
    let open = OpenDay::new(slot.day, now).map_err(Error::NotBookable)?;
    // In this order: whoever books meanwhile and so leaves the line can only make us refuse.
    let line = store::line_of(tx, &doctor.id).await?;
    let taken = list_taken(tx, &doctor.id, slot.day).await?;
    let free: Vec<Slot> = free_slots(&doctor.schedule, open, &taken, WHOLE_DAY).collect();
    let at = now.timestamp().as_millisecond();
    let claims = claims(&line, &free, doctor.schedule.notice, at);
    if claims.iter().any(|claim| claim.slot == slot && claim.by.entry.user_id != user_id) {
        return Err(Error::Held);
    }
    // What is held for them is what they wait for, also when they have changed their hours since.
    let is_held = |waiting: &InLine| {
        waiting.holds.iter().any(|hold| hold.is_live(at) && hold.starts_at == slot.starts_at().as_millisecond())
    };
    let mut own = line.of(slot.day).filter(|waiting| waiting.entry.user_id == user_id);
    Ok(own.find(|waiting| waiting.entry.wants(slot) || is_held(waiting)).cloned())
}

/// Those of a doctor's free slots that are held for nobody.
pub async fn list_unclaimed(tx: &mut Tx<'_>, doctor: &Doctor, free: Vec<Slot>, now: i64) -> db::Result<Vec<Slot>> {
    if !doctor.waited {
        return Ok(free);
    }
    let line = store::line_of(tx, &doctor.id).await?;
    let claimed: Vec<Slot> = claims(&line, &free, doctor.schedule.notice, now).iter().map(|claim| claim.slot).collect();
    Ok(free.into_iter().filter(|slot| !claimed.contains(slot)).collect())
}

/// Takes somebody out of the line who has what they waited for.
pub async fn satisfy(tx: &mut Tx<'_>, waiting: Option<InLine>) -> db::Result<()> {
    match waiting {
        Some(waiting) => remove(tx, &waiting).await,
        None => Ok(()),
    }
}

/// With what is held for them, and the mail that says so if it still waits.
async fn remove(tx: &mut Tx<'_>, waiting: &InLine) -> db::Result<()> {
    let holds: Vec<String> = waiting.holds.iter().map(|hold| hold.id.clone()).collect();
    withdraw(tx, &holds).await?;
    let id = std::slice::from_ref(&waiting.entry.id);
    store::remember(tx, id).await?;
    store::delete(tx, id).await.map(drop)
}

/// Takes back what still waits to tell of holds.
pub(super) async fn withdraw(tx: &mut Tx<'_>, holds: &[String]) -> db::Result<()> {
    outbox::withdraw(tx, holds).await?;
    messages::withdraw(tx, holds).await
}

/// Whether there was such an entry of that doctor.
async fn take_out(tx: &mut Tx<'_>, doctor_id: &str, id: &str) -> db::Result<bool> {
    tx.lock(Lock::Doctor(doctor_id)).await?;
    let line = store::line_of(tx, doctor_id).await?;
    let Some(waiting) = line.everybody().find(|waiting| waiting.entry.id == id) else { return Ok(false) };
    remove(tx, waiting).await?;
    Ok(true)
}

/// What a user waits for, each with whether the doctor is on leave then.
pub async fn list(app: &App, caller: &Patient) -> db::Result<Vec<(Wait, bool)>> {
    let waits = app.db.read(async |tx| store::list_of_user(tx, &caller.id).await).await?;
    with_leave(app, waits).await
}

/// Adds to each entry whether the doctor is on leave at its hours.
pub async fn with_leave(app: &App, waits: Vec<Wait>) -> db::Result<Vec<(Wait, bool)>> {
    if waits.is_empty() {
        return Ok(Vec::new());
    }
    let marked = app.week.ask(app, |doctors| {
        let with_its = |wait: Wait| {
            let practice = doctors.find(&wait.doctor_id);
            let is_away =
                practice.is_some_and(|practice| is_on_leave(&practice.doctor.schedule, wait.day, wait.from..wait.to));
            (wait, is_away)
        };
        waits.into_iter().map(with_its).collect()
    });
    marked.await
}

/// Leaves the line.
pub async fn leave(app: &App, caller: &Patient, id: String) -> Result<(), Error> {
    let left = caller.write(app, callers::Hold::Alone, async move |tx, me| {
        let own = store::list_of_user(tx, &me.id).await?;
        let wait = own.into_iter().find(|wait| wait.id == id).ok_or(Error::NoWait)?;
        if take_out(tx, &wait.doctor_id, &id).await? { Ok(()) } else { Err(Error::NoWait) }
    });
    left.await
}

/// What opens an entry without signing in. Only the program can make it, and it tells nobody whose it is.
fn link_token(keys: &Keys, entry_id: &str) -> String {
    keys.encrypt(LINKS, "", entry_id.as_bytes())
}

/// The entry that a link is for; `None` if it is no link of ours.
fn entry_of(app: &App, token: &Secret) -> Option<String> {
    app.keys.decrypt(LINKS, "", token.expose()).and_then(|id| String::from_utf8(id).ok())
}

/// What a link is about, as long as its owner waits, and whether the doctor is on leave then.
pub async fn find_by_link(app: &App, token: &Secret) -> db::Result<Option<(Wait, bool)>> {
    let Some(id) = entry_of(app, token) else { return Ok(None) };
    let found = app.db.read(async |tx| store::find(tx, &id).await).await?;
    Ok(with_leave(app, found.into_iter().collect()).await?.pop())
}

/// Leaves the line by a link; false if it is no link of ours. Who has left is not asked to leave again.
pub async fn leave_by_link(app: &App, token: &Secret) -> db::Result<bool> {
    let Some(id) = entry_of(app, token) else { return Ok(false) };
    app.db
        .write(async move |tx| {
            if let Some(wait) = store::find(tx, &id).await? {
                take_out(tx, &wait.doctor_id, &id).await?;
            }
            Ok(true)
        })
        .await
}

/// Takes somebody out of every line. The caller holds the user's lock and none that comes after it.
pub async fn erase_of(tx: &mut Tx<'_>, user_id: &str) -> db::Result<()> {
    let mut waits = store::list_of_user(tx, user_id).await?;
    // Doctors are locked in the order of their ids.
    waits.sort_by(|one, other| one.doctor_id.cmp(&other.doctor_id));
    for wait in waits {
        take_out(tx, &wait.doctor_id, &wait.id).await?;
    }
    store::forget_offered(tx, user_id, i64::MAX).await
}

/// Forgets offers of slots that have begun: nobody is in line for one any more.
pub async fn forget_past(app: &App) -> db::Result<u64> {
    let now = app.clock.now_millis();
    app.db.write_one(async move |tx| store::delete_offered(tx, now).await).await
}

/// Ends the waiting for a doctor who will not be there, and tells everybody. The caller holds the doctor alone.
pub async fn end_of_doctor(tx: &mut Tx<'_>, doctor_id: &str, now: Timestamp) -> db::Result<()> {
    let line = store::line_of(tx, doctor_id).await?;
    let Some(doctor) = directory::find(tx, doctor_id).await?.filter(|_| !line.is_empty()) else { return Ok(()) };
    let ended: Vec<(&InLine, End)> = line.everybody().map(|waiting| (waiting, End::Away)).collect();
    end(tx, &ended, &doctor, now).await
}

async fn end(tx: &mut Tx<'_>, ended: &[(&InLine, End)], doctor: &Doctor, now: Timestamp) -> db::Result<()> {
    let told: Vec<(&Entry, End)> =
        ended.iter().filter(|(_, why)| *why != End::Over).map(|(waiting, why)| (&waiting.entry, *why)).collect();
    let users: Vec<String> = told.iter().map(|(entry, _)| entry.user_id.clone()).collect();
    let contacts = identity::list_contacts(tx, &users).await?;
    let mails: Vec<_> = told
        .iter()
        .filter_map(|(entry, why)| Some(mails::ended(entry, *why, doctor, contacts.get(&entry.user_id)?)))
        .collect();
    let holds: Vec<String> = ended.iter().flat_map(|(waiting, _)| &waiting.holds).map(|hold| hold.id.clone()).collect();
    withdraw(tx, &holds).await?;
    store::remember(tx, &told.iter().map(|(entry, _)| entry.id.clone()).collect::<Vec<_>>()).await?;
    store::delete(tx, &ended.iter().map(|(waiting, _)| waiting.entry.id.clone()).collect::<Vec<_>>()).await?;
    outbox::enqueue_all(tx, &mails, now).await
}

/// Tells people once that the doctor is on leave at the hours that they wait for, and that they keep their place.
async fn tell_of_leave(
    tx: &mut Tx<'_>,
    waiting: &[&InLine],
    doctor: &Doctor,
    (now, (site, keys)): (Timestamp, (&str, &Keys)),
) -> db::Result<()> {
    if waiting.is_empty() {
        return Ok(());
    }
    let users: Vec<String> = waiting.iter().map(|waiting| waiting.entry.user_id.clone()).collect();
    let contacts = identity::list_contacts(tx, &users).await?;
    let mails = waiting.iter().filter_map(|InLine { entry, .. }| {
        let page = mails::page_of(site, &link_token(keys, &entry.id));
        Some(mails::on_leave(entry, doctor, contacts.get(&entry.user_id)?, page))
    });
    let mails: Vec<_> = mails.collect();
    let ids: Vec<String> = waiting.iter().map(|waiting| waiting.entry.id.clone()).collect();
    store::save_away_told(tx, &ids, now.as_millisecond()).await?;
    outbox::enqueue_all(tx, &mails, now).await
}

/// Offers what is free to who is next, and passes on what ran out: the job.
pub async fn pass_on(app: &App) -> db::Result<Turn> {
    let now = app.clock.india();
    let mut doctors = app.week.ask(app, |doctors| doctors.list_unsettled(&now)).await?;
    doctors.extend(app.db.read(async |tx| store::list_unlisted(tx, AT_ONCE).await).await?);
    let is_any = !doctors.is_empty();
    let doctors: BTreeSet<String> = doctors.into_iter().collect();
    let at = now.timestamp().as_millisecond();
    app.setbacks.each("waitlist", doctors.into_iter().collect(), at, |id| settle(app, id)).await?;
    if is_any {
        app.mail_waits();
    }
    Ok(Turn::Done)
}

/// Does what there is to do about a doctor's line: everything is looked at again under the doctor's lock.
async fn settle(app: &App, id: String) -> db::Result<()> {
    let (now, site, keys) = (app.clock.india(), app.config.public_url.clone(), app.keys.clone());
    app.db
        .write(async move |tx| {
            tx.lock(Lock::Doctor(&id)).await?;
            // Each time at least one more was passed over, so it ends.
            while settle_once(tx, &id, &now, (&site, &keys)).await? {}
            Ok(())
        })
        .await
}

/// Whether somebody was passed over, so that others are next.
async fn settle_once(tx: &mut Tx<'_>, id: &str, now: &Zoned, links: (&str, &Keys)) -> db::Result<bool> {
    let at = now.timestamp();
    let Some(doctor) = directory::find_listed(tx, id).await? else {
        end_of_doctor(tx, id, at).await?;
        store::set_waited(tx, id, false).await?;
        return Ok(false);
    };
    let from = day_bounds(now.date()).0 - Slot::MILLIS;
    let (line, taken) =
        join(store::line_of(&mut tx.beside(), id), visits::list_taken(&mut tx.beside(), id, from, i64::MAX)).await;
    let (line, taken) = (line?, taken?.into_iter().collect::<Taken>());
    let plan = plan(&line, &doctor.schedule, &taken, now);
    let ids = |holds: &[&Hold]| holds.iter().map(|hold| hold.id.clone()).collect::<Vec<_>>();
    let (passed, void) = (ids(&plan.passed), ids(&plan.void));
    store::pass(tx, &passed).await?;
    store::void(tx, &void).await?;
    withdraw(tx, &[passed, void].concat()).await?;
    end(tx, &plan.ended, &doctor, at).await?;
    tell_of_leave(tx, &plan.on_leave, &doctor, (at, links)).await?;
    let is_any_passed_over = offer(tx, &plan.offers, &doctor, now, links).await?;
    if plan.ended.len() == line.everybody().count() {
        store::set_waited(tx, id, false).await?;
    }
    Ok(is_any_passed_over)
}

/// Holds slots and writes to whom they are held for. Who may not book any more is passed over: that slot is the next one's, and they
/// wait on. Says whether there was anybody like that.
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
    for offer in planned {
        let (entry, starts_at) = (&offer.by.entry, offer.slot.starts_at().as_millisecond());
        let mut hold = Hold { id: new_id(at), starts_at, until: offer.until, passed: false };
        if is_at_limit(tx, &entry.user_id, &doctor.id, entry.day, now).await? {
            is_any_passed_over = true;
            (hold.until, hold.passed) = (NEVER, true);
        }
        if !store::hold(tx, &hold, &entry.id, &doctor.id).await? || hold.passed {
            continue;
        }
        let Some(contact) = contacts.get(&entry.user_id) else { continue };
        let pages = (offers::page_of((site, keys), &hold), mails::page_of(site, &link_token(keys, &entry.id)));
        mails.push(mails::offer(offer.slot, &hold, doctor, contact, pages));
        to_phones.extend(mails::offer_to_phone(offer.slot, &hold, &entry.user_id, doctor, contact));
    }
    outbox::enqueue_all(tx, &mails, at).await?;
    messages::enqueue(tx, &to_phones, at).await?;
    Ok(is_any_passed_over)
}
