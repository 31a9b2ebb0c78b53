//! Bad connections: a login whose client disconnects before the answer is counted by its outcome.

use std::time::Duration;

use doccare::platform::db::Lock;
use tokio::time::timeout;

use super::{LOGIN, log_in_from};
use crate::harness::people::PASSWORD;
use crate::harness::{until, with_limits};

/// The account is locked while five logins are aborted; on SQLite they may be answered before.
#[tokio::test]
async fn a_right_password_whose_answer_is_lost_is_not_counted_as_wrong() {
    with_limits(async |server| {
        let patient = server.patient(1).await;
        let held = server.hold(Some(Lock::User(patient.id.clone().leak())), None, "").await;
        for _ in 0..5 {
            let login = log_in_from(&server, LOGIN, "198.51.100.7", None, (&patient.email, PASSWORD));
            let _ = timeout(Duration::from_millis(200), login).await;
        }
        held.go_on().await;
        // The clock does not advance, so failures stay counted.
        until("a login after five that were given up", async || {
            let entered = log_in_from(&server, LOGIN, "198.51.100.7", None, (&patient.email, PASSWORD)).await;
            if entered.status == 200 { Ok(()) } else { Err(entered.text) }
        })
        .await;
    })
    .await;
}
