//! The end of a program under load, as a balancer sees it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{PATIENT, with_door};

/// Whoever is taken in by the system and has asked must be answered: nobody can ask again for them without doing it twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_connected_when_the_program_stops_is_answered() {
    with_door(PATIENT, async |mut door| {
        let (address, answered) = (door.address, Arc::new(AtomicUsize::new(0)));
        let callers = (0..32).map(|_| {
            let answered = answered.clone();
            tokio::spawn(async move {
                // Until nobody takes a connection any more.
                while let Ok(mut stream) = TcpStream::connect(address).await {
                    let mut answer = String::new();
                    let asked =
                        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: care\r\nConnection: close\r\n\r\n").await;
                    let heard = stream.read_to_string(&mut answer).await;
                    assert!(answer.starts_with("HTTP/1.1 200"), "{asked:?} {heard:?} {answer}");
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            })
        });
        let callers = join_all(callers.collect::<Vec<_>>());
        while answered.load(Ordering::Relaxed) < 200 {
            tokio::task::yield_now().await;
        }
        door.server.app.stop.cancel();
        (&mut door.serving).await.unwrap();
        for caller in callers.await {
            caller.unwrap();
        }
    })
    .await;
}
