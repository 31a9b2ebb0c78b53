//! Graceful shutdown, as a load balancer sees it that connects at that moment.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::{PATIENT, PROXY, with_door};

/// A connection that the kernel accepted, with a request in it, must be answered: a proxy may not repeat a request that could have been
/// executed.
#[tokio::test]
async fn accepted_connections_are_answered_during_shutdown() {
    with_door(PATIENT, async |mut door| {
        assert!(door.is_served(PROXY).await);
        // Nothing else runs on this thread meanwhile: the kernel accepts the connections, and the program has not seen them yet.
        let mut callers: Vec<TcpStream> = (0..20).map(|_| TcpStream::connect(door.address).unwrap()).collect();
        for caller in &mut callers {
            caller.write_all(b"GET /healthz HTTP/1.1\r\nHost: care\r\nConnection: close\r\n\r\n").unwrap();
        }
        door.server.app.stop.cancel();
        (&mut door.serving).await.unwrap();
        for mut caller in callers {
            caller.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            let mut answer = String::new();
            let heard = caller.read_to_string(&mut answer);
            assert!(answer.starts_with("HTTP/1.1 200"), "{heard:?} {answer}");
        }
    })
    .await;
}
