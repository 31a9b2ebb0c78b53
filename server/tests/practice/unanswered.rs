//! Requests that are not answered: how they end, and which mails are sent.

use doccare::admin::erasure::{ErasureSubject, erase};
use doccare::appointments;
use doccare::identity::Role;
use futures::future::{join, join3};
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::answers::{log_of, own_bookings, subjects, wait};
use super::{DAY, Doctor, booked, decide, free, get, says};
use crate::harness::people::PASSWORD;
use crate::harness::stored::visit;
use crate::harness::{TestServer, do_job, do_jobs, on_both_engines, with_server};
use crate::proofs::sums;

#[tokio::test]
async fn an_unanswered_request_is_rejected_at_its_deadline_and_both_sides_get_a_mail() {
    with_server(async |server| {
        server.make_admin().await;
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let hung = booked(&server, &patient, &doctor, DAY, "10:00").await;
        let approved = booked(&server, &patient, &doctor, DAY, "10:15").await;
        decide(&server, &doctor, "approve", &approved, None).await;
        let later = booked(&server, &patient, &doctor, "Nov 20, 2026", "10:30").await;
        server.mails().await;

        // Half of the waiting time is over at night: the request ends at eight in the morning.
        wait(&server, 23);
        server.clock.advance(SignedDuration::from_secs(-1));
        do_job(&server.app, "unanswered").await;
        assert_eq!(own_bookings(&server, &patient).await[2]["status"], "Pending", "not before eight");
        server.clock.advance(SignedDuration::from_secs(1));
        let mut page = server.app.pubsub.subscribe(format!("doctor:{}", doctor.id));
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
async fn requests_unanswered_for_days_end_in_batches_without_a_mail() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        // More than one batch, a quarter of an hour apart, the last two days ago.
        let days_ago = server.clock.now() - SignedDuration::from_hours(48);
        let starts = (0..450).map(|number| days_ago - SignedDuration::from_mins(15 * number));
        server.store_visits(starts.map(|starts_at| visit(&doctor.id, &patient.id, starts_at)).collect()).await;
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
async fn of_a_deadline_a_decision_and_a_cancellation_at_the_same_time_one_wins() {
    on_both_engines(async |url| {
        // Two instances where the engine allows it. A lease is not a lock, so the work itself runs in parallel here.
        let (server, other) = TestServer::start_two(url).await;
        let beside = other.as_ref().map_or(&server.app, |other| &other.app);
        let doctor = Doctor::of(&server, 1).await;
        let mut rounds = Vec::new();
        for (number, time) in ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15"].into_iter().enumerate() {
            let patient = server.patient(number).await;
            let id = booked(&server, &patient, &doctor, DAY, time).await;
            rounds.push((patient, id));
        }
        // They end one after the other, each when its slot begins.
        server.execute("UPDATE appointments SET answer_due_at = starts_at").await;
        server.mails().await;
        server.clock.advance(SignedDuration::from_hours(25));
        let mut decided = 0;
        for (number, (patient, id)) in rounds.iter().enumerate() {
            // A patient whose clock is a moment behind may still cancel; here it is refused, or comes too late.
            let cancel = async {
                let path = format!("/user/api/appointment/cancel/{id}");
                server.ask("PATCH", &path, &patient.token, None).await.status
            };
            let ends = join(appointments::end_unanswered(&server.app), appointments::end_unanswered(beside));
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
            server.clock.advance(SignedDuration::from_mins(15));
        }
        println!("{decided} of 6 were decided by hand");
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn the_administrator_sees_counts_of_unanswered_requests_of_thirty_days() {
    with_server(async |server| {
        server.make_admin().await;
        let patient = server.patient(1).await;
        let (first, second, third) =
            (Doctor::of(&server, 1).await, Doctor::of(&server, 2).await, Doctor::of(&server, 3).await);
        for (doctor, time) in [(&first, "10:00"), (&second, "10:00"), (&second, "10:15"), (&third, "10:30")] {
            booked(&server, &patient, doctor, DAY, time).await;
        }
        // Like requests from before the column existed: they end when their slots begin.
        server.execute("UPDATE appointments SET answer_due_at = NULL").await;
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
async fn requests_of_deleted_accounts_end_too() {
    with_server(async |server| {
        let (patient, other) = (server.patient(1).await, server.patient(2).await);
        let (doctor, gone) = (Doctor::of(&server, 1).await, Doctor::of(&server, 2).await);
        booked(&server, &patient, &doctor, DAY, "10:00").await;
        booked(&server, &other, &gone, DAY, "10:00").await;
        wait(&server, 25);
        let path = format!("/user/api/user/profile/{}", patient.id);
        let password = Some(json!({"password": PASSWORD}));
        assert_eq!(server.ask("DELETE", &path, &patient.token, password).await.status, 200);
        let whom = ErasureSubject::Account(Role::Doctor);
        assert!(erase(&server.app, whom, gone.id.clone()).await.unwrap());
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
