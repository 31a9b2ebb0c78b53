//! The queues with watchers. A change of a doctor's day is read once for all watchers (decision 0055).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Zoned;
use jiff::civil::Date;
use serde::Serialize;
use tokio::sync::watch;

use crate::app::App;
use crate::appointments::model::{Appointment, Attendance, Status};
use crate::appointments::service::doctor_topic;
use crate::appointments::store as visits;
use crate::clinic_day::door_codes::DoorCodes;
use crate::clinic_day::model::{QueueBoard, Screen};
use crate::clinic_day::service::{Day, read_day};
use crate::clinic_day::store;
use crate::directory::desk::DeskScope;
use crate::directory::{Doctor, VisitMode, Workplace};
use crate::platform::clock::day_number;
use crate::platform::db::{self, Tx};
use crate::platform::ids::Secret;
use crate::scheduling::Slot;
use crate::scheduling::sessions::session_of;

/// Expected times change with the clock, even if no patient is marked.
const REFRESH_INTERVAL: Duration = Duration::from_secs(30);
const RETRY_INTERVAL: Duration = Duration::from_secs(5);

/// The state of a queue, as it is sent to everyone who watches it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueSnapshot {
    pub day: Date,
    /// The board of each session as JSON, written once, with the first minute of the session.
    boards: Vec<(i64, Arc<str>)>,
    /// The board that each screen shows, with the digest of the screen's link.
    screens: Vec<(String, Arc<str>)>,
}

impl QueueSnapshot {
    /// The queue of the session that a slot of that minute belongs to.
    pub fn board_at(&self, minute: i64) -> Option<Arc<str>> {
        let own = self.boards.iter().rfind(|(from, _)| *from <= minute).or(self.boards.first());
        own.map(|(_, board)| board.clone())
    }

    /// The queue of a screen; `None` once it was removed.
    pub fn board_of(&self, digest: &str) -> Option<Arc<str>> {
        self.screens.iter().find(|(screen, _)| screen == digest).map(|(_, board)| board.clone())
    }
}

type SnapshotSender = watch::Sender<Option<QueueSnapshot>>;

/// By doctor id. Each has a task while there are watchers.
#[derive(Clone, Default)]
pub struct LiveQueues(Arc<Mutex<HashMap<String, Arc<SnapshotSender>>>>);

impl LiveQueues {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<SnapshotSender>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether there are no watchers any more; then the entry is removed.
    fn leave(&self, doctor_id: &str) -> bool {
        let mut all = self.all();
        let is_left = all.get(doctor_id).is_none_or(|sender| sender.receiver_count() == 0);
        if is_left {
            all.remove(doctor_id);
        }
        is_left
    }
}

/// A receiver of a doctor's queue, which begins with the last snapshot. The first watcher starts the task that reads the queue.
pub fn listen(app: &App, doctor_id: &str) -> watch::Receiver<Option<QueueSnapshot>> {
    let mut all = app.queues.all();
    if let Some(sender) = all.get(doctor_id) {
        return sender.subscribe();
    }
    let (sender, snapshot) = watch::channel(None);
    let sender = Arc::new(sender);
    all.insert(doctor_id.to_owned(), sender.clone());
    tokio::spawn(refresh_snapshots(app.clone(), doctor_id.to_owned(), sender));
    snapshot
}

/// Reads a queue whenever it changes, until there are no watchers or the server stops.
async fn refresh_snapshots(app: App, doctor_id: String, sender: Arc<SnapshotSender>) {
    let mut changes = app.pubsub.subscribe(doctor_topic(&doctor_id));
    loop {
        let wait = match read(&app, &doctor_id).await {
            Ok(snapshot) => {
                sender.send_if_modified(|last| {
                    let is_new = *last != snapshot;
                    *last = snapshot;
                    is_new
                });
                REFRESH_INTERVAL
            }
            Err(error) => {
                tracing::warn!(%error, "a queue that is watched was not read; trying again");
                RETRY_INTERVAL
            }
        };
        tokio::select! {
            news = changes.next() => if news.is_none() { break },
            () = tokio::time::sleep(wait) => {}
            () = sender.closed() => if app.queues.leave(&doctor_id) { return },
        }
    }
    app.queues.all().remove(&doctor_id);
}

async fn read(app: &App, doctor_id: &str) -> db::Result<Option<QueueSnapshot>> {
    let now = app.clock.india();
    let day = app.db.read(async |tx| read_day(tx, doctor_id, now.date(), &DeskScope::Everything).await).await?;
    Ok(day.map(|day| {
        let boards = day.sessions.iter().enumerate().map(|(number, session)| {
            let board = json(&day.board(number, &now));
            (session.from.minutes(), board)
        });
        let screens = day.screens.iter().map(|screen| {
            let board =
                json(&ScreenBoard { queue: day.board_of(screen, &now), door: door_of(app, &day, screen, &now) });
            (screen.token_digest.clone(), board)
        });
        QueueSnapshot { day: now.date(), boards: boards.collect(), screens: screens.collect() }
    }))
}

fn json(value: &impl Serialize) -> Arc<str> {
    serde_json::to_string(value).unwrap_or_default().into()
}

/// An event of a screen's stream: the queue, as in the stream of a visit, and the door code, which no visit's page may get.
#[derive(Serialize)]
struct ScreenBoard {
    #[serde(flatten)]
    queue: QueueBoard,
    door: DoorCodes,
}

fn door_of(app: &App, day: &Day, screen: &Screen, now: &Zoned) -> DoorCodes {
    let place = day.door_place(screen.hospital_id.as_deref(), now);
    DoorCodes::at(&app.keys, place, now.timestamp().as_millisecond())
}

/// A visit, or a walk-in without a slot, as the holder of its link sees it.
pub struct Visit {
    pub id: String,
    pub doctor: Doctor,
    pub day: Date,
    /// `None` for a walk-in without a slot.
    pub slot: Option<Slot>,
    /// `None` is the doctor's own clinic.
    pub place: Option<Workplace>,
    pub status: Status,
    pub is_unanswered: bool,
    /// The doctor's time limit for an answer, while it is pending.
    pub answer_by: Option<i64>,
    /// Its token, if it is approved.
    pub token: Option<String>,
    pub attendance: Option<Attendance>,
    /// A minute of the day within its session.
    pub minute: i64,
    /// Only on the day of the visit; a visit by phone is in no queue.
    pub board: Option<QueueBoard>,
    pub mode: VisitMode,
}

/// The visit of a link; `None` if there is none, or if its day is over.
pub async fn visit(app: &App, id: &str) -> db::Result<Option<Visit>> {
    let now = app.clock.india();
    app.db
        .read(async |tx| match visits::find(tx, id).await? {
            Some(appointment) => booked(tx, appointment, &now).await,
            None => waiting(tx, id, &now).await,
        })
        .await
}

async fn booked(tx: &mut Tx<'_>, appointment: Appointment, now: &Zoned) -> db::Result<Option<Visit>> {
    let (today, slot) = (now.date(), appointment.slot);
    if slot.day < today {
        return Ok(None);
    }
    let Some(day) = read_day(tx, &appointment.doctor_id, slot.day, &DeskScope::Everything).await? else {
        return Ok(None);
    };
    let is_approved = appointment.status == Status::Checked;
    let mode = appointment.mode();
    let is_queued = mode == VisitMode::Clinic;
    let own = day.entries.iter().find(|entry| entry.id == appointment.id);
    let token = own.filter(|_| is_queued).map(|entry| entry.token.clone());
    let session = session_of(&day.sessions, slot.time.minutes());
    let board = (is_queued && is_approved && slot.day == today).then(|| day.board(session, now));
    Ok(Some(Visit {
        id: appointment.id,
        doctor: day.doctor,
        day: slot.day,
        slot: Some(slot),
        place: appointment.place,
        status: appointment.status,
        is_unanswered: appointment.unanswered_at.is_some(),
        answer_by: (appointment.status == Status::Pending).then_some(appointment.answer_by),
        token,
        attendance: appointment.attendance,
        minute: slot.time.minutes(),
        board,
        mode,
    }))
}

/// A walk-in of today without a slot.
async fn waiting(tx: &mut Tx<'_>, id: &str, now: &Zoned) -> db::Result<Option<Visit>> {
    let found = store::find_waiting(tx, id).await?.filter(|walk_in| walk_in.day == day_number(now.date()));
    let Some(walk_in) = found else { return Ok(None) };
    let Some(day) = read_day(tx, &walk_in.doctor_id, now.date(), &DeskScope::Everything).await? else {
        return Ok(None);
    };
    let minute = walk_in.session_from.unwrap_or(0);
    let board = day.board(session_of(&day.sessions, minute), now);
    let there = |place: &&Workplace| walk_in.hospital_id.as_ref() == Some(&place.id);
    Ok(Some(Visit {
        place: day.doctor.workplace().filter(there).cloned(),
        id: walk_in.id,
        doctor: day.doctor,
        day: now.date(),
        slot: None,
        status: Status::Checked,
        is_unanswered: false,
        answer_by: None,
        token: Some(walk_in.token),
        attendance: walk_in.attendance,
        minute,
        board: Some(board),
        mode: VisitMode::Clinic,
    }))
}

/// The doctor of a screen's link, as long as it works.
pub async fn doctor_of_screen(app: &App, token: &Secret) -> db::Result<Option<String>> {
    let digest = token.digest();
    app.db.read(async |tx| store::find_doctor_of_screen(tx, &digest).await).await
}

/// What a screen shows.
pub struct ScreenContent {
    pub doctor: Doctor,
    /// Of the screen.
    pub number: i64,
    pub board: QueueBoard,
    pub door: DoorCodes,
}

/// The content of a screen: its doctor, and the queue of the current or next session.
pub async fn screen(app: &App, doctor_id: &str, digest: &str) -> db::Result<Option<ScreenContent>> {
    let now = app.clock.india();
    let day = app.db.read(async |tx| read_day(tx, doctor_id, now.date(), &DeskScope::Everything).await).await?;
    Ok(day.and_then(|day| {
        let screen = day.screens.iter().find(|screen| screen.token_digest == digest)?;
        let (number, board, door) = (screen.number, day.board_of(screen, &now), door_of(app, &day, screen, &now));
        Some(ScreenContent { doctor: day.doctor, number, board, door })
    }))
}
