//! Rate limits of the POSTs that need no token, per network and minute. A carrier puts thousands of phones behind one address, so
//! the limits are generous and the wait is at most that minute (decision 0020).

use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use jiff::SignedDuration;

use crate::app::App;
use crate::platform::http::{ClientAddress, Result, form};
use crate::platform::rate_limit::Limit;

/// Every POST without a token. Logins are limited by wrong passwords instead (`identity::attempts`); codes also here, for logins that
/// were never begun.
const POSTS_PER_MINUTE: [(&str, u32); 32] = [
    ("/admin/api/login/code", 30),
    ("/user/api/doctor/login/code", 30),
    ("/user/api/hospital/login/code", 30),
    ("/user/api/pharmacy/login/code", 30),
    ("/user/api/desk/login/code", 30),
    ("/user/api/login/phone", 10),
    ("/user/api/login/phone/code", 30),
    ("/user/api/login/phone/link", 10),
    ("/user/api/login/link", 30),
    ("/user/api/register", 30),
    ("/user/api/register/phone", 10),
    ("/user/api/register/phone/code", 30),
    ("/user/api/doctor/register", 10),
    ("/user/api/hospital/register", 10),
    ("/user/api/password/forgot", 10),
    ("/user/api/password/reset", 20),
    ("/user/api/bloodregister", 30),
    ("/user/api/blooddonor/link", 10),
    ("/user/api/bloodrequest", 20),
    ("/user/api/contact", 10),
    ("/user/api/client-errors", 20),
    ("/user/api/reminders/stop", 30),
    ("/user/api/waitlist/leave", 30),
    ("/user/api/waitlist/accept", 30),
    ("/user/api/waitlist/decline", 30),
    ("/user/api/screen/pairing", 20),
    ("/user/api/messagelink", 60),
    ("/user/api/followup/take", 30),
    ("/user/api/visitmove/accept", 30),
    ("/user/api/visitmove/decline", 30),
    ("/user/api/missedcall/move", 30),
    ("/user/api/missedcall/cancel", 30),
];

/// POSTs at the door of a place. All patients of a waiting room share its Wi-Fi, so a network has a counter for each place, which lets 200
/// phones send three times (decision 0085).
const POSTS_AT_DOOR_PER_MINUTE: [(&str, u32); 2] =
    [("/user/api/door/{id}/arrival", 600), ("/user/api/door/{id}/token", 600)];

/// The limit of a path, if it has one.
pub fn limit_of(path: &str) -> Option<Limit> {
    let mut limited = POSTS_PER_MINUTE.into_iter().chain(POSTS_AT_DOOR_PER_MINUTE);
    let (class, tries) = limited.find(|(limited, _)| *limited == path)?;
    Some(Limit::new(class, tries, SignedDuration::from_mins(1)))
}

/// What a path's limit counts of a network: everything, or the requests at one door.
fn key_of(path: &str, request: &Request, network: String) -> String {
    let is_at_door = POSTS_AT_DOOR_PER_MINUTE.iter().any(|(limited, _)| *limited == path);
    if is_at_door { format!("{network} {}", request.uri().path()) } else { network }
}

/// Counts a request if its path is limited, and returns it unless its network has sent too many.
pub async fn check(app: &App, request: Request) -> Result<Request> {
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let is_post = request.method() == Method::POST;
    let Some(limit) = is_post.then(|| limit_of(path)).flatten() else { return Ok(request) };
    let address = ClientAddress::of_request(request.extensions(), request.headers(), &app.config.trusted_proxies);
    let key = key_of(path, &request, address.network());
    if let Err(refused) = app.rate_limiter.take(&[(&key, limit)], app.clock.now_millis()).await {
        // A client that is still sending would not read the answer.
        form::read_to_end(request).await;
        return Err(refused.into());
    }
    Ok(request)
}
