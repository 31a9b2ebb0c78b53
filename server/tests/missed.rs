//! What is written to the patient of a missed visit: the next morning, once, and to whom not.

use doccare::appointments::{Appointment, Attendance};
use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::json;

use crate::eml::Eml;
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::stored::approved_visit;
use crate::harness::{TestServer, do_job, on_both_engines, with_server};

/// The tests begin on a Sunday, at nine in the morning in India. This is ten on the Saturday before.
pub const SATURDAY: i64 = 1_794_630_600_000;
const TODAY: &str = "2026-11-15";
const SUBJECT: &str = "You could not come to your visit";
const HOUR: i64 = 3_600_000;

/// A visit that was marked as missed on its day.
pub async fn missed(server: &TestServer, doctor: &str, patient: &Patient, starts_at: i64) -> String {
    let id = format!("missed-{starts_at}-{}", patient.id);
    let visit = approved_visit(&id, doctor, &patient.id, starts_at);
    server.store_visits(vec![Appointment { attendance: Some(Attendance::Absent), ..visit }]).await;
    id
}

/// The mails about missed visits to a patient, after a run of the job.
async fn told(server: &TestServer, patient: &Patient) -> Vec<Eml> {
    do_job(&server.app, "missed visits").await;
    let is_told =
        |mail: &Eml| mail.header("to").contains(&patient.email) && mail.header("subject").starts_with(SUBJECT);
    server.mails().await.into_iter().filter(is_told).collect()
}

async fn mark(server: &TestServer, doctor: &str, id: &str, attendance: Option<&str>) {
    let path = format!("/user/api/doctor/today/{doctor}/attendance/{id}");
    let token = server.sign_in_doctor(doctor).await;
    let marked = server.ask("PATCH", &path, &token, Some(json!({"attendance": attendance}))).await;
    assert_eq!(marked.status, 200, "{}", marked.text);
}

#[tokio::test]
async fn the_patient_is_written_to_once_on_the_next_morning() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let id = server.booked(&patient, &doctor, TODAY, "10:00").await;
        server.approve(&server.sign_in_doctor(&doctor).await, &id).await;
        server.clock.advance(SignedDuration::from_hours(2));
        mark(&server, &doctor, &id, Some("absent")).await;
        // Ten at night, and seven in the morning.
        for hours in [0, 11, 9] {
            server.clock.advance(SignedDuration::from_hours(hours));
            assert_eq!(told(&server, &patient).await.len(), 0, "{hours}");
        }
        server.clock.advance(SignedDuration::from_hours(1));
        let mails = told(&server, &patient).await;
        assert_eq!(mails.len(), 1);
        assert_eq!(mails[0].header("subject"), format!("{SUBJECT}: Sun 15 Nov, 10:00 am"));
        let text = mails[0].text("text/plain").unwrap();
        for wanted in [&format!("/doctors/{doctor}?book=1"), "/reminders/stop#", "Dr. "] {
            assert!(text.contains(wanted), "{wanted}: {text}");
        }
        assert_eq!(mails[0].header("list-unsubscribe-post"), "List-Unsubscribe=One-Click");
        server.clock.advance(SignedDuration::from_hours(2));
        assert_eq!(told(&server, &patient).await.len(), 1, "once");
    })
    .await;
}

#[tokio::test]
async fn a_mark_that_is_taken_back_sends_nothing() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let id = server.booked(&patient, &doctor, TODAY, "10:00").await;
        server.approve(&server.sign_in_doctor(&doctor).await, &id).await;
        server.clock.advance(SignedDuration::from_hours(2));
        for attendance in [Some("absent"), None, Some("absent"), Some("arrived")] {
            mark(&server, &doctor, &id, attendance).await;
        }
        server.clock.advance(SignedDuration::from_hours(22));
        assert_eq!(told(&server, &patient).await.len(), 0);
    })
    .await;
}

#[tokio::test]
async fn several_instances_write_once_and_a_run_that_failed_is_made_up_for() {
    on_both_engines(async |url| {
        let servers = join_all((0..3).map(|_| TestServer::start(url.clone()))).await;
        let server = &servers[0];
        let doctor = server.doctor(1).await;
        for number in 0..6 {
            let patient = server.patient(number).await;
            missed(server, &doctor, &patient, SATURDAY + 900_000 * i64::try_from(number).unwrap()).await;
        }
        // The transaction fails after the visit was claimed: the claim is undone with it.
        server.execute("ALTER TABLE mail_queue RENAME TO mail_queue_away").await;
        doccare::reminders::missed::notify(&server.app).await.ok();
        server.execute("ALTER TABLE mail_queue_away RENAME TO mail_queue").await;
        for server in &servers {
            server.clock.advance(SignedDuration::from_hours(1));
        }
        let runs = servers.iter().map(|server| doccare::reminders::missed::notify(&server.app));
        for run in join_all(runs).await {
            run.unwrap();
        }
        let mut mails = Vec::new();
        for server in &servers {
            mails.extend(server.mails().await);
        }
        let told = mails.iter().filter(|mail| mail.header("subject").starts_with(SUBJECT)).count();
        assert_eq!(told, 6);
    })
    .await;
}

#[tokio::test]
async fn visits_of_earlier_days_and_of_today_are_left_alone() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        // Thursday; and today at eight, before the hours.
        for starts_at in [SATURDAY - 48 * HOUR, SATURDAY + 22 * HOUR] {
            missed(&server, &doctor, &patient, starts_at).await;
        }
        assert_eq!(told(&server, &patient).await.len(), 0);
    })
    .await;
}

#[tokio::test]
async fn nothing_is_written_to_whom_it_would_not_help() {
    with_server(async |server| {
        let doctor = server.doctor(1).await;
        let mut patients = Vec::new();
        for number in 0..6 {
            let patient = server.patient(number).await;
            missed(&server, &doctor, &patient, SATURDAY + 900_000 * i64::try_from(number).unwrap()).await;
            patients.push(patient);
        }
        let [stopped, half, blocked, deleted, again, told_of] = &patients[..] else { panic!("six") };
        for (patient, evening) in [(stopped, false), (half, true)] {
            let settings = json!({"evening": evening, "soon": false});
            let path = format!("/user/api/user/reminders/{}", patient.id);
            assert_eq!(server.ask("PUT", &path, &patient.token, Some(settings)).await.status, 200);
        }
        server.execute(&format!("UPDATE accounts SET state = 'blocked' WHERE id = '{}'", blocked.id)).await;
        let profile = format!("/user/api/user/profile/{}", deleted.id);
        let password = json!({"password": PASSWORD});
        assert_eq!(server.ask("DELETE", &profile, &deleted.token, Some(password)).await.status, 200);
        // Booked again by themselves.
        server.booked(again, &doctor, TODAY, "11:00").await;
        let mut found = Vec::new();
        for patient in [stopped, half, blocked, deleted, again, told_of] {
            found.push(told(&server, patient).await.len());
        }
        assert_eq!(found, [0, 1, 0, 0, 0, 1]);
    })
    .await;
}

#[tokio::test]
async fn nothing_is_written_about_a_doctor_who_is_not_listed_any_more() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        missed(&server, &doctor, &patient, SATURDAY).await;
        let admin = server.admin_token().await;
        let path = |deed: &str| format!("/admin/api/doctors/{doctor}/{deed}");
        assert_eq!(server.ask("POST", &path("suspend"), &admin, None).await.status, 200);
        assert_eq!(told(&server, &patient).await.len(), 0);
        // Looked at once: it does not come later either.
        assert_eq!(server.ask("POST", &path("restore"), &admin, None).await.status, 200);
        assert_eq!(told(&server, &patient).await.len(), 0);
    })
    .await;
}
