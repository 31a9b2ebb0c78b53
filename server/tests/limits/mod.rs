//! Rate limits of logins under attack: floods from many networks, attempts to lock a certain owner out, and accounts with two login names.

mod devices;
mod floods;
mod lines;

use serde_json::{Value, json};

use crate::harness::{Answer, TestServer};

pub const LOGIN: &str = "/user/api/login";
pub const DEVICE_COOKIE: &str = "__Host-doccare-device";

/// A request from a network, as the trusted proxy reports it, by a browser with an optional device cookie.
pub async fn post_from(server: &TestServer, path: &str, from: &str, device: Option<&str>, body: Value) -> Answer {
    let mut request = server.request("POST", path).header("x-forwarded-for", from).json(&body);
    if let Some(value) = device {
        request = request.header("cookie", format!("lang=en; {DEVICE_COOKIE}={value}"));
    }
    Answer::read(request).await
}

pub async fn log_in_from(
    server: &TestServer,
    path: &str,
    from: &str,
    device: Option<&str>,
    (name, password): (&str, &str),
) -> Answer {
    post_from(server, path, from, device, json!({"email": name, "password": password})).await
}

/// The value of the device cookie that an answer sets.
pub fn device_in(answer: &Answer) -> String {
    let set = answer.header("set-cookie");
    let value = set.strip_prefix(DEVICE_COOKIE).and_then(|rest| rest.strip_prefix('='));
    value.and_then(|rest| rest.split(';').next()).unwrap_or_default().to_owned()
}

/// Tries wrong passwords of one account from many networks until one is refused, and returns how many were answered.
pub async fn guess_until_refused(server: &TestServer, path: &str, name: &str) -> usize {
    for number in 0..60 {
        let from = format!("198.51.100.{number}");
        if log_in_from(server, path, &from, None, (name, "wrong")).await.status == 429 {
            return number;
        }
    }
    60
}
