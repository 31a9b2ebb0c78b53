//! Errors that browsers report, over HTTP.

use jiff::SignedDuration;
use serde::Deserialize;
use utoipa::ToSchema;

use super::rules::Report;
use crate::app::App;
use crate::platform::http::{Done, Field, FieldErrors, Result, SmallBody};
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
    /// What is missing is left empty.
    fn read(self) -> Result<Report> {
        let mut errors = FieldErrors::default();
        let mut text = |field| errors.optional(field, |text| Ok(text.to_owned()));
        let [name, message, route, file] = [self.name, self.message, self.route, self.file].map(&mut text);
        let [line, column, version, browser] = [self.line, self.column, self.version, self.browser].map(text);
        errors.all(|| {
            let number = |text: Option<String>| text.and_then(|text| text.parse().ok()).unwrap_or_default();
            Some(Report {
                name: name?.unwrap_or_default(),
                message: message?.unwrap_or_default(),
                route: route?.unwrap_or_default(),
                file: file?.unwrap_or_default(),
                line: number(line?),
                column: number(column?),
                version: version?.unwrap_or_default(),
                browser: browser?.unwrap_or_default(),
            })
        })
    }
}

/// Report an error in the web app. It is scrubbed again, logged and counted; nothing is stored.
#[utoipa::path(post, path = "/user/api/client-errors")]
pub async fn report_client_error(app: App, SmallBody(request): SmallBody<ClientErrorRequest>) -> Result<Done> {
    let Report { name, message, route, file, line, column, version, browser } = request.read()?.scrubbed();
    let now = app.clock.now_millis();
    app.tries.take(&[("all", ALL_REPORTS_LIMIT)], now).await?;
    app.metrics.client_error(now);
    tracing::warn!(
        target: "doccare::client_errors",
        name, error = message, route, file, line, column, version, browser, "an error in a browser"
    );
    Ok(Done { message: String::new() })
}
