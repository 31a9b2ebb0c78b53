//! Claiming a desk booking as the own visit, or disclaiming it: for the account that proved its number.

use std::slice;

use super::{rules, store};
use crate::app::App;
use crate::appointments::changes::publish_appointment_changed;
use crate::appointments::desk_bookings;
use crate::appointments::model::{Appointment, DeskBookingState, WithDoctor};
use crate::appointments::service::{Error, subject};
use crate::appointments::store as visits;
use crate::identity::callers::{AccountLock, Patient};
use crate::identity::phone;
use crate::platform::clock::day_bounds;
use crate::platform::db::{self, Lock, Tx};
use crate::platform::outbox;
use crate::platform::phone_messages::{self, withdraw_with_mails};

/// The visits that were booked for the caller's number, if it is proved, from today on.
pub async fn list(app: &App, caller: &Patient) -> db::Result<Vec<WithDoctor>> {
    let (today, _) = day_bounds(app.clock.india().date());
    app.db.read(async |tx| list_within(tx, &caller.id, today).await).await
}

/// The same inside a larger transaction; `today` is when the day began, as UTC milliseconds.
pub async fn list_within(tx: &mut Tx<'_>, user_id: &str, today: i64) -> db::Result<Vec<WithDoctor>> {
    match find_number(tx, user_id).await? {
        Some(number) => store::list_of_number(tx, &number, today).await,
        None => Ok(Vec::new()),
    }
}

/// The number that a user has proved.
async fn find_number(tx: &mut Tx<'_>, user_id: &str) -> db::Result<Option<String>> {
    let own = phone::find_own_proved(tx, user_id).await?;
    Ok(own.and_then(|own| own.phone).map(|phone| phone.as_str().to_owned()))
}

/// Makes a desk booking a visit of the caller's. Sent again, or from several devices at once, it answers with the same visit.
pub async fn claim(app: &App, caller: &Patient, id: String) -> Result<Appointment, Error> {
    let (now, (today, _)) = (app.clock.now(), day_bounds(app.clock.india().date()));
    let claimed = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let visit = find_locked(tx, &id).await?;
        if visit.user_id == me.id {
            return Ok(visit);
        }
        check(tx, &me.id, &visit, today).await?;
        if !store::save_user(tx, &id, &me.id).await? {
            return Err(Error::NotChangeable);
        }
        desk_bookings::delete_of(tx, slice::from_ref(&id)).await?;
        // The mail that offers it is answered. Messages that wait stay true, and the number is the account's: a reminder is not written again.
        outbox::withdraw(tx, slice::from_ref(&id)).await?;
        phone_messages::hand_over(tx, &id, &me.id).await?;
        let visit = Appointment { user_id: me.id.clone(), desk_booking: None, ..visit };
        me.record(tx, "claim", subject(&visit), None, now).await?;
        Ok(visit)
    });
    let visit = claimed.await?;
    publish_appointment_changed(app, slice::from_ref(&visit));
    Ok(visit)
}

/// Stores that a desk booking is not the caller's. Nothing more is sent to the number, no account is offered the visit again, and the desk
/// sees "Check the number". The visit stays.
pub async fn disclaim(app: &App, caller: &Patient, id: String) -> Result<(), Error> {
    let (now, (today, _)) = (app.clock.now(), day_bounds(app.clock.india().date()));
    let disclaimed = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let visit = find_locked(tx, &id).await?;
        let is_disclaimed = visit.desk_booking == Some(DeskBookingState::Disclaimed)
            && find_number(tx, &me.id).await?.as_ref() == Some(&visit.contact_number);
        if is_disclaimed {
            return Ok(visit);
        }
        check(tx, &me.id, &visit, today).await?;
        if desk_bookings::disclaim(tx, &id, now.as_millisecond()).await? {
            me.record(tx, "disclaim", subject(&visit), None, now).await?;
        }
        withdraw_with_mails(tx, slice::from_ref(&id)).await?;
        Ok::<_, Error>(visit)
    });
    let visit = disclaimed.await?;
    publish_appointment_changed(app, slice::from_ref(&visit));
    Ok(())
}

/// A visit with the lock of its doctor, under which the desk moves and cancels it.
async fn find_locked(tx: &mut Tx<'_>, id: &str) -> Result<Appointment, Error> {
    let visit = visits::find(tx, id).await?.ok_or(Error::NoAppointment)?;
    tx.lock(Lock::Doctor(&visit.doctor_id)).await?;
    visits::find(tx, id).await?.ok_or(Error::NoAppointment)
}

/// Refuses a visit that is not offered to the user; it does not exist for them.
async fn check(tx: &mut Tx<'_>, user_id: &str, visit: &Appointment, today: i64) -> Result<(), Error> {
    let number = find_number(tx, user_id).await?;
    if rules::is_claimable(visit, today) && number.as_ref() == Some(&visit.contact_number) {
        Ok(())
    } else {
        Err(Error::NoAppointment)
    }
}
