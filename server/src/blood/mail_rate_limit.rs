//! Rate limits of mails that strangers can cause to an address.

use jiff::SignedDuration;

use super::rules::rules;
use crate::app::App;
use crate::identity::Email;
use crate::platform::http::{ClientAddress, Problem};
use crate::platform::rate_limit::Limit;

/// Rate limit of mails that a network causes to an address. Mails that other networks caused do not count, so that strangers cannot
/// use up the limit of an owner.
pub async fn check_mail_rate_limit(app: &App, from: ClientAddress, to: &Email) -> Result<(), Problem> {
    let tries = u32::try_from(rules().mails_in_an_hour).unwrap_or(u32::MAX);
    let limit = Limit::new("blood mails of a network to an address", tries, SignedDuration::from_hours(1));
    let key = format!("{} {}", from.network(), to.key());
    Ok(app.rate_limiter.take(&[(&key, limit)], app.clock.now_millis()).await?)
}
