//! Messages that no instance sends.

use doccare::identity::passwords::Cost;
use jiff::SignedDuration;

use super::{confirmed, start};
use crate::harness::{TestServer, do_job, on_both_engines};

#[tokio::test]
async fn an_instance_without_a_provider_leaves_the_queue_to_the_others() {
    on_both_engines(async |url| {
        let (server, receiver) = start(url.clone(), false).await;
        let without = TestServer::start_by(server.clock.clone(), Cost::Low, url, |_| {}).await;
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, server.doctor(1).await);
        confirmed(&server, &patient, &doctor, "10:30").await;
        let count = async |state: &str| {
            let sql = format!("SELECT count(*) FROM phone_messages WHERE kind = 'approved' AND state = '{state}'");
            server.app.db.read(async |tx| tx.count(&sql, &[]).await).await.unwrap()
        };
        do_job(&without.app, "old phone messages").await;
        assert_eq!((count("queued").await, count("failed").await), (1, 0), "the other instance sends it");
        server.clock.advance(SignedDuration::from_hours(47));
        do_job(&without.app, "old phone messages").await;
        assert_eq!((count("queued").await, count("failed").await), (1, 0));

        // No instance has sent it for two days: none has a provider.
        server.clock.advance(SignedDuration::from_hours(2));
        do_job(&without.app, "old phone messages").await;
        assert_eq!((count("queued").await, count("failed").await), (0, 1));
        let waiting =
            server.app.db.read(async |tx| tx.count("SELECT count(*) FROM phone_message_queue", &[]).await).await;
        assert_eq!(waiting.unwrap(), 0);
    })
    .await;
}
