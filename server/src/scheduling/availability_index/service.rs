//! Keeps the index equal to the database.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use futures::future::join;
use jiff::{SignedDuration, Zoned};
use tokio::sync::Mutex;

use super::model::{DoctorAvailability, ListedDoctors};
use crate::app::App;
use crate::directory::{self, Doctor};
use crate::platform::clock;
use crate::platform::db::{self, ChangeCursor, ChangeLog, ChangesSince, Tx};
use crate::scheduling::reservations::list_waitlists;
use crate::scheduling::slots::{Taken, list_taken_of};

const CHANGE_LOG: ChangeLog = ChangeLog { table: "doctor_change_log", of: "doctor_id" };
/// The number of doctors that one statement reads.
const DOCTORS_PER_STATEMENT: usize = 256;
/// Older visits are not read: their days can no longer be booked, even if the clock is set back a little.
const PAST_RETENTION: SignedDuration = SignedDuration::from_hours(24);
const CHANGE_LOG_RETENTION: SignedDuration = SignedDuration::from_hours(1);

/// A handle on the index; clones share it.
#[derive(Clone, Default)]
pub struct AvailabilityIndex(Arc<IndexState>);

#[derive(Default)]
struct IndexState {
    doctors: RwLock<ListedDoctors>,
    /// The number of calls of [`AvailabilityIndex::ask`] so far.
    asked: AtomicU64,
    refresh: Mutex<Refresh>,
}

/// The last refresh. Its lock is held during a refresh, which serves all calls that came before it began.
struct Refresh {
    /// The calls up to this number came before the last refresh began.
    answered: u64,
    /// The result of the last refresh, which those calls share.
    outcome: db::Result<()>,
    /// `None` until everything has been read once.
    mark: Option<ChangeCursor>,
    /// The latest clock time of a refresh since everything was read. A clock that was set back far leads to a full read.
    read_at: i64,
}

impl Default for Refresh {
    fn default() -> Self {
        Self { answered: 0, outcome: Ok(()), mark: None, read_at: 0 }
    }
}

impl AvailabilityIndex {
    /// Brings the index up to date and answers a question from it. The answer includes everything that was committed before this call.
    pub async fn ask<T>(&self, app: &App, question: impl FnOnce(&ListedDoctors) -> T) -> db::Result<T> {
        let own = self.0.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let mut refresh = self.0.refresh.lock().await;
        if refresh.answered < own {
            let answered = self.0.asked.load(Ordering::SeqCst);
            refresh.outcome = self.catch_up(app, &mut refresh).await;
            refresh.answered = answered;
        }
        refresh.outcome.clone()?;
        drop(refresh);
        Ok(question(&self.0.doctors.read().unwrap_or_else(PoisonError::into_inner)))
    }

    /// `refresh` changes only after the index has: the caller may be dropped at any moment.
    async fn catch_up(&self, app: &App, refresh: &mut Refresh) -> db::Result<()> {
        let now = app.clock.india();
        let mut read_at = now.timestamp().as_millisecond();
        let was_set_back = refresh.read_at - read_at > clock::millis(PAST_RETENTION) / 2;
        let changes = match refresh.mark.clone().filter(|_| !was_set_back) {
            Some(mark) => read_changes(app, mark, &now).await?,
            None => None,
        };
        let doctors = || self.0.doctors.write().unwrap_or_else(PoisonError::into_inner);
        let mark = if let Some(changes) = changes {
            if !changes.found_doctors.is_empty() {
                let mut doctors = doctors();
                changes.found_doctors.into_iter().for_each(|(id, found)| doctors.put(&id, found));
            }
            read_at = read_at.max(refresh.read_at);
            changes.mark
        } else {
            let (mark, all) = app.db.read_long(async move |tx| read_all(tx, &now).await).await?;
            *doctors() = all;
            mark
        };
        (refresh.mark, refresh.read_at) = (Some(mark), read_at);
        Ok(())
    }
}

struct Changes {
    mark: ChangeCursor,
    /// `None` for a doctor who is not listed any more.
    found_doctors: Vec<(String, Option<DoctorAvailability>)>,
}

/// What changed since the mark; `None` when everything must be read.
async fn read_changes(app: &App, mut mark: ChangeCursor, now: &Zoned) -> db::Result<Option<Changes>> {
    let ChangesSince::Rows(ids) = app.db.read(async |tx| tx.changes_since(CHANGE_LOG, &mut mark).await).await? else {
        return Ok(None);
    };
    let ids: Vec<String> = ids.into_iter().collect();
    let mut listed: HashMap<String, DoctorAvailability> = HashMap::new();
    for some in ids.chunks(DOCTORS_PER_STATEMENT) {
        // One snapshot: a suspension cancels visits, and must be visible in both the visits and the doctor or in neither.
        let found_doctors = app.db.read_consistent(async |tx| read_practices(tx, some, now).await).await?;
        listed.extend(found_doctors.into_iter().map(|found| (found.doctor.id.clone(), found)));
    }
    let found_doctors = ids.into_iter().map(|id| (listed.remove(&id), id)).map(|(found, id)| (id, found)).collect();
    Ok(Some(Changes { mark, found_doctors }))
}

async fn read_all(tx: &mut Tx<'_>, now: &Zoned) -> db::Result<(ChangeCursor, ListedDoctors)> {
    let (mark, mut doctors) = (tx.change_cursor(CHANGE_LOG).await?, ListedDoctors::default());
    for ids in directory::list_listed_ids(tx).await?.chunks(DOCTORS_PER_STATEMENT) {
        for found in read_practices(tx, ids, now).await? {
            doctors.put(&found.doctor.id.clone(), Some(found));
        }
    }
    Ok((mark, doctors))
}

/// The listed ones of these doctors. One whose rows cannot be decoded is skipped; the others are not affected.
async fn read_practices(tx: &mut Tx<'_>, ids: &[String], now: &Zoned) -> db::Result<Vec<DoctorAvailability>> {
    let mut readable = Vec::new();
    match read_together(tx, ids, now).await {
        Err(db::Error::Other(_)) => {
            for id in ids {
                match read_together(tx, std::slice::from_ref(id), now).await {
                    Err(db::Error::Other(why)) => {
                        tracing::error!(id, why, "a doctor cannot be read, and is not listed");
                    }
                    found => readable.extend(found?),
                }
            }
            Ok(readable)
        }
        read => read,
    }
}

async fn read_together(tx: &mut Tx<'_>, ids: &[String], now: &Zoned) -> db::Result<Vec<DoctorAvailability>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let yesterday = now.date().yesterday().unwrap_or(now.date());
    let (from, mut beside) = (now.timestamp().as_millisecond() - clock::millis(PAST_RETENTION), tx.concurrent());
    let (doctors, starts) =
        join(directory::list_listed(tx, ids, yesterday), list_taken_of(&mut beside, ids, from)).await;
    let mut taken: HashMap<String, Vec<i64>> = HashMap::new();
    for (doctor_id, start) in starts? {
        taken.entry(doctor_id).or_default().push(start);
    }
    let doctors = doctors?;
    let mut waitlists =
        if doctors.iter().any(|doctor| doctor.waited) { list_waitlists(tx, ids).await? } else { HashMap::new() };
    let found = |doctor: Doctor| {
        let taken: Taken = taken.remove(&doctor.id).into_iter().flatten().collect();
        let waitlist = waitlists.remove(&doctor.id).unwrap_or_default();
        DoctorAvailability::new(doctor, taken, waitlist)
    };
    Ok(doctors.into_iter().map(found).collect())
}

/// Deletes rows of the change log that every instance has long read, and returns how many.
pub async fn prune_change_log(app: &App) -> db::Result<u64> {
    let before = app.clock.now_millis() - clock::millis(CHANGE_LOG_RETENTION);
    app.db
        .write(async move |tx| {
            tx.disable_timeouts().await?;
            tx.prune_change_log(CHANGE_LOG, before).await
        })
        .await
}
