//! Every role changes its password by giving the old one.

use doccare::identity::Role;
use serde_json::json;

use super::{Owner, ROLES, log_in, reset, reset_link, token};
use crate::harness::people::PASSWORD;
use crate::harness::{Answer, TestServer, with_server};

const NEW: &str = "three boats at noon";

async fn change(server: &TestServer, token: &str, current: &str, password: &str) -> Answer {
    let body = json!({"current_password": current, "password": password});
    server.ask("PUT", "/user/api/password", token, Some(body)).await
}

#[tokio::test]
async fn a_reset_by_link_notifies_the_owner() {
    with_server(async |server| {
        for role in ROLES {
            let owner = Owner::new(&server, role, 1).await;
            let link = reset_link(&server, role, &owner.email).await;
            let known = server.mails().await.len();
            super::tick(&server);
            reset(&server, &link, "short").await.assert_problem(422, "invalid_fields");
            assert_eq!(server.mails().await.len(), known, "nothing changed");
            assert_eq!(reset(&server, &link, NEW).await.status, 200);
            let mails = server.mails().await;
            let [told] = &mails[known..] else { panic!("{} mails", mails.len() - known) };
            assert!(told.header("to").contains(&owner.email));
            assert_eq!(told.header("subject"), "Your password was reset");
            let text = told.text("text/plain").unwrap();
            assert!(text.contains(&format!("https://care.example/forgotpassword?role={}", role.as_str())), "{text}");
        }
    })
    .await;
}

#[tokio::test]
async fn every_role_changes_the_own_password_and_every_other_session_and_link_ends() {
    with_server(async |server| {
        for role in ROLES {
            let owner = Owner::new(&server, role, 1).await;
            let other = token(&log_in(&server, role, &owner.email, PASSWORD).await);
            let link = reset_link(&server, role, &owner.email).await;
            assert_eq!(change(&server, &owner.token, "wrong", NEW).await.bad_fields(), ["current_password"]);
            assert_eq!(change(&server, &owner.token, "", NEW).await.bad_fields(), ["current_password"]);
            assert_eq!(change(&server, &owner.token, PASSWORD, "12345678").await.bad_fields(), ["password"]);
            let known = server.mails().await.len();
            server.mark_unreached(&owner.email).await;
            super::tick(&server);
            let changed = change(&server, &owner.token, PASSWORD, NEW).await;
            assert_eq!(changed.status, 200, "{}", changed.text);
            assert_eq!(changed.body["data"]["_id"], owner.id.as_str());
            let fresh = token(&changed);
            assert_eq!(server.ask("GET", &owner.profile(), &fresh, None).await.status, 200, "who asked goes on");
            for ended in [&owner.token, &other] {
                server.ask("GET", &owner.profile(), ended, None).await.assert_problem(401, "unauthenticated");
            }
            assert_ne!(log_in(&server, role, &owner.email, PASSWORD).await.status, 200);
            assert_eq!(log_in(&server, role, &owner.email, NEW).await.status, 200);
            reset(&server, &link, "yet another one").await.assert_problem(410, "link_ended");
            let mails = server.mails().await;
            let [told] = &mails[known..] else { panic!("{} mails", mails.len() - known) };
            assert!(told.header("to").contains(&owner.email));
            let text = told.text("text/plain").unwrap();
            assert!(text.contains(&format!("https://care.example/forgotpassword?role={}", role.as_str())), "{text}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_password_is_changed_by_its_owner_alone() {
    with_server(async |server| {
        let owner = Owner::new(&server, Role::User, 1).await;
        let admin = server.admin_token().await;
        change(&server, "forged", PASSWORD, NEW).await.assert_problem(401, "unauthenticated");
        change(&server, &admin, PASSWORD, NEW).await.assert_problem(403, "forbidden");
        assert_eq!(log_in(&server, Role::User, &owner.email, PASSWORD).await.status, 200);
    })
    .await;
}
