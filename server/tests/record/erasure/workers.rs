//! Doctors, pharmacies, and applicants.

use std::collections::BTreeSet;

use doccare::admin::erasure::{ErasureSubject, erase};
use doccare::identity::Role;
use doccare::platform::outbox;
use jiff::SignedDuration;
use serde_json::json;

use super::{NAME, NUMBER, Planted, REASON, erase_as_operator, fine, later};
use crate::harness::with_server;
use crate::record::refusals::Log;
use crate::record::rows_of;
use crate::workers::{apply, apply_as_facility};

#[tokio::test]
async fn an_erased_doctor_is_nowhere_any_more_and_patients_are_told() {
    with_server(async |server| {
        let (log, _guard) = Log::capture();
        let email = "zubaida.doctor@example.org";
        let mut planted = Planted::of(email);
        planted.words.extend(["plantnumber", "plantclinic"]);
        let (admin, patient) = (server.admin_token().await, server.patient(1).await);
        let fields = [
            ("full_Name", Some(NAME)),
            ("email", Some(email)),
            ("phone_Number", Some(NUMBER)),
            ("doctor_ID", Some("Plantnumber 7")),
            ("consultation_Address", Some("Plantclinic, MG Road")),
        ];
        let doctor = fine(apply(&server, &fields).await).id();
        fine(server.ask("PATCH", &format!("/admin/api/workers/Doctor/approved/{doctor}"), &admin, None).await);
        let session = server.sign_in_doctor(&doctor).await;
        let leave = json!({"from": "2026-12-24", "to": "2026-12-25", "note": REASON});
        fine(server.ask("POST", &format!("/user/api/doctor/leave/{doctor}"), &session, Some(leave)).await);
        let extra = json!({"date": "2026-12-20", "from": "17:00", "to": "18:00"});
        let path = format!("/user/api/doctor/sessions/{doctor}/extra");
        assert_eq!(server.ask("POST", &path, &session, Some(extra)).await.status, 201);
        let named = format!("UPDATE doctors SET name_ml = '{NAME}', address_ml = 'Plantclinic' WHERE id = '{doctor}'");
        server.execute(&named).await;
        for (time, deed) in [("10:00", Some("reject")), ("10:15", None)] {
            let booked = fine(server.book(&patient, &doctor, "2026-11-18", time).await).id();
            later(&server);
            if let Some(deed) = deed {
                let path = format!("/user/api/doctor/appointment/{deed}/{booked}");
                fine(server.ask("PATCH", &path, &session, Some(json!({"reason": REASON}))).await);
            }
        }
        // A walk-in has no account: the data is erased with the doctor.
        for time in [None, Some("11:00")] {
            let walk_in = json!({"name": NAME, "phoneNumber": NUMBER, "time": time});
            let path = format!("/user/api/doctor/today/{doctor}/walkins");
            assert_eq!(server.ask("POST", &path, &session, Some(walk_in)).await.status, 201);
            server.execute("UPDATE walk_ins SET attendance = 'done'").await;
        }
        // Nor has whoever called.
        let called = json!({"name": NAME, "phoneNumber": NUMBER, "date": "2026-11-18", "time": "11:30"});
        let path = format!("/user/api/doctor/desk/bookings/{doctor}");
        let called = fine(server.ask("POST", &path, &session, Some(called)).await).id();
        let moved = json!({"date": "2026-11-18", "time": "11:45", "reason": REASON});
        let path = format!("/user/api/doctor/appointment/move/{called}");
        fine(server.ask("PATCH", &path, &session, Some(moved)).await);
        let suspend = format!("/admin/api/doctors/{doctor}/suspend");
        fine(server.ask("POST", &suspend, &admin, Some(json!({"reason": REASON}))).await);
        let tables = [
            "accounts",
            "doctors",
            "doctor_leave",
            "walk_ins",
            "appointments",
            "audit_details",
            "mail_queue",
            "search_words",
        ];
        planted.assert_everywhere(&server, &tables).await;
        server.mails().await;

        let erased_at = erase_as_operator(&server, ErasureSubject::Account(Role::Doctor), &doctor).await;
        planted.assert_gone(&server, &log, erased_at).await;
        let bookings =
            server.ask("GET", &format!("/user/api/previous/booking/{}", patient.id), &patient.token, None).await;
        let statuses: BTreeSet<&str> =
            bookings.body["data"].as_array().unwrap().iter().map(|row| row["status"].as_str().unwrap()).collect();
        assert_eq!(statuses, BTreeSet::from(["Cancelled", "Rejected"]));
        server.ask("GET", "/user/api/sessions", &session, None).await.assert_problem(401, "unauthenticated");
        // The files' age is by the machine's clock: any day is long before the test's.
        server.clock.advance(SignedDuration::from_hours(40 * 365 * 24));
        assert!(doccare::directory::sweep_photos(&server.app).await.unwrap() > 0, "the photo goes too");
        fine(apply(&server, &fields).await);
    })
    .await;
}

#[tokio::test]
async fn an_erased_pharmacy_is_nowhere_any_more() {
    with_server(async |server| {
        let (log, _guard) = Log::capture();
        let email = "zubaida.pharmacy@example.org";
        let mut planted = Planted::of(email);
        planted.words.extend(["plantlicence", "plantstreet"]);
        let admin = server.admin_token().await;
        let fields = [
            ("Hospital_name", Some(NAME)),
            ("Email", Some(email)),
            ("Phone_Number", Some(NUMBER)),
            ("License_number", Some("Plantlicence 7")),
            ("Address", Some("Plantstreet 9")),
        ];
        let pharmacy = fine(apply_as_facility(&server, &fields).await).id();
        fine(server.ask("PATCH", &format!("/admin/api/workers/Pharmacy/approved/{pharmacy}"), &admin, None).await);
        // A reason about them, such as of a rejected application.
        server.execute(&format!("UPDATE audit_details SET reason = '{REASON}' WHERE subject_name = '{NAME}'")).await;
        let waits = format!("VALUES ('waits', '{pharmacy}', '{NAME}', 'Plantlicence 8', 0)");
        server
            .execute(&format!(
                "INSERT INTO profile_change_requests (id, facility_id, name, license_number, asked_at) {waits}"
            ))
            .await;
        let places =
            ["accounts", "facilities", "profile_change_requests", "audit_details", "mail_queue", "search_words"];
        planted.assert_everywhere(&server, &places).await;
        server.mails().await;
        let erased_at = erase_as_operator(&server, ErasureSubject::Account(Role::Pharmacy), &pharmacy).await;
        planted.assert_gone(&server, &log, erased_at).await;
        let list = server.ask("GET", "/admin/api/workers/data?category=Pharmacy", &admin, None).await;
        assert_eq!(list.body["total"], 0, "{}", list.text);
        fine(apply_as_facility(&server, &fields).await);
    })
    .await;
}

#[tokio::test]
async fn what_the_log_says_of_a_rejected_applicant_is_erased_too() {
    with_server(async |server| {
        let email = "zubaida.applicant@example.org";
        // Rejecting removes the application itself.
        let planted = Planted { words: vec!["zubaidaplant", "kadalasuplant"], email };
        let admin = server.admin_token().await;
        let fields = [("full_Name", Some(NAME)), ("email", Some(email)), ("phone_Number", Some(NUMBER))];
        let applicant = fine(apply(&server, &fields).await).id();
        let path = format!("/admin/api/workers/Doctor/rejected/{applicant}");
        fine(server.ask("DELETE", &path, &admin, Some(json!({"reason": REASON}))).await);
        planted.assert_everywhere(&server, &["audit_details", "mail_queue"]).await;
        outbox::drain(&server.app.db, &server.app.mailer, &server.clock).await.unwrap();
        let is_known = erase(&server.app, ErasureSubject::Account(Role::Doctor), applicant).await.unwrap();
        assert!(is_known, "the log said something");
        assert_eq!(rows_of(&server, &admin, "erase").await.len(), 1);
        assert_eq!(planted.tables(&server).await, BTreeSet::new());
    })
    .await;
}
