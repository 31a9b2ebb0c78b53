//! Easily guessed passwords are refused in every form, with a helpful text, in both languages.

use doccare::identity::Role;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use super::{Owner, ROLES, reset, reset_link};
use crate::harness::people::PASSWORD;
use crate::harness::{ADMIN, Answer, TestServer, with_server};

/// The error of the field, in English.
fn said(answer: &Answer, field: &str) -> String {
    let errors = answer.body["errors"].as_array().cloned().unwrap_or_default();
    let wrong = errors.iter().find(|error| error["field"] == field).map(|error| error["message"].clone());
    wrong.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned()
}

async fn register(server: &TestServer, password: &str) -> Answer {
    let form = json!({
        "username": "Asha Nair", "email": "asha.k@example.org", "phone_number": "98470 12345", "password": password
    });
    server.post("/user/api/register", form).await
}

#[tokio::test]
async fn a_registration_explains_why_a_password_is_refused() {
    with_server(async |server| {
        for (password, reason) in [
            ("trustno1", "Many people"),
            ("TrustNo1", "Many people"),
            ("qwertyuiopas", "Sequences and repetitions"),
            ("boatboatboat", "Sequences and repetitions"),
            ("asha.nair", "Your own name"),
            ("Nair2024", "Your own name"),
            ("asha.k@example.org", "Your own name"),
            ("9847012345", "Your own name"),
            (&"ആഴക്കടൽ ".repeat(50), "The password is too long"),
        ] {
            let answer = register(&server, password).await;
            answer.assert_problem(422, "invalid_fields");
            assert!(said(&answer, "password").starts_with(reason), "{password}: {}", answer.text);
        }
        let malayalam = server.request("POST", "/user/api/register").header("cookie", "lang=ml");
        let answer = Answer::read(malayalam.json(&json!({"password": "trustno1"}))).await;
        assert!(said(&answer, "password").starts_with("ഈ പാസ്‌വേഡ് ഒരുപാട് പേർ"), "{}", answer.text);
        assert_eq!(register(&server, &("boat in the monsoon ".repeat(51) + "42")).await.status, 201);
    })
    .await;
}

#[tokio::test]
async fn workers_get_the_same_password_advice() {
    with_server(async |server| {
        let photo = || Part::bytes(vec![1]).file_name("photo.jpg");
        let doctor = [("full_Name", "Meera Pillai"), ("email", "meera@example.org"), ("phone_Number", "9447038162")];
        let facility =
            [("Hospital_name", "Malabar Care"), ("Email", "desk@example.org"), ("Phone_Number", "9447038162")];
        for (path, fields, field, own) in [
            ("/user/api/doctor/register", doctor, "password", "meera.pillai"),
            ("/user/api/hospital/register", facility, "Password", "malabarcare1"),
        ] {
            for (password, reason) in [
                ("trustno1", "Many people"),
                ("boatboat", "Sequences and"),
                (own, "Your own name"),
                ("9447038162", "Your own"),
            ] {
                let form = fields.iter().fold(Form::new(), |form, (name, value)| form.text(*name, *value));
                let form = form.text(field, password).part("image", photo());
                let answer = Answer::read(server.request("POST", path).multipart(form)).await;
                answer.assert_problem(422, "invalid_fields");
                assert!(said(&answer, field).starts_with(reason), "{path} {password}: {}", answer.text);
            }
        }
    })
    .await;
}

/// The account's data is checked too, because the form does not contain it.
#[tokio::test]
async fn another_password_may_not_be_the_accounts_own_name_address_or_number_either() {
    with_server(async |server| {
        for role in ROLES {
            let owner = Owner::new(&server, role, 1).await;
            let link = reset_link(&server, role, &owner.email).await;
            // The names of the test users.
            let name = match role {
                Role::User => "Patient 1 !",
                Role::Doctor => "Doctor Number1",
                Role::Hospital => "hospital 1",
                _ => "pharmacy 1",
            };
            for own in [owner.email.as_str(), name] {
                let answer = reset(&server, &link, own).await;
                answer.assert_problem(422, "invalid_fields");
                assert!(said(&answer, "password").starts_with("Your own name"), "{own}: {}", answer.text);
                let body = json!({"current_password": PASSWORD, "password": own});
                let answer = server.ask("PUT", "/user/api/password", &owner.token, Some(body)).await;
                assert!(said(&answer, "password").starts_with("Your own name"), "{own}: {}", answer.text);
            }
            // Their numbers consist of sequences; with the country code they do not.
            let number = format!("+91 {} +91", owner.phone);
            let answer = reset(&server, &link, &number).await;
            assert!(said(&answer, "password").starts_with("Your own name"), "{number}: {}", answer.text);
            let answer = reset(&server, &link, "trustno1").await;
            assert!(said(&answer, "password").starts_with("Many people"), "{}", answer.text);
            assert_eq!(reset(&server, &link, "three boats at noon").await.status, 200, "the link still works");
        }
        let admin = server.admin_token().await;
        for (own, reason) in [(ADMIN.0, "Your own name"), ("12345678", "Many people")] {
            let body = json!({"current_password": ADMIN.1, "password": own});
            let answer = server.ask("PUT", "/admin/api/password", &admin, Some(body)).await;
            assert!(said(&answer, "password").starts_with(reason), "{}", answer.text);
        }
    })
    .await;
}
