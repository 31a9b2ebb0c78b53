//! What the program approves by itself, inside the unit that books or moves.

use jiff::Timestamp;

use super::store;
use crate::app::App;
use crate::booking::model::{Appointment, Status};
use crate::booking::queue::tokens::session_bounds;
use crate::booking::service::{Error, subject};
use crate::directory::{AnsweredBy, Answering, Doctor, Profile};
use crate::identity::callers::{self, Hold};
use crate::identity::profiles::alter;
use crate::platform::audit::{self, Entry};
use crate::platform::db::{self, Lock, Tx};

/// Approves a request that is about to be stored if the doctor has set that or has offered its time, and says whether. Whoever calls holds
/// the doctor, alone or with others, so the setting still counts at the commit.
pub async fn approve(
    tx: &mut Tx<'_>,
    doctor: &Doctor,
    request: &mut Appointment,
    (now, is_offered): (Timestamp, bool),
) -> db::Result<bool> {
    let Answering { by, at_once_a_day, .. } = doctor.answering;
    let is_approved = match by {
        _ if is_offered => {
            one_by_one(tx, doctor).await?;
            true
        }
        AnsweredBy::Each => false,
        AnsweredBy::Known => {
            let has_seen = store::has_seen(tx, request, now.as_millisecond()).await?;
            if has_seen {
                one_by_one(tx, doctor).await?;
            }
            has_seen
        }
        AnsweredBy::All => {
            one_by_one(tx, doctor).await?;
            let session = session_bounds(&doctor.schedule, request.slot);
            store::count_approved(tx, request, session).await? < at_once_a_day
        }
    };
    if is_approved {
        request.status = Status::Checked;
    }
    Ok(is_approved)
}

/// Those who book hold the doctor together. From here on they come one after the other, so that no two take the last place, or the same
/// token.
async fn one_by_one(tx: &mut Tx<'_>, doctor: &Doctor) -> db::Result<()> {
    tx.lock(Lock::AtOnce(&format!("at once {}", doctor.id))).await
}

/// For the log, if the program approved it.
pub async fn record(tx: &mut Tx<'_>, stored: &Appointment, now: Timestamp) -> db::Result<()> {
    match stored.status {
        Status::Checked => audit::record(tx, Entry::of_program("approve_at_once", subject(stored)), now).await,
        _ => Ok(()),
    }
}

/// Changes how the doctor's requests are answered from now on; those that wait go on waiting.
pub async fn save(
    app: &App,
    caller: &callers::Doctor,
    change: impl FnOnce(&mut Answering) + Send + 'static,
) -> Result<Answering, Error> {
    let saved = caller.write(app, Hold::Alone, async move |tx, me| {
        let saved = alter(tx, &me.id, |profile: &mut Profile| {
            change(&mut profile.doctor.answering);
            Ok::<_, Error>(())
        });
        Ok(saved.await?.ok_or(Error::NoDoctor)?.doctor.answering)
    });
    saved.await
}
