//! A visit that the desk booked, and the account that proved its number: it is offered the visit, and takes it once.

use futures::future::join;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{Clinic, MONDAY, TODAY};
use crate::harness::people::Patient;
use crate::harness::{TestServer, with_server};
use crate::proofs::sums;

/// The number of the first patient.
const NUMBER: &str = "9800000001";
const NAME: &str = "Rema Devi";

impl Clinic<'_> {
    /// A visit that the assistant booked for [`NUMBER`].
    async fn booked_for(&self, date: &str, time: &str) -> String {
        let body = json!({"name": NAME, "phoneNumber": NUMBER, "date": date, "time": time});
        let booked = self.assistant.done("POST", "doctor/desk/bookings/{doctor}", Some(body)).await;
        booked["data"]["_id"].as_str().unwrap().to_owned()
    }
}

/// From now on the patient's number is proved.
async fn prove(server: &TestServer, patient: &Patient) {
    server.execute(&format!("UPDATE accounts SET verified_phone = phone WHERE id = '{}'", patient.id)).await;
}

async fn offered(server: &TestServer, patient: &Patient) -> Vec<Value> {
    let path = format!("/user/api/user/claims/{}", patient.id);
    let rows = server.ask("GET", &path, &patient.token, None).await;
    rows.body["data"].as_array().unwrap_or_else(|| panic!("{}", rows.text)).clone()
}

async fn own(server: &TestServer, patient: &Patient) -> Vec<String> {
    let path = format!("/user/api/previous/booking/{}", patient.id);
    let rows = server.ask("GET", &path, &patient.token, None).await;
    rows.body["data"].as_array().unwrap().iter().map(|row| row["_id"].as_str().unwrap().to_owned()).collect()
}

fn claim(patient: &Patient, id: &str) -> String {
    format!("/user/api/user/claims/{}/{id}", patient.id)
}

#[tokio::test]
async fn an_account_is_offered_the_visit_of_its_proved_number_and_takes_it_once_on_two_devices() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        server.make_admin().await;
        let (patient, other) = (server.patient(1).await, server.patient(2).await);
        let id = clinic.booked_for(MONDAY, "10:15").await;
        assert_eq!(offered(&server, &patient).await, Vec::<Value>::new(), "the number is not proved");
        server.ask("POST", &claim(&patient, &id), &patient.token, None).await.assert_problem(404, "not_found");
        for one in [&patient, &other] {
            prove(&server, one).await;
        }
        let offers = offered(&server, &patient).await;
        assert_eq!((offers.len(), &offers[0]["_id"], &offers[0]["patient"]), (1, &json!(id), &json!("R… D…")));
        assert!(!offers[0].to_string().contains("Rema"), "{offers:?}");
        assert_eq!(offered(&server, &other).await, Vec::<Value>::new());
        server.ask("POST", &claim(&other, &id), &other.token, None).await.assert_problem(404, "not_found");
        server.ask("DELETE", &claim(&other, &id), &other.token, None).await.assert_problem(404, "not_found");
        let data = server.ask("GET", &format!("/user/api/user/data/{}", patient.id), &patient.token, None).await;
        assert_eq!((&data.body["data"]["claims"][0]["_id"], &data.body["data"]["bookings"]), (&json!(id), &json!([])));

        let (phone, laptop) = (patient.again(&server).await, patient.again(&server).await);
        let (one, two) = join(
            server.ask("POST", &claim(&phone, &id), &phone.token, None),
            server.ask("POST", &claim(&laptop, &id), &laptop.token, None),
        )
        .await;
        assert_eq!((one.status, two.status), (200, 200), "{} {}", one.text, two.text);
        assert_eq!((one.id(), two.id()), (id.clone(), id.clone()));
        assert_eq!(own(&server, &patient).await, [id.as_str()], "taken once");
        let taken = "SELECT count(*) FROM audit_log WHERE action = 'claim'";
        assert_eq!(server.app.db.read(async |tx| tx.count(taken, &[]).await).await.unwrap(), 1);
        assert_eq!(offered(&server, &patient).await, Vec::<Value>::new());
        let coming = clinic.doctor.done("GET", "doctor/appointment/upcoming/{doctor}", None).await;
        let visit = &coming["data"][0];
        assert_eq!(
            (&visit["deskBooking"], &visit["walkIn"], &visit["token"]),
            (&json!(null), &json!(false), &json!("2"))
        );
        let data = server.ask("GET", &format!("/user/api/user/data/{}", patient.id), &patient.token, None).await;
        assert_eq!(data.body["data"]["bookings"][0]["patient_name"], NAME);
        // It is the patient's own now: moved, told by mail, cancelled.
        let path = format!("/user/api/appointment/cancel/{id}");
        assert_eq!(server.ask("PATCH", &path, &patient.token, None).await.status, 200);
        assert_eq!(sums::read(&server.app.db).await, Vec::<String>::new());
    })
    .await;
}

#[tokio::test]
async fn who_says_that_a_visit_is_not_theirs_is_not_asked_again_and_the_desk_sees_it() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let patient = server.patient(1).await;
        prove(&server, &patient).await;
        let id = clinic.booked_for(MONDAY, "10:15").await;
        for _ in 0..2 {
            let said = server.ask("DELETE", &claim(&patient, &id), &patient.token, None).await;
            assert_eq!(said.status, 200, "{}", said.text);
        }
        assert_eq!(offered(&server, &patient).await, Vec::<Value>::new());
        server.ask("POST", &claim(&patient, &id), &patient.token, None).await.assert_problem(404, "not_found");
        let coming = clinic.assistant.done("GET", "doctor/appointment/upcoming/{doctor}", None).await;
        let visit = &coming["data"][0];
        assert_eq!((&visit["deskBooking"], &visit["status"]), (&json!("disclaimed"), &json!("Checked")), "it stays");
    })
    .await;
}

#[tokio::test]
async fn a_visit_of_before_or_that_ended_is_offered_to_nobody() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let patient = server.patient(1).await;
        prove(&server, &patient).await;
        let (today, cancelled) = (clinic.booked_for(TODAY, "10:00").await, clinic.booked_for(MONDAY, "10:15").await);
        clinic.assistant.done("PATCH", &format!("doctor/appointment/cancel/{cancelled}"), None).await;
        let ids: Vec<Value> = offered(&server, &patient).await.iter().map(|row| row["_id"].clone()).collect();
        assert_eq!(ids, [json!(today)]);
        server.ask("POST", &claim(&patient, &cancelled), &patient.token, None).await.assert_problem(404, "not_found");
        server.clock.advance(SignedDuration::from_hours(15));
        let patient = patient.again(&server).await;
        assert_eq!(offered(&server, &patient).await, Vec::<Value>::new(), "its day is over");
        server.ask("POST", &claim(&patient, &today), &patient.token, None).await.assert_problem(404, "not_found");
    })
    .await;
}

#[tokio::test]
async fn the_account_that_proved_the_number_gets_a_mail_that_names_nobody() {
    with_server(async |server| {
        let clinic = Clinic::new(&server).await;
        let patient = server.patient(1).await;
        prove(&server, &patient).await;
        let id = clinic.booked_for(MONDAY, "10:15").await;
        let mails = server.mails().await;
        let told = mails.iter().find(|mail| mail.header("subject").starts_with("A visit was booked for your number"));
        let mail = told.expect("a mail");
        assert!(mail.header("to").contains(&patient.email));
        let text = mail.text("text/plain").unwrap();
        assert!(text.contains("10:15 am") && text.contains("/user/bookings"), "{text}");
        assert!(!text.contains("Rema"), "{text}");
        // What is cancelled before the mail went is not told.
        let other = clinic.booked_for(MONDAY, "10:30").await;
        for visit in [&id, &other] {
            clinic.assistant.done("PATCH", &format!("doctor/appointment/cancel/{visit}"), None).await;
        }
        let mails = server.mails().await;
        let told = mails.iter().filter(|mail| mail.header("subject").starts_with("A visit was booked for your number"));
        assert_eq!(told.count(), 1);
    })
    .await;
}
