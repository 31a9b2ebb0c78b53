//! How doctors, hospitals and pharmacies join: forms with photos, the administrator's decision, and their own pages.

mod applicants;
mod changes;
mod facilities;
mod malayalam;

use std::io::Cursor;

use image::{ImageFormat, RgbImage};
use reqwest::multipart::{Form, Part};
use serde_json::json;

use crate::harness::{Answer, TestServer, with_server};

pub const PASSWORD: &str = "a doctor's password";

fn photo() -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    RgbImage::from_fn(400, 400, |x, y| image::Rgb([u8::try_from(x / 2).unwrap(), u8::try_from(y / 2).unwrap(), 90]))
        .write_to(&mut file, ImageFormat::Png)
        .unwrap();
    file.into_inner()
}

/// A valid application, with one field changed or removed (`None`).
fn form(fields: &[(&'static str, &str)], changed: &[(&'static str, Option<&str>)], photo: Option<Vec<u8>>) -> Form {
    let mut form = Form::new();
    for (name, value) in fields {
        let value = match changed.iter().find(|(field, _)| field == name) {
            Some((_, value)) => *value,
            None => Some(*value),
        };
        if let Some(value) = value {
            form = form.text(*name, value.to_owned());
        }
    }
    for (name, value) in changed.iter().filter(|(name, _)| !fields.iter().any(|(field, _)| field == name)) {
        form = form.text(*name, value.unwrap_or_default().to_owned());
    }
    match photo {
        Some(photo) => form.part("image", Part::bytes(photo).file_name("me.png").mime_str("image/png").unwrap()),
        None => form,
    }
}

const DOCTOR: [(&str, &str); 16] = [
    ("doctor_ID", "TCMC 555"),
    ("full_Name", "Meera Nair"),
    ("email", "meera@example.org"),
    ("phone_Number", "+91 98765 43210"),
    ("gender", "Female"),
    ("DOB", "1985-03-01"),
    ("specialization", "Dermatology"),
    ("experience", "12"),
    ("consultation_Fee", "400"),
    ("consultation_Address", "Care Clinic, MG Road"),
    ("state", "Kerala"),
    ("district", "Calicut"),
    ("pincode", "673001"),
    ("startTime", "10:00"),
    ("endTime", "12:00"),
    ("password", PASSWORD),
];

const PHARMACY: [(&str, &str); 11] = [
    ("License_number", "KL-20-77"),
    ("Hospital_name", "Jeevan Medicals"),
    ("Email", "jeevan@example.org"),
    ("Phone_Number", "9447012345"),
    ("Address", "Market Road"),
    ("City", "Kochi"),
    ("District", "Ernakulam"),
    ("State", "Kerala"),
    ("Pincode", "682011"),
    ("Password", PASSWORD),
    ("category", "pharmacy"),
];

async fn send(server: &TestServer, path: &str, form: Form) -> Answer {
    Answer::read(server.request("POST", path).multipart(form)).await
}

/// A doctor's application.
pub fn application(changed: &[(&'static str, Option<&str>)]) -> Form {
    application_with(photo(), changed)
}

pub fn application_with(photo: Vec<u8>, changed: &[(&'static str, Option<&str>)]) -> Form {
    form(&DOCTOR, changed, Some(photo))
}

/// A pharmacy's application.
pub fn facility_application(changed: &[(&'static str, Option<&str>)]) -> Form {
    form(&PHARMACY, changed, Some(photo()))
}

pub async fn apply(server: &TestServer, changed: &[(&'static str, Option<&str>)]) -> Answer {
    send(server, "/user/api/doctor/register", application(changed)).await
}

pub async fn apply_as_facility(server: &TestServer, changed: &[(&'static str, Option<&str>)]) -> Answer {
    send(server, "/user/api/hospital/register", facility_application(changed)).await
}

fn stored_photos(server: &TestServer) -> usize {
    std::fs::read_dir(server.app.config.data_dir.join("photos")).map_or(0, Iterator::count)
}

async fn audit(server: &TestServer) -> Vec<(String, String, Option<String>)> {
    let rows = server.app.db.read(async |tx| {
        let sql = "SELECT l.action, w.subject_name, w.reason FROM audit_log l JOIN audit_details w ON w.id = l.id
                   WHERE l.actor_role <> 'operator' ORDER BY l.id";
        tx.query(sql, &[], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).await
    });
    rows.await.unwrap()
}

#[tokio::test]
async fn a_doctor_applies_is_approved_and_only_then_exists_for_others() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let applied = apply(&server, &[]).await;
        assert_eq!(applied.status, 201, "{}", applied.text);
        let id = applied.id();
        let login = json!({"email": "Meera@example.org", "password": PASSWORD});
        server.post("/user/api/doctor/login", login.clone()).await.assert_problem(403, "not_approved");
        let wrong = json!({"email": "meera@example.org", "password": "wrong"});
        server.post("/user/api/doctor/login", wrong).await.assert_problem(401, "wrong_credentials");
        server.get(&format!("/user/api/doctor/{id}")).await.assert_problem(404, "not_found");
        assert_eq!(server.get("/user/api/finddoctors").await.body["total"], 0);
        let patient = server.patient(1).await;
        server.book(&patient, &id, "Nov 16, 2026", "10:00").await.assert_problem(404, "not_found");

        let pending = server.ask("GET", "/admin/api/workers/doctor/pendingrequest", &admin, None).await;
        let row = &pending.body["data"][0];
        assert_eq!(
            (&pending.body["total"], &row["_id"], &row["doctor_ID"]),
            (&json!(1), &json!(id), &json!("TCMC 555"))
        );
        assert_eq!((&row["phone_Number"], &row["district"]), (&json!("9876543210"), &json!("Kozhikode")));
        assert!(!pending.text.contains("argon2"));

        let approved = server.ask("PATCH", &format!("/admin/api/workers/Doctor/approved/{id}"), &admin, None).await;
        assert_eq!(approved.status, 200, "{}", approved.text);
        let again = server.ask("PATCH", &format!("/admin/api/workers/Doctor/approved/{id}"), &admin, None).await;
        again.assert_problem(409, "not_changeable");
        assert_eq!(again.body["message"], "This application has already been decided.");
        let late = server.ask("DELETE", &format!("/admin/api/workers/Doctor/rejected/{id}"), &admin, None).await;
        late.assert_problem(409, "not_changeable");
        assert_eq!(late.body["message"], "This application has already been decided.");
        assert_eq!(audit(&server).await, [("approve".into(), "Meera Nair".into(), None)]);

        let signed_in = server.post("/user/api/doctor/login", login).await;
        assert_eq!((signed_in.status, &signed_in.body["data"]["_id"]), (200, &json!(id)));
        let by_phone = json!({"email": "9876543210", "password": PASSWORD});
        assert_eq!(server.post("/user/api/doctor/login", by_phone).await.status, 200);
        let found = server.get("/user/api/finddoctors?district=Kozhikode&specialization=dermatology").await;
        assert_eq!(found.body["data"][0]["_id"], json!(id));
        assert!(!found.text.contains("meera@example.org") && !found.text.contains("9876543210"));
        assert_eq!(server.book(&patient, &id, "Nov 16, 2026", "10:00").await.status, 200);
        let image = found.body["data"][0]["Image"].as_str().unwrap();
        assert_eq!(server.get(image).await.header("content-type"), "image/webp");
        let subjects: Vec<String> = server.mails().await.iter().map(|mail| mail.header("subject").to_owned()).collect();
        for subject in ["We have your application", "Your application is approved"] {
            assert!(subjects.iter().any(|known| known == subject), "{subjects:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_rejected_application_leaves_its_address_and_number_free_and_the_reason_in_the_log() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        for category in ["Doctor", "Pharmacy"] {
            let first =
                if category == "Doctor" { apply(&server, &[]).await } else { apply_as_facility(&server, &[]).await };
            let path = format!("/admin/api/workers/{category}/rejected/{}", first.id());
            let body = json!({"reason": "The number is unknown."});
            assert_eq!(server.ask("DELETE", &path, &admin, Some(body)).await.status, 200);
            server.ask("DELETE", &path, &admin, None).await.assert_problem(404, "not_found");
            // Rows of the log sort by the millisecond.
            server.clock.advance(jiff::SignedDuration::from_millis(1));
            let pending =
                server.ask("GET", &format!("/admin/api/workers/{category}/pendingrequest"), &admin, None).await;
            assert_eq!(pending.body["data"], json!([]));
        }
        let login = json!({"email": "meera@example.org", "password": PASSWORD});
        server.post("/user/api/doctor/login", login).await.assert_problem(401, "wrong_credentials");
        assert_eq!(apply(&server, &[]).await.status, 201);
        assert_eq!(apply_as_facility(&server, &[]).await.status, 201);
        let reason = Some("The number is unknown.".to_owned());
        assert_eq!(
            audit(&server).await,
            [
                ("reject".into(), "Meera Nair".into(), reason.clone()),
                ("reject".into(), "Jeevan Medicals".into(), reason)
            ]
        );
        let mails = server.mails().await;
        assert!(
            mails
                .iter()
                .any(|mail| mail.text("text/plain").is_some_and(|text| text.contains("The number is unknown.")))
        );
    })
    .await;
}

#[tokio::test]
async fn every_wrong_field_of_an_application_is_named() {
    with_server(async |server| {
        for (field, value) in [
            ("doctor_ID", ""),
            ("full_Name", " "),
            ("email", "nobody"),
            ("phone_Number", "12345"),
            ("gender", "Select gender"),
            ("DOB", "2010-01-01"),
            ("DOB", "01/02/1980"),
            ("specialization", "Select specialization"),
            ("experience", "81"),
            ("experience", "-1"),
            ("consultation_Fee", "100001"),
            ("consultation_Fee", "free"),
            ("consultation_Address", ""),
            ("state", "Atlantis"),
            ("district", "Chennai"),
            ("pincode", "012345"),
            ("startTime", "25:00"),
            ("endTime", "09:45"),
            ("password", "short"),
        ] {
            let answer = apply(&server, &[(field, Some(value))]).await;
            answer.assert_problem(422, "invalid_fields");
            let expected: &[&str] = if field == "state" { &["state", "district"] } else { &[field] };
            assert_eq!(answer.bad_fields(), expected, "{field} {value}");
        }
        let late = apply(&server, &[("endTime", Some("09:45"))]).await;
        assert_eq!(late.body["errors"][0]["message"], "End time must be after start time.");
        let empty = send(&server, "/user/api/doctor/register", Form::new().text("nothing", "else")).await;
        assert_eq!(empty.bad_fields().len(), 17, "{}", empty.text);
        let empty = send(&server, "/user/api/hospital/register", Form::new().text("nothing", "else")).await;
        assert_eq!(empty.bad_fields().len(), 11, "{}", empty.text);
        let category = apply_as_facility(&server, &[("category", Some("Bakery"))]).await;
        assert_eq!(category.bad_fields(), ["category"]);
        let json = server.post("/user/api/doctor/register", json!({})).await;
        json.assert_problem(415, "unsupported_media_type");
        assert_eq!(stored_photos(&server), 0);
        // Equal times are allowed: there are no hours yet.
        assert_eq!(apply(&server, &[("endTime", Some("10:00"))]).await.status, 201);
    })
    .await;
}

#[tokio::test]
async fn addresses_and_numbers_are_taken_once_whatever_their_case() {
    with_server(async |server| {
        assert_eq!(apply(&server, &[]).await.status, 201);
        let photos = stored_photos(&server);
        let email = apply(&server, &[("email", Some("MEERA@example.org")), ("doctor_ID", Some("TCMC 9"))]).await;
        email.assert_problem(409, "already_registered");
        assert_eq!(email.bad_fields(), ["email"]);
        let number = apply(&server, &[("email", Some("b@example.org")), ("doctor_ID", Some("tcmc 555"))]).await;
        number.assert_problem(409, "already_registered");
        assert_eq!((number.bad_fields(), stored_photos(&server)), (vec!["doctor_ID"], photos));
        assert_eq!(apply_as_facility(&server, &[]).await.status, 201);
        let license = apply_as_facility(&server, &[("Email", Some("b@example.org")), ("category", None)]).await;
        license.assert_problem(409, "already_registered");
        assert_eq!(license.bad_fields(), ["License_number"]);
        // The same address may register in another role.
        let hospital = [("category", None), ("License_number", Some("KL-1"))];
        assert_eq!(apply_as_facility(&server, &hospital).await.status, 201);
    })
    .await;
}

#[tokio::test]
async fn only_pictures_are_taken_and_nothing_of_a_refused_one_stays() {
    with_server(async |server| {
        let huge = {
            let mut png = photo();
            // The header has 20,000 x 20,000 pixels.
            png[16..24].copy_from_slice(&[0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20]);
            png
        };
        let jpeg = {
            let mut file = Cursor::new(Vec::new());
            RgbImage::new(64, 64).write_to(&mut file, ImageFormat::Jpeg).unwrap();
            file.into_inner()
        };
        let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".to_vec();
        for (name, file, status) in [
            ("a text named .png", b"hello".to_vec(), 422),
            ("20,000 x 20,000", huge, 422),
            ("6 MB", vec![0x89; 6 * 1024 * 1024], 413),
            ("svg", svg, 422),
            ("half a jpeg", jpeg[..jpeg.len() / 2].to_vec(), 422),
            ("gif", b"GIF89a\x01\0\x01\0\0\0\0;".to_vec(), 422),
        ] {
            let answer = send(&server, "/user/api/doctor/register", form(&DOCTOR, &[], Some(file))).await;
            assert_eq!((answer.status, answer.bad_fields()), (status, vec!["image"]), "{name}: {}", answer.text);
        }
        let none = send(&server, "/user/api/doctor/register", form(&DOCTOR, &[], None)).await;
        assert_eq!(none.bad_fields(), ["image"]);
        let endless =
            send(&server, "/user/api/doctor/register", form(&DOCTOR, &[], Some(vec![1; 16 * 1024 * 1024]))).await;
        endless.assert_problem(413, "too_large");
        assert_eq!(stored_photos(&server), 0);
        let accounts =
            server.app.db.read(async |tx| tx.find("SELECT count(*) FROM accounts", &[], |row| row.get::<i64>(0)).await);
        assert_eq!(accounts.await.unwrap(), Some(0));
    })
    .await;
}

#[tokio::test]
async fn an_application_cannot_be_approved_under_another_category() {
    with_server(async |server| {
        let id = apply(&server, &[]).await.id();
        let (patient, admin) = (server.patient(1).await, server.admin_token().await);
        for path in [
            "/admin/api/workers/Doctor/approved/nobody".to_owned(),
            format!("/admin/api/workers/Pharmacy/approved/{id}"),
            format!("/admin/api/workers/Baker/approved/{id}"),
            format!("/admin/api/workers/Doctor/approved/{}", patient.id),
        ] {
            server.ask("PATCH", &path, &admin, None).await.assert_problem(404, "not_found");
        }
        let unknown = server.ask("GET", "/admin/api/workers/Baker/pendingrequest", &admin, None).await;
        unknown.assert_problem(404, "not_found");
    })
    .await;
}

#[tokio::test]
async fn approving_and_rejecting_at_once_has_one_winner() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        for round in 0..5 {
            let (number, email) = (format!("TCMC {round}"), format!("d{round}@example.org"));
            let id = apply(&server, &[("doctor_ID", Some(&number)), ("email", Some(&email))]).await.id();
            let approve = format!("/admin/api/workers/Doctor/approved/{id}");
            let reject = format!("/admin/api/workers/Doctor/rejected/{id}");
            let (approved, rejected) = futures::join!(
                server.ask("PATCH", &approve, &admin, None),
                server.ask("DELETE", &reject, &admin, None)
            );
            let statuses = (approved.status, rejected.status);
            assert!([(200, 409), (404, 200)].contains(&statuses), "{statuses:?}");
        }
        assert_eq!(audit(&server).await.len(), 5);
    })
    .await;
}

pub async fn approved_facility(server: &TestServer, admin: &str, changed: &[(&'static str, Option<&str>)]) -> String {
    let id = apply_as_facility(server, changed).await.id();
    let category = if changed.iter().any(|(field, _)| *field == "category") { "Hospital" } else { "Pharmacy" };
    let path = format!("/admin/api/workers/{category}/approved/{id}");
    assert_eq!(server.ask("PATCH", &path, admin, None).await.status, 200);
    id
}

pub async fn token(server: &TestServer, role: &str, email: &str) -> String {
    let answer = server.post(&format!("/user/api/{role}/login"), json!({"email": email, "password": PASSWORD})).await;
    answer.body["token"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned()
}

pub async fn put(server: &TestServer, path: &str, token: &str, fields: &[(&'static str, &str)]) -> Answer {
    let form = fields.iter().fold(Form::new(), |form, (name, value)| form.text(*name, (*value).to_owned()));
    Answer::read(server.request("PUT", path).bearer_auth(token).multipart(form)).await
}
