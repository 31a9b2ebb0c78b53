//! Proving password and second factor of somebody who is signed in.

use crate::app::App;
use crate::identity::attempts::{Factor, Target, attempt};
use crate::identity::callers::Caller;
use crate::identity::model::Role;
use crate::identity::proof::{Proof, SecondFactorProof};
use crate::identity::second_factor::{self, TypedCode};
use crate::identity::store as accounts;
use crate::identity::{Error, model::Account};
use crate::platform::db;
use crate::platform::http::ClientAddress;

/// What the caller sends as proof.
pub struct StepUp {
    pub password: String,
    pub code: Option<TypedCode>,
    pub address: ClientAddress,
}

/// Checks the caller's password and, if the account has a second factor, the code. Wrong ones are counted as at a
/// login of a known device, passwords and codes apart. Without a second factor a code that is sent anyway is ignored.
pub async fn step_up(app: &App, caller: &Caller, sent: StepUp) -> Result<Proof, Error> {
    let StepUp { password, code, address } = sent;
    let found = app.db.read(async |tx| {
        let account = accounts::find_account(tx, &caller.id).await?;
        // Patients cannot set one up.
        let is_on = caller.role != Role::User && second_factor::is_on(tx, &caller.id).await?;
        Ok::<_, db::Error>((account, is_on))
    });
    let (account, is_on) = found.await?;
    let code = match code {
        Some(code) if is_on => Some(code),
        None if is_on => return Err(Error::CodeMissing),
        _ => None,
    };
    let factors: &[Factor] = if is_on { &[Factor::Password, Factor::Code] } else { &[Factor::Password] };
    let (own_app, own_caller) = (app.clone(), caller.clone());
    let check = async move { check(&own_app, &own_caller, account, password, code).await };
    attempt(app, Target::caller(app, caller, address), factors, check).await
}

async fn check(
    app: &App,
    caller: &Caller,
    account: Option<Account>,
    password: String,
    code: Option<TypedCode>,
) -> Result<Proof, Error> {
    let proof = Proof::of(app, caller.role, account, password).await?;
    let Some(code) = code else { return Ok(proof.with(SecondFactorProof::Off)) };
    let (keys, now) = (app.keys.clone(), app.clock.now_millis());
    let right = app.db.read(async |tx| second_factor::is_right(tx, &keys, &caller.id, &code, now).await).await?;
    if right { Ok(proof.with(SecondFactorProof::Code { code, keys, now })) } else { Err(Error::WrongCode) }
}
