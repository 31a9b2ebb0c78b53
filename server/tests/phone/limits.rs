//! How many codes are sent. Strangers can neither send many nor use up the codes of an account's owner.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::devices::new_device;
use super::{with_limits, with_provider};
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::{Answer, TestServer};

const ASK: &str = "/user/api/login/phone";

/// Requests a login code: from a network, with a device's cookie.
async fn ask(server: &TestServer, number: &str, network: &str, device: &str) -> u16 {
    server.tick();
    let request = server.request("POST", ASK).header("x-forwarded-for", network).header("cookie", device);
    Answer::read(request.json(&json!({"phone_number": number}))).await.status
}

async fn ask_to_prove(server: &TestServer, patient: &Patient, network: &str) -> u16 {
    server.tick();
    let path = format!("/user/api/user/phone/{}/code", patient.id);
    let request = server.request("POST", &path).header("x-forwarded-for", network).bearer_auth(&patient.token);
    Answer::read(request).await.status
}

/// The statuses of so many calls.
async fn statuses(times: usize, mut call: impl AsyncFnMut(usize) -> u16) -> Vec<u16> {
    let mut statuses = Vec::new();
    for time in 0..times {
        statuses.push(call(time).await);
    }
    statuses
}

const FIVE: [u16; 6] = [200, 200, 200, 200, 200, 429];

#[tokio::test]
async fn strangers_get_five_codes_a_day_to_a_number_and_leave_the_owner_theirs() {
    with_limits(async |server, receiver| {
        let patient = server.patient(1).await;
        server.prove_number(&patient, &receiver).await;
        let devices = [new_device(&server, &patient).await, new_device(&server, &patient).await];
        for number in ["9800000001", "9800000009"] {
            let asked = statuses(8, async |place| ask(&server, number, &format!("198.51.{place}.1"), "").await).await;
            assert_eq!(asked, [200, 200, 200, 200, 200, 429, 429, 429], "{number}: nobody learns whether it is known");
        }
        for (device, network) in devices.iter().zip(["192.0.2.1", "192.0.2.2"]) {
            let asked = statuses(6, async |_| ask(&server, "9800000001", network, device).await).await;
            assert_eq!(asked, FIVE, "each known device has five of its own");
        }
        let proving = statuses(5, async |_| ask_to_prove(&server, &patient, "192.0.2.1").await).await;
        assert_eq!(proving, [200, 200, 200, 200, 429], "and the owner who is signed in: the number was proved by one");
        server.clock.advance(SignedDuration::from_hours(24));
        assert_eq!(ask(&server, "9800000001", "198.51.100.1", "").await, 200, "the next day");
    })
    .await;
}

#[tokio::test]
async fn accounts_with_a_strangers_number_share_the_strangers_codes() {
    with_limits(async |server, _| {
        let owner = server.patient(1).await;
        let mut strangers = Vec::new();
        for number in 2..8 {
            let stranger = server.patient(number).await;
            server.tick();
            let body = json!({"phone_number": "9800000001", "current_password": PASSWORD});
            let path = format!("/user/api/user/profile/{}", stranger.id);
            assert_eq!(server.ask("PUT", &path, &stranger.token, Some(body)).await.status, 200);
            strangers.push(stranger);
        }
        let network = |place| format!("198.51.{place}.1");
        let asked = statuses(6, async |at| ask_to_prove(&server, &strangers[at], &network(at)).await).await;
        assert_eq!(asked, FIVE);
        assert_eq!(ask(&server, "9800000001", "203.0.113.1", "").await, 429, "and with those for logins");
        let own = statuses(6, async |_| ask_to_prove(&server, &owner, "192.0.2.1").await).await;
        assert_eq!(own, FIVE, "the account that had the number first has its own");
    })
    .await;
}

#[tokio::test]
async fn a_network_gets_sixty_unused_codes_a_day_and_an_account_twenty() {
    with_limits(async |server, receiver| {
        let patient = server.patient(1).await;
        server.prove_number(&patient, &receiver).await;
        let device = new_device(&server, &patient).await;
        let asked = statuses(62, async |at| {
            // At most ten a minute.
            server.clock.advance(SignedDuration::from_secs(7));
            ask(&server, &format!("98111111{at:02}"), "198.51.100.1", "").await
        });
        let asked = asked.await;
        assert_eq!((asked.iter().filter(|status| **status == 200).count(), &asked[60..]), (60, [429, 429].as_slice()));
        assert_eq!(ask(&server, "9811111199", "198.51.101.1", "").await, 200, "another network");
        assert_eq!(ask(&server, "9800000001", "198.51.100.1", &device).await, 200, "a known device behind it");
        let devices = statuses(20, async |at| {
            let another = new_device(&server, &patient).await;
            ask(&server, "9800000001", &format!("192.0.{at}.1"), &another).await
        });
        let devices = devices.await;
        // Two codes were sent before: one verified the number.
        assert_eq!((devices.iter().filter(|status| **status == 200).count(), devices[19]), (18, 429));
    })
    .await;
}

/// A waiting room shares one Wi-Fi, and a carrier one address: who types in the code that came uses up nothing of the others.
#[tokio::test]
async fn eighty_newcomers_behind_one_address_all_get_in() {
    with_limits(async |server, receiver| {
        let post = async |path: &str, body: Value| {
            // At most ten a minute.
            server.clock.advance(SignedDuration::from_secs(7));
            let request = server.request("POST", path).header("x-forwarded-for", "198.51.100.1");
            Answer::read(request.json(&body)).await
        };
        for number in 0..80 {
            // Of many blocks of numbers.
            let number = format!("98{:02}2{number:05}", number % 20);
            let asked = post("/user/api/register/phone", json!({"phone_number": number})).await;
            assert_eq!(asked.status, 200, "{number}: {}", asked.text);
            server.hand_over().await;
            let challenge = &asked.body["data"]["challenge"];
            let body = json!({"challenge": challenge, "code": receiver.code(), "username": "Devi"});
            assert_eq!(post("/user/api/register/phone/code", body).await.status, 200, "{number}");
        }
    })
    .await;
}

/// Whoever has a whole /48 of addresses asks from one network after the other.
#[tokio::test]
async fn networks_beside_each_other_get_two_hundred_unused_codes_a_day() {
    with_limits(async |server, _| {
        let asked = statuses(202, async |at| {
            server.clock.advance(SignedDuration::from_secs(1));
            ask(&server, &format!("98111{at:05}"), &format!("2001:db8:7:{at:x}::1"), "").await
        });
        let asked = asked.await;
        assert_eq!(
            (asked.iter().filter(|status| **status == 200).count(), &asked[200..]),
            (200, [429, 429].as_slice())
        );
        assert_eq!(ask(&server, "9811199999", "2001:db8:8::1", "").await, 200, "elsewhere");
    })
    .await;
}

#[tokio::test]
async fn without_limits_nothing_is_counted() {
    with_provider(async |server, _| {
        let asked = statuses(40, async |_| ask(&server, "9800000001", "198.51.100.1", "").await).await;
        assert_eq!(asked, [200; 40]);
    })
    .await;
}
