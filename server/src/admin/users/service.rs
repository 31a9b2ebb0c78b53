//! The users: their list, each of them, and who is kept out.

use super::model::{AdminUserDetails, Blocking, UserBookings, UserOrder, UserVisit};
use super::store::{self, AdminUser};
use crate::admin::audit;
use crate::admin::bookings::{self, Coming};
use crate::admin::people::Typed;
use crate::app::App;
use crate::booking;
use crate::booking::oversight::{Cancellation, tell_doctors};
use crate::identity::callers::{Admin, Hold};
use crate::identity::{self, Role};
use crate::platform::audit::Subject;
use crate::platform::db::{self, Lock};
use crate::platform::list::{Page, Paging};

pub async fn list(app: &App, typed: Option<Typed>, order: UserOrder, paging: Paging) -> db::Result<Page<AdminUser>> {
    app.db.report(async move |tx| store::list(tx, typed.as_ref(), order, paging.part()).await).await
}

pub async fn find(app: &App, id: &str) -> db::Result<Option<AdminUserDetails>> {
    let now = app.clock.now_millis();
    app.db
        .read(async |tx| {
            let Some(user) = store::find(tx, id).await? else { return Ok(None) };
            let coming = bookings::list_coming_of_user(tx, id, now).await?.into_iter().map(UserVisit::from).collect();
            let bookings = UserBookings { total: booking::count_of_user(tx, id).await?, coming };
            Ok(Some(AdminUserDetails { user, bookings, audit: audit::list_of(tx, id).await? }))
        })
        .await
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
            let Some(user) = store::find(tx, &user_id).await? else { return Ok((None, Vec::new())) };
            let block = wanted.unwrap_or(!user.blocked);
            if block == user.blocked {
                return Ok((Some(block), Vec::new()));
            }
            let (action, reason) = (if block { "block" } else { "unblock" }, reason.as_deref());
            let subject = Subject { kind: Role::User.as_str(), id: &user_id, name: &user.username };
            admin.record(tx, action, subject, reason, now).await?;
            if !block {
                identity::activate(tx, &user_id).await?;
                return Ok((Some(false), Vec::new()));
            }
            identity::block(tx, &user_id).await?;
            booking::waitlist::erase_of(tx, &user_id).await?;
            let cancelled = match coming {
                Coming::Keep => Vec::new(),
                Coming::Cancel => Cancellation { reason, organizer: &organizer, now }.of_user(tx, &user_id).await?,
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
pub async fn export_page(app: &App, typed: Option<Typed>, after: String) -> db::Result<Vec<AdminUser>> {
    app.db.report(async move |tx| store::list_after(tx, typed.as_ref(), &after, EXPORTED).await).await
}
