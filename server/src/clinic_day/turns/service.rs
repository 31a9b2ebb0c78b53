//! Tells patients that few are before them, so that they can wait elsewhere and come back. Only by a notification: it is of use for minutes.

use jiff::{SignedDuration, Timestamp};

use super::store::{self, UntoldPatient};
use crate::appointments::pushes::PushNotice;
use crate::appointments::service::visit_page_url;
use crate::clinic_day::texts;
use crate::platform::db::{self, Tx};
use crate::platform::keys::Keys;
use crate::platform::push::{self, NextChannel};

/// Patients with at most so many before them are told: those who are next but two.
const MAX_BEFORE: usize = 2;
const NOTICE_TTL: SignedDuration = SignedDuration::from_hours(1);

/// Tells those of these patients who are near, each with how many are before them. The caller holds the doctor's lock, so each is told once.
pub async fn notify(
    tx: &mut Tx<'_>,
    waiting: Vec<(UntoldPatient, usize)>,
    now: Timestamp,
    keys: &Keys,
) -> db::Result<()> {
    let mut pushes = Vec::new();
    for (UntoldPatient { visit_id, account_id, lang }, before) in waiting {
        if before > MAX_BEFORE {
            continue;
        }
        store::note_told(tx, &visit_id, now.as_millisecond()).await?;
        let notice = PushNotice {
            account_id: &account_id,
            about: &visit_id,
            title: texts::TURN_NEAR.in_lang(lang).into(),
            body: texts::patients_before(before, lang),
            page: visit_page_url("", keys, &visit_id),
            until: now.checked_add(NOTICE_TTL).unwrap_or(now),
            needed_by: Timestamp::UNIX_EPOCH,
        };
        pushes.push(notice.in_lang(lang, NextChannel::default(), now));
    }
    push::enqueue(tx, &pushes, now).await
}
