//! `doccare demo`.

use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use doccare::platform::config::Config;
use doccare_demo as demo;

use super::output;

pub async fn fill(config: Config, size: demo::Size, into_real_data: bool) -> anyhow::Result<()> {
    let app = App::build(config, Clock::System, Cost::Proper).await?;
    let logins = demo::fill(&app, size, into_real_data).await?;
    output::line("Demo logins:")?;
    for login in logins {
        output::line(format!("  {:<14} {:<24} {:<24} {}", login.role, login.page, login.email, login.password))?;
    }
    app.db.close().await;
    Ok(())
}
