//! Administrators: adding one by a mailed link, removing one as another administrator, and the last one who cannot be removed.

use doccare::app::App;
use doccare::identity::passwords::Cost;
use doccare::identity::{self, Email, NewPassword, Owner};
use doccare::platform::config::FirstAdmin;
use jiff::SignedDuration;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::get;
use crate::eml::Eml;
use crate::harness::{ADMIN, Answer, TestServer, config, on_both_engines, with_limits, with_server};

const OTHER: &str = "second@example.org";
pub(super) const PASSWORD: &str = "three boats at noon";

/// An administrator with a known password, created as by the command line.
pub async fn make(server: &TestServer, email: &str) -> (String, String) {
    // Ids and mails sort by the millisecond, so the clock has to advance.
    server.clock.advance(SignedDuration::from_millis(1));
    let address = Email::parse(email).map_err(|_| ()).unwrap();
    let password = NewPassword::parse(PASSWORD, &Owner::new([])).map_err(|_| ()).unwrap();
    assert!(identity::create_admin(&server.app, address, password).await.unwrap());
    let login = log_in(server, email, PASSWORD).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    (text(&login.body["data"]["_id"]), text(&login.body["token"]))
}

async fn log_in(server: &TestServer, email: &str, password: &str) -> Answer {
    server.post("/admin/api/login", json!({"email": email, "password": password})).await
}

async fn add(server: &TestServer, admin: &str, email: &str, password: &str) -> Answer {
    server.clock.advance(SignedDuration::from_millis(1));
    let body = json!({"email": email, "current_password": password});
    server.ask("POST", "/admin/api/administrators", admin, Some(body)).await
}

async fn remove(server: &TestServer, admin: &str, id: &str, password: &str) -> Answer {
    let body = json!({"reason": "Left the office", "current_password": password});
    server.ask("DELETE", &format!("/admin/api/administrators/{id}"), admin, Some(body)).await
}

fn newest_to<'a>(mails: &'a [Eml], email: &str) -> &'a Eml {
    mails.iter().rev().find(|mail| mail.header("to").contains(email)).unwrap_or_else(|| panic!("a mail to {email}"))
}

/// The token of the link that chooses a password.
fn link_in(mail: &Eml) -> String {
    let text = mail.text("text/plain").unwrap();
    text.split("/resetpassword?role=admin#").nth(1).and_then(|rest| rest.split_whitespace().next()).unwrap().to_owned()
}

#[tokio::test]
async fn a_new_administrator_chooses_a_password_by_a_mailed_link_and_is_listed() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let added = add(&server, &admin, "Second@Example.org", ADMIN.1).await;
        assert_eq!(added.status, 201, "{}", added.text);
        let list = get(&server, &admin, "administrators").await;
        let rows = list.body["data"].as_array().unwrap();
        assert_eq!(list.body["total"], 2, "{}", list.text);
        assert_eq!((&rows[0]["email"], &rows[0]["own"]), (&json!("Second@Example.org"), &json!(false)));
        assert_eq!((&rows[1]["email"], &rows[1]["own"]), (&json!(ADMIN.0), &json!(true)));
        assert_eq!(rows[0]["lastUsedAt"], Value::Null);
        assert!(rows[0]["addedAt"].is_string() && rows[1]["lastUsedAt"].is_string());
        assert_eq!(rows[0]["twoFactor"], false);
        assert!(!list.text.contains("argon2"));

        let mails = server.mails().await;
        let mail = newest_to(&mails, "Second@Example.org");
        assert_eq!(mail.header("subject"), "You are an administrator of Doc Care");
        let reset = json!({"token": link_in(mail), "password": PASSWORD});
        let chosen = server.post("/user/api/password/reset", reset.clone()).await;
        assert_eq!(chosen.status, 200, "{}", chosen.text);
        server.post("/user/api/password/reset", reset).await.assert_problem(410, "link_ended");
        let login = log_in(&server, OTHER, PASSWORD).await;
        let second = login.body["token"].as_str().unwrap();
        let rows = get(&server, second, "administrators").await.body["data"].clone();
        assert_eq!((&rows[0]["own"], &rows[1]["own"]), (&json!(true), &json!(false)));
        assert!(rows[0]["lastUsedAt"].is_string(), "{rows}");
        let log = get(&server, &admin, "audit?action=add&subject=admin").await;
        let row = &log.body["data"][0];
        assert_eq!((&row["actor"]["name"], &row["subject"]["name"]), (&json!(ADMIN.0), &json!("Second@Example.org")));
    })
    .await;
}

#[tokio::test]
async fn all_other_administrators_get_a_mail_about_a_new_one_in_their_language() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        make(&server, "third@example.org").await;
        server.execute("UPDATE accounts SET lang = 'ml' WHERE email = 'third@example.org'").await;
        let known = server.mails().await.len();
        for address in [ADMIN.0, "third@example.org", OTHER] {
            server.mark_unreached(address).await;
        }
        assert_eq!(add(&server, &admin, OTHER, ADMIN.1).await.status, 201);
        let mails = server.mails().await;
        let told: Vec<(String, String)> = mails[known..]
            .iter()
            .map(|mail| (mail.header("to").to_lowercase(), mail.header("subject").to_owned()))
            .collect();
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(told.contains(&(ADMIN.0.to_lowercase(), "Doc Care has another administrator".into())), "{told:?}");
        assert!(told.contains(&("third@example.org".into(), "Doc Care-ന് ഒരു അഡ്മിനിസ്ട്രേറ്റർ കൂടി".into())), "{told:?}");
        let text = newest_to(&mails, ADMIN.0).text("text/plain").unwrap();
        assert!(text.contains(OTHER) && text.contains("/admin/administrators") && !text.contains("/resetpassword"));
    })
    .await;
}

#[tokio::test]
async fn an_expired_invitation_is_renewed_by_forgot_password() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        assert_eq!(add(&server, &admin, OTHER, ADMIN.1).await.status, 201);
        let late = link_in(newest_to(&server.mails().await, OTHER));
        server.clock.advance(SignedDuration::from_hours(1));
        let reset = async |token: String| {
            server.post("/user/api/password/reset", json!({"token": token, "password": PASSWORD})).await
        };
        reset(late).await.assert_problem(410, "link_ended");
        let body = json!({"role": "admin", "email": OTHER});
        assert_eq!(server.post("/user/api/password/forgot", body).await.status, 200);
        assert_eq!(reset(link_in(newest_to(&server.mails().await, OTHER))).await.status, 200);
        assert_eq!(log_in(&server, OTHER, PASSWORD).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn adding_and_removing_require_the_callers_password_and_name_wrong_fields() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let (other, _) = make(&server, OTHER).await;
        for password in ["", "wrong"] {
            assert_eq!(add(&server, &admin, "third@example.org", password).await.bad_fields(), ["current_password"]);
            assert_eq!(remove(&server, &admin, &other, password).await.bad_fields(), ["current_password"]);
        }
        assert_eq!(add(&server, &admin, "nobody", ADMIN.1).await.bad_fields(), ["email"]);
        for known in [OTHER, "SECOND@example.org", ADMIN.0] {
            let taken = add(&server, &admin, known, ADMIN.1).await;
            taken.assert_problem(409, "already_registered");
            assert_eq!(taken.bad_fields(), ["email"]);
        }
        let body = json!({"reason": " ", "current_password": ADMIN.1});
        let path = format!("/admin/api/administrators/{other}");
        assert_eq!(server.ask("DELETE", &path, &admin, Some(body)).await.bad_fields(), ["reason"]);
        remove(&server, &admin, "nobody", ADMIN.1).await.assert_problem(404, "not_found");
        assert_eq!(get(&server, &admin, "administrators").await.body["total"], 2);
        for action in ["add", "remove"] {
            assert_eq!(get(&server, &admin, &format!("audit?action={action}")).await.body["total"], 0);
        }
    })
    .await;
}

#[tokio::test]
async fn wrong_passwords_there_are_counted_for_the_session() {
    with_limits(async |server| {
        let admin = server.admin_token().await;
        let (other, _) = make(&server, OTHER).await;
        for _ in 0..3 {
            assert_eq!(remove(&server, &admin, &other, "wrong").await.status, 422);
        }
        for _ in 0..2 {
            assert_eq!(add(&server, &admin, "third@example.org", "wrong").await.status, 422);
        }
        remove(&server, &admin, &other, ADMIN.1).await.assert_problem(429, "too_many_tries");
        assert_eq!(log_in(&server, ADMIN.0, ADMIN.1).await.status, 200, "who signs in elsewhere is not locked out");
    })
    .await;
}

#[tokio::test]
async fn a_removed_administrator_is_out_at_once_and_told_and_the_log_still_names_them() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let (other, token) = make(&server, OTHER).await;
        let again = log_in(&server, OTHER, PASSWORD).await.body["token"].as_str().unwrap().to_owned();
        let patient = server.patient(1).await;
        let block = format!("/admin/api/blockandunblock/{}", patient.id);
        assert_eq!(server.ask("PATCH", &block, &token, None).await.status, 200);
        server.clock.advance(SignedDuration::from_millis(1));
        let forgot = json!({"role": "admin", "email": OTHER});
        assert_eq!(server.post("/user/api/password/forgot", forgot.clone()).await.status, 200);
        let link = link_in(newest_to(&server.mails().await, OTHER));
        server.clock.advance(SignedDuration::from_millis(1));

        let removed = remove(&server, &admin, &other, ADMIN.1).await;
        assert_eq!(removed.status, 200, "{}", removed.text);
        for ended in [&token, &again] {
            get(&server, ended, "notifications").await.assert_problem(401, "unauthenticated");
        }
        log_in(&server, OTHER, PASSWORD).await.assert_problem(401, "wrong_credentials");
        let reset = json!({"token": link, "password": PASSWORD});
        server.post("/user/api/password/reset", reset).await.assert_problem(410, "link_ended");
        let mails = server.mails().await;
        let mail = newest_to(&mails, OTHER);
        assert_eq!(mail.header("subject"), "You are no longer an administrator of Doc Care");
        assert!(mail.text("text/plain").unwrap().contains("Left the office"));
        assert_eq!(server.post("/user/api/password/forgot", forgot).await.status, 200);
        assert_eq!(server.mails().await.len(), mails.len(), "nothing is mailed to one who is gone");
        assert_eq!(get(&server, &admin, "administrators").await.body["total"], 1);
        remove(&server, &admin, &other, ADMIN.1).await.assert_problem(404, "not_found");

        let log = get(&server, &admin, "audit?action=remove&subject=admin").await;
        let row = &log.body["data"][0];
        assert_eq!((&row["subject"]["_id"], &row["subject"]["name"]), (&json!(other), &json!(OTHER)));
        assert_eq!(row["reason"], "Left the office");
        let block = get(&server, &admin, "audit?action=block").await;
        let actor = &block.body["data"][0]["actor"];
        assert_eq!((&actor["_id"], &actor["name"]), (&json!(other), &json!(OTHER)));

        // The address can be used for a new account, without any data of the old one.
        assert_eq!(add(&server, &admin, OTHER, ADMIN.1).await.status, 201);
        let rows = get(&server, &admin, "administrators").await.body["data"].clone();
        assert!(rows[0]["email"] == OTHER && rows[0]["_id"] != json!(other), "{rows}");
        log_in(&server, OTHER, PASSWORD).await.assert_problem(401, "wrong_credentials");

        // Their address stays for the log: as long as the log is kept, and no longer.
        server.clock.advance(SignedDuration::from_hours(365 * 24));
        identity::forget_ended(&server.app).await.unwrap();
        assert_eq!(address_of(&server, &other).await, OTHER);
        server.clock.advance(SignedDuration::from_hours(2 * 24));
        identity::forget_ended(&server.app).await.unwrap();
        assert_eq!(address_of(&server, &other).await, "");
    })
    .await;
}

async fn address_of(server: &TestServer, id: &str) -> String {
    let sql = "SELECT COALESCE(email, '') FROM accounts WHERE id = $1";
    server.app.db.read(async |tx| tx.first::<String>(sql, &[&id]).await).await.unwrap().unwrap()
}

#[tokio::test]
async fn an_administrator_cannot_remove_themselves_so_the_last_one_stays() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let own = get(&server, &admin, "administrators").await.body["data"][0]["_id"].as_str().unwrap().to_owned();
        let refused = remove(&server, &admin, &own, ADMIN.1).await;
        refused.assert_problem(409, "not_changeable");
        assert_eq!(refused.body["message"], "You cannot remove yourself. Another administrator can.");
        assert_eq!(log_in(&server, ADMIN.0, ADMIN.1).await.status, 200);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_administrators_who_remove_each_other_at_once_one_stays() {
    on_both_engines(async |url| {
        // On PostgreSQL two instances, with one administrator each.
        let (here, there) = TestServer::start_two(url).await;
        let there = there.as_ref().unwrap_or(&here);
        let watcher = make(&here, "watcher@example.org").await.1;
        for round in 0..8 {
            let (one, one_token) = make(&here, &format!("one{round}@example.org")).await;
            let (two, two_token) = make(&here, &format!("two{round}@example.org")).await;
            let (first, second) =
                futures::join!(remove(&here, &one_token, &two, PASSWORD), remove(there, &two_token, &one, PASSWORD));
            let statuses = [first.status, second.status];
            assert!(statuses.contains(&200), "{} {}", first.text, second.text);
            assert!(statuses.iter().any(|status| [401, 422].contains(status)), "{} {}", first.text, second.text);
            assert_eq!(get(&here, &watcher, "administrators").await.body["total"], round + 2);
        }
        assert_eq!(get(&here, &watcher, "audit?action=remove").await.body["total"], 8);
    })
    .await;
}

#[tokio::test]
async fn an_administrator_who_is_removed_meanwhile_cannot_remove_others() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let own = get(&server, &admin, "administrators").await.body["data"][0]["_id"].as_str().unwrap().to_owned();
        let (other, token) = make(&server, OTHER).await;
        // The waiting caller has passed authentication and the password check before the wait.
        let lock = doccare::platform::db::Lock::Admin(other.clone().leak());
        let last = format!("DELETE FROM sessions WHERE account_id = '{other}'");
        let held = server.hold(Some(lock), None, &last).await;
        let late = server.meet(held, remove(&server, &token, &own, PASSWORD)).await;
        late.assert_problem(401, "unauthenticated");
        assert_eq!(get(&server, &admin, "administrators").await.body["total"], 2);
    })
    .await;
}

#[tokio::test]
async fn a_removed_first_administrator_does_not_come_back_with_the_next_start() {
    on_both_engines(async |url| {
        let data = TempDir::new().unwrap();
        let server = TestServer::start(url.clone()).await;
        let (_, token) = make(&server, OTHER).await;
        let start = async || {
            let mut config = config(url.clone(), data.path());
            config.first_admin = Some(FirstAdmin { email: "first@example.org".into(), password: PASSWORD.into() });
            App::build(config, server.clock.clone(), Cost::Low).await.unwrap()
        };
        start().await;
        assert_eq!(get(&server, &token, "administrators").await.body["total"], 1, "there is one already");
        make(&server, "first@example.org").await;
        let rows = get(&server, &token, "administrators").await.body["data"].clone();
        assert_eq!(remove(&server, &token, rows[0]["_id"].as_str().unwrap(), PASSWORD).await.status, 200);
        start().await;
        assert_eq!(get(&server, &token, "administrators").await.body["total"], 1);
        log_in(&server, "first@example.org", PASSWORD).await.assert_problem(401, "wrong_credentials");
    })
    .await;
}
