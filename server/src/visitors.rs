//! What anybody may send without signing in is counted by the network that it comes from: so many in a minute. A carrier
//! puts thousands of phones behind one address, so the numbers are generous and nobody waits longer than that minute
//! (decision 0020).

use axum::extract::{MatchedPath, Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;

use crate::app::App;
use crate::once;
use crate::platform::http::{ClientAddress, Problem, form};
use crate::platform::tries::Limit;

/// Every POST that needs no token. Logins are counted by wrong passwords (`identity::attempts`); of codes also those of logins that
/// nobody began.
const IN_A_MINUTE: [(&str, u32); 24] = [
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
];

/// How many POSTs to a path a network may send in a minute, if they are counted.
pub fn limit_of(path: &str) -> Option<Limit> {
    let (class, tries) = IN_A_MINUTE.into_iter().find(|(limited, _)| *limited == path)?;
    Some(Limit::new(class, tries, SignedDuration::from_mins(1)))
}

/// Stands before the API's routes.
pub async fn limit(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map_or("", MatchedPath::as_str);
    let is_post = request.method() == Method::POST;
    let Some(limit) = is_post.then(|| limit_of(path)).flatten() else {
        return once::answer(&app, request, next).await;
    };
    let address = ClientAddress::of_request(request.extensions(), request.headers(), &app.config.trusted_proxies);
    match app.tries.take(&[(&address.network(), limit)], app.clock.now_millis()).await {
        Ok(()) => once::answer(&app, request, next).await,
        Err(refused) => {
            form::read_to_end(request).await;
            Problem::from(refused).into_response()
        }
    }
}
