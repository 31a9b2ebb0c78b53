//! `doccare trust-clock`.

use doccare::platform::clock::Clock;
use doccare::platform::clock_guard;
use doccare::platform::config::Config;
use doccare::startup;

use super::output;

pub async fn trust(config: &Config) -> anyhow::Result<()> {
    let (db, now) = (startup::open_database(config).await?, Clock::System.now());
    clock_guard::trust(&db, now).await?;
    db.close().await;
    output::line(format!(
        "It is {now}. What is too old by this clock is deleted within a day, or when the program starts."
    ))?;
    Ok(())
}
