//! Asking for the code after the password, and opening the session once it is right.

use jiff::SignedDuration;

use super::store::{self, Challenge};
use crate::app::App;
use crate::identity::Error;
use crate::identity::attempts::{Factor, Target, attempt};
use crate::identity::devices::Devices;
use crate::identity::model::Role;
use crate::identity::proof::may_enter;
use crate::identity::second_factor::{self, Spent, TypedCode};
use crate::identity::service::{lock_of, record_own};
use crate::identity::sessions::{LoggedIn, Origin, open_session};
use crate::identity::store as accounts;
use crate::platform::clock::millis;
use crate::platform::db::{self, Tx};
use crate::platform::http::ClientAddress;
use crate::platform::ids::Secret;

/// Long enough to find the phone.
const STANDS_FOR: SignedDuration = SignedDuration::from_mins(5);
const MOST_WRONG_CODES: i64 = 5;

/// Asks for the code, inside the login's unit: returns what it is to be sent with.
pub async fn begin(tx: &mut Tx<'_>, account_id: &str, now: i64) -> db::Result<Secret> {
    let token = Secret::random();
    store::insert(tx, &token.digest(), account_id, now, now.saturating_add(millis(STANDS_FOR))).await?;
    Ok(token)
}

/// Opens the session that the login would have opened, if the code is right. Wrong ones are counted for the account, so that
/// somebody who knows the password cannot try them all by new logins.
pub async fn answer(
    app: &App,
    role: Role,
    (token, code): (&Secret, TypedCode),
    (devices, address): (&Devices, ClientAddress),
    origin: Origin,
) -> Result<LoggedIn, Error> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    let challenge = app.db.read(async |tx| find(tx, role, &digest, now).await).await?;
    let target = Target::account(app, role, &challenge.account_id, devices, address);
    let own_app = app.clone();
    let enter = async move { enter(&own_app, role, digest, code, origin).await };
    attempt(app, target, &[Factor::Code], enter).await
}

/// One of another role is nobody's here.
async fn find(tx: &mut Tx<'_>, role: Role, digest: &str, now: i64) -> Result<Challenge, Error> {
    let challenge = store::find(tx, digest, now).await?;
    challenge.filter(|challenge| challenge.role == role).ok_or(Error::ChallengeEnded)
}

async fn enter(app: &App, role: Role, digest: String, code: TypedCode, origin: Origin) -> Result<LoggedIn, Error> {
    let (keys, now, remedy) = (app.keys.clone(), app.clock.now(), second_factor::remedy(app, role));
    let millis = now.as_millisecond();
    let answered = app.db.write(async move |tx| {
        let Challenge { account_id, .. } = find(tx, role, &digest, millis).await?;
        tx.lock(lock_of(role, &account_id)).await?;
        // It may have ended while we waited for the account, and the account with it.
        let challenge = find(tx, role, &digest, millis).await?;
        may_enter(accounts::find_account(tx, &account_id).await?)?;
        match second_factor::spend(tx, &keys, &account_id, &code, millis).await? {
            Spent::Nothing if challenge.wrong_codes + 1 >= MOST_WRONG_CODES => {
                store::delete(tx, &digest).await?;
                return Ok(None);
            }
            Spent::Nothing => {
                store::note_wrong_code(tx, &digest).await?;
                return Ok(None);
            }
            Spent::RecoveryCode => {
                let network = origin.neighbourhood.clone();
                second_factor::told_of_recovery(tx, role, &account_id, network, remedy, now).await?;
            }
            Spent::AppCode => {}
        }
        store::delete(tx, &digest).await?;
        let token = open_session(tx, &account_id, role, &origin, millis).await?;
        record_own(tx, (role, &account_id), "login", origin.neighbourhood, now).await?;
        Ok::<_, Error>(Some(LoggedIn { account_id, token }))
    });
    // That a code was wrong is written too, so it is no refusal before the unit has ended.
    let entered = answered.await?.ok_or(Error::WrongCode)?;
    app.mail_waits();
    Ok(entered)
}
