//! Tells patients that few are before them, so that they can wait elsewhere and come back. Only by a notification: it is of use for minutes.

use jiff::{SignedDuration, Timestamp, Zoned};

use super::store::{self, UnnotifiedPatient};
use crate::appointments::pushes::PushNotice;
use crate::appointments::service::visit_page_url;
use crate::clinic_day::service::read_day;
use crate::clinic_day::texts;
use crate::directory::desk::DeskScope;
use crate::platform::clock::day_bounds;
use crate::platform::db::{self, Tx};
use crate::platform::keys::Keys;
use crate::platform::push::{self, NextChannel};

/// Patients with at most so many before them are notified: those who are next but two.
const MAX_BEFORE: usize = 2;
const NOTICE_TTL: SignedDuration = SignedDuration::from_hours(1);

/// Notifies patients of the day who are near, each of how many are before them. It runs after somebody was marked, in the same transaction,
/// which holds the doctor's lock: so each is notified once.
pub async fn notify(tx: &mut Tx<'_>, doctor_id: &str, now: &Zoned, keys: &Keys) -> db::Result<()> {
    let waiting = store::list_unnotified(tx, doctor_id, day_bounds(now.date())).await?;
    if waiting.is_empty() {
        return Ok(());
    }
    let Some(day) = read_day(tx, doctor_id, now.date(), &DeskScope::Everything).await? else { return Ok(()) };
    let (at, mut pushes) = (now.timestamp(), Vec::new());
    for UnnotifiedPatient { visit_id, account_id, lang } in waiting {
        let Some(before) = day.count_before(&visit_id, now).filter(|before| *before <= MAX_BEFORE) else { continue };
        if !store::note_notified(tx, &visit_id, at.as_millisecond()).await? {
            continue;
        }
        let notice = PushNotice {
            account_id: &account_id,
            about: &visit_id,
            title: texts::TURN_NEAR.in_lang(lang).into(),
            body: texts::patients_before(before, lang),
            page: visit_page_url("", keys, &visit_id),
            until: at.checked_add(NOTICE_TTL).unwrap_or(at),
            needed_by: Timestamp::UNIX_EPOCH,
        };
        pushes.push(notice.in_lang(lang, NextChannel::default(), at));
    }
    push::enqueue(tx, &pushes, at).await
}
