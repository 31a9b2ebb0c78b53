//! Errors that browsers report, over HTTP.

use jiff::SignedDuration;
use serde::Deserialize;
use utoipa::ToSchema;

use super::rules::Report;
use crate::app::App;
use crate::platform::http::{Done, Field, Result, SmallBody, given};
use crate::platform::tries::Limit;

/// Of all browsers together. A version that fails everywhere says so by far fewer.
const ALL_REPORTS_LIMIT: Limit = Limit::new("errors in browsers", 500, SignedDuration::from_hours(1));

/// An error in the web app, without anything personal.
#[derive(Deserialize, ToSchema)]
pub struct ClientErrorRequest {
    /// As in `TypeError`
    name: Option<Field>,
    message: Option<Field>,
    /// The pattern of the page's address, as in `/doctors/:id`
    route: Option<Field>,
    /// The script's name, without its address
    file: Option<Field>,
    line: Option<Field>,
    column: Option<Field>,
    /// Of the web app
    version: Option<Field>,
    /// Chrome, Edge, Firefox, Opera, Safari or Samsung
    browser: Option<Field>,
}

impl ClientErrorRequest {
    /// What is missing or wrong is left empty: a report is never refused for its form.
    fn read(self) -> Report {
        let text = |field: Option<Field>| given(field).unwrap_or_default();
        let number = |field: Option<Field>| given(field).and_then(|text| text.parse().ok()).unwrap_or_default();
        Report {
            name: text(self.name),
            message: text(self.message),
            route: text(self.route),
            file: text(self.file),
            line: number(self.line),
            column: number(self.column),
            version: text(self.version),
            browser: text(self.browser),
        }
    }
}

/// Report an error in the web app. It is scrubbed again, logged and counted; nothing is stored.
#[utoipa::path(post, path = "/user/api/client-errors")]
pub async fn report_client_error(app: App, SmallBody(request): SmallBody<ClientErrorRequest>) -> Result<Done> {
    let now = app.clock.now_millis();
    app.tries.take(&[("all", ALL_REPORTS_LIMIT)], now).await?;
    let Report { name, message, route, file, line, column, version, browser } = request.read().scrubbed();
    app.metrics.client_error(now);
    tracing::warn!(
        target: "doccare::client_errors",
        name, message, route, file, line, column, version, browser, "an error in a browser"
    );
    Ok(Done { message: String::new() })
}
