//! A doctor's leave: days, or hours of days. What it means for appointments is in `appointments::leave`.

use jiff::Timestamp;
use jiff::civil::Date;

use crate::app::App;
use crate::directory::schedule::meets;
use crate::directory::{self, DayTime, Leave};
use crate::identity::callers::{AccountLock, Doctor};
use crate::platform::db::Tx;
use crate::platform::ids::new_id;
use crate::scheduling::{Error, Slot};

/// Entries of leave of one doctor that are not over.
const MAX_COMING_LEAVES: usize = 100;

/// Days, both included, and the hours of each of them if it is not the whole.
#[derive(Debug, Clone, Copy)]
pub struct LeaveTime {
    pub first: Date,
    pub last: Date,
    pub hours: Option<(DayTime, DayTime)>,
}

impl LeaveTime {
    pub fn meets(&self, slot: Slot) -> bool {
        self.hours.is_none_or(|hours| meets(hours, slot.time, Slot::MINUTES))
    }
}

/// Adds leave of a doctor. The caller holds the doctor's lock.
pub async fn insert(
    tx: &mut Tx<'_>,
    doctor: &directory::Doctor,
    LeaveTime { first, last, hours }: LeaveTime,
    note: String,
    (today, now): (Date, Timestamp),
) -> Result<Leave, Error> {
    if doctor.schedule.leave.iter().filter(|leave| leave.last >= today).count() >= MAX_COMING_LEAVES {
        return Err(Error::TooManyLeaves);
    }
    let leave = Leave { id: new_id(now), first, last, hours, note };
    directory::insert_leave(tx, &doctor.id, &leave).await?;
    Ok(leave)
}

/// Removes leave, so that its slots are free again; `false` if there is none of that id.
pub async fn remove_leave(app: &App, caller: &Doctor, id: String) -> Result<bool, Error> {
    let removed = caller
        .write(app, AccountLock::Exclusive, async move |tx, me| Ok(directory::delete_leave(tx, &me.id, &id).await?));
    removed.await
}
