//! Saving, changing and removing the people that a user books for. All under the user's lock, as bookings are.

use super::store::{self, Details, Person};
use crate::app::App;
use crate::appointments::service::Error;
use crate::identity::callers::{AccountLock, Patient};
use crate::platform::db;
use crate::platform::ids::new_id;

/// Limit of saved people of a user.
pub const MAX_PEOPLE_PER_USER: usize = 20;

pub async fn list(app: &App, caller: &Patient) -> db::Result<Vec<Person>> {
    app.db.read(async |tx| store::list_of(tx, &caller.id).await).await
}

/// Saves a person. The same form again returns the person that it saved.
pub async fn add(app: &App, caller: &Patient, new: Details) -> Result<Person, Error> {
    let now = app.clock.now();
    let added = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let mut people = store::list_of(tx, &me.id).await?;
        if let Some(place) = people.iter().position(|person| new.name == person.name && new.phone == person.phone) {
            let known = people.swap_remove(place);
            if new.guardian_at.is_none() || known.guardian {
                return Ok(known);
            }
            store::update(tx, &me.id, &known.id, &new).await?;
            return store::find(tx, &me.id, &known.id).await?.ok_or(Error::NoPerson);
        }
        if people.len() >= MAX_PEOPLE_PER_USER {
            return Err(Error::TooManyPeople);
        }
        let id = new_id(now);
        store::insert(tx, &me.id, &id, &new, now.as_millisecond()).await?;
        store::find(tx, &me.id, &id).await?.ok_or(Error::NoPerson)
    });
    added.await
}

/// Changes a person; their bookings stay as they are.
pub async fn change(app: &App, caller: &Patient, id: String, told: Details) -> Result<Person, Error> {
    let changed = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        store::update(tx, &me.id, &id, &told).await?;
        store::find(tx, &me.id, &id).await?.ok_or(Error::NoPerson)
    });
    changed.await
}

/// Removes a person; their bookings stay as they are.
pub async fn remove(app: &App, caller: &Patient, id: String) -> Result<(), Error> {
    let removed = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        if store::delete(tx, &me.id, &id).await? { Ok(()) } else { Err(Error::NoPerson) }
    });
    removed.await
}
