//! Announcing new addresses, a batch of appointments per transaction.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};

use super::store;
use crate::app::App;
use crate::appointments::change_kind::ChangeKind;
use crate::appointments::changes::enqueue_notifications;
use crate::appointments::mails::AppointmentEvent;
use crate::appointments::service::{doctor_topic, list_contacts};
use crate::directory::{self, ClinicMove, Doctor, facilities, workplaces};
use crate::platform::background::NextRun;
use crate::platform::clock::millis;
use crate::platform::db::{self, Tx};

/// A correction within this time is announced together with the move, and a move that is undone in it is not announced.
const ANNOUNCE_DELAY: SignedDuration = SignedDuration::from_mins(10);
/// If a hospital requests another district too, the announcement waits for the administrator's decision, so that patients read the new
/// street and district together; but no longer than this, because some patients have to leave home.
const MAX_WAIT_FOR_DISTRICT: SignedDuration = SignedDuration::from_hours(48);
/// The number of moves per run of the job, and of appointments per transaction.
const MOVES_PER_RUN: i64 = 50;
const BATCH: i64 = 50;

/// Announces moves that have stood for long enough, and notices new ones.
pub async fn announce(app: &App) -> db::Result<NextRun> {
    let now = app.clock.now_millis();
    let (noticed, undecided) = (now - millis(ANNOUNCE_DELAY), now - millis(MAX_WAIT_FOR_DISTRICT));
    let ids = app.db.read(async |tx| workplaces::list_due_moves(tx, noticed, undecided, MOVES_PER_RUN).await).await?;
    let work = |id: String| async move {
        while announce_batch(app, id.clone()).await? {}
        Ok::<_, db::Error>(())
    };
    app.backoff.for_each("clinic moves", ids, now, work).await?;
    Ok(NextRun::Scheduled)
}

/// Enqueues the mails of the next appointments of a move, and returns whether there may be more.
async fn announce_batch(app: &App, place_id: String) -> db::Result<bool> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let told: db::Result<Vec<String>> = app
        .db
        .write(async move |tx| {
            let Some(clinic_move) = workplaces::hold_move(tx, &place_id).await? else { return Ok(Vec::new()) };
            let Some(noticed_at) = clinic_move.noticed_at else {
                workplaces::notice_move(tx, &place_id, now.as_millisecond()).await?;
                return Ok(Vec::new());
            };
            // It may have been changed again since it was listed.
            if noticed_at > now.as_millisecond() - millis(ANNOUNCE_DELAY) {
                return Ok(Vec::new());
            }
            let place = (clinic_move.is_hospital, place_id.as_str());
            let instants = (now.as_millisecond(), noticed_at);
            let is_elsewhere = is_elsewhere(tx, &clinic_move).await?;
            let ids = store::list_coming_at(tx, place, instants, &clinic_move.announced_to, BATCH).await?;
            let Some(last) = ids.last().filter(|_| is_elsewhere) else {
                workplaces::delete_move(tx, &place_id).await?;
                return Ok(Vec::new());
            };
            workplaces::set_announced_to(tx, &place_id, last).await?;
            tell_of(tx, &ids, &clinic_move, now, &organizer).await
        })
        .await;
    let doctors = told?;
    if !doctors.is_empty() {
        app.wake_outbox();
    }
    for doctor in &doctors {
        app.pubsub.publish(&doctor_topic(doctor));
    }
    Ok(!doctors.is_empty())
}

/// Whether the place has another address now than before the move; not so if the move was undone, or the place is erased.
async fn is_elsewhere(tx: &mut Tx<'_>, clinic_move: &ClinicMove) -> db::Result<bool> {
    let id = &clinic_move.place_id;
    Ok(if clinic_move.is_hospital {
        let found = facilities::find(tx, id).await?;
        found
            .is_some_and(|now| clinic_move.is_other((&now.address, &now.city, &now.district, &now.state, &now.pincode)))
    } else {
        let found = directory::find(tx, id).await?;
        found.is_some_and(|now| clinic_move.is_other((&now.address, "", &now.district, &now.state, &now.pincode)))
    })
}

/// Notifies the patients of these appointments, and returns their doctors.
async fn tell_of(
    tx: &mut Tx<'_>,
    ids: &[String],
    clinic_move: &ClinicMove,
    now: Timestamp,
    organizer: &str,
) -> db::Result<Vec<String>> {
    let visits = store::renew_calendar(tx, ids).await?;
    let mut doctors: HashMap<String, Doctor> = HashMap::new();
    for visit in &visits {
        if !doctors.contains_key(&visit.doctor_id)
            && let Some(doctor) = directory::find(tx, &visit.doctor_id).await?
        {
            doctors.insert(visit.doctor_id.clone(), doctor);
        }
    }
    let contacts = list_contacts(tx, &visits).await?;
    let kind = ChangeKind::ClinicMoved(clinic_move);
    let events: Vec<AppointmentEvent<'_>> = visits
        .iter()
        .filter_map(|appointment| {
            let doctor = doctors.get(&appointment.doctor_id)?;
            Some(AppointmentEvent { kind, appointment, doctor, organizer, now })
        })
        .collect();
    enqueue_notifications(tx, &events, &contacts).await?;
    drop(events);
    Ok(doctors.into_keys().collect())
}
