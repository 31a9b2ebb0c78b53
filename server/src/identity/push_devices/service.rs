//! Listing the devices that get notifications, adding the caller's, and ending one.

use serde::Serialize;
use utoipa::ToSchema;

use super::store::{self, NewDevice, OwnPushDevice};
use crate::app::App;
use crate::identity::callers::{AccountLock, Caller};
use crate::identity::{Error, texts};
use crate::platform::db;
use crate::platform::http::{Code, Problem};
use crate::platform::ids::new_id;
use crate::platform::push::{self, BrowserKeys, Endpoint};

/// For each account; people have a phone, a tablet and a computer.
pub const MAX_DEVICES: i64 = 5;

/// Notifications of an account.
#[derive(Serialize, ToSchema)]
pub struct PushDevices {
    /// What a browser needs to subscribe (`applicationServerKey`); none where Doc Care sends no notifications
    key: Option<String>,
    devices: Vec<OwnPushDevice>,
    /// How many there may be
    most: i64,
}

pub async fn own(app: &App, caller: &Caller) -> db::Result<PushDevices> {
    let (keys, now) = (app.keys.clone(), app.clock.now());
    let key = if app.pusher.services().is_any() {
        let found = app.db.read(async |tx| push::find_key(tx, &app.keys).await).await?;
        // The first one who asks makes it.
        match found {
            Some(key) => Some(key),
            None => Some(app.db.write(async move |tx| push::find_or_make(tx, &keys, now).await).await?),
        }
    } else {
        None
    };
    let mut devices = app.db.read(async |tx| store::list_of(tx, &caller.id).await).await?;
    for device in &mut devices {
        device.current = device.session == caller.session();
    }
    Ok(PushDevices { key: key.map(|key| key.public()), devices, most: MAX_DEVICES })
}

/// Adds the browser of the caller's login, which has one at most. The same again changes nothing.
pub async fn add(app: &App, caller: &Caller, (endpoint, keys): (Endpoint, BrowserKeys)) -> Result<PushDevices, Error> {
    let now = app.clock.now();
    let added = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        let device = NewDevice { account_id: &me.id, session: me.session(), endpoint: &endpoint, keys: &keys };
        if device.is_known(tx).await? {
            return Ok(());
        }
        device.replace(tx).await?;
        if store::count_of(tx, &me.id).await? >= MAX_DEVICES {
            return Err(Error::Refused(Problem::saying(Code::LimitReached, texts::PUSH_LIMIT)));
        }
        // Another login may have added the same browser meanwhile: it belongs to the last one.
        if !device.insert(tx, &new_id(now), now.as_millisecond()).await? {
            device.replace(tx).await?;
            device.insert(tx, &new_id(now), now.as_millisecond()).await?;
        }
        Ok::<_, Error>(())
    });
    added.await?;
    Ok(own(app, caller).await?)
}

/// Ends the notifications of one of the caller's devices. Whether it was one.
pub async fn end(app: &App, caller: &Caller, id: String) -> Result<bool, Error> {
    let ended = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
        Ok::<_, Error>(store::delete_own(tx, &me.id, &id).await?)
    });
    ended.await
}
