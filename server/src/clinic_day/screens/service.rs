//! Pairing a screen by a code, and removing it.

use jiff::Zoned;

use super::model::{MAX_SCREENS_PER_DOCTOR, PAIRING_TTL, PairingCode, PairingOffer, free_number};
use crate::app::App;
use crate::appointments::acting_for_doctor::ActingForDoctor;
use crate::appointments::service::doctor_topic;
use crate::clinic_day::model::Screen;
use crate::clinic_day::service::{Error, Today, record_of_day, today};
use crate::clinic_day::store;
use crate::platform::clock::millis;
use crate::platform::db::{self, Tx};
use crate::platform::ids::{Secret, new_id};
use crate::platform::qr::QrPicture;

/// How many codes are drawn at most until one is found that no other screen shows at this moment.
const MAX_DRAWS: usize = 8;

/// A new code for a screen; `None` where every code that was drawn is in use.
pub async fn start_pairing(app: &App) -> db::Result<Option<PairingOffer>> {
    let now = app.clock.now_millis();
    let expires_at = now.saturating_add(millis(PAIRING_TTL));
    let (token, keys) = (Secret::random(), app.keys.clone());
    let token_digest = token.digest();
    let drawn: db::Result<Option<PairingCode>> = app
        .db
        .write(async move |tx| {
            store::delete_expired_pairings(tx, now).await?;
            for _ in 0..MAX_DRAWS {
                let code = PairingCode::random();
                if store::insert_pairing(tx, &token_digest, &code.digest(&keys), expires_at).await? {
                    return Ok(Some(code));
                }
            }
            Ok(None)
        })
        .await;
    Ok(drawn?.map(|code| {
        let link = format!("{}/screen#pair-{}", app.config.public_url, code.expose());
        PairingOffer { picture: QrPicture::of(&link), code, token }
    }))
}

/// The state of a screen that asked to be paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pairing {
    Waits,
    Paired,
}

/// `None` once the code has expired, or the screen was removed.
pub async fn find_pairing(app: &App, token: &Secret) -> db::Result<Option<Pairing>> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    app.db
        .read(async |tx| {
            if store::find_doctor_of_screen(tx, &digest).await?.is_some() {
                return Ok(Some(Pairing::Paired));
            }
            Ok(store::waits_for_pairing(tx, &digest, now).await?.then_some(Pairing::Waits))
        })
        .await
}

/// Pairs the screen that shows this code: its own token becomes its link. A screen that a hospital's desk pairs shows the sessions there.
pub async fn pair(app: &App, desk: &ActingForDoctor, code: PairingCode) -> Result<Today, Error> {
    let (now, digest) = (app.clock.india(), code.digest(&app.keys));
    let paired = desk.write(app, async move |tx, desk| {
        let at = now.timestamp().as_millisecond();
        let token_digest = store::take_pairing(tx, &digest, at).await?.ok_or(Error::WrongScreenCode)?;
        store::delete_ended_screens(tx, &desk.doctor_id).await?;
        let others = store::list_screens(tx, &desk.doctor_id).await?;
        if others.len() >= MAX_SCREENS_PER_DOCTOR {
            return Err(Error::TooManyScreens);
        }
        let screen = Screen {
            id: new_id(now.timestamp()),
            hospital_id: desk.sight.limit().map(String::from),
            number: free_number(&others),
            token_digest,
            created_at: at,
        };
        store::insert_screen(tx, &desk.doctor_id, &screen).await?;
        record(tx, &desk, "add_screen", &screen, &now).await
    });
    paired.await?;
    app.pubsub.publish(&doctor_topic(&desk.doctor_id));
    today(app, desk).await
}

/// Ends a screen, with the streams that were opened by its link.
pub async fn remove(app: &App, desk: &ActingForDoctor, id: String) -> Result<Today, Error> {
    let now = app.clock.india();
    let removed = desk.write(app, async move |tx, desk| {
        let screens = store::list_screens(tx, &desk.doctor_id).await?;
        let is_seen = |screen: &Screen| screen.id == id && desk.sight.shows(screen.hospital_id.as_deref());
        let screen = screens.into_iter().find(is_seen).ok_or(Error::NoScreen)?;
        store::delete_screen(tx, &screen).await?;
        record(tx, &desk, "remove_screen", &screen, &now).await
    });
    removed.await?;
    app.pubsub.publish(&doctor_topic(&desk.doctor_id));
    today(app, desk).await
}

async fn record(
    tx: &mut Tx<'_>,
    desk: &ActingForDoctor,
    action: &str,
    screen: &Screen,
    now: &Zoned,
) -> Result<(), Error> {
    Ok(record_of_day(tx, desk, action, &screen.number.to_string(), now).await?)
}
