//! Messages to phones: what goes to the provider, what comes back, and codes.

mod codes;
mod going;
mod reports;

use doccare::platform::clock::Clock;
use doccare::platform::db::DatabaseUrl;

use crate::harness::provider::{Receiver, provider};
use crate::harness::{NOW, TestServer, on_both_engines};

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
async fn with_provider<F: AsyncFn(TestServer, Receiver)>(test: F) {
    on_both_engines(async |url| {
        let (server, receiver) = start(url, false).await;
        test(server, receiver).await;
    })
    .await;
}

/// The same with the limits on tries.
async fn with_limits<F: AsyncFn(TestServer, Receiver)>(test: F) {
    on_both_engines(async |url| {
        let (server, receiver) = start(url, true).await;
        test(server, receiver).await;
    })
    .await;
}
