//! What becomes of messages to phones, over HTTP.

use serde::Serialize;
use utoipa::ToSchema;

use super::service::{self, DAYS, Figures};
use crate::app::App;
use crate::identity::callers::Admin;
use crate::platform::http::{Answer, Result};
use crate::platform::messages::{Channel, ChannelFigures};

/// What became of messages to phones of late, as the provider reported.
#[derive(Serialize, ToSchema)]
pub struct MessageFigures {
    /// Whether a provider is set
    set: bool,
    /// Of how many days
    days: i64,
    channels: Vec<OfChannel>,
    /// Why messages failed, the most frequent first
    reasons: Vec<FailureReason>,
}

#[derive(Serialize, ToSchema)]
pub struct OfChannel {
    channel: Channel,
    #[serde(flatten)]
    figures: ChannelFigures,
}

#[derive(Serialize, ToSchema)]
pub struct FailureReason {
    reason: String,
    count: i64,
}

/// How many messages to phones arrived, and how many failed, in the last 30 days.
#[utoipa::path(get, path = "/admin/api/phonemessages")]
pub async fn message_figures(_: Admin, app: App) -> Result<Answer<MessageFigures>> {
    let Figures { of_channels, reasons } = service::figures(&app).await?;
    let channels = of_channels.into_iter().map(|(channel, figures)| OfChannel { channel, figures }).collect();
    let reasons = reasons.into_iter().map(|(reason, count)| FailureReason { reason, count }).collect();
    Ok(Answer::of(MessageFigures { set: app.messenger.is_some(), days: DAYS, channels, reasons }))
}
