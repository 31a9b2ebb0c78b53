//! Approval by the program, inside the transaction that books or moves.

use jiff::Timestamp;

use super::store;
use crate::app::App;
use crate::appointments::model::{Appointment, Status};
use crate::appointments::service::Error;
use crate::directory::{ApprovalMode, ApprovalPolicy, Doctor, Profile};
use crate::identity::callers::{self, AccountLock};
use crate::identity::profiles::alter;
use crate::platform::db::{self, Lock, Tx};
use crate::scheduling;
use crate::scheduling::sessions::session_bounds;

/// Approves a request that is about to be stored, if the doctor has set that or has offered its time, and returns whether it did. The caller
/// holds the doctor's lock, exclusive or shared, so the setting is still the same at the commit.
pub async fn approve(
    tx: &mut Tx<'_>,
    doctor: &Doctor,
    request: &mut Appointment,
    (now, is_offered): (Timestamp, bool),
) -> db::Result<bool> {
    let ApprovalPolicy { by, at_once_a_day, .. } = doctor.answering;
    let is_approved = match by {
        _ if is_offered => {
            lock_in_turn(tx, doctor).await?;
            true
        }
        ApprovalMode::Each => false,
        ApprovalMode::Known => {
            let has_seen = store::has_seen(tx, request, now.as_millisecond()).await?;
            if has_seen {
                lock_in_turn(tx, doctor).await?;
            }
            has_seen
        }
        ApprovalMode::All => {
            lock_in_turn(tx, doctor).await?;
            let session = session_bounds(&doctor.schedule, request.slot);
            store::count_approved(tx, request, session).await? < at_once_a_day
        }
    };
    if is_approved {
        request.status = Status::Checked;
    }
    Ok(is_approved)
}

/// Bookings share the doctor's lock. From here on they exclude each other, so that no two get the last automatic approval or the same
/// token.
async fn lock_in_turn(tx: &mut Tx<'_>, doctor: &Doctor) -> db::Result<()> {
    tx.lock(Lock::AtOnce(&format!("at once {}", doctor.id))).await
}

/// Changes how the doctor's future requests are answered; pending ones stay pending.
pub async fn save(
    app: &App,
    caller: &callers::Doctor,
    change: impl FnOnce(&mut ApprovalPolicy) + Send + 'static,
) -> Result<ApprovalPolicy, Error> {
    let saved = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let saved = alter(tx, &me.id, |profile: &mut Profile| {
            change(&mut profile.doctor.answering);
            Ok::<_, Error>(())
        });
        Ok(saved.await?.ok_or(scheduling::Error::NoDoctor)?.doctor.answering)
    });
    saved.await
}
