//! `doccare check`.

use anyhow::bail;
use doccare::check;
use doccare::platform::clock::Clock;
use doccare::platform::config::Settings;

pub async fn look(settings: Settings, json: bool) -> anyhow::Result<()> {
    let report = check::look(settings, Clock::System.now()).await;
    if json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{report}");
    }
    match report.wrong() {
        0 => Ok(()),
        1 => bail!("1 thing is wrong"),
        wrong => bail!("{wrong} things are wrong"),
    }
}
