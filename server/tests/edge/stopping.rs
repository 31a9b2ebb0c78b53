//! The end of a program under load, as a balancer sees it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{PATIENT, with_door};

/// Less than the second after which the system asks again for whoever heard nothing.
const SOON: Duration = Duration::from_millis(900);

/// Whoever is taken in by the system and has asked must be answered: nobody can ask again for them without doing it twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_connected_when_the_program_stops_is_answered() {
    with_door(PATIENT, async |mut door| {
        let (address, answered) = (door.address, Arc::new(AtomicUsize::new(0)));
        let callers = (0..32).map(|_| {
            let answered = answered.clone();
            tokio::spawn(async move {
                // Until nobody takes a connection any more. Whoever asks again after a second may reach another test's program.
                while let Ok(Ok(mut stream)) = timeout(SOON, TcpStream::connect(address)).await {
                    let mut answer = String::new();
                    let asked =
                        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: care\r\nConnection: close\r\n\r\n").await;
                    let heard = stream.read_to_string(&mut answer).await;
                    assert!(answer.starts_with("HTTP/1.1 200"), "{asked:?} {heard:?} {answer}");
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            })
        });
        let callers: Vec<_> = callers.collect();
        while answered.load(Ordering::Relaxed) < 200 && callers.iter().any(|caller| !caller.is_finished()) {
            tokio::task::yield_now().await;
        }
        door.server.app.stop.cancel();
        (&mut door.serving).await.unwrap();
        for caller in callers {
            caller.await.unwrap();
        }
        assert!(answered.load(Ordering::Relaxed) >= 200, "nobody was there at the end");
    })
    .await;
}
