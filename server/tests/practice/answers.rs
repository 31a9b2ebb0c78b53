//! Requests that do not hang: approved at once as the doctor has set it, ended when nobody answers, and told of before.

use doccare::booking;
use doccare::identity::passwords::Cost;
use doccare::platform::clock::Clock;
use futures::future::{join, join_all, join3};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{DAY, Doctor, booked, decide, doctor, free, get, says};
use crate::eml::Eml;
use crate::harness::people::{Patient, booking_path};
use crate::harness::{NOW, TestServer, do_job, do_jobs, on_both_engines, with_server};
use crate::proofs::sums;

async fn answers(server: &TestServer, doctor: &Doctor, setting: Value) {
    let path = format!("/user/api/doctor/answering/{}", doctor.id);
    let saved = server.ask("PUT", &path, &doctor.token, Some(setting)).await;
    assert_eq!(saved.status, 200, "{}", saved.text);
}

/// The status of a new booking.
async fn book(server: &TestServer, patient: &Patient, doctor: &Doctor, date: &str, time: &str) -> String {
    let answer = server.book(patient, &doctor.id, date, time).await;
    answer.body["data"]["status"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned()
}

/// What arrived at an address, by the beginnings of the subjects.
fn subjects<'a>(mails: &'a [Eml], to: &str) -> Vec<&'a str> {
    let mut found: Vec<&str> = mails
        .iter()
        .filter(|mail| mail.header("to").contains(to))
        .map(|mail| mail.header("subject").split(':').next().unwrap_or_default())
        .collect();
    found.sort_unstable();
    found
}

async fn own_bookings(server: &TestServer, patient: &Patient) -> Vec<Value> {
    let path = format!("/user/api/previous/booking/{}", patient.id);
    server.ask("GET", &path, &patient.token, None).await.body["data"].as_array().unwrap().clone()
}

async fn log_of(server: &TestServer, admin: &str, action: &str) -> Vec<Value> {
    let log = server.ask("GET", &format!("/admin/api/audit?action={action}"), admin, None).await;
    log.body["data"].as_array().unwrap_or_else(|| panic!("{}", log.text)).clone()
}

/// Until so many hours after the tests begin, which is nine in the morning of a Sunday.
fn wait(server: &TestServer, hours: i64) {
    server.clock.advance(SignedDuration::from_hours(hours));
}

#[tokio::test]
async fn a_doctor_answers_each_request_until_they_choose_otherwise() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, doctor(&server, 1).await);
        let path = format!("answering/{}", doctor.id);
        let usual = json!({"answeredBy": "each", "atOnceADay": 10, "digests": true});
        assert_eq!(get(&server, &doctor, &path).await.body["data"], usual);
        assert_eq!(book(&server, &patient, &doctor, DAY, "10:00").await, "Pending");

        answers(&server, &doctor, json!({"answeredBy": "all", "atOnceADay": "3", "digests": false})).await;
        answers(&server, &doctor, json!({})).await;
        let chosen = json!({"answeredBy": "all", "atOnceADay": 3, "digests": false});
        assert_eq!(get(&server, &doctor, &path).await.body["data"], chosen, "what is left out stays");
        let wrong = json!({"answeredBy": "some", "atOnceADay": 0, "digests": "no"});
        let refused = server.ask("PUT", &format!("/user/api/doctor/{path}"), &doctor.token, Some(wrong)).await;
        refused.assert_problem(422, "invalid_fields");
        assert_eq!(refused.bad_fields(), ["answeredBy", "atOnceADay", "digests"]);
        for most in ["97", "1.5", "-1", "many"] {
            let wrong = Some(json!({"atOnceADay": most}));
            let refused = server.ask("PUT", &format!("/user/api/doctor/{path}"), &doctor.token, wrong).await;
            assert_eq!(refused.bad_fields(), ["atOnceADay"], "{most}");
        }
        let waiting = get(&server, &doctor, &format!("appointments/{}", doctor.id)).await;
        assert_eq!(waiting.body["total"], 1, "what waited before goes on waiting");
        // A change of the profile keeps it.
        let week = Some(json!({"daysOff": ["Sunday"]}));
        let path = format!("/user/api/doctor/schedule/{}", doctor.id);
        assert_eq!(server.ask("PUT", &path, &doctor.token, week).await.status, 200);
        assert_eq!(get(&server, &doctor, &format!("answering/{}", doctor.id)).await.body["data"], chosen);
    })
    .await;
}

#[tokio::test]
async fn whom_the_doctor_has_seen_is_approved_at_once_and_stays_so_when_they_move() {
    with_server(async |server| {
        server.make_admin().await;
        let (patient, stranger, doctor) = (server.patient(1).await, server.patient(2).await, doctor(&server, 1).await);
        answers(&server, &doctor, json!({"answeredBy": "known"})).await;
        let first = booked(&server, &patient, &doctor, DAY, "10:00").await;
        decide(&server, &doctor, "approve", &first, None).await;
        assert_eq!(book(&server, &patient, &doctor, DAY, "10:30").await, "Pending", "the visit is still to come");
        wait(&server, 25);
        server.clock.advance(SignedDuration::from_mins(14));
        assert_eq!(book(&server, &patient, &doctor, DAY, "11:00").await, "Pending", "the visit is not over");
        server.clock.advance(SignedDuration::from_mins(1));
        let before = server.mails().await.len();

        let answer = server.book(&patient, &doctor.id, "2026-11-17", "10:00").await;
        assert_eq!(answer.body["data"]["status"], "Checked", "{}", answer.text);
        assert_eq!(answer.body["message"], "Your appointment is booked and confirmed.");
        let mails = server.mails().await;
        assert_eq!(mails.len(), before + 2);
        let of_it = &mails[before..];
        assert_eq!(subjects(of_it, &patient.email), ["Your appointment is confirmed"]);
        assert_eq!(subjects(of_it, "doctor1@example.org"), ["An appointment was approved at once"]);
        assert!(of_it.iter().all(|mail| mail.parts().len() > 2), "both have it in their calendar");

        assert_eq!(book(&server, &stranger, &doctor, "2026-11-17", "10:15").await, "Pending", "somebody else");
        let brother = json!({"name": "Binu Nair", "phoneNumber": "9876543210", "date": "2026-11-17", "time": "10:30"});
        let brother = server.ask("POST", &booking_path(&doctor.id, &patient.id), &patient.token, Some(brother)).await;
        assert_eq!(
            brother.body["data"]["status"], "Pending",
            "a patient whom the doctor has not seen: {}",
            brother.text
        );

        let id = answer.id();
        let path = format!("/user/api/appointment/reschedule/{id}");
        let slot = json!({"date": "2026-11-18", "time": "11:45"});
        let moved = server.ask("PATCH", &path, &patient.token, Some(slot)).await;
        assert_eq!((&moved.body["data"]["status"], &moved.body["data"]["time"]), (&json!("Checked"), &json!("11:45")));
        let mails = server.mails().await;
        let moved = mails.iter().find(|mail| mail.header("to").contains(&patient.email) && says(mail, "Before:"));
        assert!(says(moved.unwrap(), "The new time is confirmed"));

        let by_program = log_of(&server, &server.admin_token_again().await, "approve_at_once").await;
        let who: Vec<_> = by_program.iter().map(|row| (&row["actor"]["role"], &row["subject"]["_id"])).collect();
        assert_eq!(who, [(&json!("program"), &json!(id)), (&json!("program"), &json!(id))], "{by_program:?}");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn everybody_is_approved_at_once_until_the_day_is_full() {
    with_server(async |server| {
        let doctor = doctor(&server, 1).await;
        answers(&server, &doctor, json!({"answeredBy": "all", "atOnceADay": 2})).await;
        let mut patients = Vec::new();
        for number in 0..4 {
            patients.push(server.patient(number).await);
        }
        let id = booked(&server, &patients[0], &doctor, DAY, "10:00").await;
        assert_eq!(book(&server, &patients[1], &doctor, DAY, "10:15").await, "Checked");
        assert_eq!(book(&server, &patients[2], &doctor, DAY, "10:30").await, "Pending", "the day is full");
        assert_eq!(book(&server, &patients[2], &doctor, "2026-11-17", "10:30").await, "Checked", "another day is not");
        // Whoever moves within a full day keeps their place; whoever moves into it waits.
        let reschedule = async |patient: &Patient, id: &str, date: &str, time: &str| {
            let slot = Some(json!({"date": date, "time": time}));
            let answer =
                server.ask("PATCH", &format!("/user/api/appointment/reschedule/{id}"), &patient.token, slot).await;
            answer.body["data"]["status"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned()
        };
        assert_eq!(reschedule(&patients[0], &id, DAY, "11:00").await, "Checked");
        let other = booked(&server, &patients[3], &doctor, "2026-11-17", "10:45").await;
        assert_eq!(reschedule(&patients[3], &other, DAY, "11:15").await, "Pending");
        decide(&server, &doctor, "cancel", &id, None).await;
        assert_eq!(book(&server, &patients[0], &doctor, DAY, "11:30").await, "Checked", "a place is free again");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn of_many_who_book_at_once_no_more_are_approved_than_the_doctor_said() {
    with_server(async |server| {
        let doctor = doctor(&server, 1).await;
        answers(&server, &doctor, json!({"answeredBy": "all", "atOnceADay": 3})).await;
        let mut patients = Vec::new();
        for number in 0..8 {
            patients.push(server.patient(number).await);
        }
        let times = ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15", "11:30", "11:45"];
        let all = patients.iter().zip(times).map(|(patient, time)| book(&server, patient, &doctor, DAY, time));
        let statuses = join_all(all).await;
        assert_eq!(statuses.iter().filter(|status| *status == "Checked").count(), 3, "{statuses:?}");
        assert_eq!(statuses.iter().filter(|status| *status == "Pending").count(), 5, "{statuses:?}");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn a_request_that_nobody_answers_ends_when_its_slot_begins() {
    with_server(async |server| {
        server.make_admin().await;
        let (patient, doctor) = (server.patient(1).await, doctor(&server, 1).await);
        let hung = booked(&server, &patient, &doctor, DAY, "10:00").await;
        let approved = booked(&server, &patient, &doctor, DAY, "10:15").await;
        decide(&server, &doctor, "approve", &approved, None).await;
        let later = booked(&server, &patient, &doctor, DAY, "10:30").await;
        server.mails().await;

        wait(&server, 25);
        server.clock.advance(SignedDuration::from_secs(-1));
        do_job(&server.app, "unanswered").await;
        assert_eq!(own_bookings(&server, &patient).await[2]["status"], "Pending", "not before it begins");
        server.clock.advance(SignedDuration::from_secs(1));
        let mut page = server.app.live.listen(format!("doctor:{}", doctor.id));
        let before = server.mails().await.len();
        do_job(&server.app, "unanswered").await;
        do_job(&server.app, "unanswered").await;
        assert_eq!(page.next().await, Some(()), "the doctor's open pages ask again");

        let own = own_bookings(&server, &patient).await;
        let of = |id: &str| own.iter().find(|row| row["_id"] == id).unwrap();
        let row = of(&hung);
        assert_eq!(
            (&row["status"], &row["unanswered"], &row["reason"]),
            (&json!("Rejected"), &json!(true), &Value::Null)
        );
        assert_eq!((&of(&approved)["status"], &of(&approved)["unanswered"]), (&json!("Checked"), &json!(false)));
        assert_eq!(of(&later)["status"], "Pending");
        let previous = get(&server, &doctor, &format!("appointment/previous/{}", doctor.id)).await;
        let previous = previous.body["data"].as_array().unwrap();
        assert!(previous.iter().any(|row| row["_id"] == json!(hung) && row["unanswered"] == true), "{previous:?}");
        decide(&server, &doctor, "approve", &hung, None).await.assert_problem(409, "not_changeable");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());

        let mails = server.mails().await;
        let told = &mails[before..];
        assert_eq!(subjects(told, &patient.email), ["Your request was not answered in time"]);
        assert_eq!(subjects(told, "doctor1@example.org"), ["A request was not answered in time"]);
        let admin = server.admin_token_again().await;
        let log = log_of(&server, &admin, "unanswered").await;
        assert_eq!(
            (log.len(), &log[0]["subject"]["_id"], &log[0]["actor"]["role"]),
            (1, &json!(hung), &json!("program"))
        );
    })
    .await;
}

#[tokio::test]
async fn what_hung_for_days_ends_without_a_mail_and_in_batches() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, doctor(&server, 1).await);
        // More than one turn ends, a quarter of an hour apart, the last two days ago.
        let rows = (0..450).map(|number| {
            let starts_at = server.clock.now_millis() - 2 * 86_400_000 - number * 900_000;
            let (user, doctor) = (&patient.id, &doctor.id);
            format!("('old-{number}', '{doctor}', '{user}', 'Asha', 'asha', '9876543210', {starts_at}, 300, 'Pending', 0, 0)")
        });
        let columns = "id, doctor_id, user_id, patient_name, patient_key, contact_number, starts_at, fee, status, sequence, created_at";
        let values = rows.collect::<Vec<_>>().join(", ");
        server.execute(&format!("INSERT INTO appointments ({columns}) VALUES {values}")).await;
        server.execute(&format!("INSERT INTO booking_counts (doctor_id, status, bookings) VALUES ('{}', 'Pending', 450)", doctor.id)).await;
        do_job(&server.app, "unanswered").await;
        assert_eq!(server.taken(&doctor.id).await, Vec::<i64>::new());
        assert_eq!(server.mails().await.len(), 0, "nobody wants to know any more");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
        let admin = server.admin_token().await;
        assert_eq!(log_of(&server, &admin, "unanswered").await.len(), 450);
    })
    .await;
}

#[tokio::test]
async fn the_end_a_decision_and_a_cancellation_at_once_have_one_winner() {
    on_both_engines(async |url| {
        // Two instances of the program where there can be two; a lease is no lock, so the work itself is raced.
        let clock = Clock::set_to(NOW.parse().unwrap());
        let server = TestServer::start_by(clock.clone(), Cost::Low, url.clone(), |_| {}).await;
        let other = if server.app.db.has_neighbours() {
            Some(TestServer::start_by(clock.clone(), Cost::Low, url, |_| {}).await)
        } else {
            None
        };
        let beside = other.as_ref().map_or(&server.app, |other| &other.app);
        let doctor = doctor(&server, 1).await;
        let mut rounds = Vec::new();
        for (number, time) in ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15"].into_iter().enumerate() {
            let patient = server.patient(number).await;
            let id = booked(&server, &patient, &doctor, DAY, time).await;
            rounds.push((patient, id));
        }
        clock.advance(SignedDuration::from_hours(25));
        let mut decided = 0;
        for (number, (patient, id)) in rounds.iter().enumerate() {
            // A patient whose clock is a moment behind may still cancel; here it is refused, or comes too late.
            let cancel = async {
                let path = format!("/user/api/appointment/cancel/{id}");
                server.ask("PATCH", &path, &patient.token, None).await.status
            };
            let ends = join(booking::end_unanswered(&server.app), booking::end_unanswered(beside));
            let verb = if number % 2 == 0 { "approve" } else { "reject" };
            let ((here, there), answer, cancelled) =
                Box::pin(join3(ends, decide(&server, &doctor, verb, id, None), cancel)).await;
            assert!(here.is_ok() && there.is_ok(), "{here:?} {there:?}");
            let row = own_bookings(&server, patient).await.remove(0);
            let by_hand = answer.status == 200;
            assert_eq!(cancelled, 409);
            assert_eq!(row["unanswered"], json!(!by_hand), "{row}");
            let expected = if by_hand && number % 2 == 0 { "Checked" } else { "Rejected" };
            assert_eq!(row["status"], expected, "{row}");
            let mut mails = server.mails().await;
            if let Some(other) = &other {
                mails.extend(other.mails().await);
            }
            decided += usize::from(by_hand);
            let told = subjects(&mails, &patient.email).len();
            assert_eq!(told, 2, "asked, and answered once: {:?}", subjects(&mails, &patient.email));
            clock.advance(SignedDuration::from_mins(15));
        }
        println!("{decided} of 6 were decided by hand");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn the_administrator_sees_who_lets_requests_die_for_thirty_days() {
    with_server(async |server| {
        server.make_admin().await;
        let patient = server.patient(1).await;
        let (first, second, third) = (doctor(&server, 1).await, doctor(&server, 2).await, doctor(&server, 3).await);
        for (doctor, time) in [(&first, "10:00"), (&second, "10:00"), (&second, "10:15"), (&third, "10:30")] {
            booked(&server, &patient, doctor, DAY, time).await;
        }
        wait(&server, 25);
        server.clock.advance(SignedDuration::from_mins(15));
        do_job(&server.app, "unanswered").await;
        let list = async |sort: &str| {
            let admin = server.admin_token_again().await;
            let list =
                server.ask("GET", &format!("/admin/api/doctors/view/data?sort={sort}&limit=2"), &admin, None).await;
            let rows = list.body["data"].as_array().unwrap_or_else(|| panic!("{}", list.text)).clone();
            let shown: Vec<(String, i64)> = rows
                .iter()
                .map(|row| (row["full_Name"].as_str().unwrap().to_owned(), row["unanswered"].as_i64().unwrap()))
                .collect();
            (shown, list.body["next"].as_str().map(String::from), admin)
        };
        let (shown, next, admin) = list("unanswered").await;
        assert_eq!(shown, [("Doctor Number2".into(), 2), ("Doctor Number1".into(), 1)]);
        let next = next.unwrap().replace('%', "%25").replace(' ', "%20");
        let path = format!("/admin/api/doctors/view/data?sort=unanswered&limit=2&cursor={next}");
        let rest = server.ask("GET", &path, &admin, None).await;
        assert_eq!(
            (&rest.body["data"][0]["unanswered"], &rest.body["next"]),
            (&json!(0), &Value::Null),
            "{}",
            rest.text
        );
        assert_eq!(list("newest").await.0[0].0, "Doctor Number3");
        let path = "/admin/api/doctors/view/data?sort=oldest";
        assert_eq!(server.ask("GET", path, &admin, None).await.bad_fields(), ["sort"]);
        let detail = server.ask("GET", &format!("/admin/api/doctors/{}", second.id), &admin, None).await;
        assert_eq!(detail.body["data"]["figures"]["unanswered"], 2, "{}", detail.text);

        wait(&server, 30 * 24);
        do_job(&server.app, "old unanswered").await;
        let (shown, ..) = list("unanswered").await;
        assert!(shown.iter().all(|(_, count)| *count == 0), "{shown:?}");
    })
    .await;
}

#[tokio::test]
async fn a_doctor_is_told_of_what_waits_in_the_evening_and_in_the_morning_once() {
    on_both_engines(async |url| {
        let clock = Clock::set_to(NOW.parse().unwrap());
        let server = TestServer::start_by(clock.clone(), Cost::Low, url.clone(), |_| {}).await;
        let other = if server.app.db.has_neighbours() {
            Some(TestServer::start_by(clock.clone(), Cost::Low, url, |_| {}).await)
        } else {
            None
        };
        let patient = server.patient(1).await;
        let (busy, quiet, silent) = (doctor(&server, 1).await, doctor(&server, 2).await, doctor(&server, 3).await);
        answers(&server, &silent, json!({"digests": false})).await;
        server.execute(&format!("UPDATE accounts SET lang = 'ml' WHERE id = '{}'", quiet.id)).await;
        for (number, time) in ["11:30", "11:45"].into_iter().enumerate() {
            let more = server.patient(number + 10).await;
            booked(&server, &more, &busy, "2026-11-21", time).await;
        }
        for time in ["10:00", "10:15", "10:30", "10:45"] {
            booked(&server, &patient, &busy, "2026-11-20", time).await;
        }
        booked(&server, &patient, &silent, "2026-11-20", "11:00").await;
        // Both instances at once, whatever their leases say.
        let digests = async || {
            let beside = other.as_ref().map_or(&server.app, |other| &other.app);
            let (here, there) = join(booking::send_digests(&server.app), booking::send_digests(beside)).await;
            here.unwrap();
            there.unwrap();
            server.mails().await.into_iter().filter(|mail| says(mail, "/doctor/appointments")).collect::<Vec<_>>()
        };
        let no_mail = digests().await;
        assert_eq!(no_mail.len(), 0, "it is nine in the morning");
        wait(&server, 10);
        let evening = digests().await;
        assert_eq!(evening.len(), 1, "nothing waits for one, and one wants no mail");
        assert_eq!(evening[0].header("subject"), "6 requests wait for your answer");
        assert!(evening[0].header("to").contains("doctor1@example.org"));
        let text = evening[0].text("text/plain").unwrap();
        assert!(
            text.contains("https://care.example/doctor/appointments") && text.contains("These are the next ones"),
            "{text}"
        );
        assert_eq!(text.matches("Asha Nair").count(), 5, "the nearest: {text}");

        // What comes after the hour waits for the next one, and a clock that goes back tells nobody twice.
        booked(&server, &patient, &quiet, "2026-11-21", "11:15").await;
        server.clock.advance(SignedDuration::from_mins(30));
        assert_eq!(digests().await.len(), 1);
        for hours in [-1, -12, 13] {
            wait(&server, hours);
            assert_eq!(digests().await.len(), 1, "{hours} hours");
        }
        wait(&server, 12);
        let morning = digests().await;
        let mut told: Vec<&str> = morning.iter().map(|mail| mail.header("to")).collect();
        told.sort_unstable();
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(morning.iter().any(|mail| says(mail, "1 അഭ്യർത്ഥന നിങ്ങളുടെ മറുപടിക്കായി")), "in the doctor's language");
        // A suspended doctor cannot answer.
        server.execute("UPDATE doctors SET listed_at = NULL").await;
        wait(&server, 12);
        assert_eq!(digests().await.len(), 3);
    })
    .await;
}

#[tokio::test]
async fn a_digest_that_a_wrong_clock_noted_keeps_nobody_from_the_next() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, doctor(&server, 1).await);
        booked(&server, &patient, &doctor, "2026-11-20", "10:00").await;
        let next_year = server.clock.now_millis() + 365 * 86_400_000;
        server
            .execute(&format!("INSERT INTO doctor_digests (doctor_id, due_at) VALUES ('{}', {next_year})", doctor.id))
            .await;
        wait(&server, 10);
        do_job(&server.app, "digests").await;
        do_job(&server.app, "digests").await;
        let mails = server.mails().await;
        assert_eq!(mails.iter().filter(|mail| says(mail, "/doctor/appointments")).count(), 1);
    })
    .await;
}

#[tokio::test]
async fn requests_of_people_who_left_end_too() {
    with_server(async |server| {
        let (patient, other) = (server.patient(1).await, server.patient(2).await);
        let (doctor, gone) = (doctor(&server, 1).await, doctor(&server, 2).await);
        booked(&server, &patient, &doctor, DAY, "10:00").await;
        booked(&server, &other, &gone, DAY, "10:00").await;
        wait(&server, 25);
        let path = format!("/user/api/user/profile/{}", patient.id);
        let password = Some(json!({"password": crate::harness::people::PASSWORD}));
        assert_eq!(server.ask("DELETE", &path, &patient.token, password).await.status, 200);
        let whom = doccare::admin::erasure::Whom::Account(doccare::identity::Role::Doctor);
        assert!(doccare::admin::erasure::erase(&server.app, whom, gone.id.clone()).await.unwrap());
        assert_eq!(own_bookings(&server, &other).await[0]["unanswered"], true, "before the doctor's name is gone");
        do_jobs(&server.app).await;
        assert_eq!(server.taken(&doctor.id).await, Vec::<i64>::new());
        let mails = server.mails().await;
        assert!(!subjects(&mails, &patient.email).contains(&"Your request was not answered in time"));
        let to_doctor = mails
            .iter()
            .find(|mail| mail.header("to").contains("doctor1@") && mail.header("subject").starts_with("A request was"))
            .unwrap();
        assert!(!says(to_doctor, "Patient:"), "who left has no name any more");
        let told =
            mails.iter().find(|mail| mail.header("subject").starts_with("Your request was not answered")).unwrap();
        assert!(says(told, "Doctor Number2"));
        assert_eq!(free(&server, &doctor.id, "2026-11-17").await, 8);
    })
    .await;
}
