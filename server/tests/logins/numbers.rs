//! A number of several accounts of a role logs in the one that had it first.

use doccare::identity::{self, Role};
use serde_json::json;

use super::{Owner, ROLES, give_password, log_in, tick};
use crate::harness::people::PASSWORD;
use crate::harness::{TestServer, with_server};

const NUMBER: &str = "9876543210";

/// Which account the number logs in.
async fn holder(server: &TestServer, role: Role) -> Option<String> {
    let answer = log_in(server, role, NUMBER, PASSWORD).await;
    (answer.status == 200).then(|| answer.id())
}

#[tokio::test]
async fn registering_a_known_number_does_not_affect_its_owner() {
    with_server(async |server| {
        let register = async |email: &str| {
            tick(&server);
            let form = json!({"username": "X", "email": email, "phone_number": NUMBER, "password": PASSWORD});
            server.post("/user/api/register", form).await.id()
        };
        let first = register("first@example.org").await;
        for stranger in ["second@example.org", "third@example.org"] {
            register(stranger).await;
            assert_eq!(holder(&server, Role::User).await.as_ref(), Some(&first));
        }
    })
    .await;
}

#[tokio::test]
async fn the_account_that_got_a_number_first_logs_in_by_it_and_not_the_oldest_account() {
    with_server(async |server| {
        for role in ROLES {
            let (older, younger) = (Owner::new(&server, role, 1).await, Owner::new(&server, role, 2).await);
            assert_eq!(younger.put_phone(&server, NUMBER).await.status, 200);
            assert_eq!(older.put_phone(&server, NUMBER).await.status, 200);
            assert_eq!(holder(&server, role).await.as_ref(), Some(&younger.id), "{role:?}");
            // An account that gives the number up and takes it again comes after those that have kept it.
            assert_eq!(younger.put_phone(&server, "9876500000").await.status, 200);
            assert_eq!(holder(&server, role).await.as_ref(), Some(&older.id), "{role:?}");
            assert_eq!(younger.put_phone(&server, NUMBER).await.status, 200);
            assert_eq!(holder(&server, role).await.as_ref(), Some(&older.id), "{role:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn deleted_and_blocked_accounts_do_not_occupy_a_number() {
    with_server(async |server| {
        let (first, second) = (Owner::new(&server, Role::User, 1).await, Owner::new(&server, Role::User, 2).await);
        for owner in [&first, &second] {
            assert_eq!(owner.put_phone(&server, NUMBER).await.status, 200);
        }
        let (blocked, other) = (first.id.clone(), second.id.clone());
        server.app.db.write(async move |tx| identity::block(tx, &blocked).await).await.unwrap();
        assert_eq!(holder(&server, Role::User).await.as_ref(), Some(&second.id));
        // If no account may log in with it, the one that had it first learns why.
        server.app.db.write(async move |tx| identity::block(tx, &other).await).await.unwrap();
        log_in(&server, Role::User, NUMBER, PASSWORD).await.assert_problem(403, "blocked");
        for id in [first.id.clone(), second.id.clone()] {
            server.app.db.write(async move |tx| identity::activate(tx, &id).await).await.unwrap();
        }
        assert_eq!(holder(&server, Role::User).await.as_ref(), Some(&first.id), "the block is undone");

        let token = log_in(&server, Role::User, &first.email, PASSWORD).await.body["token"].clone();
        let gone = json!({"password": PASSWORD});
        let gone = server.ask("DELETE", &first.profile(), token.as_str().unwrap(), Some(gone)).await;
        assert_eq!(gone.status, 200, "{}", gone.text);
        assert_eq!(holder(&server, Role::User).await.as_ref(), Some(&second.id));
    })
    .await;
}

/// As of somebody who typed a number at the registration and later went on with it by a code.
#[tokio::test]
async fn an_account_without_a_password_keeps_none_from_logging_in_by_its_number() {
    with_server(async |server| {
        let (first, second) = (Owner::new(&server, Role::User, 1).await, Owner::new(&server, Role::User, 2).await);
        for owner in [&first, &second] {
            assert_eq!(owner.put_phone(&server, NUMBER).await.status, 200);
        }
        let by_code =
            format!("UPDATE accounts SET password_hash = '', verified_phone = phone WHERE id = '{}'", second.id);
        server.execute(&by_code).await;
        assert_eq!(holder(&server, Role::User).await.as_ref(), Some(&first.id));
    })
    .await;
}

#[tokio::test]
async fn an_approval_does_not_take_the_login_number_of_another_doctor() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let mut doctors = Vec::new();
        for number in 1..=2 {
            let id = server.unlisted_doctor(number, |_| {}).await;
            give_password(&server, &id).await;
            let same = id.clone();
            let sql = "UPDATE accounts SET phone = $2 WHERE id = $1";
            server.app.db.write(async move |tx| tx.execute(sql, &[&same, &NUMBER]).await).await.unwrap();
            doctors.push(id);
        }
        let approve = async |id: &str| {
            tick(&server);
            let path = format!("/admin/api/workers/doctor/approved/{id}");
            assert_eq!(server.ask("PATCH", &path, &admin, None).await.status, 200);
        };
        let (early, late) = (&doctors[0], &doctors[1]);
        log_in(&server, Role::Doctor, NUMBER, PASSWORD).await.assert_problem(403, "not_approved");
        approve(late).await;
        assert_eq!(holder(&server, Role::Doctor).await.as_ref(), Some(late), "who waits keeps it from nobody");
        approve(early).await;
        assert_eq!(holder(&server, Role::Doctor).await.as_ref(), Some(late), "nobody's login ends by an approval");
    })
    .await;
}
