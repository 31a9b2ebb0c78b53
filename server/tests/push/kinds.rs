//! What is pushed: the doctor's answers, a late doctor, a turn that is near, an offer, and requests to those who answer them.

use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{MONDAY, count, has_mail, push, subscribed, with_push};
use crate::harness::people::{Doctor, Patient};
use crate::harness::{TestServer, do_job};

const TODAY: &str = "2026-11-15";

async fn approved(server: &TestServer, patient: &Patient, doctor: &Doctor, time: &str) -> String {
    server.tick();
    let visit = server.booked(patient, &doctor.id, TODAY, time).await;
    server.approve(&doctor.token, &visit).await;
    visit
}

#[tokio::test]
async fn a_declined_request_is_pushed_beside_the_mail_that_clears_the_calendar() {
    with_push(async |server, service, receiver| {
        let (patient, doctor) = (server.reachable(1, "sms", &receiver).await, Doctor::of(&server, 1).await);
        let browser = subscribed(&server, &service, &patient.token, "a").await;
        let visit = server.booked(&patient, &doctor.id, MONDAY, "10:30").await;
        server.tick();
        let path = format!("/user/api/doctor/appointment/reject/{visit}");
        let reason = json!({"reason": "Somebody's private reason"});
        assert_eq!(server.ask("PATCH", &path, &doctor.token, Some(reason)).await.status, 200);
        push(&server).await;
        let read = browser.read(&service.take()[0].body);
        assert_eq!((&read["title"], &read["page"]), (&json!("Your request is declined"), &json!("/user/bookings")));
        assert!(!read.to_string().contains("private"), "{read}");
        assert!(has_mail(&server, &patient.email, "Your request is declined").await);
        server.hand_over().await;
        assert!(receiver.came().iter().all(|came| came.body["kind"] == "code"), "no message that costs");
    })
    .await;
}

#[tokio::test]
async fn an_unanswered_request_is_pushed_with_the_page_of_other_times() {
    with_push(async |server, service, _| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let browser = subscribed(&server, &service, &patient.token, "a").await;
        let visit = server.booked(&patient, &doctor.id, MONDAY, "10:00").await;
        server.clock.advance(SignedDuration::from_hours(23));
        do_job(&server.app, "unanswered").await;
        push(&server).await;
        let read = browser.read(&service.take()[0].body);
        assert_eq!(read["title"], "Your request was not answered in time");
        assert_eq!(read["page"], json!(format!("/user/bookings?instead={visit}")));
    })
    .await;
}

#[tokio::test]
async fn a_request_is_pushed_to_the_doctor_instead_of_the_mail_and_to_the_desk() {
    with_push(async |server, service, _| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let (assistant, _) = server.desk_staff(&doctor.id, 1).await;
        let (stranger, _) = server.desk_staff(&server.doctor(2).await, 2).await;
        let at_desk = subscribed(&server, &service, &server.sign_in_desk(&assistant).await, "desk").await;
        subscribed(&server, &service, &server.sign_in_desk(&stranger).await, "other").await;
        server.tick();
        server.booked(&patient, &doctor.id, MONDAY, "10:00").await;
        push(&server).await;
        let came = service.take();
        assert_eq!((came.len(), came[0].path.as_str()), (1, "/push/desk"));
        let read = at_desk.read(&came[0].body);
        assert_eq!((&read["title"], &read["page"]), (&json!("New appointment request"), &json!("/desk/requests")));
        assert!(!read.to_string().contains("Asha"), "{read}");
        assert!(has_mail(&server, "doctor1@example.org", "New appointment request").await, "no device of the doctor's");

        let own = subscribed(&server, &service, &doctor.token, "doctor").await;
        let mails = super::subjects(&server, "doctor1@example.org").await.len();
        server.tick();
        let visit = server.booked(&patient, &doctor.id, MONDAY, "10:15").await;
        push(&server).await;
        let came = service.take();
        let to_doctor = came.iter().find(|came| came.path == "/push/doctor").expect("a push to the doctor");
        assert_eq!(came.len(), 2);
        assert_eq!(own.read(&to_doctor.body)["page"], json!(format!("/doctor/appointments?request={visit}")));
        assert_eq!(super::subjects(&server, "doctor1@example.org").await.len(), mails, "one channel");
    })
    .await;
}

#[tokio::test]
async fn a_late_doctor_is_pushed_with_the_page_of_the_visit() {
    with_push(async |server, service, _| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        approved(&server, &patient, &doctor, "10:30").await;
        server.mails().await;
        let browser = subscribed(&server, &service, &patient.token, "a").await;
        let path = format!("today/{}/late", doctor.id);
        assert_eq!(doctor.ask(&server, "PUT", &path, Some(json!({"minutes": 20}))).await.status, 200);
        push(&server).await;
        let read = browser.read(&service.take()[0].body);
        assert_eq!(read["title"], "The doctor is about 20 minutes late");
        assert!(read["page"].as_str().unwrap().starts_with("/visit#"), "{read}");
        assert!(!has_mail(&server, &patient.email, "The doctor is about 20 minutes late").await);
    })
    .await;
}

#[tokio::test]
async fn an_offer_of_the_waiting_list_is_pushed() {
    with_push(async |server, service, _| {
        let (doctor, other, waiting) = (Doctor::of(&server, 1).await, server.patient(2).await, server.patient(1).await);
        server.execute(&format!("UPDATE doctors SET end_minute = start_minute + 15 WHERE id = '{}'", doctor.id)).await;
        let taken = server.booked(&other, &doctor.id, MONDAY, "10:00").await;
        let path = format!("/user/api/doctor/{}/waitlist/{}", doctor.id, waiting.id);
        let joined = server.ask("POST", &path, &waiting.token, Some(json!({"date": MONDAY}))).await;
        assert_eq!(joined.status, 201, "{}", joined.text);
        let browser = subscribed(&server, &service, &waiting.token, "a").await;
        let path = format!("/user/api/appointment/cancel/{taken}");
        assert_eq!(server.ask("PATCH", &path, &other.token, None).await.status, 200);
        do_job(&server.app, "waitlist").await;
        push(&server).await;
        let read = browser.read(&service.take()[0].body);
        assert_eq!(read["title"], "A time has become free");
        assert!(read["body"].as_str().unwrap().starts_with("Mon 16 Nov, 10:00 am. It is held for you until"), "{read}");
        assert!(read["page"].as_str().unwrap().starts_with("/waitlist/offer#"), "{read}");
        assert!(!has_mail(&server, &waiting.email, "A time has become free").await);
    })
    .await;
}

#[tokio::test]
async fn who_is_next_but_two_is_told_once_and_not_before_the_day_has_begun() {
    with_push(async |server, service, _| {
        let doctor = Doctor::of(&server, 1).await;
        let mut visits = Vec::new();
        let mut patients = Vec::new();
        for (number, time) in ["10:00", "10:15", "10:30", "10:45", "11:00"].into_iter().enumerate() {
            let patient = server.patient(number).await;
            visits.push(approved(&server, &patient, &doctor, time).await);
            patients.push(patient);
        }
        let fourth = subscribed(&server, &service, &patients[3].token, "fourth").await;
        subscribed(&server, &service, &patients[4].token, "fifth").await;
        let mark = async |place: usize, attendance: &str| {
            server.tick();
            let path = format!("today/{}/attendance/{}", doctor.id, visits[place]);
            let marked = doctor.ask(&server, "PATCH", &path, Some(json!({"attendance": attendance}))).await;
            assert_eq!(marked.status, 200, "{}", marked.text);
            push(&server).await;
            service.take()
        };
        assert!(mark(0, "arrived").await.is_empty(), "nobody was called in");
        let came = mark(0, "called").await;
        assert_eq!(came.iter().map(|came| came.path.as_str()).collect::<Vec<_>>(), ["/push/fourth"]);
        let read: Value = fourth.read(&came[0].body);
        assert_eq!(
            (&read["title"], &read["body"]),
            (&json!("Your turn is near"), &json!("2 patients are before you."))
        );
        assert!(read["page"].as_str().unwrap().starts_with("/visit#"), "{read}");
        let came = mark(1, "called").await;
        assert_eq!(came.iter().map(|came| came.path.as_str()).collect::<Vec<_>>(), ["/push/fifth"], "each once");
        assert!(mark(2, "called").await.is_empty());
        assert_eq!(count(&server, "push_queue").await, 0);
        assert_eq!(count(&server, "appointments WHERE turn_notice_at IS NOT NULL").await, 2);

        // A visit that moves has a turn of its own.
        let moved = json!({"date": TODAY, "time": "11:30", "reason": "Surgery."});
        let path = format!("/user/api/doctor/appointment/move/{}", visits[4]);
        let answer = server.ask("PATCH", &path, &doctor.token, Some(moved)).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(count(&server, "appointments WHERE turn_notice_at IS NOT NULL").await, 1);
    })
    .await;
}
