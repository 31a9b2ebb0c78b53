//! `doccare admin`: administrators.

use std::io::{IsTerminal, stdin};

use anyhow::bail;
use clap::Subcommand;
use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::identity::{self, Email, NewPassword, Owner, second_factor};
use doccare::platform::clock::Clock;
use doccare::platform::config::Settings;
use doccare::platform::lang::Text;

use super::output;

#[derive(Subcommand)]
pub enum AdminCommand {
    /// Create an administrator; the password is asked for on a terminal, elsewhere a link to choose it is shown
    Create {
        /// E-mail address to sign in with
        email: String,
    },
    /// Switch an administrator's two-factor login off: the phone and the recovery codes are lost
    ResetTotp {
        /// E-mail address that they sign in with
        email: String,
    },
}

pub async fn create(mut settings: Settings, email: String) -> anyhow::Result<()> {
    let say = |text: Text| anyhow::anyhow!("{}", text.en);
    // The settings may contain the first administrator's password, which must not be used for another one.
    if settings.admin_email.as_ref().is_some_and(|first| !first.eq_ignore_ascii_case(&email)) {
        settings = settings.without_first_admin();
    }
    settings.read_secret_files()?;
    let password = match settings.admin_password.take() {
        Some(given) => Some(given),
        None if stdin().is_terminal() => Some(ask_password()?),
        None => None,
    };
    let address = Email::parse(&email).map_err(say)?;
    let owner = Owner::from_form(None, Some(&address), None);
    let chosen = password.map(|password| NewPassword::parse(&password, &owner)).transpose().map_err(say)?;
    let app = App::build(settings.without_first_admin().check()?, Clock::System, Cost::Proper).await?;
    let created = match chosen {
        Some(password) => identity::create_admin(&app, address, password).await?.then(String::new),
        None => identity::invite_admin(&app, address)
            .await?
            .map(|link| format!(" The password is chosen here, once, within an hour: {link}")),
    };
    app.db.close().await;
    match created {
        None => bail!("there is an administrator {email} already"),
        Some(how) => output::line(format!("Administrator {email} created.{how}"))?,
    }
    Ok(())
}

/// Asked twice, because the input is not shown.
fn ask_password() -> anyhow::Result<String> {
    let password = rpassword::prompt_password("Password: ")?;
    if rpassword::prompt_password("The same again: ")? == password {
        Ok(password)
    } else {
        bail!("the two passwords differ")
    }
}

pub async fn reset_totp(settings: Settings, email: &str) -> anyhow::Result<()> {
    let address = Email::parse(email).map_err(|text| anyhow::anyhow!("{}", text.en))?;
    let app = App::build(settings.without_first_admin().check()?, Clock::System, Cost::Proper).await?;
    let reset = second_factor::reset_admin(&app, address).await?;
    app.db.close().await;
    match reset {
        Some(true) => {
            output::line(format!("Two-factor login of {email} is off, and every session of theirs has ended."))?;
        }
        Some(false) => bail!("two-factor login of {email} is not on"),
        None => bail!("there is no administrator {email}"),
    }
    Ok(())
}
