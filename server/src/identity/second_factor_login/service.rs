//! Checking the code of a login, and opening the session.

use crate::app::App;
use crate::identity::Error;
use crate::identity::credentials::check_can_log_in;
use crate::identity::devices::Devices;
use crate::identity::login_rate_limits::{AttemptTarget, Factor, attempt};
use crate::identity::model::Role;
use crate::identity::second_factor::store::{self, Challenge};
use crate::identity::second_factor::{self, CodeUse, TypedCode};
use crate::identity::service::{lock_of, record_own};
use crate::identity::sessions::{LoggedIn, Origin, open_session};
use crate::identity::store as accounts;
use crate::platform::db::Tx;
use crate::platform::http::ClientAddress;
use crate::platform::ids::Secret;

const MAX_WRONG_CODES: i64 = 5;

/// Opens the session of a login if the code is right. Wrong codes are counted for the account, so that knowing the password does
/// not allow to try all codes with new logins.
pub async fn answer(
    app: &App,
    role: Role,
    (token, code): (&Secret, TypedCode),
    (devices, address): (&Devices, ClientAddress),
    origin: Origin,
) -> Result<LoggedIn, Error> {
    let (digest, now) = (token.digest(), app.clock.now_millis());
    let challenge = app.db.read(async |tx| find(tx, role, &digest, now).await).await?;
    let target = AttemptTarget::account(app, role, &challenge.account_id, devices, address);
    let own_app = app.clone();
    let enter = async move { enter(&own_app, role, digest, code, origin).await };
    attempt(app, target, &[Factor::Code], enter).await
}

/// The challenge of a login of that role.
async fn find(tx: &mut Tx<'_>, role: Role, digest: &str, now: i64) -> Result<Challenge, Error> {
    let challenge = store::find_challenge(tx, digest, now).await?;
    challenge.filter(|challenge| challenge.role == role).ok_or(Error::ChallengeEnded)
}

async fn enter(app: &App, role: Role, digest: String, code: TypedCode, origin: Origin) -> Result<LoggedIn, Error> {
    let (keys, now, reset_url) = (app.keys.clone(), app.clock.now(), second_factor::reset_url(app, role));
    let millis = now.as_millisecond();
    let answered = app.db.write(async move |tx| {
        let Challenge { account_id, .. } = find(tx, role, &digest, millis).await?;
        tx.lock(lock_of(role, &account_id)).await?;
        // It may have ended while this transaction waited for the lock, and the account with it.
        let challenge = find(tx, role, &digest, millis).await?;
        check_can_log_in(accounts::find_account(tx, &account_id).await?)?;
        match second_factor::spend(tx, &keys, &account_id, &code, millis).await? {
            CodeUse::Nothing if challenge.wrong_codes + 1 >= MAX_WRONG_CODES => {
                store::delete_challenge(tx, &digest).await?;
                return Ok(None);
            }
            CodeUse::Nothing => {
                store::note_wrong_code(tx, &digest).await?;
                return Ok(None);
            }
            CodeUse::RecoveryCode => {
                let network = origin.neighbourhood.clone();
                second_factor::notify_recovery_code_used(tx, role, &account_id, network, reset_url, now).await?;
            }
            CodeUse::AppCode => {}
        }
        store::delete_challenge(tx, &digest).await?;
        let token = open_session(tx, &account_id, role, &origin, millis).await?;
        record_own(tx, (role, &account_id), "login", origin.neighbourhood, now).await?;
        Ok::<_, Error>(Some(LoggedIn { account_id, token }))
    });
    // The count of wrong codes must be committed, so the refusal is returned after the transaction.
    let entered = answered.await?.ok_or(Error::WrongCode)?;
    app.wake_outbox();
    Ok(entered)
}
