//! A password is verified again inside the write transaction, because it may have been changed since the first check.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::mpsc;

use doccare::identity::callers::{Admin, Member, Patient};
use doccare::identity::contact_change::{ContactChange, VerifiedContactChange};
use doccare::identity::passwords::{Cost, PasswordHasher};
use doccare::identity::person::Mobile;
use doccare::identity::{
    self, Email, Error, FirstFactor, LoginName, NewPassword, Origin, Owner as NamedOwner, Proof, Role, StepUp,
};
use doccare::platform::db::{self, Lock};
use doccare::platform::http::address::ClientAddress;
use doccare::platform::ids::Secret;
use futures::future::join_all;
use serde_json::json;

use super::{Owner, ROLES, log_in, reset, reset_link, token};
use crate::harness::people::PASSWORD;
use crate::harness::{ADMIN, TestServer, with_server};

const HERE: ClientAddress = ClientAddress(IpAddr::V4(Ipv4Addr::LOCALHOST));

/// The first half of a login: the password was right.
async fn proof(server: &TestServer, owner: &Owner) -> Proof {
    let proof = identity::prove_login(&server.app, owner.role, LoginName::parse(&owner.email), PASSWORD.into()).await;
    proof.unwrap_or_else(|error| panic!("{error}"))
}

/// The second half: what the login answers.
async fn enter(server: &TestServer, owner: &Owner, proof: Proof) -> Result<String, Error> {
    identity::enter(&server.app, owner.role, proof, Origin::default())
        .await
        .map(|session| session.token.expose().to_owned())
}

async fn sessions(server: &TestServer) -> i64 {
    let count = server.app.db.read(async |tx| tx.find("SELECT count(*) FROM sessions", &[], |row| row.get(0)).await);
    count.await.unwrap().unwrap()
}

#[tokio::test]
async fn a_login_that_waited_while_the_password_was_reset_opens_no_session() {
    with_server(async |server| {
        for role in ROLES {
            let owner = Owner::new(&server, role, 1).await;
            let waiting = proof(&server, &owner).await;
            let link = reset_link(&server, role, &owner.email).await;
            assert_eq!(reset(&server, &link, "a new password").await.status, 200);
            let entered = enter(&server, &owner, waiting).await;
            assert!(matches!(entered, Err(Error::WrongCredentials)), "{role:?}");
            assert_eq!(log_in(&server, role, &owner.email, "a new password").await.status, 200);
        }
    })
    .await;
}

#[tokio::test]
async fn a_login_that_waited_while_its_account_was_blocked_or_deleted_opens_no_session() {
    with_server(async |server| {
        let owner = Owner::new(&server, Role::User, 1).await;
        let waiting = proof(&server, &owner).await;
        let id = owner.id.clone();
        server.app.db.write(async move |tx| identity::block(tx, &id).await).await.unwrap();
        assert!(matches!(enter(&server, &owner, waiting).await, Err(Error::Blocked)));

        let owner = Owner::new(&server, Role::User, 2).await;
        let waiting = proof(&server, &owner).await;
        let gone = server.ask("DELETE", &owner.profile(), &owner.token, Some(json!({"password": PASSWORD}))).await;
        assert_eq!(gone.status, 200, "{}", gone.text);
        assert!(matches!(enter(&server, &owner, waiting).await, Err(Error::WrongCredentials)));
        assert_eq!(sessions(&server).await, 0);
    })
    .await;
}

/// Rows of another transaction are invisible before it commits, so a login that starts meanwhile has to wait for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_login_waits_for_the_transaction_that_is_changing_the_password() {
    with_server(async |server| {
        let owner = Owner::new(&server, Role::User, 1).await;
        let waiting = proof(&server, &owner).await;
        let (release, held) = mpsc::channel::<()>();
        let (began, running) = mpsc::channel::<()>();
        let (changed_db, id) = (server.app.db.clone(), owner.id.clone());
        let change = tokio::spawn(async move {
            let changed: db::Result<()> = changed_db
                .write(async move |tx| {
                    tx.lock(Lock::User(&id)).await?;
                    tx.execute("UPDATE accounts SET password_hash = 'another' WHERE id = $1", &[&id]).await?;
                    tx.execute("DELETE FROM sessions WHERE account_id = $1", &[&id]).await?;
                    let _ = (began.send(()), held.recv());
                    Ok(())
                })
                .await;
            changed
        });
        tokio::task::spawn_blocking(move || running.recv()).await.unwrap().unwrap();
        let app = server.app.clone();
        let entering =
            tokio::spawn(
                async move { identity::enter(&app, Role::User, waiting, Origin::default()).await.map(|_| ()) },
            );
        while !entering.is_finished() && !is_somebody_waiting(&server).await {
            tokio::task::yield_now().await;
        }
        release.send(()).unwrap();
        change.await.unwrap().unwrap();
        assert!(matches!(entering.await.unwrap(), Err(Error::WrongCredentials)));
        assert_eq!(sessions(&server).await, 0);
    })
    .await;
}

/// Whether a transaction waits for another's lock. On SQLite transactions are serial anyway.
async fn is_somebody_waiting(server: &TestServer) -> bool {
    if !server.app.db.is_multi_instance() {
        return true;
    }
    let sql = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
               AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    let waiting = server.app.db.read(async |tx| tx.find(sql, &[], |row| row.get::<i64>(0)).await).await;
    waiting.unwrap().is_some_and(|count| count > 0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_session_of_the_old_password_outlives_its_reset() {
    with_server(async |server| {
        for round in 1..=5 {
            let owner = Owner::new(&server, Role::User, round).await;
            let link = reset_link(&server, Role::User, &owner.email).await;
            let logins = join_all((0..8).map(|_| log_in(&server, Role::User, &owner.email, PASSWORD)));
            let (logins, reset) = tokio::join!(logins, reset(&server, &link, "a new password"));
            assert_eq!(reset.status, 200);
            for login in logins.iter().filter(|login| login.status == 200) {
                let with_old = server.ask("GET", &owner.profile(), &token(login), None).await;
                with_old.assert_problem(401, "unauthenticated");
            }
        }
    })
    .await;
}

/// A change of address and number with the right password.
async fn proven_change(server: &TestServer, owner: &Owner) -> VerifiedContactChange {
    let email = |text: &str| Email::parse(text).map_err(|_| ()).unwrap();
    let mobile = |text: &str| Mobile::parse(text).map_err(|_| ()).unwrap();
    let (before, after) =
        ((email(&owner.email), mobile(&owner.phone)), (email("new@example.org"), mobile("9876543210")));
    let caller = Member::of_token(&server.app, &Secret::shown(&owner.token)).await.unwrap();
    let change = ContactChange::between((&before.0, &before.1), (&after.0, &after.1)).unwrap();
    let sent = StepUp { first: FirstFactor::Password(PASSWORD.into()), code: None, address: HERE };
    change.prove(&server.app, &caller, sent).await.unwrap_or_else(|error| panic!("{error}"))
}

#[tokio::test]
async fn a_contact_change_fails_if_the_password_was_reset_while_it_waited() {
    with_server(async |server| {
        for role in ROLES {
            let owner = Owner::new(&server, role, 1).await;
            let change = proven_change(&server, &owner).await;
            let link = reset_link(&server, role, &owner.email).await;
            assert_eq!(reset(&server, &link, "a new password").await.status, 200);
            let now = server.clock.now();
            let made = server.app.db.write(async move |tx| change.make(tx, "https://care.example", now).await).await;
            assert!(matches!(made, Err(Error::WrongCredentials)), "{role:?}");
            let new = token(&log_in(&server, role, &owner.email, "a new password").await);
            let owner = Owner { token: new, ..owner };
            assert_eq!(owner.shown(&server).await, (owner.email.clone(), owner.phone.clone()));
            assert_eq!(owner.waiting(&server).await, json!(null));
        }
    })
    .await;
}

#[tokio::test]
async fn deletion_and_password_change_verify_again_too() {
    with_server(async |server| {
        // An administrator whose password is changed in two places at once: the second request had only the old one.
        let session = server.admin_token().await;
        let caller = Admin::of_token(&server.app, &Secret::shown(&session)).await.unwrap();
        let prove = async || identity::prove(&server.app, &caller, FirstFactor::Password(ADMIN.1.into()), HERE).await;
        let (first, second) = (prove().await.unwrap_or_else(|e| panic!("{e}")), prove().await);
        let second = second.unwrap_or_else(|error| panic!("{error}"));
        let change = async |proof: Proof, password: &str| {
            let password = NewPassword::parse(password, &NamedOwner::new([])).map_err(|_| ()).unwrap();
            identity::change_password(&server.app, &caller, proof, password, Origin::default()).await
        };
        assert!(change(first, "the first's choice").await.is_ok());
        // Its session has ended too.
        let refused = change(second, "the second's choice").await;
        assert!(matches!(refused, Err(Error::SignedOut(_) | Error::WrongCredentials)));
        assert_eq!(log_in(&server, Role::Admin, ADMIN.0, "the first's choice").await.status, 200);

        let owner = Owner::new(&server, Role::User, 1).await;
        let caller = Patient::of_token(&server.app, &Secret::shown(&owner.token)).await.unwrap();
        let proof = identity::prove(&server.app, &caller, FirstFactor::Password(PASSWORD.into()), HERE).await;
        let link = reset_link(&server, Role::User, &owner.email).await;
        assert_eq!(reset(&server, &link, "a new password").await.status, 200);
        let deleted = doccare::privacy::delete(&server.app, &caller, proof.unwrap_or_else(|e| panic!("{e}"))).await;
        assert!(matches!(deleted, Err(Error::SignedOut(_))));
        assert_eq!(log_in(&server, Role::User, &owner.email, "a new password").await.status, 200);
    })
    .await;
}

async fn stored_hash(server: &TestServer, owner: &Owner) -> String {
    let (sql, id) = ("SELECT password_hash FROM accounts WHERE id = $1", owner.id.clone());
    let found = server.app.db.read(async |tx| tx.find(sql, &[&id], |row| row.get(0)).await);
    found.await.unwrap().unwrap()
}

#[tokio::test]
async fn a_login_rehashes_passwords_with_outdated_parameters_only() {
    with_server(async |server| {
        let owner = Owner::new(&server, Role::User, 1).await;
        // The test server hashes with another cost, as a later version of the program may.
        let of_another_day = PasswordHasher::new(Cost::Proper).hash(PASSWORD.into()).await.unwrap();
        let grow_old = async || {
            let (id, hash) = (owner.id.clone(), of_another_day.clone());
            let sql = "UPDATE accounts SET password_hash = $2 WHERE id = $1";
            server.app.db.write(async move |tx| tx.execute(sql, &[&id, &hash]).await).await.unwrap();
        };
        // The password stays the same, so the number and the channel that were verified besides it stay so.
        let proved =
            format!("UPDATE accounts SET verified_phone = phone, message_channel = 'sms' WHERE id = '{}'", owner.id);
        server.execute(&proved).await;
        grow_old().await;
        assert_ne!(log_in(&server, Role::User, &owner.email, "wrong").await.status, 200);
        assert_eq!(stored_hash(&server, &owner).await, of_another_day);
        assert_eq!(log_in(&server, Role::User, &owner.email, PASSWORD).await.status, 200);
        let renewed = stored_hash(&server, &owner).await;
        assert_ne!(renewed, of_another_day);
        let sql = "SELECT count(*) FROM accounts WHERE id = $1 AND verified_phone = phone AND message_channel = 'sms'";
        let still_proved = server.app.db.read(async |tx| tx.count(sql, &[&owner.id]).await).await.unwrap();
        assert_eq!(still_proved, 1);
        assert_eq!(log_in(&server, Role::User, &owner.email, PASSWORD).await.status, 200);
        assert_eq!(stored_hash(&server, &owner).await, renewed, "one of today stays");
        // Of several logins at the same time, none is refused because the other one rehashed the password.
        grow_old().await;
        let logins = join_all((0..3).map(|_| log_in(&server, Role::User, &owner.email, PASSWORD))).await;
        assert!(
            logins.iter().all(|login| login.status == 200),
            "{:?}",
            logins.iter().map(|it| it.status).collect::<Vec<_>>()
        );
    })
    .await;
}
