//! Change of a number or address: requires the password, the owner gets a mail, and an address changes only once it is confirmed.

use doccare::identity::{self, Role};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Owner, ROLES, confirm, confirmation, link_of, log_in, reset, reset_link, tick, token};
use crate::eml::Eml;
use crate::harness::people::PASSWORD;
use crate::harness::{Answer, TestServer, with_limits, with_server};

const NUMBER: &str = "9876543210";

pub(super) async fn look(server: &TestServer, link: &str) -> Answer {
    Answer::read(server.request("GET", "/user/api/email/confirm").bearer_auth(link)).await
}

/// Mails since the `known` first ones, as recipient and text.
async fn mails_since(server: &TestServer, known: usize) -> Vec<(String, String)> {
    let told = |mail: &Eml| (mail.header("to").to_owned(), mail.text("text/plain").unwrap());
    server.mails().await[known..].iter().map(told).collect()
}

async fn is_signed_in(server: &TestServer, owner: &Owner, token: &str) -> bool {
    server.ask("GET", &owner.profile(), token, None).await.status == 200
}

#[tokio::test]
async fn a_token_alone_changes_neither_address_nor_number() {
    with_server(async |server| {
        for role in ROLES {
            let owner = Owner::new(&server, role, 1).await;
            let known = server.mails().await.len();
            for changed in [(owner.email_field(), "thief@example.org"), (owner.phone_field(), NUMBER)] {
                for (password, message) in [
                    (None, "Please enter your password to change the email address or the number."),
                    (Some(""), "Please enter your password to change the email address or the number."),
                    (Some("wrong"), "The password is not correct."),
                ] {
                    let fields: Vec<_> =
                        [changed].into_iter().chain(password.map(|it| ("current_password", it))).collect();
                    let answer = owner.put(&server, &fields).await;
                    answer.assert_problem(422, "invalid_fields");
                    assert_eq!(answer.bad_fields(), ["current_password"], "{role:?}");
                    assert_eq!(answer.body["errors"][0]["message"], message);
                }
            }
            assert_eq!(owner.shown(&server).await, (owner.email.clone(), owner.phone.clone()));
            assert_eq!(owner.waiting(&server).await, Value::Null);
            assert!(mails_since(&server, known).await.is_empty());
        }
    })
    .await;
}

#[tokio::test]
async fn unchanged_contacts_need_no_password() {
    with_server(async |server| {
        for role in ROLES {
            let owner = Owner::new(&server, role, 1).await;
            let (email, phone) = (owner.email.to_uppercase(), format!("+91 {}", owner.phone));
            let place = if matches!(role, Role::User | Role::Doctor) { "pincode" } else { "Pincode" };
            let same = [(owner.email_field(), email.as_str()), (owner.phone_field(), &phone), (place, "673002")];
            let answer = owner.put(&server, &same).await;
            assert_eq!(answer.status, 200, "{role:?} {}", answer.text);
            assert_eq!(owner.shown(&server).await, (owner.email.clone(), owner.phone.clone()));
            assert!(mails_since(&server, 0).await.is_empty());
        }
    })
    .await;
}

#[tokio::test]
async fn wrong_passwords_are_slowed_down_like_those_of_a_login() {
    with_limits(async |server| {
        for role in ROLES {
            let owner = Owner::new(&server, role, 1).await;
            let guess = async |password: &str| {
                owner.put(&server, &[(owner.phone_field(), NUMBER), ("current_password", password)]).await
            };
            for _ in 0..5 {
                guess("wrong").await.assert_problem(422, "invalid_fields");
            }
            guess(PASSWORD).await.assert_problem(429, "too_many_tries");
            server.clock.advance(SignedDuration::from_mins(15));
            assert_eq!(guess(PASSWORD).await.status, 200);
        }
        let owner = Owner::new(&server, Role::User, 2).await;
        let leave = async |password: &str| {
            server.ask("DELETE", &owner.profile(), &owner.token, Some(json!({"password": password}))).await
        };
        for _ in 0..5 {
            leave("wrong").await.assert_problem(422, "invalid_fields");
        }
        leave(PASSWORD).await.assert_problem(429, "too_many_tries");
    })
    .await;
}

#[tokio::test]
async fn changing_the_number_takes_effect_at_once_notifies_the_owner_and_ends_other_sessions_and_reset_links() {
    with_server(async |server| {
        for role in ROLES {
            let owner = Owner::new(&server, role, 1).await;
            let other = token(&log_in(&server, role, &owner.email, PASSWORD).await);
            let link = reset_link(&server, role, &owner.email).await;
            let known = server.mails().await.len();
            let changed = owner.put_phone(&server, NUMBER).await;
            assert_eq!(changed.status, 200, "{}", changed.text);
            assert_eq!(owner.shown(&server).await, (owner.email.clone(), NUMBER.to_owned()));
            assert_eq!(log_in(&server, role, NUMBER, PASSWORD).await.status, 200);
            assert_ne!(log_in(&server, role, &owner.phone, PASSWORD).await.status, 200);
            assert!(!is_signed_in(&server, &owner, &other).await, "{role:?}");
            assert!(is_signed_in(&server, &owner, &owner.token).await, "who changed it stays");
            reset(&server, &link, "a new password").await.assert_problem(410, "link_ended");
            let [(to, text)] = &mails_since(&server, known).await[..] else { panic!("one mail") };
            assert!(to.contains(&owner.email));
            assert!(text.contains(&format!("https://care.example/forgotpassword?role={}", role.as_str())), "{text}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_new_address_becomes_active_by_its_link() {
    with_server(async |server| {
        for role in ROLES {
            let owner = Owner::new(&server, role, 1).await;
            let other = token(&log_in(&server, role, &owner.email, PASSWORD).await);
            let known = server.mails().await.len();
            let asked = owner.put_email(&server, "New@Example.org").await;
            assert_eq!(asked.status, 200, "{}", asked.text);
            let message = asked.body["message"].as_str().unwrap();
            assert!(
                message.ends_with("We sent a link to New@Example.org. Your old address stays in use until you open it.")
            );

            // The old address stays valid, and gets a mail at once.
            assert_eq!(owner.shown(&server).await.0, owner.email);
            assert_eq!(owner.waiting(&server).await, "New@Example.org");
            assert_eq!(log_in(&server, role, &owner.email, PASSWORD).await.status, 200);
            assert_ne!(log_in(&server, role, "new@example.org", PASSWORD).await.status, 200);
            let told = mails_since(&server, known).await;
            assert_eq!(told.len(), 2);
            let to_old = told.iter().find(|(to, _)| to.contains(&owner.email)).unwrap();
            assert!(to_old.1.contains(&format!("https://care.example/forgotpassword?role={}", role.as_str())));
            assert!(!to_old.1.contains("confirmemail"));
            let forgot = json!({"role": role.as_str(), "email": "new@example.org"});
            assert_eq!(server.post("/user/api/password/forgot", forgot).await.status, 200);
            assert_eq!(server.mails().await.len(), known + 2, "it cannot reset the password yet");
            let reset_by_old = reset_link(&server, role, &owner.email).await;

            // Reading changes nothing.
            let link = confirmation(&server, "New@Example.org").await;
            for _ in 0..2 {
                let seen = look(&server, &link).await;
                let expected = json!({"email": "New@Example.org", "role": role.as_str(), "own": false, "application": false, "confirmed": false});
                assert_eq!((seen.status, &seen.body["data"]), (200, &expected));
            }
            assert!(is_signed_in(&server, &owner, &other).await);

            let known = server.mails().await.len();
            let confirmed = confirm(&server, &link).await;
            assert_eq!(confirmed.status, 200, "{}", confirmed.text);
            assert_eq!(owner.shown(&server).await.0, "New@Example.org");
            assert_eq!(owner.waiting(&server).await, Value::Null);
            assert_eq!(log_in(&server, role, "new@example.org", PASSWORD).await.status, 200);
            assert_ne!(log_in(&server, role, &owner.email, PASSWORD).await.status, 200);
            assert!(!is_signed_in(&server, &owner, &other).await, "{role:?}");
            assert!(is_signed_in(&server, &owner, &owner.token).await, "who asked for it stays");
            reset(&server, &reset_by_old, "a new password").await.assert_problem(410, "link_ended");
            let [(to, _)] = &mails_since(&server, known).await[..] else { panic!("one mail") };
            assert!(to.contains(&owner.email), "the old address is told");

            // A second press has the same answer and no effect.
            let again = confirm(&server, &link).await;
            assert_eq!((again.status, &again.text), (200, &confirmed.text));
            assert_eq!(look(&server, &link).await.body["data"]["confirmed"], true);
            assert_eq!(server.mails().await.len(), known + 1);
        }
    })
    .await;
}

#[tokio::test]
async fn a_link_ends_after_a_day_when_cancelled_replaced_or_when_the_password_is_reset() {
    with_server(async |server| {
        for role in ROLES {
            let owner = Owner::new(&server, role, 1).await;
            let ask = async |email: &str| {
                assert_eq!(owner.put_email(&server, email).await.status, 200);
                confirmation(&server, email).await
            };
            let ended = async |link: &str| {
                look(&server, link).await.assert_problem(410, "link_ended");
                confirm(&server, link).await.assert_problem(410, "link_ended");
            };

            let late = ask("late@example.org").await;
            server.clock.advance(SignedDuration::from_hours(24));
            ended(&late).await;
            assert_eq!(owner.waiting(&server).await, Value::Null);

            let cancelled = ask("cancelled@example.org").await;
            let cancel = async || server.ask("DELETE", "/user/api/email/change", &owner.token, None).await;
            assert_eq!(cancel().await.status, 200);
            ended(&cancelled).await;
            assert_eq!(owner.waiting(&server).await, Value::Null);
            cancel().await.assert_problem(404, "not_found");
            let again = async || {
                tick(&server);
                server.ask("POST", "/user/api/email/change", &owner.token, None).await
            };
            again().await.assert_problem(404, "not_found");

            let first = ask("first@example.org").await;
            let second = ask("second@example.org").await;
            ended(&first).await;
            assert_eq!(owner.waiting(&server).await, "second@example.org");
            assert_eq!(again().await.status, 200);
            ended(&second).await;
            let newest = confirmation(&server, "second@example.org").await;
            assert_eq!(look(&server, &newest).await.status, 200);

            let by_reset = reset_link(&server, role, &owner.email).await;
            assert_eq!(reset(&server, &by_reset, "a new password").await.status, 200);
            ended(&newest).await;
        }
        for forged in ["forged", "%00", ""] {
            confirm(&server, forged).await.assert_problem(410, "link_ended");
        }
    })
    .await;
}

#[tokio::test]
async fn a_blocked_or_deleted_account_cannot_confirm_an_address_and_its_link_is_deleted() {
    with_server(async |server| {
        let owner = Owner::new(&server, Role::User, 1).await;
        assert_eq!(owner.put_email(&server, "one@example.org").await.status, 200);
        let link = confirmation(&server, "one@example.org").await;
        let id = owner.id.clone();
        server.app.db.write(async move |tx| identity::block(tx, &id).await).await.unwrap();
        confirm(&server, &link).await.assert_problem(410, "link_ended");

        let owner = Owner::new(&server, Role::User, 2).await;
        assert_eq!(owner.put_email(&server, "two@example.org").await.status, 200);
        let path = format!("/user/api/user/data/{}", owner.id);
        let data = server.ask("GET", &path, &owner.token, None).await;
        assert_eq!(data.body["data"]["waitingEmail"], "two@example.org", "it is part of the own data");
        let link = confirmation(&server, "two@example.org").await;
        let gone = server.ask("DELETE", &owner.profile(), &owner.token, Some(json!({"password": PASSWORD}))).await;
        assert_eq!(gone.status, 200, "{}", gone.text);
        confirm(&server, &link).await.assert_problem(410, "link_ended");
        let sql = "SELECT count(*) FROM email_changes";
        let left = server.app.db.read(async |tx| tx.find(sql, &[], |row| row.get::<i64>(0)).await).await;
        assert_eq!(left.unwrap(), Some(0));
    })
    .await;
}

#[tokio::test]
async fn a_taken_address_is_revealed_only_with_the_right_password() {
    with_server(async |server| {
        for role in ROLES {
            let (one, two) = (Owner::new(&server, role, 1).await, Owner::new(&server, role, 2).await);
            let taken = two.email.to_uppercase();
            let guessed = one.put(&server, &[(one.email_field(), &taken), ("current_password", "wrong")]).await;
            assert_eq!(guessed.bad_fields(), ["current_password"], "whether it is taken is not for everybody");
            let refused = one.put_email(&server, &taken).await;
            refused.assert_problem(409, "already_registered");
            assert_eq!(refused.bad_fields(), [one.email_field()]);
            assert_eq!(one.waiting(&server).await, Value::Null);

            // Both want one address: the first to confirm gets it, and the other gets a mail.
            for owner in [&one, &two] {
                assert_eq!(owner.put_email(&server, "wanted@example.org").await.status, 200);
            }
            let mails = server.mails().await;
            let links: Vec<String> = mails.iter().filter_map(|mail| link_of(mail, "confirmemail")).collect();
            let [.., first, second] = &links[..] else { panic!("two links") };
            assert_eq!(confirm(&server, second).await.status, 200);
            let known = server.mails().await.len();
            let late = confirm(&server, first).await;
            late.assert_problem(409, "already_registered");
            assert!(late.body["message"].as_str().unwrap().contains("Your old address stays in use."));
            assert_eq!(server.mails().await.len(), known, "nobody is told of what did not happen");
            let unchanged = if second_is_of(&server, &two).await { &one } else { &two };
            assert_eq!(unchanged.shown(&server).await.0, unchanged.email);
            assert!(is_signed_in(&server, unchanged, &unchanged.token).await);
        }
    })
    .await;
}

async fn second_is_of(server: &TestServer, owner: &Owner) -> bool {
    owner.shown(server).await.0 == "wanted@example.org"
}

#[tokio::test]
async fn links_to_one_mailbox_are_limited() {
    with_limits(async |server| {
        let (one, two) = (Owner::new(&server, Role::User, 1).await, Owner::new(&server, Role::User, 2).await);
        assert_eq!(one.put_email(&server, "stranger@example.org").await.status, 200);
        for _ in 0..4 {
            assert_eq!(server.ask("POST", "/user/api/email/change", &one.token, None).await.status, 200);
        }
        let again = server.ask("POST", "/user/api/email/change", &one.token, None).await;
        again.assert_problem(429, "too_many_tries");
        one.put_email(&server, "other@example.org").await.assert_problem(429, "too_many_tries");
        two.put_email(&server, "stranger@example.org").await.assert_problem(429, "too_many_tries");
        let to_stranger = server.mails().await.iter().filter(|mail| mail.header("to").contains("stranger")).count();
        assert_eq!(to_stranger, 5);
        server.clock.advance(SignedDuration::from_hours(1));
        assert_eq!(server.ask("POST", "/user/api/email/change", &one.token, None).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_pending_address_is_visible_to_its_account_only() {
    with_server(async |server| {
        let (one, two) = (Owner::new(&server, Role::User, 1).await, Owner::new(&server, Role::Doctor, 1).await);
        assert_eq!(one.put_email(&server, "new@example.org").await.status, 200);
        assert_eq!(two.waiting(&server).await, Value::Null);
        let (admin, path) = (server.admin_token().await, "/user/api/email/change");
        let of_admin = server.ask("GET", path, &admin, None).await;
        assert_eq!((of_admin.status, &of_admin.body["data"]["email"]), (200, &Value::Null));
        // Administrators have no profile to change an address in; but mails to their address may bounce too.
        server.ask("POST", path, &admin, None).await.assert_problem(404, "not_found");
        server.ask("DELETE", path, &admin, None).await.assert_problem(403, "forbidden");
        for method in ["GET", "POST", "DELETE"] {
            server.ask(method, path, "forged", None).await.assert_problem(401, "unauthenticated");
        }
        // A session's token is not valid as a link, nor a link's as a session.
        confirm(&server, &one.token).await.assert_problem(410, "link_ended");
        let link = confirmation(&server, "new@example.org").await;
        assert!(!is_signed_in(&server, &one, &link).await);
    })
    .await;
}

#[tokio::test]
async fn the_mails_speak_the_owners_language() {
    with_server(async |server| {
        let form =
            json!({"username": "ആശ", "email": "asha@example.org", "phone_number": "9800000077", "password": PASSWORD});
        let request = server.request("POST", "/user/api/register").header("accept-language", "ml").json(&form);
        let id = Answer::read(request).await.id();
        let token = token(&log_in(&server, Role::User, "asha@example.org", PASSWORD).await);
        let body = json!({"email": "new@example.org", "phone_number": NUMBER, "current_password": PASSWORD});
        let path = format!("/user/api/user/profile/{id}");
        assert_eq!(server.ask("PUT", &path, &token, Some(body)).await.status, 200);
        let link = confirmation(&server, "new@example.org").await;
        assert_eq!(confirm(&server, &link).await.status, 200);
        let mails = server.mails().await;
        assert_eq!(mails.len(), 4);
        for mail in mails {
            let subject = mail.header("subject").to_owned();
            assert!(subject.chars().any(|c| ('\u{d00}'..='\u{d7f}').contains(&c)), "{subject}");
        }
    })
    .await;
}
