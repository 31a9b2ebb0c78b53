//! `doccare erase`.

use anyhow::bail;
use clap::ValueEnum;
use doccare::admin::erasure;
use doccare::app::App;
use doccare::identity::Role;
use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::config::Config;

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

pub async fn erase(config: Config, whom: Whom, id: String) -> anyhow::Result<()> {
    let whom = match whom {
        Whom::User => erasure::Whom::Account(Role::User),
        Whom::Doctor => erasure::Whom::Account(Role::Doctor),
        Whom::Hospital => erasure::Whom::Account(Role::Hospital),
        Whom::Pharmacy => erasure::Whom::Account(Role::Pharmacy),
        Whom::Desk => erasure::Whom::Account(Role::Desk),
        Whom::Donor => erasure::Whom::Donor,
        Whom::Requester => erasure::Whom::Requester,
        Whom::Writer => erasure::Whom::Writer,
        Whom::Booking => erasure::Whom::Patient,
    };
    let app = App::build(config, Clock::System, Cost::Proper).await?;
    let is_known = erasure::erase(&app, whom, id).await?;
    // A program that runs meanwhile may be reading; then it does this itself within the hour.
    let _ = app.db.scrub().await;
    app.db.close().await;
    if !is_known {
        bail!("there is nobody of that id, and the audit log says nothing of them")
    }
    println!("Erased. Photos go within a day, copies of the database when you delete them.");
    Ok(())
}
