//! The people that a user books for: saved, chosen, changed, removed, exported and erased, and hidden from other users.

use doccare::appointments::people::MAX_PEOPLE_PER_USER;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Patient, booking_form, booking_path};
use crate::harness::{Answer, TestServer, with_server};

fn path(patient: &Patient) -> String {
    format!("/user/api/user/people/{}", patient.id)
}

async fn save(server: &TestServer, patient: &Patient, form: Value) -> Answer {
    // Ids sort by the millisecond, so the clock has to advance.
    server.clock.advance(SignedDuration::from_millis(1));
    server.ask("POST", &path(patient), &patient.token, Some(form)).await
}

async fn saved(server: &TestServer, patient: &Patient, form: Value) -> String {
    let answer = save(server, patient, form).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.id()
}

async fn names(server: &TestServer, patient: &Patient) -> Vec<String> {
    let list = server.ask("GET", &path(patient), &patient.token, None).await;
    let rows = list.body["data"].as_array().unwrap_or_else(|| panic!("{}", list.text));
    rows.iter().map(|person| person["name"].as_str().unwrap().to_owned()).collect()
}

async fn book_for(server: &TestServer, patient: &Patient, doctor: &str, person: &str, time: &str) -> Answer {
    let mut form = booking_form("2026-11-16", time);
    form["person"] = json!(person);
    server.ask("POST", &booking_path(doctor, &patient.id), &patient.token, Some(form)).await
}

async fn bookings(server: &TestServer, patient: &Patient, query: &str) -> Vec<Value> {
    let path = format!("/user/api/previous/booking/{}{query}", patient.id);
    server.ask("GET", &path, &patient.token, None).await.body["data"].as_array().unwrap().clone()
}

#[tokio::test]
async fn people_are_saved_changed_and_removed() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        assert!(names(&server, &patient).await.is_empty());
        // Older web apps send a year of birth and a gender, which are ignored.
        let form =
            json!({"name": " Leela  Nair ", "phoneNumber": "+91 98765 43211", "birthYear": "1958", "gender": "female"});
        let first = save(&server, &patient, form).await;
        assert_eq!(first.status, 201, "{}", first.text);
        let data = &first.body["data"];
        let whole = json!({"_id": data["_id"], "name": "Leela Nair", "phoneNumber": "9876543211", "guardian": false});
        assert_eq!(*data, whole);
        let id = data["_id"].as_str().unwrap();
        saved(&server, &patient, json!({"name": "Binu", "phoneNumber": "9876543212"})).await;
        assert_eq!(names(&server, &patient).await, ["Leela Nair", "Binu"]);

        let one = format!("{}/{id}", path(&patient));
        let told = json!({"name": "Leela Menon", "phoneNumber": "9876543213"});
        let changed = server.ask("PUT", &one, &patient.token, Some(told)).await;
        assert_eq!((changed.status, &changed.body["data"]["name"]), (200, &json!("Leela Menon")), "{}", changed.text);
        assert_eq!(names(&server, &patient).await, ["Leela Menon", "Binu"]);

        assert_eq!(server.ask("DELETE", &one, &patient.token, None).await.status, 200);
        assert_eq!(names(&server, &patient).await, ["Binu"]);
        server.ask("DELETE", &one, &patient.token, None).await.assert_problem(404, "not_found");
    })
    .await;
}

#[tokio::test]
async fn every_bad_field_of_a_person_is_named_and_the_young_need_a_guardian() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        let wrong = json!({"phoneNumber": "12", "under18": "maybe", "guardian": "yes"});
        let answer = save(&server, &patient, wrong).await;
        answer.assert_problem(422, "invalid_fields");
        assert_eq!(answer.bad_fields(), ["name", "phoneNumber", "under18", "guardian"]);
        for (under18, guardian, status) in [
            (json!(true), json!(null), 422),
            (json!(true), json!(false), 422),
            (json!(true), json!(true), 201),
            (json!(false), json!(null), 201),
            (json!(null), json!(true), 201),
        ] {
            let form = json!({"name": format!("Unni {under18}"), "phoneNumber": "9876543210", "under18": under18, "guardian": guardian});
            let answer = save(&server, &patient, form).await;
            assert_eq!(answer.status, status, "{under18} {guardian}: {}", answer.text);
            if status == 422 {
                assert_eq!(answer.bad_fields(), ["guardian"]);
            } else {
                assert_eq!(answer.body["data"]["guardian"], json!(guardian == true), "{under18}");
            }
        }
        let id = saved(&server, &patient, json!({"name": "Appu", "phoneNumber": "9876543210"})).await;
        let one = format!("{}/{id}", path(&patient));
        let mut young = json!({"name": "Appu", "phoneNumber": "9876543210", "under18": true});
        let changed = server.ask("PUT", &one, &patient.token, Some(young.clone())).await;
        changed.assert_problem(422, "invalid_fields");
        assert_eq!(changed.bad_fields(), ["guardian"]);
        young["guardian"] = json!(true);
        let changed = server.ask("PUT", &one, &patient.token, Some(young)).await;
        assert_eq!((changed.status, &changed.body["data"]["guardian"]), (200, &json!(true)), "{}", changed.text);
    })
    .await;
}

#[tokio::test]
async fn a_repeated_person_is_saved_once_and_the_limit_is_twenty() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        let child = json!({"name": "Appu", "phoneNumber": "9876543211", "under18": true, "guardian": true});
        let first = saved(&server, &patient, child.clone()).await;
        assert_eq!(saved(&server, &patient, child).await, first);
        // A booking form has fewer fields, and clears none.
        let less = json!({"name": "Appu", "phoneNumber": "9876543211"});
        let again = save(&server, &patient, less).await;
        assert_eq!((&again.body["data"]["_id"], &again.body["data"]["guardian"]), (&json!(first), &json!(true)));
        let other = json!({"name": "Appu", "phoneNumber": "9876543212"});
        assert_ne!(saved(&server, &patient, other).await, first);
        for number in 2..MAX_PEOPLE_PER_USER {
            saved(&server, &patient, json!({"name": format!("Person {number}"), "phoneNumber": "9876543210"})).await;
        }
        let one_more = json!({"name": "One more", "phoneNumber": "9876543210"});
        save(&server, &patient, one_more.clone()).await.assert_problem(409, "limit_reached");
        assert_eq!(names(&server, &patient).await.len(), MAX_PEOPLE_PER_USER);
        server.ask("DELETE", &format!("{}/{first}", path(&patient)), &patient.token, None).await;
        saved(&server, &patient, one_more).await;
    })
    .await;
}

#[tokio::test]
async fn a_booking_keeps_its_person_after_they_are_removed() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let person = saved(&server, &patient, json!({"name": "Amma", "phoneNumber": "9876543211"})).await;
        let booked = book_for(&server, &patient, &doctor, &person, "10:00").await;
        assert_eq!((booked.status, &booked.body["data"]["person"]), (200, &json!(person)), "{}", booked.text);
        assert_eq!(booked.body["data"]["patient_name"], "Asha Nair", "the form is as it was sent");
        let for_nobody = server.book(&patient, &doctor, "2026-11-16", "10:15").await;
        assert_eq!(for_nobody.body["data"]["person"], json!(null));

        let one = format!("{}/{person}", path(&patient));
        assert_eq!(server.ask("DELETE", &one, &patient.token, None).await.status, 200);
        let list = bookings(&server, &patient, "").await;
        assert_eq!((&list[1]["person"], &list[1]["patient_name"]), (&json!(person), &json!("Asha Nair")));
        assert_eq!(list[1]["status"], "Pending");
        book_for(&server, &patient, &doctor, &person, "10:30").await.assert_problem(404, "not_found");
    })
    .await;
}

#[tokio::test]
async fn another_users_person_is_not_found() {
    with_server(async |server| {
        let (patient, other, doctor) = (server.patient(1).await, server.patient(2).await, server.doctor(1).await);
        let person = saved(&server, &patient, json!({"name": "Amma", "phoneNumber": "9876543211"})).await;
        let one = format!("{}/{person}", path(&other));
        let told = Some(json!({"name": "Mine now", "phoneNumber": "9876543210"}));
        server.ask("PUT", &one, &other.token, told.clone()).await.assert_problem(404, "not_found");
        server.ask("DELETE", &one, &other.token, None).await.assert_problem(404, "not_found");
        book_for(&server, &other, &doctor, &person, "10:00").await.assert_problem(404, "not_found");
        let theirs = format!("{}/{person}", path(&patient));
        server.ask("PUT", &theirs, &other.token, told).await.assert_problem(403, "forbidden");
        assert_eq!(names(&server, &patient).await, ["Amma"]);
        assert!(names(&server, &other).await.is_empty());
        assert!(server.taken(&doctor).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn bookings_with_one_doctor_are_a_list_of_their_own() {
    with_server(async |server| {
        let (patient, one, two) = (server.patient(1).await, server.doctor(1).await, server.doctor(2).await);
        for (doctor, time) in [(&one, "10:00"), (&two, "10:30"), (&one, "11:00")] {
            assert_eq!(server.book(&patient, doctor, "2026-11-16", time).await.status, 200);
        }
        let times = async |query: String| -> Vec<String> {
            let rows = bookings(&server, &patient, &query).await;
            rows.iter().map(|row| row["time"].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(times(String::new()).await, ["11:00", "10:30", "10:00"]);
        assert_eq!(times(format!("?doctor={one}")).await, ["11:00", "10:00"]);
        assert_eq!(times("?doctor=nobody".into()).await, [""; 0]);
        let path = format!("/user/api/previous/booking/{}?doctor={one}&limit=1", patient.id);
        let first = server.ask("GET", &path, &patient.token, None).await;
        assert_eq!(first.body["total"], 2);
        let next = first.body["next"].as_str().unwrap().replace('%', "%25");
        let second = server.ask("GET", &format!("{path}&cursor={next}"), &patient.token, None).await;
        assert_eq!((&second.body["data"][0]["time"], &second.body["next"]), (&json!("10:00"), &json!(null)));
    })
    .await;
}

#[tokio::test]
async fn people_are_in_the_own_data_and_go_with_the_account() {
    with_server(async |server| {
        let (patient, other, doctor) = (server.patient(1).await, server.patient(2).await, server.doctor(1).await);
        let amma = json!({"name": "Amma", "phoneNumber": "9876543211"});
        let person = saved(&server, &patient, amma.clone()).await;
        saved(&server, &other, amma).await;
        assert_eq!(book_for(&server, &patient, &doctor, &person, "10:00").await.status, 200);
        let data = server.ask("GET", &format!("/user/api/user/data/{}", patient.id), &patient.token, None).await;
        let exported = json!([{"_id": person, "name": "Amma", "phoneNumber": "9876543211", "guardian": false}]);
        assert_eq!(data.body["data"]["people"], exported, "{}", data.text);
        assert_eq!(data.body["data"]["bookings"][0]["person"], json!(person));

        let profile = format!("/user/api/user/profile/{}", patient.id);
        let gone = server.ask("DELETE", &profile, &patient.token, Some(json!({"password": PASSWORD}))).await;
        assert_eq!(gone.status, 200, "{}", gone.text);
        let count = async |sql: &'static str| server.app.db.read(async |tx| tx.count(sql, &[]).await).await.unwrap();
        assert_eq!(count("SELECT count(*) FROM related_persons").await, 1, "nobody else's");
        assert_eq!(count("SELECT count(*) FROM appointments WHERE person_id IS NOT NULL").await, 0);
    })
    .await;
}
