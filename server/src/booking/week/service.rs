//! Keeping the week true to the database.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use futures::future::join;
use jiff::{SignedDuration, Zoned};
use tokio::sync::Mutex;

use super::model::{Doctors, Practice};
use crate::app::App;
use crate::booking::slots::Taken;
use crate::booking::store;
use crate::booking::waitlist;
use crate::directory::{self, Doctor};
use crate::platform::clock;
use crate::platform::db::{self, Mark, Noted, Notes, Tx};

const NOTES: Notes = Notes { table: "doctor_changes", of: "doctor_id" };
/// Doctors who are read by one statement.
const AT_ONCE: usize = 256;
/// Visits that began earlier are of no day that can be booked, even if the clock is set back a little.
const KEPT: SignedDuration = SignedDuration::from_hours(24);
const NOTES_KEPT: SignedDuration = SignedDuration::from_hours(1);

/// A handle on the week; clones share it.
#[derive(Clone, Default)]
pub struct Week(Arc<Kept>);

#[derive(Default)]
struct Kept {
    doctors: RwLock<Doctors>,
    /// How many questions have come.
    asked: AtomicU64,
    turn: Mutex<Turn>,
}

/// Whoever holds it brings the week up to date, for all the questions that came before it began.
struct Turn {
    /// Questions up to this one came before the database was asked last.
    answered: u64,
    /// How that went, for all of them.
    outcome: db::Result<()>,
    /// `None` until everything has been read once.
    mark: Option<Mark>,
    /// By the clock, when anything was read: the latest time since everything was.
    read_at: i64,
}

impl Default for Turn {
    fn default() -> Self {
        Self { answered: 0, outcome: Ok(()), mark: None, read_at: 0 }
    }
}

impl Week {
    /// Asks about the doctors as they are: everything that was committed before this call is seen.
    pub async fn ask<T>(&self, app: &App, question: impl FnOnce(&Doctors) -> T) -> db::Result<T> {
        let own = self.0.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let mut turn = self.0.turn.lock().await;
        if turn.answered < own {
            let answered = self.0.asked.load(Ordering::SeqCst);
            turn.outcome = self.refresh(app, &mut turn).await;
            turn.answered = answered;
        }
        turn.outcome.clone()?;
        drop(turn);
        Ok(question(&self.0.doctors.read().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Nothing of the turn changes before the week itself has: whoever asks may go away at any moment.
    async fn refresh(&self, app: &App, turn: &mut Turn) -> db::Result<()> {
        let now = app.clock.india();
        let mut read_at = now.timestamp().as_millisecond();
        let was_set_back = turn.read_at - read_at > clock::millis(KEPT) / 2;
        let changes = match turn.mark.clone().filter(|_| !was_set_back) {
            Some(mark) => read_changes(app, mark, &now).await?,
            None => None,
        };
        let doctors = || self.0.doctors.write().unwrap_or_else(PoisonError::into_inner);
        let mark = if let Some(changes) = changes {
            if !changes.practices.is_empty() {
                let mut doctors = doctors();
                changes.practices.into_iter().for_each(|(id, practice)| doctors.put(&id, practice));
            }
            read_at = read_at.max(turn.read_at);
            changes.mark
        } else {
            let (mark, all) = app.db.read_long(async move |tx| read_all(tx, &now).await).await?;
            *doctors() = all;
            mark
        };
        (turn.mark, turn.read_at) = (Some(mark), read_at);
        Ok(())
    }
}

struct Changes {
    mark: Mark,
    /// Whoever is not listed any more has none.
    practices: Vec<(String, Option<Practice>)>,
}

/// What changed since the mark; `None` when everything must be read.
async fn read_changes(app: &App, mut mark: Mark, now: &Zoned) -> db::Result<Option<Changes>> {
    let Noted::Of(ids) = app.db.read(async |tx| tx.noted(NOTES, &mut mark).await).await? else { return Ok(None) };
    let ids: Vec<String> = ids.into_iter().collect();
    let mut listed: HashMap<String, Practice> = HashMap::new();
    for some in ids.chunks(AT_ONCE) {
        // One moment: a suspension that cancels visits must not be seen in the visits and not in the doctor.
        let practices = app.db.read_moment(async |tx| read_practices(tx, some, now).await).await?;
        listed.extend(practices.into_iter().map(|found| (found.doctor.id.clone(), found)));
    }
    let practices = ids.into_iter().map(|id| (listed.remove(&id), id)).map(|(practice, id)| (id, practice)).collect();
    Ok(Some(Changes { mark, practices }))
}

async fn read_all(tx: &mut Tx<'_>, now: &Zoned) -> db::Result<(Mark, Doctors)> {
    let (mark, mut doctors) = (tx.mark(NOTES).await?, Doctors::default());
    for ids in directory::list_listed_ids(tx).await?.chunks(AT_ONCE) {
        for practice in read_practices(tx, ids, now).await? {
            doctors.put(&practice.doctor.id.clone(), Some(practice));
        }
    }
    Ok((mark, doctors))
}

/// Those of these doctors who are listed. One whose rows cannot be read is left out, and nobody else.
async fn read_practices(tx: &mut Tx<'_>, ids: &[String], now: &Zoned) -> db::Result<Vec<Practice>> {
    let mut readable = Vec::new();
    match read_together(tx, ids, now).await {
        Err(db::Error::Other(_)) => {
            for id in ids {
                match read_together(tx, std::slice::from_ref(id), now).await {
                    Err(db::Error::Other(why)) => {
                        tracing::error!(id, why, "a doctor cannot be read, and is not listed");
                    }
                    practice => readable.extend(practice?),
                }
            }
            Ok(readable)
        }
        read => read,
    }
}

async fn read_together(tx: &mut Tx<'_>, ids: &[String], now: &Zoned) -> db::Result<Vec<Practice>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let yesterday = now.date().yesterday().unwrap_or(now.date());
    let (from, mut beside) = (now.timestamp().as_millisecond() - clock::millis(KEPT), tx.beside());
    let (doctors, starts) =
        join(directory::list_listed(tx, ids, yesterday), store::list_taken_of(&mut beside, ids, from)).await;
    let mut taken: HashMap<String, Vec<i64>> = HashMap::new();
    for (doctor_id, start) in starts? {
        taken.entry(doctor_id).or_default().push(start);
    }
    let doctors = doctors?;
    let mut lines =
        if doctors.iter().any(|doctor| doctor.waited) { waitlist::list_lines(tx, ids).await? } else { HashMap::new() };
    let practice = |doctor: Doctor| {
        let taken: Taken = taken.remove(&doctor.id).into_iter().flatten().collect();
        let line = lines.remove(&doctor.id).unwrap_or_default();
        Practice::new(doctor, taken, line)
    };
    Ok(doctors.into_iter().map(practice).collect())
}

/// Deletes notes that every program has long read, and returns how many.
pub async fn forget_notes(app: &App) -> db::Result<u64> {
    let before = app.clock.now_millis() - clock::millis(NOTES_KEPT);
    app.db
        .write(async move |tx| {
            tx.take_your_time().await?;
            tx.forget_notes(NOTES, before).await
        })
        .await
}
