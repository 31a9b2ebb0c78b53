//! The users: their list, each of them, and who is kept out.

use super::sought::Sought;
use super::store::audit::{self, Deed};
use super::store::bookings::{self, BookingRow};
use super::store::users::{UserRow, list_after};
use crate::app::App;
use crate::booking;
use crate::booking::oversight::{Cancellation, tell_doctors};
use crate::identity::callers::{Admin, Hold};
use crate::identity::users::{self, User};
use crate::identity::{self, AccountState, Role};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock};

/// What was done to somebody, as far as a page shows it.
pub(super) const DEEDS: i64 = 50;

/// A user with what an administrator wants to know before deciding about them.
pub struct Details {
    pub user: User,
    pub bookings: i64,
    pub coming: Vec<BookingRow>,
    pub deeds: Vec<Deed>,
}

pub async fn find(app: &App, id: &str) -> db::Result<Option<Details>> {
    let now = app.clock.now_millis();
    app.db
        .read(async |tx| {
            let Some(user) = users::find(tx, id).await? else { return Ok(None) };
            Ok(Some(Details {
                user,
                bookings: booking::count_of_user(tx, id).await?,
                coming: bookings::list_coming_of_user(tx, id, now).await?,
                deeds: audit::list_of(tx, id, DEEDS).await?,
            }))
        })
        .await
}

/// What becomes of coming bookings when their user or doctor is kept out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Coming {
    #[default]
    Keep,
    Cancel,
}

pub struct Blocking {
    pub user_id: String,
    /// The state that the administrator wants; without it, the other one than now.
    pub wanted: Option<bool>,
    pub reason: Option<String>,
    pub coming: Coming,
}

/// Blocks a user or lets them in again, and returns whether they are blocked now; `None` when there is no such user. A
/// block ends every session at once.
pub async fn block(app: &App, caller: &Admin, blocking: Blocking) -> Result<Option<bool>, identity::Error> {
    let (now, organizer) = (app.clock.now(), app.mailer.address());
    let (blocked, cancelled) = caller
        .write(app, Hold::Shared, async move |tx, admin| {
            let Blocking { user_id, wanted, reason, coming } = blocking;
            // Two administrators at once come one after the other, and so does the user who is just booking.
            tx.lock(Lock::User(&user_id)).await?;
            let Some(user) = users::find(tx, &user_id).await? else { return Ok((None, Vec::new())) };
            let is_blocked = identity::find_state(tx, Role::User, &user_id).await? == Some(AccountState::Blocked);
            let block = wanted.unwrap_or(!is_blocked);
            if block == is_blocked {
                return Ok((Some(block), Vec::new()));
            }
            let action = if block { "block" } else { "unblock" };
            let subject = Subject { kind: Role::User.as_str(), id: &user_id, name: user.username.as_str() };
            admin.record(tx, action, subject, reason.as_deref(), now).await?;
            if !block {
                identity::activate(tx, &user_id).await?;
                return Ok((Some(false), Vec::new()));
            }
            identity::block(tx, &user_id).await?;
            let cancelled = match coming {
                Coming::Keep => Vec::new(),
                Coming::Cancel => {
                    let cancellation = Cancellation { reason: reason.as_deref(), organizer: &organizer, now };
                    cancellation.of_user(tx, &user_id).await?
                }
            };
            Ok::<_, identity::Error>((Some(true), cancelled))
        })
        .await?;
    app.mail_waits();
    tell_doctors(app, &cancelled);
    Ok(blocked)
}

/// Rows of a table at a time.
const EXPORTED: i64 = 1000;

/// The next users of a table that is written to its end, after the one of that id.
pub async fn export_page(app: &App, sought: Option<Sought>, after: String) -> db::Result<Vec<UserRow>> {
    app.db.report(async move |tx| list_after(tx, sought.as_ref(), &after, EXPORTED).await).await
}
