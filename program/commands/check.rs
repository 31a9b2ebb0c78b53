//! `doccare check`.

use anyhow::bail;
use doccare::check;
use doccare::platform::clock::Clock;
use doccare::platform::config::Settings;

use super::output;

pub async fn look(settings: Settings, json: bool) -> anyhow::Result<()> {
    let report = check::look(settings, Clock::System.now()).await;
    if json {
        output::line(serde_json::to_string_pretty(&report)?)?;
    } else {
        output::write_all(&report.to_string())?;
    }
    match report.wrong() {
        0 => Ok(()),
        1 => bail!("1 thing is wrong"),
        wrong => bail!("{wrong} things are wrong"),
    }
}
