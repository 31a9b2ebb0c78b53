//! Tells open pages that something changed: a topic, never what it is about. They ask for the rest themselves.
//!
//! One process hears itself at once. Several instances on one PostgreSQL hear each other through `NOTIFY`, sent in
//! batches outside any transaction: inside a booking's transaction it would cost the booking half its speed.

use std::collections::HashSet;
use std::time::Duration;

use futures::future;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};
use tokio_util::sync::CancellationToken;

use super::db::Db;
use super::ids::Secret;

/// A page that falls this far behind is told to look at everything once.
const BEHIND: usize = 256;
const BATCH: Duration = Duration::from_millis(100);
const TRY_AGAIN: Duration = Duration::from_secs(5);
const CHANNEL: &str = "doccare_live";
/// What fits into one `NOTIFY` (8000 bytes) with topics of up to 50.
const TOPICS_AT_ONCE: usize = 150;

/// What the administrator's open pages listen to: applications, decisions, messages, requests for blood.
pub const ADMINISTRATION: &str = "admin";

#[derive(Clone)]
pub struct Live {
    here: broadcast::Sender<String>,
    elsewhere: mpsc::UnboundedSender<String>,
    stop: CancellationToken,
}

pub struct Listener {
    topic: String,
    heard: broadcast::Receiver<String>,
    stop: CancellationToken,
}

impl Listener {
    /// Waits until the topic changes; several changes at once are one. `None` when the server stops.
    pub async fn next(&mut self) -> Option<()> {
        self.stop.run_until_cancelled(changed(&self.topic, &mut self.heard)).await.flatten()
    }
}

async fn changed(wanted: &str, heard: &mut broadcast::Receiver<String>) -> Option<()> {
    loop {
        match heard.recv().await {
            Ok(topic) if topic != wanted => {}
            // Also whoever fell behind looks again.
            Ok(_) | Err(RecvError::Lagged(_)) => return Some(()),
            Err(RecvError::Closed) => return None,
        }
    }
}

impl Live {
    /// Starts the exchange with other instances, if the database connects any. `stop` ends it, and every stream.
    pub fn start(db: &Db, stop: &CancellationToken) -> Self {
        let (here, _) = broadcast::channel(BEHIND);
        let (elsewhere, outgoing) = mpsc::unbounded_channel();
        if db.has_neighbours() {
            let own_name = Secret::random().expose()[..16].to_owned();
            let exchange =
                future::join(send(db.clone(), own_name.clone(), outgoing), receive(db.clone(), own_name, here.clone()));
            tokio::spawn(stop.clone().run_until_cancelled_owned(exchange));
        }
        Self { here, elsewhere, stop: stop.clone() }
    }

    /// Said after the commit of what changed.
    pub fn publish(&self, topic: &str) {
        let _ = self.here.send(topic.to_owned());
        let _ = self.elsewhere.send(topic.to_owned());
    }

    pub fn listen(&self, topic: impl Into<String>) -> Listener {
        Listener { topic: topic.into(), heard: self.here.subscribe(), stop: self.stop.clone() }
    }
}

async fn send(db: Db, own_name: String, mut outgoing: mpsc::UnboundedReceiver<String>) {
    while let Some(first) = outgoing.recv().await {
        let mut topics = HashSet::from([first]);
        tokio::time::sleep(BATCH).await;
        while topics.len() < TOPICS_AT_ONCE
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

async fn receive(db: Db, own_name: String, here: broadcast::Sender<String>) {
    loop {
        // What this instance said, its pages have heard already.
        let heard = |message: &str| match message.split_once(' ') {
            Some((name, topics)) if name != own_name => {
                for topic in topics.split(' ') {
                    let _ = here.send(topic.to_owned());
                }
            }
            _ => {}
        };
        if let Err(error) = db.hear(CHANNEL, heard).await {
            tracing::warn!(%error, "changes of other instances are not heard; trying again");
        }
        tokio::time::sleep(TRY_AGAIN).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn live() -> Live {
        let (here, _) = broadcast::channel(2);
        Live { here, elsewhere: mpsc::unbounded_channel().0, stop: CancellationToken::new() }
    }

    #[tokio::test]
    async fn a_listener_hears_its_own_topic_and_the_end() {
        let live = live();
        let mut listener = live.listen("doctor-1");
        live.publish("doctor-2");
        live.publish("doctor-1");
        assert_eq!(listener.next().await, Some(()));
        live.stop.cancel();
        assert_eq!(listener.next().await, None);
        assert_eq!(live.listen("doctor-1").next().await, None, "also whoever comes now");
    }

    #[tokio::test]
    async fn whoever_fell_behind_looks_again() {
        let live = live();
        let mut listener = live.listen("doctor-1");
        for _ in 0..9 {
            live.publish("doctor-2");
        }
        assert_eq!(listener.next().await, Some(()));
    }
}
