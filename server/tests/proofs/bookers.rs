//! People of the demo who book over HTTP, also with an older version of the program.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use crate::harness::http_client;

/// Books and cancels until the server is gone, noting every booking that was acknowledged.
pub async fn book_until_gone(url: String, caller: usize, round: usize, acknowledged: Arc<Mutex<HashSet<String>>>) {
    let client = http_client();
    let send = async |request: reqwest::RequestBuilder| -> Option<Value> {
        request.send().await.ok()?.json::<Value>().await.ok()
    };
    let login = json!({"email": format!("user{caller}@demo.example"), "password": "demo-crowd-1"});
    let Some(session) = send(client.post(format!("{url}/user/api/login")).json(&login)).await else { return };
    let (user, token) =
        (session["data"]["_id"].as_str().unwrap_or_default(), session["token"].as_str().unwrap_or_default());
    let Some(doctors) = send(client.get(format!("{url}/user/api/finddoctors"))).await else { return };
    let doctors = doctors["data"].as_array().cloned().unwrap_or_default();
    for number in 0.. {
        let doctor = doctors[(caller * 3 + number + round) % doctors.len()]["_id"].as_str().unwrap_or_default();
        let Some(days) = send(client.get(format!("{url}/user/api/doctor/{doctor}/availability"))).await else { return };
        let Some(date) = days["data"][1 + number % 6]["day"].as_str() else { continue };
        let slots = client.get(format!("{url}/user/api/doctor/{doctor}/slots?date={date}"));
        let Some(slots) = send(slots).await else { return };
        // The doctor may be away on that day.
        let Some(time) = slots["data"][caller]["time"].as_str() else { continue };
        let form = json!({"name": "Storm", "phoneNumber": "9876543210", "date": date, "time": time});
        let path = format!("{url}/user/api/doctor/{doctor}/appointment/booking/{user}");
        let Some(booked) = send(client.post(path).bearer_auth(token).json(&form)).await else { return };
        let Some(id) = booked["data"]["_id"].as_str() else { continue };
        acknowledged.lock().unwrap().insert(id.to_owned());
        let cancel = format!("{url}/user/api/appointment/cancel/{id}");
        if send(client.patch(cancel).bearer_auth(token)).await.is_none() {
            return;
        }
    }
}
