//! Sums of messages to phones.

use jiff::SignedDuration;

use crate::app::App;
use crate::platform::clock::millis;
use crate::platform::db;
use crate::platform::messages::{self, Channel, ChannelFigures};

/// Of so many days messages are counted.
pub const DAYS: i64 = 30;
/// As many reasons as somebody reads.
const REASONS: i64 = 10;

pub struct Figures {
    pub of_channels: Vec<(Channel, ChannelFigures)>,
    pub reasons: Vec<(String, i64)>,
}

pub async fn figures(app: &App) -> db::Result<Figures> {
    let since = app.clock.now_millis() - millis(SignedDuration::from_hours(24 * DAYS));
    app.db
        .report(async move |tx| {
            let of_channels = messages::figures(tx, since).await?;
            Ok(Figures { of_channels, reasons: messages::list_reasons(tx, since, REASONS).await? })
        })
        .await
}
