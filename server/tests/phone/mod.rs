//! Phone messages: delivery to the provider, its reports, and codes.

mod beside;
mod budget;
mod codes;
mod crossing;
mod desk_bookings;
mod devices;
mod failed;
mod going;
mod limits;
mod linked;
mod missed;
mod moving;
mod night;
mod proved;
mod reassigned;
mod registering;
mod reports;
mod session_moves;
mod unsent;

use doccare::platform::clock::Clock;
use doccare::platform::db::DatabaseUrl;

use crate::harness::people::Patient;
use crate::harness::provider::{Receiver, provider};
use crate::harness::{NOW, TestServer, on_both_engines};

/// The tests begin the day before.
const MONDAY: &str = "2026-11-16";

async fn book(server: &TestServer, patient: &Patient, doctor: &str, time: &str) -> String {
    server.tick();
    server.booked(patient, doctor, MONDAY, time).await
}

/// A doctor's action on a booking: `approve` or `cancel`.
async fn decide(server: &TestServer, doctor: &str, deed: &str, booking: &str) {
    server.tick();
    let token = server.sign_in_doctor(doctor).await;
    let path = format!("/user/api/doctor/appointment/{deed}/{booking}");
    assert_eq!(server.ask("PATCH", &path, &token, None).await.status, 200);
}

/// A visit that its doctor approved, with the phone message about it.
async fn confirmed(server: &TestServer, patient: &Patient, doctor: &str, time: &str) -> String {
    let booking = book(server, patient, doctor, time).await;
    decide(server, doctor, "approve", &booking).await;
    booking
}

/// The messages that the provider received, without codes.
fn kinds(receiver: &Receiver) -> Vec<String> {
    let kinds = receiver.came().into_iter().map(|came| came.body["kind"].as_str().unwrap().to_owned());
    kinds.filter(|kind| kind != "code").collect()
}

/// A server whose provider is a receiver of the test's.
async fn start(url: DatabaseUrl, rate_limits: bool) -> (TestServer, Receiver) {
    let clock = Clock::set_to(NOW.parse().unwrap());
    let receiver = Receiver::start(clock.clone()).await;
    let server = TestServer::start_by(clock, doccare::identity::passwords::Cost::Low, url, |config| {
        config.messages = Some(provider(&receiver.url));
        config.rate_limits = rate_limits;
    })
    .await;
    (server, receiver)
}

/// Runs a test with a provider, on each engine.
pub async fn with_provider<F: AsyncFn(TestServer, Receiver)>(test: F) {
    on_both_engines(async |url| {
        let (server, receiver) = start(url, false).await;
        test(server, receiver).await;
    })
    .await;
}

/// The same with rate limits.
async fn with_limits<F: AsyncFn(TestServer, Receiver)>(test: F) {
    on_both_engines(async |url| {
        let (server, receiver) = start(url, true).await;
        test(server, receiver).await;
    })
    .await;
}
