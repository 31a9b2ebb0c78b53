//! The doctor's day: decisions, lists, figures, schedule, leave and live updates.

mod answers;
mod digests;
mod ending;
mod leave_limit;
mod live;
mod offers;
mod scale;
mod stale;
mod unanswered;

use futures::future::join_all;
use jiff::SignedDuration;
use reqwest::multipart::Form;
use serde_json::{Value, json};

use crate::eml::Eml;
use crate::harness::people::{Doctor, Patient};
use crate::harness::{Answer, TestServer, with_server};

const DAY: &str = "Nov 16, 2026";

async fn booked(server: &TestServer, patient: &Patient, doctor: &Doctor, date: &str, time: &str) -> String {
    server.booked(patient, &doctor.id, date, time).await
}

async fn decide(server: &TestServer, doctor: &Doctor, verb: &str, id: &str, body: Option<Value>) -> Answer {
    server.ask("PATCH", &format!("/user/api/doctor/appointment/{verb}/{id}"), &doctor.token, body).await
}

async fn get(server: &TestServer, doctor: &Doctor, path: &str) -> Answer {
    server.ask("GET", &format!("/user/api/doctor/{path}"), &doctor.token, None).await
}

fn says(mail: &Eml, text: &str) -> bool {
    mail.text("text/plain").is_some_and(|body| body.contains(text))
}

async fn free(server: &TestServer, doctor: &str, day: &str) -> usize {
    let answer = server.get(&format!("/user/api/doctor/{doctor}/slots?date={day}")).await;
    answer.body["data"].as_array().map_or(0, Vec::len)
}

#[tokio::test]
async fn a_request_is_decided_once_and_the_patient_gets_a_mail() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let first = booked(&server, &patient, &doctor, DAY, "10:00").await;
        // Ids sort by the millisecond, so the clock has to advance.
        server.clock.advance(SignedDuration::from_millis(1));
        let second = booked(&server, &patient, &doctor, DAY, "10:15").await;
        let pending = get(&server, &doctor, &format!("appointments/{}", doctor.id)).await;
        let ids: Vec<&Value> = pending.body["data"].as_array().unwrap().iter().map(|row| &row["_id"]).collect();
        assert_eq!(ids, [&json!(second), &json!(first)]);

        let approved = decide(&server, &doctor, "approve", &first, None).await;
        assert_eq!((approved.status, &approved.body["data"]["status"]), (200, &json!("Checked")), "{}", approved.text);
        decide(&server, &doctor, "approve", &first, None).await.assert_problem(409, "not_changeable");
        decide(&server, &doctor, "reject", &first, None).await.assert_problem(409, "not_changeable");
        let reason = Some(json!({"reason": "Please see a dentist."}));
        let rejected = decide(&server, &doctor, "reject", &second, reason).await;
        assert_eq!(rejected.body["data"]["reason"], "Please see a dentist.");
        assert_eq!(free(&server, &doctor.id, "2026-11-16").await, 7, "a rejected visit frees its slot");

        let coming = get(&server, &doctor, &format!("appointment/upcoming/{}", doctor.id)).await;
        assert_eq!((&coming.body["total"], &coming.body["data"][0]["_id"]), (&json!(1), &json!(first)));
        let previous = get(&server, &doctor, &format!("appointment/previous/{}", doctor.id)).await;
        assert_eq!(previous.body["total"], 2);
        let all = get(&server, &doctor, &format!("total/appointments/{}", doctor.id)).await;
        assert_eq!(all.body["data"]["booking"].as_array().map(Vec::len), Some(2), "{}", all.text);
        let mails = server.mails().await;
        let to_patient = |subject: &str| {
            mails
                .iter()
                .find(|mail| mail.header("to").contains(&patient.email) && mail.header("subject").starts_with(subject))
        };
        assert!(to_patient("Your appointment is confirmed").is_some());
        assert!(says(to_patient("Your request is declined").unwrap(), "Please see a dentist."));

        let cancelled = decide(&server, &doctor, "cancel", &first, Some(json!({"reason": "I am ill."}))).await;
        assert_eq!((cancelled.status, &cancelled.body["data"]["status"]), (200, &json!("Cancelled")));
        decide(&server, &doctor, "cancel", &first, None).await.assert_problem(409, "not_changeable");
        assert!(
            server
                .mails()
                .await
                .iter()
                .any(|mail| mail.header("to").contains(&patient.email) && says(mail, "I am ill."))
        );
        let own = server.ask("GET", &format!("/user/api/previous/booking/{}", patient.id), &patient.token, None).await;
        assert_eq!(own.body["data"][1]["reason"], "I am ill.", "{}", own.text);
    })
    .await;
}

#[tokio::test]
async fn a_started_visit_is_not_cancelled_and_a_moved_one_waits_again() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let id = booked(&server, &patient, &doctor, DAY, "10:00").await;
        assert_eq!(decide(&server, &doctor, "cancel", &id, None).await.status, 409, "it is not approved yet");
        decide(&server, &doctor, "approve", &id, None).await;
        let moved = json!({"date": DAY, "time": "11:00"});
        let path = format!("/user/api/appointment/reschedule/{id}");
        assert_eq!(server.ask("PATCH", &path, &patient.token, Some(moved)).await.status, 200);
        assert_eq!(decide(&server, &doctor, "approve", &id, None).await.status, 200);
        server.clock.advance(SignedDuration::from_hours(27));
        decide(&server, &doctor, "cancel", &id, None).await.assert_problem(409, "not_changeable");
    })
    .await;
}

#[tokio::test]
async fn two_tabs_deciding_at_once_have_one_winner() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        for time in ["10:00", "10:15", "10:30"] {
            let id = booked(&server, &patient, &doctor, DAY, time).await;
            let tabs =
                (0..8).map(|tab| decide(&server, &doctor, if tab % 2 == 0 { "approve" } else { "reject" }, &id, None));
            let mut statuses: Vec<u16> = join_all(tabs).await.iter().map(|answer| answer.status).collect();
            statuses.sort_unstable();
            assert_eq!(statuses, [200, 409, 409, 409, 409, 409, 409, 409]);
        }
    })
    .await;
}

#[tokio::test]
async fn a_visit_that_is_not_there_is_not_found() {
    with_server(async |server| {
        let own = Doctor::of(&server, 1).await;
        for deed in ["approve", "reject", "cancel"] {
            decide(&server, &own, deed, "nobody", None).await.assert_problem(404, "not_found");
        }
    })
    .await;
}

#[tokio::test]
async fn lists_are_searched_and_narrowed_to_a_day() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        for (name, phone, date) in
            [("Asha Nair", "9876543210", DAY), ("ആശ", "9876500000", "Nov 17, 2026"), ("Biju", "9000000001", DAY)]
        {
            let time = if name == "Biju" { "10:15" } else { "10:00" };
            let body = json!({"name": name, "phoneNumber": phone, "date": date, "time": time});
            let path = format!("/user/api/doctor/{}/appointment/booking/{}", doctor.id, patient.id);
            assert_eq!(server.ask("POST", &path, &patient.token, Some(body)).await.status, 200);
        }
        for (query, total) in [
            ("", 3),
            ("q=ASHA", 1),
            ("q=nair", 1),
            ("q=98765", 2),
            ("q=%E0%B4%86%E0%B4%B6", 1),
            ("date=2026-11-16", 2),
            ("date=Nov%2017,%202026", 1),
            ("q=biju&date=2026-11-17", 0),
        ] {
            let list = get(&server, &doctor, &format!("appointments/{}?{query}", doctor.id)).await;
            assert_eq!(list.body["total"], total, "{query} {}", list.text);
        }
        let wrong = get(&server, &doctor, &format!("appointments/{}?date=soon", doctor.id)).await;
        assert_eq!(wrong.bad_fields(), ["date"]);
    })
    .await;
}

#[tokio::test]
async fn schedule_changes_affect_new_bookings_only() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        booked(&server, &patient, &doctor, DAY, "10:00").await;
        booked(&server, &patient, &doctor, "Nov 18, 2026", "11:45").await;
        let profile = format!("/user/api/doctor/profile/{}", doctor.id);
        let save = async |fields: &[(&'static str, &'static str)]| {
            let form = fields.iter().fold(Form::new(), |form, (name, value)| form.text(*name, *value));
            Answer::read(server.request("PUT", &profile).bearer_auth(&doctor.token).multipart(form)).await
        };
        let saved = save(&[("startTime", "10:30"), ("consultation_Fee", "₹550")]).await;
        assert_eq!((saved.status, &saved.body["data"]["outside"]), (200, &json!(1)), "{}", saved.text);
        assert_eq!(saved.body["data"]["profile"]["consultation_Fee"], 550);
        assert_eq!(free(&server, &doctor.id, "2026-11-17").await, 6);
        assert_eq!(save(&[("endTime", "09:00")]).await.bad_fields(), ["endTime"]);
        assert_eq!(save(&[("state", "Goa")]).await.bad_fields(), ["district"]);
        for (field, value) in [
            ("email", "x"),
            ("phone_Number", "1"),
            ("consultation_Fee", "-1"),
            ("pincode", "1"),
            ("consultation_Address", ""),
        ] {
            assert_eq!(save(&[(field, value)]).await.bad_fields(), [field]);
        }
        let own = get(&server, &doctor, &format!("profile/{}", doctor.id)).await;
        assert_eq!(
            (&own.body["data"]["startTime"], &own.body["data"]["email"]),
            (&json!("10:30"), &json!("doctor1@example.org"))
        );

        let schedule = format!("/user/api/doctor/schedule/{}", doctor.id);
        let week = json!({"daysOff": ["Tuesday"], "breakStart": "11:00", "breakEnd": "11:30"});
        let saved = server.ask("PUT", &schedule, &doctor.token, Some(week)).await;
        assert_eq!(saved.body["data"]["outside"], 1, "{}", saved.text);
        assert_eq!(free(&server, &doctor.id, "2026-11-17").await, 0, "a day off");
        assert_eq!(free(&server, &doctor.id, "2026-11-19").await, 4, "a break of two slots");
        let resting = server.book(&patient, &doctor.id, "Nov 19, 2026", "11:15").await;
        assert_eq!(resting.bad_fields(), ["time"]);
        server.book(&patient, &doctor.id, "Nov 17, 2026", "10:30").await.assert_problem(422, "invalid_fields");
        for (body, field) in [
            (json!({"daysOff": ["Funday"]}), "daysOff"),
            (json!({"breakStart": "11:00", "breakEnd": ""}), "breakEnd"),
            (json!({"breakStart": "12:00", "breakEnd": "11:00"}), "breakEnd"),
            (json!({"breakStart": "noon", "breakEnd": "13:00"}), "breakStart"),
        ] {
            let refused = server.ask("PUT", &schedule, &doctor.token, Some(body.clone())).await;
            assert!(refused.bad_fields().contains(&field), "{body} {}", refused.text);
        }
        let none = server.ask("PUT", &schedule, &doctor.token, Some(json!({"breakStart": "", "breakEnd": ""}))).await;
        assert_eq!(none.body["data"]["schedule"]["breakStart"], Value::Null);
        assert_eq!(none.body["data"]["schedule"]["daysOff"], json!(["Tuesday"]), "what is left out stays");
        let bookings =
            server.ask("GET", &format!("/user/api/previous/booking/{}", patient.id), &patient.token, None).await;
        assert!(bookings.body["data"].as_array().unwrap().iter().all(|booking| booking["status"] == "Pending"));
    })
    .await;
}

#[tokio::test]
async fn leave_lists_affected_bookings_and_keeps_notifies_or_cancels_them() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        for (date, time) in [("Nov 16, 2026", "10:00"), ("Nov 17, 2026", "10:00"), ("Nov 18, 2026", "10:00")] {
            booked(&server, &patient, &doctor, date, time).await;
        }
        let leave = format!("/user/api/doctor/leave/{}", doctor.id);
        let met =
            server.ask("GET", &format!("{leave}/bookings?from=2026-11-16&to=2026-11-17"), &doctor.token, None).await;
        assert_eq!(met.body["data"].as_array().map(Vec::len), Some(2), "{}", met.text);
        let add = async |body: Value| server.ask("POST", &leave, &doctor.token, Some(body)).await;
        for (body, field) in [
            (json!({}), "from"),
            (json!({"from": "soon"}), "from"),
            (json!({"from": "2026-11-18", "to": "2026-11-17"}), "to"),
            (json!({"from": "2026-11-10", "to": "2026-11-14"}), "to"),
            (json!({"from": "2026-11-18", "to": "2028-11-18"}), "to"),
            (json!({"from": "2026-11-18", "bookings": "burn"}), "bookings"),
        ] {
            assert_eq!(add(body.clone()).await.bad_fields(), [field], "{body}");
        }
        let kept = add(json!({"from": "2026-11-16"})).await;
        assert_eq!((kept.status, &kept.body["data"]["to"]), (200, &json!("2026-11-16")), "{}", kept.text);
        let before = server.mails().await.len();
        assert_eq!(add(json!({"from": "2026-11-17", "note": "A wedding", "bookings": "notify"})).await.status, 200);
        let mails = server.mails().await;
        assert_eq!(mails.len(), before + 1);
        assert!(
            mails
                .iter()
                .any(|mail| mail.header("subject").starts_with("The doctor will be away") && says(mail, "A wedding"))
        );
        assert_eq!(add(json!({"from": "2026-11-18", "to": "2026-11-20", "bookings": "cancel"})).await.status, 200);
        let own = server.ask("GET", &format!("/user/api/previous/booking/{}", patient.id), &patient.token, None).await;
        let statuses: Vec<&Value> = own.body["data"].as_array().unwrap().iter().map(|row| &row["status"]).collect();
        assert_eq!(statuses, ["Cancelled", "Pending", "Pending"]);
        let availability = server.get(&format!("/user/api/doctor/{}/availability", doctor.id)).await;
        let days = availability.body["data"].as_array().unwrap().iter().map(|day| day["free"].as_i64().unwrap());
        assert_eq!(days.collect::<Vec<_>>(), [8, 0, 0, 0, 0, 0, 8]);
        let away = server.book(&patient, &doctor.id, "Nov 19, 2026", "10:00").await;
        assert_eq!(away.bad_fields(), ["date"]);
        let next = server.get("/user/api/finddoctors").await;
        assert_eq!(next.body["data"][0]["nextSlot"]["date"], "Nov 15, 2026");

        let schedule = get(&server, &doctor, &format!("schedule/{}", doctor.id)).await;
        let id = schedule.body["data"]["leave"][2]["_id"].as_str().unwrap_or_else(|| panic!("{}", schedule.text));
        assert_eq!(server.ask("DELETE", &format!("{leave}/{id}"), &doctor.token, None).await.status, 200);
        server.ask("DELETE", &format!("{leave}/{id}"), &doctor.token, None).await.assert_problem(404, "not_found");
        assert_eq!(free(&server, &doctor.id, "2026-11-19").await, 8);
    })
    .await;
}

#[tokio::test]
async fn concurrent_leave_and_bookings_leave_no_booking_without_a_notice() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let patients = join_all((0..8).map(|number| server.patient(number))).await;
        let times = ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15", "11:30", "11:45"];
        let bookings = patients.iter().zip(times).map(|(patient, time)| server.book(patient, &doctor.id, DAY, time));
        let path = format!("/user/api/doctor/leave/{}", doctor.id);
        let body = json!({"from": "2026-11-16", "bookings": "cancel"});
        let (_, added) = futures::join!(join_all(bookings), server.ask("POST", &path, &doctor.token, Some(body)));
        assert_eq!(added.status, 200);
        let pending = get(&server, &doctor, &format!("appointments/{}", doctor.id)).await;
        assert_eq!(pending.body["total"], 0, "{}", pending.text);
    })
    .await;
}

#[tokio::test]
async fn figures_add_up_and_the_sample_ends_with_the_first_approved_visit() {
    with_server(async |server| {
        let (patient, doctor, other) =
            (server.patient(1).await, Doctor::of(&server, 1).await, Doctor::of(&server, 2).await);
        let path = format!("dashboard/{}", doctor.id);
        assert_eq!(get(&server, &doctor, &path).await.body["data"]["sample"], true);
        let today = booked(&server, &patient, &doctor, "Nov 15, 2026", "10:00").await;
        let tomorrow = booked(&server, &patient, &doctor, DAY, "10:00").await;
        let rejected = booked(&server, &patient, &doctor, DAY, "10:15").await;
        booked(&server, &patient, &doctor, DAY, "10:30").await;
        for (verb, id) in [("approve", &today), ("approve", &tomorrow), ("reject", &rejected)] {
            assert_eq!(decide(&server, &doctor, verb, id, None).await.status, 200);
        }
        let early = get(&server, &doctor, &path).await;
        assert!(early.body["data"]["revenue"]["today"].as_array().unwrap().iter().all(|hour| hour["amount"] == 0));
        server.clock.advance(SignedDuration::from_hours(3));
        let answer = get(&server, &doctor, &path).await;
        let data = &answer.body["data"];
        assert_eq!(
            (&data["total"], &data["pending"], &data["approved"], &data["rejected"], &data["sample"]),
            (&json!(4), &json!(1), &json!(2), &json!(1), &json!(false))
        );
        assert_eq!(data["month"], json!({"pending": 1, "checked": 2, "rejected": 1, "cancelled": 0, "total": 4}));
        let (today, weekly, monthly) =
            (&data["revenue"]["today"], &data["revenue"]["weekly"], &data["revenue"]["monthly"]);
        assert_eq!(today[10], json!({"label": "10:00", "amount": 300}));
        assert_eq!(today.as_array().map(Vec::len), Some(13), "the hours of today so far: it is noon");
        assert_eq!(weekly[6], json!({"label": "2026-11-15", "amount": 300}), "tomorrow's visit is not earned yet");
        assert_eq!((weekly.as_array().map(Vec::len), monthly.as_array().map(Vec::len)), (Some(7), Some(30)));
        assert_eq!(monthly[0]["label"], "2026-10-17");
        assert_eq!(get(&server, &other, &format!("dashboard/{}", other.id)).await.body["data"]["sample"], false);
    })
    .await;
}

#[tokio::test]
async fn the_public_page_of_a_doctor_tells_search_engines_who_it_is() {
    with_server(async |server| {
        let id = server.doctor_with(1, |doctor| doctor.address = "</script><b>Clinic</b>".into()).await;
        let page = server.get(&format!("/doctors/{id}")).await;
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
        assert!(
            page.text.contains("<title>Dr. Doctor Number1, Cardiology in Kozhikode · Doc Care</title>"),
            "{}",
            page.text
        );
        assert!(page.text.contains(&format!("<link rel=\"canonical\" href=\"https://care.example/doctors/{id}\">")));
        assert!(page.text.contains("\"@type\":\"Physician\"") && !page.text.contains("</script><b>"));
        assert!(!page.text.contains("noindex") && page.header("content-security-policy").contains("script-src"));
        assert_eq!(page.header("cache-control"), "no-cache", "the way back shows at once what was there");
        let malayalam = server.get(&format!("/doctors/{id}?lang=ml")).await;
        assert!(malayalam.text.contains("ഹൃദ്രോഗം, കോഴിക്കോട്"), "{}", malayalam.text);
        let nobody = server.get("/doctors/nobody").await;
        assert_eq!((nobody.status, nobody.text.contains("noindex")), (404, true));
        let unlisted = server.unlisted_doctor(2, |_| {}).await;
        assert_eq!(server.get(&format!("/doctors/{unlisted}")).await.status, 404);
    })
    .await;
}

#[tokio::test]
async fn the_public_page_of_a_doctor_holds_what_it_would_ask_for() {
    with_server(async |server| {
        let photo = "0123456789abcdef0123456789abcdef";
        let with_photo = server.doctor_with(1, |doctor| {
            doctor.address = "</script><b>Clinic</b>".into();
            doctor.doctor_id = "<b>&\"1\"".into();
            (doctor.image, doctor.fee) = (Some(photo.into()), 100_000);
        });
        for (id, has_photo) in [(with_photo.await, true), (server.doctor(2).await, false)] {
            let page = server.get(&format!("/doctors/{id}")).await;
            let (html, block) = page.text.split_once(r#"<script type="application/json" id="answers">"#).unwrap();
            let (json, end) = block.split_once("</script>").unwrap();
            assert_eq!(end, "</body></html>");
            let answers: Value = serde_json::from_str(json).unwrap();
            for path in [format!("/user/api/doctor/{id}"), format!("/user/api/doctor/{id}/availability?days=7")] {
                assert_eq!(answers[&path], server.get(&path).await.body, "{path}");
            }
            assert_eq!(answers.as_object().map(serde_json::Map::len), Some(3));
            // The first view is rendered without any script.
            let root = html.split_once(r#"<div id="root">"#).unwrap().1;
            assert!(root.contains(&format!("Dr. Doctor Number{}</h1>", if has_photo { 1 } else { 2 })), "{root}");
            assert_eq!(root.contains("₹1,00,000"), has_photo);
            assert_eq!(
                root.contains("&lt;b&gt;&amp;&quot;1&quot;") && root.contains(&format!("{photo}-96.webp")),
                has_photo
            );
            assert!(!root.contains('\u{e000}') && !root.contains("<b>"));
        }
    })
    .await;
}
