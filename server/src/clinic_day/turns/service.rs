//! Tells patients that few are before them, so that they can wait elsewhere and come back. Only by a notification: it is of use for minutes.

use jiff::{SignedDuration, Timestamp, Zoned};

use super::store::{self, UntoldPatient};
use crate::appointments::pushes::PushNotice;
use crate::appointments::service::visit_page_url;
use crate::clinic_day::service::{Day, read_day};
use crate::clinic_day::texts;
use crate::directory::desk::DeskScope;
use crate::platform::clock::day_bounds;
use crate::platform::db::{self, Tx};
use crate::platform::keys::Keys;
use crate::platform::push::{self, NextChannel};

/// Patients with at most so many before them are told: those who are next but two.
const MAX_BEFORE: usize = 2;
const NOTICE_TTL: SignedDuration = SignedDuration::from_hours(1);

/// After somebody was marked, in the same transaction, which holds the doctor's lock: each patient is told once.
pub async fn notify(tx: &mut Tx<'_>, doctor_id: &str, now: &Zoned, keys: &Keys) -> db::Result<()> {
    let untold = store::list_untold(tx, doctor_id, day_bounds(now.date())).await?;
    if untold.is_empty() {
        return Ok(());
    }
    let Some(day) = read_day(tx, doctor_id, now.date(), &DeskScope::Everything).await? else { return Ok(()) };
    let at = now.timestamp();
    let mut pushes = Vec::new();
    for UntoldPatient { visit_id, account_id, lang } in &untold {
        let Some(before) = count_before(&day, visit_id, now).filter(|before| *before <= MAX_BEFORE) else { continue };
        store::note_told(tx, visit_id, at.as_millisecond()).await?;
        let notice = PushNotice {
            account_id,
            about: visit_id,
            title: texts::TURN_NEAR.in_lang(*lang).into(),
            body: texts::patients_before(before, *lang),
            page: visit_page_url("", keys, visit_id),
            until: at.checked_add(NOTICE_TTL).unwrap_or(at),
            needed_by: Timestamp::UNIX_EPOCH,
        };
        pushes.push(notice.in_lang(*lang, NextChannel::default(), at));
    }
    push::enqueue(tx, &pushes, at).await
}

/// How many wait before a visit in the queue of its session; `None` before the first patient of the session was called in.
fn count_before(day: &Day, visit_id: &str, now: &Zoned) -> Option<usize> {
    let own = day.entries.iter().find(|entry| entry.id == visit_id)?;
    let has_begun = day.entries.iter().any(|entry| entry.session == own.session && entry.called_at.is_some());
    let queue = day.board(own.session, now).waiting;
    queue.iter().position(|place| place.token == own.token).filter(|_| has_begun)
}
