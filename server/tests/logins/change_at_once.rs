//! Concurrent changes of a login, with each other, a confirmation or a reset.

use doccare::identity::Role;
use futures::future::join_all;
use serde_json::{Value, json};

use super::change::look;
use super::{Owner, confirm, confirmation, log_in, reset, reset_link, token};
use crate::harness::people::PASSWORD;
use crate::harness::with_server;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_concurrent_changes_of_address_one_is_pending_and_only_its_link_works() {
    with_server(async |server| {
        let owner = Owner::new(&server, Role::User, 1).await;
        let emails: Vec<String> = (0..8).map(|number| format!("new{number}@example.org")).collect();
        let asked = join_all(emails.iter().map(|email| owner.put_email(&server, email))).await;
        assert!(asked.iter().all(|answer| answer.status == 200));
        let waiting = owner.waiting(&server).await;
        let mut working = Vec::new();
        for email in &emails {
            let link = confirmation(&server, email).await;
            if look(&server, &link).await.status == 200 {
                working.push(json!(email));
            }
        }
        assert_eq!(working, [waiting]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_cancelled_change_of_address_is_final_despite_a_concurrent_confirmation() {
    with_server(async |server| {
        for round in 1..=10 {
            let owner = Owner::new(&server, Role::User, round).await;
            let email = format!("new{round}@example.org");
            assert_eq!(owner.put_email(&server, &email).await.status, 200);
            let link = confirmation(&server, &email).await;
            let cancel = server.ask("DELETE", "/user/api/email/change", &owner.token, None);
            let (confirmed, cancelled) = tokio::join!(confirm(&server, &link), cancel);
            let shown = owner.shown(&server).await.0;
            match (confirmed.status, cancelled.status) {
                (410, 200) => assert_eq!(shown, owner.email),
                (200, 404) => assert_eq!(shown, email),
                both => panic!("{both:?}"),
            }
        }
    })
    .await;
}

#[tokio::test]
async fn changing_the_number_cancels_a_pending_address() {
    with_server(async |server| {
        let owner = Owner::new(&server, Role::User, 1).await;
        assert_eq!(owner.put_email(&server, "stranger@example.org").await.status, 200);
        let link = confirmation(&server, "stranger@example.org").await;
        assert_eq!(owner.put_phone(&server, "9812300033").await.status, 200);
        assert_eq!(owner.waiting(&server).await, Value::Null);
        confirm(&server, &link).await.assert_problem(410, "link_ended");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_a_concurrent_confirmation_and_reset_the_first_ends_the_other() {
    with_server(async |server| {
        let mut winners = 0;
        for round in 1..=10 {
            let owner = Owner::new(&server, Role::User, round).await;
            let (email, password) = (format!("new{round}@example.org"), "a new password");
            assert_eq!(owner.put_email(&server, &email).await.status, 200);
            let link = confirmation(&server, &email).await;
            let by_reset = reset_link(&server, Role::User, &owner.email).await;
            let (confirmed, changed) = tokio::join!(confirm(&server, &link), reset(&server, &by_reset, password));
            match (confirmed.status, changed.status) {
                (200, 410) => {
                    assert_eq!(log_in(&server, Role::User, &email, PASSWORD).await.status, 200);
                    winners += 1;
                }
                (410, 200) => assert_eq!(log_in(&server, Role::User, &owner.email, password).await.status, 200),
                both => panic!("{both:?}"),
            }
        }
        println!("the confirmation was first {winners} times of 10");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_password_reset_cancels_a_change_of_address() {
    with_server(async |server| {
        for round in 1..=10 {
            let owner = Owner::new(&server, Role::User, round).await;
            let email = format!("new{round}@example.org");
            let by_reset = reset_link(&server, Role::User, &owner.email).await;
            let (asked, changed) =
                tokio::join!(owner.put_email(&server, &email), reset(&server, &by_reset, "a new password"));
            assert_eq!(changed.status, 200, "{}", changed.text);
            // 401: the session had ended before; 422: the password was changed during the check.
            assert!([200, 401, 422].contains(&asked.status), "{}", asked.text);
            let token = token(&log_in(&server, Role::User, &owner.email, "a new password").await);
            assert_eq!(Owner { token, ..owner }.waiting(&server).await, Value::Null);
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_accounts_that_confirm_one_address_concurrently_one_gets_it() {
    with_server(async |server| {
        for round in 0..5 {
            let numbers = [2 * round + 1, 2 * round + 2];
            let (one, two) =
                (Owner::new(&server, Role::User, numbers[0]).await, Owner::new(&server, Role::User, numbers[1]).await);
            let email = format!("wanted{round}@example.org");
            let mut links = Vec::new();
            for owner in [&one, &two] {
                assert_eq!(owner.put_email(&server, &email).await.status, 200);
                links.push(confirmation(&server, &email).await);
            }
            let (first, second) = tokio::join!(confirm(&server, &links[0]), confirm(&server, &links[1]));
            let mut statuses = [first.status, second.status];
            statuses.sort_unstable();
            assert_eq!(statuses, [200, 409]);
        }
    })
    .await;
}
