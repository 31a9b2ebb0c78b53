//! Publish/subscribe for open pages: publishing a topic tells its subscribers to fetch again; it carries no data.
//!
//! Instances on one PostgreSQL exchange topics by `NOTIFY`, in batches and outside transactions: inside a booking's transaction it would halve
//! the speed of bookings.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use futures::future;
use parking_lot::Mutex;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use super::db::Db;
use super::ids::Secret;

const BATCH_INTERVAL: Duration = Duration::from_millis(100);
const RECONNECT_INTERVAL: Duration = Duration::from_secs(5);
const CHANNEL: &str = "doccare_live";
/// What fits into one `NOTIFY` (8000 bytes) with topics of up to 50.
const MAX_TOPICS_PER_MESSAGE: usize = 150;

/// The topic of the administrator's pages: applications, decisions, messages, requests for blood.
pub const ADMINISTRATION: &str = "admin";

#[derive(Clone)]
pub struct PubSub {
    here: Topics,
    elsewhere: mpsc::UnboundedSender<String>,
    stop: CancellationToken,
}

/// The topics with subscribers on this instance. A watch channel holds one mark however often the topic changed, so a slow subscriber
/// accumulates nothing.
#[derive(Clone, Default)]
struct Topics(Arc<Mutex<HashMap<String, watch::Sender<()>>>>);

impl Topics {
    fn wake(&self, topic: &str) {
        if let Some(pages) = self.0.lock().get(topic) {
            pages.send_replace(());
        }
    }

    fn join(&self, topic: &str) -> watch::Receiver<()> {
        self.0.lock().entry(topic.to_owned()).or_default().subscribe()
    }
}

pub struct Subscription {
    topic: String,
    changes: watch::Receiver<()>,
    topics: Topics,
    stop: CancellationToken,
}

impl Subscription {
    /// Waits until the topic changes; several changes at once are one. `None` when the server stops.
    pub async fn next(&mut self) -> Option<()> {
        self.stop.run_until_cancelled(self.changes.changed()).await?.ok()
    }
}

/// The last subscriber removes the topic.
impl Drop for Subscription {
    fn drop(&mut self) {
        let mut topics = self.topics.0.lock();
        let Some(pages) = topics.get(&self.topic) else { return };
        // The receiver is replaced under the lock, so that of two that leave at once the second sees no other.
        self.changes = watch::channel(()).1;
        if pages.receiver_count() == 0 {
            topics.remove(&self.topic);
        }
    }
}

impl PubSub {
    /// Starts the exchange with other instances, if there can be any. `stop` ends it and every subscription.
    pub fn start(db: &Db, stop: &CancellationToken) -> Self {
        let here = Topics::default();
        let (elsewhere, outgoing) = mpsc::unbounded_channel();
        if db.is_multi_instance() {
            let own_name = Secret::random().expose()[..16].to_owned();
            let exchange =
                future::join(send(db.clone(), own_name.clone(), outgoing), receive(db.clone(), own_name, here.clone()));
            tokio::spawn(stop.clone().run_until_cancelled_owned(exchange));
        }
        Self { here, elsewhere, stop: stop.clone() }
    }

    /// Without other instances and without a database, for tests.
    #[cfg(test)]
    pub fn alone(stop: &CancellationToken) -> Self {
        Self { here: Topics::default(), elsewhere: mpsc::unbounded_channel().0, stop: stop.clone() }
    }

    /// Publishes a topic. Call it after the commit of the change.
    pub fn publish(&self, topic: &str) {
        self.here.wake(topic);
        let _ = self.elsewhere.send(topic.to_owned());
    }

    pub fn subscribe(&self, topic: impl Into<String>) -> Subscription {
        let topic = topic.into();
        let changes = self.here.join(&topic);
        Subscription { topic, changes, topics: self.here.clone(), stop: self.stop.clone() }
    }
}

async fn send(db: Db, own_name: String, mut outgoing: mpsc::UnboundedReceiver<String>) {
    while let Some(first) = outgoing.recv().await {
        let mut topics = HashSet::from([first]);
        tokio::time::sleep(BATCH_INTERVAL).await;
        while topics.len() < MAX_TOPICS_PER_MESSAGE
            && let Ok(topic) = outgoing.try_recv()
        {
            topics.insert(topic);
        }
        let message = format!("{own_name} {}", topics.into_iter().collect::<Vec<_>>().join(" "));
        if let Err(error) = db.notify(CHANNEL, &message).await {
            tracing::warn!(%error, "other instances were not told of a change");
        }
    }
}

async fn receive(db: Db, own_name: String, here: Topics) {
    loop {
        // Own messages have been delivered already.
        let heard = |message: &str| match message.split_once(' ') {
            Some((name, topics)) if name != own_name => {
                topics.split(' ').for_each(|topic| here.wake(topic));
            }
            _ => {}
        };
        if let Err(error) = db.listen(CHANNEL, heard).await {
            tracing::warn!(%error, "changes of other instances are not heard; trying again");
        }
        tokio::time::sleep(RECONNECT_INTERVAL).await;
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn live() -> PubSub {
        PubSub::alone(&CancellationToken::new())
    }

    #[tokio::test]
    async fn a_listener_gets_its_topic_and_the_end() {
        let live = live();
        let mut listener = live.subscribe("doctor-1");
        live.publish("doctor-2");
        assert_eq!(listener.next().now_or_never(), None, "another's");
        live.publish("doctor-1");
        assert_eq!(listener.next().await, Some(()));
        live.stop.cancel();
        assert_eq!(listener.next().await, None);
        assert_eq!(live.subscribe("doctor-1").next().await, None, "also whoever comes now");
    }

    #[tokio::test]
    async fn changes_during_a_slow_read_are_merged_into_one() {
        let live = live();
        let mut listener = live.subscribe("doctor-1");
        for _ in 0..10_000 {
            live.publish("doctor-1");
        }
        assert_eq!(listener.next().await, Some(()));
        assert_eq!(listener.next().now_or_never(), None);
    }

    #[tokio::test]
    async fn a_topic_is_removed_with_its_last_listener_and_all_listeners_are_notified() {
        let live = live();
        let (mut first, mut second) = (live.subscribe("doctor-1"), live.subscribe("doctor-1"));
        live.publish("doctor-1");
        assert_eq!((first.next().await, second.next().await), (Some(()), Some(())));
        drop(first);
        live.publish("doctor-1");
        assert_eq!(second.next().await, Some(()), "one of two has gone");
        drop(second);
        assert!(live.here.0.lock().is_empty());
        live.publish("doctor-1");
        assert!(live.here.0.lock().is_empty(), "nobody listens");
    }
}
