//! A doctor's week as sessions at places: allowed places, offered slots, data stored in visits, and bookings outside after a change.

mod between;
mod changing;
mod moving;

use serde_json::{Value, json};

use crate::eml::Eml;
use crate::harness::people::{HospitalDoctor as Doctor, Patient};
use crate::harness::{Answer, TestServer, with_server};

/// The tests begin on a Sunday, at nine in the morning in India.
const SUNDAY: &str = "2026-11-15";
const MONDAY: &str = "2026-11-16";
const TUESDAY: &str = "2026-11-17";

impl Doctor {
    /// Mondays at the hospital from nine to ten for 500 rupees, and at the clinic from five to six in the afternoon.
    fn two_places(&self) -> Value {
        json!({"sessions": [
            {"weekday": "Monday", "from": "17:00", "to": "18:00"},
            {"weekday": "Monday", "from": "9:00 AM", "to": "10:00", "place": self.hospital, "fee": "₹500"},
        ]})
    }

    async fn with_two_places(server: &TestServer, number: usize) -> Self {
        let doctor = Self::of(server, number).await;
        let saved = doctor.put_sessions(server, "", doctor.two_places()).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        doctor
    }

    async fn put_sessions(&self, server: &TestServer, query: &str, body: Value) -> Answer {
        self.ask(server, "PUT", &format!("sessions/{{id}}{query}"), Some(body)).await
    }

    async fn schedule(&self, server: &TestServer) -> Value {
        self.ask(server, "GET", "schedule/{id}", None).await.body["data"].clone()
    }

    async fn put_profile(&self, server: &TestServer, query: &str, fields: &[(&'static str, &str)]) -> Answer {
        let form = fields
            .iter()
            .fold(reqwest::multipart::Form::new(), |form, (name, value)| form.text(*name, (*value).to_owned()));
        let path = format!("/user/api/doctor/profile/{}{query}", self.id);
        Answer::read(server.request("PUT", &path).bearer_auth(&self.token).multipart(form)).await
    }
}

/// The times in a list of slots or bookings.
fn times(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| row["time"].as_str().unwrap()).collect()
}

async fn slots(server: &TestServer, doctor: &Doctor, date: &str) -> Value {
    let answer = server.get(&format!("/user/api/doctor/{}/slots?date={date}", doctor.id)).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body
}

async fn book(server: &TestServer, patient: &Patient, doctor: &Doctor, date: &str, time: &str) -> Value {
    let booked = server.book(patient, &doctor.id, date, time).await;
    assert_eq!(booked.status, 200, "{}", booked.text);
    booked.body["data"].clone()
}

fn body(mail: &Eml) -> String {
    mail.text("text/plain").unwrap()
}

#[tokio::test]
async fn two_sessions_at_two_places_are_offered_with_their_places_and_fees() {
    with_server(async |server| {
        let doctor = Doctor::with_two_places(&server, 1).await;
        let schedule = doctor.schedule(&server).await;
        assert_eq!((&schedule["startTime"], &schedule["endTime"]), (&json!("09:00"), &json!("18:00")));
        assert_eq!(schedule["daysOff"].as_array().unwrap().len(), 6);
        assert_eq!((&schedule["severalSessions"], &schedule["needsAttention"]), (&json!(true), &json!(false)));
        assert_eq!(schedule["sessions"][0]["from"], "09:00", "in order");
        assert_eq!(schedule["sessions"][0]["fee"], 500);
        assert_eq!(schedule["place"]["_id"], json!(doctor.hospital));

        let day = slots(&server, &doctor, MONDAY).await;
        let free = ["09:00", "09:15", "09:30", "09:45", "17:00", "17:15", "17:30", "17:45"];
        assert_eq!(times(&day["data"]), free);
        assert_eq!(
            (&day["sessions"][0]["place"]["name"], &day["sessions"][0]["fee"]),
            (&json!("hospital 1"), &json!(500))
        );
        assert_eq!((&day["sessions"][1]["place"], &day["sessions"][1]["fee"]), (&Value::Null, &json!(300)));
        assert_eq!(day["sessions"][1]["free"], 4);
        let off = slots(&server, &doctor, TUESDAY).await;
        assert_eq!((&off["whyNot"]["reason"], &off["sessions"]), (&json!("day_off"), &Value::Null));

        let found = server.get(&format!("/user/api/doctor/{}", doctor.id)).await.body["data"].clone();
        assert_eq!(found["places"][0]["nameMl"], "സിറ്റി ആശുപത്രി");
        assert_eq!((&found["nextSlot"]["place"], &found["nextSlot"]["fee"]), (&json!(doctor.hospital), &json!(500)));
        assert_eq!(found["nextTimes"], json!(["09:00", "09:15", "09:30"]));
        // The remaining free time is at the clinic.
        let later = server.get("/user/api/finddoctors?from=09:30").await;
        assert_eq!(later.body["data"][0]["nextTimes"], json!(["09:30", "09:45"]));
        assert_eq!(found["sessions"].as_array().unwrap().len(), 2);
        // Patients of the hospital's district and of the clinic's find the doctor; the lowest fee is used for filters.
        for (query, total) in [
            ("district=Ernakulam", 1),
            ("district=Kozhikode", 1),
            ("district=Kollam", 0),
            ("maxFee=300", 1),
            ("maxFee=299", 0),
        ] {
            let page = server.get(&format!("/user/api/finddoctors?{query}")).await;
            assert_eq!(page.body["total"], total, "{query}");
        }

        // Every time from the first start to the last end is free or listed as closed, and the gap has its reason.
        let closed = server.get(&format!("/user/api/doctor/{}/bookings?date={MONDAY}", doctor.id)).await;
        assert_eq!(times(&closed.body["data"]).len(), 28);
        assert_eq!(times(&closed.body["data"])[0], "10:00");
        let patient = server.patient(1).await;
        let refused = server.book(&patient, &doctor.id, MONDAY, "12:00").await;
        assert_eq!(refused.bad_fields(), ["time"]);
        let why = ["reason", "from", "to"].map(|field| refused.body[field].as_str().unwrap());
        assert_eq!(why, ["between_sessions", "10:00", "17:00"]);
    })
    .await;
}

#[tokio::test]
async fn a_client_of_the_spec_reads_the_place_and_the_fee_of_a_booking() {
    with_server(async |server| {
        let (doctor, patient) = (Doctor::with_two_places(&server, 1).await, server.patient(1).await);
        let says = |answer: &Answer, parts: [&str; 2]| {
            assert_eq!(answer.status, 200, "{}", answer.text);
            let message = answer.body["message"].as_str().unwrap();
            assert!(parts.iter().all(|part| message.contains(part)), "{message}");
        };
        let hospital = ["hospital 1, Market Road, Kochi, Ernakulam", "₹500"];
        let clinic = ["Care Clinic, MG Road, Kozhikode", "₹300"];
        says(&server.book(&patient, &doctor.id, MONDAY, "09:00").await, hospital);
        says(&server.book(&patient, &doctor.id, MONDAY, "09:00").await, hospital);
        let evening = server.book(&patient, &doctor.id, MONDAY, "17:00").await;
        says(&evening, clinic);

        // The same call for the patient and for the doctor.
        let mine = format!("/user/api/previous/booking/{}", patient.id);
        let mine = server.ask("GET", &mine, &patient.token, None).await;
        let requests = doctor.ask(&server, "GET", "appointments/{id}", None).await;
        for list in [&mine, &requests] {
            let row_at = |time: &str| {
                let rows = list.body["data"].as_array().unwrap().iter();
                rows.clone().find(|row| row["time"] == time).unwrap()["doctorId"].clone()
            };
            let (morning, evening) = (row_at("09:00"), row_at("17:00"));
            assert_eq!(morning["consultation_Address"], "hospital 1, Market Road, Kochi");
            assert_eq!((&morning["district"], &morning["consultation_Fee"]), (&json!("Ernakulam"), &json!(500)));
            assert_eq!(evening["consultation_Address"], "Care Clinic, MG Road");
            assert_eq!((&evening["district"], &evening["consultation_Fee"]), (&json!("Kozhikode"), &json!(300)));
        }

        let id = evening.body["data"]["_id"].as_str().unwrap();
        let to = json!({"date": MONDAY, "time": "09:45"});
        let path = format!("/user/api/appointment/reschedule/{id}");
        says(&server.ask("PATCH", &path, &patient.token, Some(to)).await, hospital);

        // A doctor with one place and one fee: the message is unchanged.
        let plain = server.doctor(7).await;
        let booked = server.book(&patient, &plain, TUESDAY, "10:00").await;
        assert!(!booked.body["message"].as_str().unwrap().contains('₹'), "{}", booked.text);
    })
    .await;
}

#[tokio::test]
async fn a_visit_keeps_its_place_and_fee_until_it_is_moved_and_mails_and_calendars_say_where() {
    with_server(async |server| {
        let (doctor, patient) = (Doctor::with_two_places(&server, 1).await, server.patient(1).await);
        let morning = book(&server, &patient, &doctor, MONDAY, "09:00").await;
        assert_eq!((&morning["place"]["_id"], &morning["fee"]), (&json!(doctor.hospital), &json!(500)));
        let evening = book(&server, &patient, &doctor, MONDAY, "17:00").await;
        assert_eq!((&evening["place"], &evening["fee"]), (&Value::Null, &json!(300)));
        let mails = server.mails().await;
        let to_patient =
            |text: &str| mails.iter().any(|mail| mail.header("to").contains("patient1") && body(mail).contains(text));
        assert!(to_patient("hospital 1, Market Road, Kochi, Ernakulam, Kerala 682011"));
        assert!(to_patient("Care Clinic, MG Road, Kozhikode, Kerala 673001"));

        let own = server.ask("GET", &format!("/user/api/previous/booking/{}", patient.id), &patient.token, None).await;
        assert_eq!(own.body["data"][0]["place"], Value::Null);
        assert_eq!(own.body["data"][1]["place"]["nameMl"], "സിറ്റി ആശുപത്രി");
        let id = morning["_id"].as_str().unwrap();
        let ics = server.ask("GET", &format!("/user/api/appointment/{id}/calendar"), &patient.token, None).await;
        assert!(ics.text.replace("\r\n ", "").contains("LOCATION:hospital 1\\, Market Road"), "{}", ics.text);

        // The session's new fee applies to new bookings.
        let mut dearer = doctor.two_places();
        dearer["sessions"][1]["fee"] = json!(600);
        assert_eq!(doctor.put_sessions(&server, "", dearer).await.status, 200);
        let moved = async |time: &str| {
            let path = format!("/user/api/appointment/reschedule/{id}");
            let slot = json!({"date": MONDAY, "time": time});
            server.ask("PATCH", &path, &patient.token, Some(slot)).await.body["data"].clone()
        };
        let within = moved("09:30").await;
        assert_eq!((&within["place"]["_id"], &within["fee"]), (&json!(doctor.hospital), &json!(500)));
        let elsewhere = moved("17:30").await;
        assert_eq!((&elsewhere["place"], &elsewhere["fee"]), (&Value::Null, &json!(300)));
        let back = moved("09:30").await;
        assert_eq!((&back["place"]["_id"], &back["fee"]), (&json!(doctor.hospital), &json!(600)));
        // The session is removed, the visit stays; moved to the clinic it costs the clinic's fee.
        let evening = json!({"sessions": [{"weekday": "Monday", "from": "17:00", "to": "18:00"}]});
        assert_eq!(doctor.put_sessions(&server, "", evening).await.status, 200);
        let stranded = moved("17:45").await;
        assert_eq!((&stranded["place"], &stranded["fee"]), (&Value::Null, &json!(300)));
    })
    .await;
}

#[tokio::test]
async fn malayalam_users_see_names_and_addresses_in_malayalam() {
    with_server(async |server| {
        let (doctor, patient) = (Doctor::with_two_places(&server, 1).await, server.patient(1).await);
        let refused = doctor.put_profile(&server, "", &[("nameMl", "Doctor"), ("addressMl", "MG Road")]).await;
        assert_eq!(refused.bad_fields(), ["nameMl", "addressMl"]);
        let saved = doctor.put_profile(&server, "", &[("nameMl", " ലീല "), ("addressMl", "എം.ജി. റോഡ്")]).await;
        assert_eq!(saved.body["data"]["profile"]["waiting"]["nameMl"], "ലീല", "{}", saved.text);
        let admin = server.admin_token().await;
        let changes = server.ask("GET", "/admin/api/workers/changes", &admin, None).await;
        let id = changes.body["data"][0]["_id"].as_str().unwrap().to_owned();
        let approve = format!("/admin/api/workers/changes/approved/{id}");
        assert_eq!(server.ask("PATCH", &approve, &admin, None).await.status, 200);
        server.set_language(&patient.id, "ml").await;
        book(&server, &patient, &doctor, MONDAY, "09:00").await;
        book(&server, &patient, &doctor, MONDAY, "17:00").await;
        let mails = server.mails().await;
        let told = mails.iter().filter(|mail| mail.header("to").contains("patient1")).map(body);
        let told: Vec<String> = told.collect();
        assert!(told.iter().all(|text| text.contains("ഡോ. ലീല")), "{told:?}");
        assert!(told.iter().any(|text| text.contains("സിറ്റി ആശുപത്രി, ബീച്ച് റോഡ്")), "{told:?}");
        assert!(told.iter().any(|text| text.contains("എം.ജി. റോഡ്, Kozhikode")), "{told:?}");
        let page = server.get(&format!("/doctors/{}?lang=ml", doctor.id)).await;
        assert!(page.text.contains("ലീല"), "the page");
        assert!(page.text.contains("\"@type\":\"Hospital\""), "the place for search engines");
        let gone = doctor.put_profile(&server, "", &[("nameMl", "")]).await;
        assert_eq!(gone.body["data"]["profile"]["nameMl"], Value::Null);
    })
    .await;
}

#[tokio::test]
async fn extra_sessions_are_added_copied_and_taken_back() {
    with_server(async |server| {
        let (doctor, patient) = (Doctor::with_two_places(&server, 1).await, server.patient(1).await);
        let add = async |date: &str, from: &str, to: &str| {
            let body = json!({"date": date, "from": from, "to": to, "place": doctor.hospital, "fee": 450});
            doctor.ask(&server, "POST", "sessions/{id}/extra", Some(body)).await
        };
        assert_eq!(add("2026-11-14", "10:00", "11:00").await.bad_fields(), ["date"]);
        assert_eq!(add("2027-11-16", "10:00", "11:00").await.bad_fields(), ["date"]);
        assert_eq!(add(MONDAY, "09:30", "10:30").await.bad_fields(), ["from"]);
        assert_eq!(add(MONDAY, "10:05", "10:30").await.bad_fields(), ["from"]);
        assert_eq!(add(SUNDAY, "11:00", "10:00").await.bad_fields(), ["to"]);
        let added = add(SUNDAY, "10:00", "11:00").await;
        assert_eq!(added.status, 201, "{}", added.text);
        let extra = added.body["data"]["schedule"]["extraSessions"][0]["_id"].as_str().unwrap().to_owned();
        let day = slots(&server, &doctor, SUNDAY).await;
        assert_eq!((times(&day["data"])[0], &day["sessions"][0]["fee"]), ("10:00", &json!(450)));
        let booked = book(&server, &patient, &doctor, SUNDAY, "10:15").await;
        assert_eq!((&booked["fee"], &booked["place"]["_id"]), (&json!(450), &json!(doctor.hospital)));
        // A week that would overlap it is refused.
        let sunday = json!({"sessions": [{"weekday": "Sunday", "from": "10:30", "to": "12:00"}]});
        assert_eq!(doctor.put_sessions(&server, "", sunday).await.bad_fields(), ["sessions"]);

        // It belongs to the week that began on the 9th.
        let copy = async |from: &str, to: &str| {
            doctor.ask(&server, "POST", "sessions/{id}/copy", Some(json!({"from": from, "to": to}))).await
        };
        assert_eq!(copy(SUNDAY, "2026-11-12").await.bad_fields(), ["to"]);
        let copied = copy("2026-11-11", "2026-11-16").await;
        assert_eq!(copied.body["data"]["copied"], 1, "{}", copied.text);
        assert_eq!(copied.body["data"]["schedule"]["extraSessions"][1]["date"], "2026-11-22");
        let again = copy("2026-11-11", "2026-11-16").await;
        assert_eq!((&again.body["data"]["copied"], &again.body["data"]["skipped"]), (&json!(0), &json!(1)));

        let path = format!("sessions/{{id}}/extra/{extra}");
        let preview = doctor.ask(&server, "DELETE", &format!("{path}?preview=true"), None).await;
        assert_eq!(preview.body["data"]["bookings"][0]["_id"], booked["_id"], "{}", preview.text);
        assert_eq!(times(&slots(&server, &doctor, SUNDAY).await["data"]).len(), 3);
        let removed = doctor.ask(&server, "DELETE", &path, None).await;
        assert_eq!(removed.body["data"]["outside"], 1, "{}", removed.text);
        assert_eq!(slots(&server, &doctor, SUNDAY).await["whyNot"]["reason"], "day_off");
        doctor.ask(&server, "DELETE", &path, None).await.assert_problem(404, "not_found");
        let other = Doctor::of(&server, 2).await;
        let left = doctor.schedule(&server).await["extraSessions"][0]["_id"].as_str().unwrap().to_owned();
        let path = format!("sessions/{{id}}/extra/{left}");
        other.ask(&server, "DELETE", &path, None).await.assert_problem(404, "not_found");
    })
    .await;
}

#[tokio::test]
async fn tokens_restart_in_each_session_and_each_has_its_own_queue() {
    with_server(async |server| {
        let (doctor, patient) = (Doctor::of(&server, 1).await, server.patient(1).await);
        let sunday = json!({"sessions": [
            {"weekday": "Sunday", "from": "10:00", "to": "11:00", "place": doctor.hospital},
            {"weekday": "Sunday", "from": "17:00", "to": "18:00"},
        ]});
        assert_eq!(doctor.put_sessions(&server, "", sunday).await.status, 200);
        let approved = async |time: &str| {
            let id = book(&server, &patient, &doctor, SUNDAY, time).await["_id"].as_str().unwrap().to_owned();
            let path = format!("appointment/approve/{id}");
            doctor.ask(&server, "PATCH", &path, None).await.body["data"]["token"].as_str().unwrap().to_owned()
        };
        assert_eq!(
            (approved("10:15").await, approved("17:00").await, approved("17:15").await),
            ("2".into(), "1".into(), "2".into())
        );
        let walk_in = json!({"name": "Binu", "phoneNumber": "9876543211"});
        let today = doctor.ask(&server, "POST", "today/{id}/walkins", Some(walk_in)).await.body["data"].clone();
        assert_eq!((today["sessions"].as_array().unwrap().len(), &today["current"]), (2, &json!(0)));
        assert_eq!(today["sessions"][0]["place"]["_id"], json!(doctor.hospital));
        let comers: Vec<_> = today["comers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|comer| {
                (comer["token"].as_str().unwrap(), comer["session"].as_u64().unwrap(), comer["place"].is_null())
            })
            .collect();
        assert_eq!(comers, [("W1", 0, false), ("2", 0, false), ("1", 1, true), ("2", 1, true)]);

        // The evening's patient sees the evening, and gets no message about a late morning.
        let pages =
            server.ask("GET", &format!("/user/api/previous/booking/{}", patient.id), &patient.token, None).await;
        let page = |number: usize| {
            pages.body["data"][number]["queuePage"].as_str().unwrap().split_once('#').unwrap().1.to_owned()
        };
        let queue = async |link: &str| server.ask("GET", "/user/api/visit", link, None).await.body["data"].clone();
        let waiting = |visit: &Value| -> Vec<String> {
            visit["queue"]["waiting"]
                .as_array()
                .unwrap()
                .iter()
                .map(|one| one["token"].as_str().unwrap().into())
                .collect()
        };
        let (evening, morning) = (page(0), page(2));
        assert_eq!(waiting(&queue(&evening).await), ["1", "2"]);
        assert_eq!(waiting(&queue(&morning).await), ["W1", "2"]);
        let before = server.mails().await.len();
        let late = doctor.ask(&server, "PUT", "today/{id}/late", Some(json!({"minutes": 20}))).await;
        assert_eq!(late.body["data"]["late"], 20, "{}", late.text);
        assert_eq!(server.mails().await.len() - before, 1, "one waits for the morning");
        assert_eq!(
            (&queue(&morning).await["queue"]["late"], &queue(&evening).await["queue"]["late"]),
            (&json!(20), &json!(0))
        );
        assert_eq!(queue(&morning).await["place"]["_id"], json!(doctor.hospital));
        // The morning is over, though the walk-in is not marked as done.
        server.clock.advance(jiff::SignedDuration::from_hours(4));
        let today = doctor.ask(&server, "GET", "today/{id}", None).await.body["data"].clone();
        assert_eq!((&today["current"], &today["late"]), (&json!(1), &json!(0)));
    })
    .await;
}

#[tokio::test]
async fn one_can_wait_for_a_full_session_of_a_day_that_has_others() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let short = json!({"sessions": [
            {"weekday": "Monday", "from": "09:00", "to": "09:15", "place": doctor.hospital},
            {"weekday": "Monday", "from": "17:00", "to": "18:00"},
        ]});
        assert_eq!(doctor.put_sessions(&server, "", short).await.status, 200);
        let (first, second) = (server.patient(1).await, server.patient(2).await);
        book(&server, &first, &doctor, MONDAY, "09:00").await;
        assert_eq!(slots(&server, &doctor, MONDAY).await["sessions"][0]["free"], 0);
        let wait = async |from: &str, to: &str| {
            let path = format!("/user/api/doctor/{}/waitlist/{}", doctor.id, second.id);
            let body = json!({"date": MONDAY, "from": from, "to": to});
            server.ask("POST", &path, &second.token, Some(body)).await
        };
        wait("17:00", "18:00").await.assert_problem(409, "no_longer_needed");
        assert_eq!(wait("09:00", "09:15").await.status, 201);
    })
    .await;
}
