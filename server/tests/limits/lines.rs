//! Bad lines: a login whose client is gone before the answer counts as what it was.

use std::time::Duration;

use doccare::platform::db::{self, Lock};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::{LOGIN, log_in_from};
use crate::harness::people::PASSWORD;
use crate::harness::{TestServer, until, with_limits};

/// Sends five logins while the account is locked, and gives each up before its answer.
async fn give_up_five(server: &TestServer, (id, email): (&str, &str), password: &str) {
    let (app, id) = (server.app.clone(), id.to_owned());
    let (release, released) = oneshot::channel::<()>();
    let (lock, locked) = oneshot::channel();
    let holding = tokio::spawn(async move {
        let hold = app.db.write(async move |tx| {
            tx.lock(Lock::User(&id)).await?;
            tx.query("SELECT 1", &[], |_| Ok(())).await?;
            let _ = lock.send(());
            let _ = released.await;
            Ok::<_, db::Error>(())
        });
        hold.await
    });
    locked.await.unwrap();
    for _ in 0..5 {
        let login = log_in_from(server, LOGIN, "198.51.100.7", None, (email, password));
        // A wrong password is answered without the lock.
        let _ = timeout(Duration::from_millis(200), login).await;
    }
    drop(release);
    holding.await.unwrap().unwrap();
}

#[tokio::test]
async fn a_right_password_whose_answer_is_lost_is_not_counted_as_wrong() {
    with_limits(async |server| {
        let patient = server.patient(1).await;
        give_up_five(&server, (&patient.id, &patient.email), PASSWORD).await;
        // The clock stands still: what is counted as wrong stays so.
        until("a login after five that were given up", async || {
            let entered = log_in_from(&server, LOGIN, "198.51.100.7", None, (&patient.email, PASSWORD)).await;
            if entered.status == 200 { Ok(()) } else { Err(entered.text) }
        })
        .await;
    })
    .await;
}

#[tokio::test]
async fn a_wrong_password_whose_answer_is_lost_is_counted() {
    with_limits(async |server| {
        let patient = server.patient(1).await;
        give_up_five(&server, (&patient.id, &patient.email), "wrong").await;
        let refused = log_in_from(&server, LOGIN, "203.0.113.1", None, (&patient.email, PASSWORD)).await;
        refused.assert_problem(429, "too_many_tries");
    })
    .await;
}
