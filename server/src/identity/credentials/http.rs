//! The fields of every request with step-up authentication: the caller's password and the code, or a code to the own number.

use serde::Deserialize;
use utoipa::ToSchema;

use super::{FirstFactor, Proof, StepUp, step_up};
use crate::app::App;
use crate::identity::callers::{AccountLock, Caller};
use crate::identity::phone::PhoneCode;
use crate::identity::second_factor::TypedCode;
use crate::identity::{Error, texts};
use crate::platform::audit::Subject;
use crate::platform::http::{ClientAddress, Field, FieldErrors, Result};
use crate::platform::ids::Secret;

/// The field of the caller's password.
pub const PASSWORD_FIELD: &str = "current_password";

impl StepUp {
    /// Reads `current_password` and the optional `code` of a request. [`step_up`](super::step_up), which knows the account, decides
    /// whether a code is needed.
    pub fn read(
        errors: &mut FieldErrors,
        password: Field,
        code: Option<Field>,
        address: ClientAddress,
    ) -> Option<Self> {
        let password = errors.check(password, |text| match text {
            "" => Err(texts::PASSWORD_MISSING),
            text => Ok(text.to_owned()),
        });
        let code = errors.optional(code, TypedCode::parse);
        Some(Self { first: FirstFactor::Password(password?), code: code?, address })
    }
}

/// The fields of a patient's first factor.
pub struct FirstFactorFields {
    pub password: Option<Field>,
    /// What came when a code to the own number was asked for
    pub challenge: Option<Field>,
    pub code: Option<Field>,
}

impl FirstFactorFields {
    /// The code if there is a challenge, else the password, which may be empty.
    pub fn read(self, errors: &mut FieldErrors) -> Option<FirstFactor> {
        let challenge = errors.optional(self.challenge, |text| Ok(text.trim().to_owned()));
        if let Some(challenge) = challenge? {
            let code = self.code.unwrap_or_else(|| Field::new("code", ""));
            let code = errors.check(code, PhoneCode::parse)?;
            return Some(FirstFactor::PhoneCode(Secret::shown(&challenge), code));
        }
        // Not used without a challenge, but refused if it is not a text.
        errors.optional(self.code, |_| Ok(()))?;
        let password = self.password.unwrap_or_else(|| Field::new("password", ""));
        errors.text(password).map(FirstFactor::Password)
    }
}

/// A request that has nothing but the proof.
#[derive(Deserialize, ToSchema)]
pub struct StepUpRequest {
    /// The own one
    current_password: Field,
    /// Of the own second factor, where one is set up
    code: Option<Field>,
}

impl StepUpRequest {
    pub async fn prove(self, app: &App, caller: &Caller, address: ClientAddress) -> Result<Proof> {
        let mut errors = FieldErrors::default();
        let sent = StepUp::read(&mut errors, self.current_password, self.code, address);
        let sent = errors.all(|| sent)?;
        step_up(app, caller, sent).await.map_err(|error| error.at(PASSWORD_FIELD))
    }

    /// The same before a whole list is exported, which is recorded in the audit log.
    pub async fn prove_export(
        self,
        app: &App,
        caller: &Caller,
        address: ClientAddress,
        list: &'static str,
    ) -> Result<()> {
        let proof = self.prove(app, caller, address).await?;
        let now = app.clock.now();
        let subject = Subject { kind: "list", id: list, name: "" };
        let recorded = caller.write(app, AccountLock::Exclusive, async move |tx, me| {
            proof.check(tx).await?;
            Ok::<_, Error>(me.record(tx, "export", subject, None, now).await?)
        });
        recorded.await.map_err(|error| error.at(PASSWORD_FIELD))
    }
}
