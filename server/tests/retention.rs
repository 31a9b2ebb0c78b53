//! Retention of personal data (`DOCCARE_RETENTION`, three years by default): old visits are anonymised, and idle accounts are erased after
//! a mail. Decision 0075.

use doccare::admin::erasure::{ErasureSubject, erase};
use doccare::identity::Role;
use doccare::platform::db::{self, Lock};
use jiff::SignedDuration;
use serde_json::json;

use crate::harness::people::{Doctor, PASSWORD, Patient};
use crate::harness::{ENGINES, KEY, TestServer, database_url, do_job, with_server};
use crate::process::run;
use crate::proofs::sums;

const TODAY: &str = "2026-11-15";
const MONDAY: &str = "2026-11-16";
const NOBODY: &str = "00000000-0000-7000-8000-000000000000";
/// The default period.
const DAYS: i64 = 3 * 365;
/// The mail that announces the end of an account.
const SUBJECT: &str = "Your Doc Care account will be erased";

fn advance_days(server: &TestServer, days: i64) {
    server.clock.advance(SignedDuration::from_hours(24 * days));
}

async fn retain(server: &TestServer) {
    do_job(&server.app, "retention").await;
}

type Visit = ((String, String, (String, Option<String>)), ((String, String), (i64, i64)));

/// The patient and contact, the account and the reason of a rejection; then the columns that stay: the doctor, the status, the fee and the
/// time.
async fn visits(server: &TestServer) -> Vec<Visit> {
    let sql =
        "SELECT patient_name, contact_number, user_id, reason, doctor_id, status, fee, starts_at FROM appointments
               ORDER BY starts_at";
    let rows = server.app.db.read(async |tx| tx.all::<Visit>(sql, &[]).await).await;
    rows.unwrap()
}

async fn count(server: &TestServer, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    let counted: db::Result<i64> = server.app.db.read(async |tx| tx.count(&sql, &[]).await).await;
    counted.unwrap()
}

async fn state(server: &TestServer, patient: &Patient) -> (String, String) {
    let sql = "SELECT state, COALESCE(email, '') FROM accounts WHERE id = $1";
    let found: db::Result<Option<(String, String)>> =
        server.app.db.read(async |tx| tx.first(sql, &[&patient.id]).await).await;
    found.unwrap().unwrap()
}

/// How many mails announced the end of the account.
async fn count_notices(server: &TestServer, patient: &Patient) -> usize {
    let told = |mail: &crate::eml::Eml| mail.header("to") == patient.email && mail.header("subject") == SUBJECT;
    server.mails().await.iter().filter(|mail| told(mail)).count()
}

async fn log_in(server: &TestServer, patient: &Patient) -> u16 {
    server.post("/user/api/login", json!({"email": patient.email, "password": PASSWORD})).await.status
}

#[tokio::test]
async fn old_visits_are_anonymised_and_the_sums_stay() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let visit = server.booked(&patient, &doctor.id, MONDAY, "10:00").await;
        server.approve(&doctor.token, &visit).await;
        let rejected = server.booked(&patient, &doctor.id, MONDAY, "10:15").await;
        let reason = Some(json!({"reason": "Asha should see a surgeon"}));
        let reject = format!("/user/api/doctor/appointment/reject/{rejected}");
        assert_eq!(server.ask("PATCH", &reject, &doctor.token, reason).await.status, 200);
        let walk_in = json!({"name": "Binu", "phoneNumber": "9876543211", "time": "10:30"});
        let walked = doctor.ask(&server, "POST", &format!("today/{}/walkins", doctor.id), Some(walk_in)).await;
        assert_eq!(walked.status, 201, "{}", walked.text);
        advance_days(&server, 2);
        let again = doctor.with_token(server.sign_in_doctor(&doctor.id).await);
        let follow_up = Some(json!({"days": 30, "withoutFee": true}));
        let marked = again.ask(&server, "PUT", &format!("followup/{visit}"), follow_up).await;
        assert_eq!(marked.status, 200, "{}", marked.text);
        let before = visits(&server).await;
        assert!(before.iter().all(|((name, number, ..), _)| !name.is_empty() && !number.is_empty()), "{before:?}");

        advance_days(&server, DAYS - 3);
        retain(&server).await;
        assert_eq!(visits(&server).await, before, "the period is not over");
        advance_days(&server, 3);
        retain(&server).await;
        let after = visits(&server).await;
        for ((named, stays), (named_before, stays_before)) in after.iter().zip(&before) {
            assert_eq!(*named, (String::new(), String::new(), (NOBODY.into(), None)), "{named_before:?}");
            assert_eq!(stays, stays_before);
        }
        assert_eq!(count(&server, "follow_ups").await, 0);
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        // The doctor's and the administrator's pages can display them.
        let token = server.sign_in_doctor(&doctor.id).await;
        let shown =
            server.ask("GET", &format!("/user/api/doctor/total/appointments/{}", doctor.id), &token, None).await;
        assert!(shown.status == 200, "{}", shown.text);
        let admin = server.admin_token().await;
        let bookings = server.ask("GET", "/admin/api/bookings", &admin, None).await;
        assert_eq!((bookings.status, &bookings.body["total"]), (200, &json!(3)), "{}", bookings.text);
    })
    .await;
}

#[tokio::test]
async fn an_idle_accounts_owner_gets_a_mail_30_days_before_it_is_erased() {
    with_server(async |server| {
        let (idle, signs_in, books) = (server.patient(1).await, server.patient(2).await, server.patient(3).await);
        let doctor = server.doctor(1).await;
        advance_days(&server, DAYS - 31);
        retain(&server).await;
        assert_eq!(count_notices(&server, &idle).await, 0);
        advance_days(&server, 2);
        for _ in 0..2 {
            retain(&server).await;
        }
        for patient in [&idle, &signs_in, &books] {
            assert_eq!(count_notices(&server, patient).await, 1, "{}", patient.email);
        }
        assert_eq!(log_in(&server, &signs_in).await, 200);
        let token = server.sign_in(&books.id, Role::User).await;
        let day = server.clock.india().date().tomorrow().unwrap().to_string();
        let booker = Patient { token, id: books.id.clone(), email: books.email.clone() };
        assert_eq!(server.book(&booker, &doctor, &day, "10:00").await.status, 200);
        advance_days(&server, 29);
        retain(&server).await;
        assert_eq!(state(&server, &idle).await.0, "active", "it was told 29 days ago");
        advance_days(&server, 2);
        retain(&server).await;
        assert_eq!(state(&server, &idle).await, ("deleted".into(), String::new()));
        assert_eq!(log_in(&server, &idle).await, 401);
        for kept in [&signs_in, &books] {
            assert_eq!(state(&server, kept).await, ("active".into(), kept.email.clone()));
        }
        // An account that was used is announced again when it is idle again.
        advance_days(&server, DAYS - 59);
        retain(&server).await;
        assert_eq!(count_notices(&server, &signs_in).await, 2);
        assert_eq!(state(&server, &signs_in).await.0, "active");
    })
    .await;
}

#[tokio::test]
async fn no_account_is_erased_before_30_days_after_the_mail() {
    with_server(async |server| {
        let (patient, blocked) = (server.patient(1).await, server.patient(2).await);
        let admin = server.admin_token().await;
        let block = format!("/admin/api/blockandunblock/{}", blocked.id);
        assert_eq!(server.ask("PATCH", &block, &admin, Some(json!({}))).await.status, 200);
        // A program that was stopped for years.
        advance_days(&server, 2 * DAYS);
        retain(&server).await;
        advance_days(&server, 29);
        retain(&server).await;
        assert_eq!((state(&server, &patient).await.0, count_notices(&server, &patient).await), ("active".into(), 1));
        assert_eq!((state(&server, &blocked).await.0, count_notices(&server, &blocked).await), ("blocked".into(), 1));
        advance_days(&server, 2);
        retain(&server).await;
        // A blocked user cannot log in to keep the account; it ends all the same.
        for ended in [&patient, &blocked] {
            assert_eq!(state(&server, ended).await.0, "deleted");
        }
    })
    .await;
}

/// A user who comes back at the last moment, while the job is about to erase the account, keeps it.
#[tokio::test]
async fn an_account_that_is_used_while_the_job_runs_is_kept() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        advance_days(&server, DAYS);
        retain(&server).await;
        advance_days(&server, 31);
        let id: &'static str = patient.id.clone().leak();
        let signs_in = format!("UPDATE accounts SET last_used_at = {} WHERE id = '{id}'", server.clock.now_millis());
        let held = server.hold(Some(Lock::User(id)), None, &signs_in).await;
        server.meet(held, retain(&server)).await;
        assert_eq!(state(&server, &patient).await, ("active".into(), patient.email.clone()));
    })
    .await;
}

#[tokio::test]
async fn the_mail_is_in_the_language_of_the_account() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        server.execute("UPDATE accounts SET lang = 'ml' WHERE role = 'user'").await;
        advance_days(&server, DAYS);
        retain(&server).await;
        let mails = server.mails().await;
        let told = mails.iter().find(|mail| mail.header("to") == patient.email).unwrap();
        assert!(told.text("text/plain").unwrap().contains("ലോഗിൻ"));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_erases_by_booking() {
    for engine in ENGINES {
        let folder = tempfile::TempDir::new().unwrap();
        let url = database_url(engine, folder.path()).await;
        let server = TestServer::start(url.parse().unwrap()).await;
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let coming = server.booked(&patient, &doctor.id, MONDAY, "10:00").await;
        server.approve(&doctor.token, &coming).await;
        for (name, time) in [("Binu", Some("10:30")), ("Chandran", None)] {
            let walk_in = json!({"name": name, "phoneNumber": "9876543211", "time": time});
            let walked = doctor.ask(&server, "POST", &format!("today/{}/walkins", doctor.id), Some(walk_in)).await;
            assert_eq!(walked.status, 201, "{}", walked.text);
        }
        let called = json!({"name": "Devi", "phoneNumber": "9876543212", "date": MONDAY, "time": "10:45"});
        let called = doctor.ask(&server, "POST", "desk/bookings/{id}", Some(called)).await;
        assert_eq!(called.status, 201, "{}", called.text);
        let ids = async |sql: &str| {
            let ids: db::Result<Vec<String>> = server.app.db.read(async |tx| tx.all(sql, &[]).await).await;
            ids.unwrap()
        };
        let in_slot = ids(&format!("SELECT id FROM appointments WHERE user_id = '{NOBODY}'")).await;
        for id in in_slot.iter().chain([&coming]) {
            assert!(erase(&server.app, ErasureSubject::Patient, id.clone()).await.unwrap());
        }
        // The program has a clock of its own, so it erases what has no time: the walk-in.
        let settings = [("DOCCARE_DATABASE_URL", url.as_str()), ("DOCCARE_KEY", KEY)];
        for (id, succeeds) in [(ids("SELECT id FROM walk_ins").await[0].as_str(), true), ("nobody", false)] {
            let erased =
                tokio::task::block_in_place(|| run(folder.path(), &["erase", "--yes", "booking", id], &settings));
            assert_eq!(erased.status.success(), succeeds, "{engine}: {}", String::from_utf8_lossy(&erased.stderr));
        }
        assert_eq!((count(&server, "walk_ins").await, count(&server, "desk_bookings").await), (0, 0));
        let visits = visits(&server).await;
        assert!(
            visits.iter().all(|(named, _)| *named == (String::new(), String::new(), (NOBODY.into(), None))),
            "{visits:?}"
        );
        // Upcoming visits are cancelled, and their slots are free again.
        assert_eq!(server.book(&patient, &doctor.id, MONDAY, "10:00").await.status, 200);
        assert_eq!(server.book(&patient, &doctor.id, TODAY, "11:45").await.status, 200);
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        let logged: db::Result<i64> = server
            .app
            .db
            .read(async |tx| {
                tx.count("SELECT count(*) FROM audit_log WHERE action = 'erase' AND subject_kind = 'booking'", &[])
                    .await
            })
            .await;
        assert_eq!(logged.unwrap(), 4);
    }
}

/// An account whose row cannot be written does not delay the others.
#[tokio::test]
async fn a_failing_account_does_not_keep_others_from_the_mail_and_the_erasure() {
    with_server(async |server| {
        let (failing, patient) = (server.patient(1).await, server.patient(2).await);
        let id = &failing.id;
        let refuse = if server.app.db.is_multi_instance() {
            format!("ALTER TABLE accounts ADD CONSTRAINT refused CHECK (id <> '{id}' OR retention_mailed_at IS NULL)")
        } else {
            format!(
                "CREATE TRIGGER refused BEFORE UPDATE OF retention_mailed_at ON accounts
                 WHEN NEW.id = '{id}' BEGIN SELECT RAISE(ABORT, 'refused'); END"
            )
        };
        server.execute(&refuse).await;
        advance_days(&server, DAYS);
        retain(&server).await;
        assert_eq!((count_notices(&server, &failing).await, count_notices(&server, &patient).await), (0, 1));
        assert_eq!(server.app.backoff.count(), 1);
        advance_days(&server, 31);
        retain(&server).await;
        assert_eq!(state(&server, &patient).await.0, "deleted");
        assert_eq!(state(&server, &failing).await.0, "active", "it was not told");
    })
    .await;
}
