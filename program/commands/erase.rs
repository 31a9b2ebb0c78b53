//! `doccare erase`.

use anyhow::bail;
use clap::ValueEnum;
use doccare::admin::erasure;
use doccare::app::App;
use doccare::identity::Role;
use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::config::Config;

use super::output;

#[derive(Clone, Copy, ValueEnum)]
pub enum Whom {
    User,
    Doctor,
    Hospital,
    Pharmacy,
    /// An assistant of a doctor, or a hospital's desk staff
    Desk,
    Donor,
    /// Whoever asked for blood: the id of the request
    Requester,
    /// Whoever wrote to us: the id of the message
    Writer,
    /// Whoever comes to a visit, or walked in: the id of the booking
    Booking,
}

impl From<Whom> for erasure::ErasureSubject {
    fn from(whom: Whom) -> Self {
        match whom {
            Whom::User => Self::Account(Role::User),
            Whom::Doctor => Self::Account(Role::Doctor),
            Whom::Hospital => Self::Account(Role::Hospital),
            Whom::Pharmacy => Self::Account(Role::Pharmacy),
            Whom::Desk => Self::Account(Role::Desk),
            Whom::Donor => Self::Donor,
            Whom::Requester => Self::Requester,
            Whom::Writer => Self::Writer,
            Whom::Booking => Self::Patient,
        }
    }
}

pub async fn erase(config: Config, whom: Whom, id: String, is_confirmed: bool) -> anyhow::Result<()> {
    let app = App::build(config, Clock::System, Cost::Proper).await?;
    let erased = confirm_and_erase(&app, whom, id, is_confirmed).await;
    app.db.close().await;
    erased
}

async fn confirm_and_erase(app: &App, whom: Whom, id: String, is_confirmed: bool) -> anyhow::Result<()> {
    let name = whom.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let person = match erasure::find_person(app, whom.into(), &id).await? {
        Some(person) => format!("the {name} {person}"),
        None => format!("what the audit log says of the {name} {id}, who is not in the database"),
    };
    if !is_confirmed {
        output::ask("Erase", &format!("{person}, for ever"))?;
    }
    let is_known = erasure::erase(app, whom.into(), id).await?;
    // A running program may be reading; it scrubs within the hour itself.
    let _ = app.db.scrub().await;
    if !is_known {
        bail!("there is nobody of that id, and the audit log says nothing of them")
    }
    output::line(format!(
        "Erased: {person}. Photos are deleted within a day. Copies of the database keep what they hold until you delete them."
    ))?;
    Ok(())
}
