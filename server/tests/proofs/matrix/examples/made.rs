//! Objects for examples of calls that the matrix only tests as refused: a provider of messages, an authenticator app, an unconfirmed
//! address.

use doccare::identity::Role;
use doccare::platform::phone_messages::{SIGNATURE, sign};
use serde_json::{Value, json};

use super::super::things::{Sent, Thing};
use super::super::world::World;
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::provider::{Receiver, SECRET};
use crate::logins::{link_of, second_factor};

pub struct Made {
    pub thing: Thing,
    /// The caller, if not the usual one.
    pub token: Option<String>,
    /// The account of the path, if not the usual patient.
    pub user: Option<String>,
    pub signature: Option<(&'static str, String)>,
}

/// The usual object, or one with which the operation succeeds.
pub async fn better(world: &World, receiver: &Receiver, operation: &str, thing: Thing) -> Made {
    let made = Made { thing, token: None, user: None, signature: None };
    let sending = |made: Made, body: Value| Made { thing: Thing { sent: Sent::Json(body), ..made.thing }, ..made };
    let role = if operation.contains("admin") { Role::Admin } else { Role::Doctor };
    match operation {
        "mark_attendance" => {
            let path = format!("/user/api/doctor/today/{}/walkins", world.id("doctor"));
            let form = json!({"name": "Walked In Too", "phoneNumber": "9876543210"});
            let added = world.server.ask("POST", &path, &world.session_of("doctor").await, Some(form)).await;
            let id = added.body["data"]["comers"][0]["_id"].as_str().expect(&added.text).to_owned();
            Made { thing: Thing { id, ..made.thing }, ..made }
        }
        "remove_screen" => {
            let (doctor, token) = (world.id("doctor"), world.session_of("doctor").await);
            world.server.pair_screen(doctor, &token).await;
            let day = world.server.ask("GET", &format!("/user/api/doctor/today/{doctor}"), &token, None).await;
            let id = day.body["data"]["screens"][0]["_id"].as_str().expect(&day.text).to_owned();
            Made { thing: Thing { id, ..made.thing }, ..made }
        }
        "waiting_email" | "send_email_link" | "cancel_email_change" => {
            let path = format!("/user/api/user/profile/{}", world.id("patient"));
            let body = json!({"email": format!("new{}@example.org", world.number()), "current_password": PASSWORD});
            let saved = world.server.ask("PUT", &path, &world.session_of("patient").await, Some(body)).await;
            assert_eq!(saved.status, 200, "{}", saved.text);
            made
        }
        "update_own_messages"
        | "send_phone_code"
        | "prove_phone"
        | "send_login_code"
        | "log_in_by_code"
        | "send_login_link"
        | "send_registration_code"
        | "register_by_code"
        | "log_in_by_link" => with_phone(world, receiver, operation, made).await,
        "message_reports" => {
            let body = json!({"reports": [{"id": world.id("patient"), "state": "delivered"}]});
            let signed = sign(SECRET, world.server.clock.now(), body.to_string().as_bytes());
            Made { signature: Some((SIGNATURE, signed)), ..sending(made, body) }
        }
        "confirm_second_factor" | "confirm_admin_second_factor" => {
            let (_, token) = somebody(world, role).await;
            let code = second_factor::offered(&world.server, role, &token, PASSWORD).await;
            Made { token: Some(token), ..sending(made, json!({"code": code})) }
        }
        "renew_recovery_codes"
        | "renew_admin_recovery_codes"
        | "switch_off_second_factor"
        | "switch_off_admin_second_factor" => {
            let (_, token) = somebody(world, role).await;
            let code = second_factor::switched_on(&world.server, role, &token, PASSWORD).await;
            Made { token: Some(token), ..sending(made, json!({"password": PASSWORD, "code": code})) }
        }
        "remove_worker_second_factor" => {
            let (id, token) = somebody(world, Role::Doctor).await;
            second_factor::switched_on(&world.server, Role::Doctor, &token, PASSWORD).await;
            Made { thing: Thing { id, ..made.thing }, ..made }
        }
        _ => made,
    }
}

/// A new account with a known password: the id and a token.
async fn somebody(world: &World, role: Role) -> (String, String) {
    let (server, number) = (&world.server, world.number());
    let id = match role {
        Role::Admin => world.administrator(&format!("another{number}@example.org")).await,
        _ => server.doctor(number).await,
    };
    let known = "(SELECT password_hash FROM accounts WHERE email_key = 'patient0@example.org')";
    server.execute(&format!("UPDATE accounts SET password_hash = {known} WHERE id = '{id}'")).await;
    let token = server.sign_in(&id, role).await;
    (id, token)
}

/// A separate patient, whose phone the provider reaches.
async fn with_phone(world: &World, receiver: &Receiver, operation: &str, made: Made) -> Made {
    let (server, number) = (&world.server, world.number());
    let patient: Patient = server.patient(number).await;
    let phone = json!({"phone_number": format!("98{number:08}")});
    if operation != "send_phone_code" && operation != "prove_phone" {
        server.prove_number(&patient, receiver).await;
        // The next code is not sent at once.
        server.clock.advance(jiff::SignedDuration::from_mins(2));
    }
    let asked = match operation {
        "prove_phone" => {
            let path = format!("/user/api/user/phone/{}/code", patient.id);
            Some(server.ask("POST", &path, &patient.token, None).await)
        }
        "log_in_by_code" | "send_login_link" | "log_in_by_link" => {
            Some(server.post("/user/api/login/phone", phone.clone()).await)
        }
        "register_by_code" => {
            let new = json!({"phone_number": format!("97{number:08}")});
            Some(server.post("/user/api/register/phone", new).await)
        }
        _ => None,
    };
    let body = match asked {
        Some(asked) => {
            server.hand_over().await;
            let challenge = asked.body["data"]["challenge"].as_str().expect(&asked.text);
            let code = json!({"challenge": challenge, "code": receiver.code()});
            if operation == "log_in_by_link" {
                assert_eq!(server.post("/user/api/login/phone/link", code).await.status, 200);
                let mails = server.mails().await;
                let link = mails.iter().rev().find_map(|mail| link_of(mail, "login/link"));
                Sent::Json(json!({"token": link.expect("a link")}))
            } else if operation == "register_by_code" {
                let mut code = code;
                code["username"] = json!("Anu Das");
                Sent::Json(code)
            } else {
                Sent::Json(code)
            }
        }
        None if ["send_login_code", "send_registration_code"].contains(&operation) => Sent::Json(phone),
        None => made.thing.sent,
    };
    let thing = Thing { sent: body, ..made.thing };
    Made { thing, token: Some(patient.token), user: Some(patient.id), ..made }
}
