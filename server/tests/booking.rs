//! Bookings over HTTP: what is offered, what is refused, and that no slot is ever given twice.

use futures::future::join_all;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::line::{At, Line, Lost};
use crate::harness::people::Patient;
use crate::harness::{TestServer, with_limits, with_server};

const DAY: &str = "Nov 16, 2026";

async fn free(server: &TestServer, doctor: &str, date: &str) -> Vec<String> {
    let answer = server.get(&format!("/user/api/doctor/{doctor}/slots?date={date}")).await;
    let slots = answer.body["data"].as_array().unwrap_or_else(|| panic!("{}", answer.text));
    slots.iter().map(|slot| slot["time"].as_str().unwrap().to_owned()).collect()
}

async fn change(
    server: &TestServer,
    patient: &Patient,
    verb: &str,
    id: &Value,
    body: Option<Value>,
) -> crate::harness::Answer {
    let path = format!("/user/api/appointment/{verb}/{}", id.as_str().unwrap());
    server.ask("PATCH", &path, &patient.token, body).await
}

#[tokio::test]
async fn slots_bookings_and_availability_are_consistent() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        assert_eq!(
            free(&server, &doctor, "2026-11-16").await,
            ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15", "11:30", "11:45"]
        );
        let booked = server.book(&patient, &doctor, DAY, "10:30").await;
        assert_eq!(booked.status, 200, "{}", booked.text);
        assert!(booked.body["message"].as_str().is_some_and(|text| !text.is_empty()));
        assert_eq!(free(&server, &doctor, "Nov%2016,%202026").await.len(), 7);
        let taken = server.get(&format!("/user/api/doctor/{doctor}/bookings?date=Nov%2016,%202026")).await;
        assert_eq!(taken.body["data"], json!([{"time": "10:30"}]));
        let days = server.get(&format!("/user/api/doctor/{doctor}/availability?days=7")).await;
        let free: Vec<i64> =
            days.body["data"].as_array().unwrap().iter().map(|day| day["free"].as_i64().unwrap()).collect();
        assert_eq!(free, [8, 7, 8, 8, 8, 8, 8]);
        assert_eq!(days.body["data"][1]["date"], DAY);
    })
    .await;
}

#[tokio::test]
async fn the_times_that_cannot_be_booked_and_the_free_ones_are_together_the_whole_day() {
    const GRID: [&str; 8] = ["10:00", "10:15", "10:30", "10:45", "11:00", "11:15", "11:30", "11:45"];
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let token = server.sign_in_doctor(&doctor).await;
        server.clock.advance(SignedDuration::from_mins(75)); // 10:15 in India, on a Sunday
        let week = json!({"daysOff": ["Tuesday"], "breakStart": "11:00", "breakEnd": "11:20"});
        let saved = server.ask("PUT", &format!("/user/api/doctor/schedule/{doctor}"), &token, Some(week)).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        let leave = json!({"from": "2026-11-18"});
        assert_eq!(
            server.ask("POST", &format!("/user/api/doctor/leave/{doctor}"), &token, Some(leave)).await.status,
            200
        );
        assert_eq!(server.book(&patient, &doctor, DAY, "10:30").await.status, 200);
        for (day, closed) in [
            ("2026-11-14", &GRID[..]),                             // yesterday
            ("2026-11-15", &["10:00", "10:15", "11:00", "11:15"]), // past, and the break
            ("2026-11-16", &["10:30", "11:00", "11:15"]),          // taken, and the break
            ("2026-11-17", &GRID),                                 // a day off
            ("2026-11-18", &GRID),                                 // leave
            ("2026-11-21", &["11:00", "11:15"]),
            ("2026-11-22", &GRID), // too far ahead
            ("9999-12-31", &GRID),
        ] {
            let answer = server.get(&format!("/user/api/doctor/{doctor}/bookings?date={day}")).await;
            let times: Vec<Value> = closed.iter().map(|time| json!({"time": time})).collect();
            assert_eq!(answer.body["data"], json!(times), "{day}");
            let open: Vec<&str> = GRID.into_iter().filter(|time| !closed.contains(time)).collect();
            assert_eq!(free(&server, &doctor, day).await, open, "{day}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_booking_carries_the_contracts_fields_in_the_users_list() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        server.book(&patient, &doctor, "2026-11-16", "9:00").await.assert_problem(422, "invalid_fields");
        server.book(&patient, &doctor, "2026-11-16", "10:15 AM").await;
        let path = format!("/user/api/previous/booking/{}", patient.id);
        let list = server.ask("GET", &path, &patient.token, None).await;
        assert_eq!((&list.body["total"], &list.body["next"]), (&json!(1), &json!(null)));
        let card = &list.body["data"][0];
        for (field, value) in [
            ("patient_name", json!("Asha Nair")),
            ("contact_number", json!("9876543210")),
            ("date", json!(DAY)),
            ("time", json!("10:15")),
            ("startsAt", json!("2026-11-16T10:15:00+05:30")),
            ("status", json!("Pending")),
            ("changeable", json!(true)),
            ("bookingTime_Date", json!("2026-11-15T09:00:00.001+05:30")),
        ] {
            assert_eq!(card[field], value, "{field}");
        }
        assert_eq!(
            (&card["doctorId"]["full_Name"], &card["doctorId"]["consultation_Fee"]),
            (&json!("Doctor Number1"), &json!(300))
        );
    })
    .await;
}

#[tokio::test]
async fn every_slot_that_is_not_offered_is_refused_with_its_reason() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        server.clock.advance(SignedDuration::from_mins(75)); // 10:15 in India
        for (date, time, field) in [
            ("2026-11-16", "10:07", "time"),
            ("2026-11-16", "09:45", "time"),
            ("2026-11-16", "12:00", "time"),
            ("2026-11-15", "10:15", "time"),
            ("2026-11-14", "10:00", "time"),
            ("2026-11-22", "10:00", "date"),
            ("2036-11-16", "10:00", "date"),
            ("nonsense", "10:00", "date"),
            ("Feb 30, 2027", "10:00", "date"),
            ("2026-11-16", "25:00", "time"),
            ("2026-11-16", "", "time"),
        ] {
            let answer = server.book(&patient, &doctor, date, time).await;
            answer.assert_problem(422, "invalid_fields");
            assert_eq!(answer.bad_fields(), [field], "{date} {time}");
        }
        assert_eq!(free(&server, &doctor, "2026-11-15").await[0], "10:30");
        assert!(free(&server, &doctor, "2026-11-22").await.is_empty());
        assert_eq!(server.book(&patient, &doctor, "2026-11-15", "10:30").await.status, 200);
        assert_eq!(server.book(&patient, &doctor, "2026-11-21", "11:45").await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn only_a_listed_doctor_can_be_booked() {
    with_server(async |server| {
        let one = server.patient(1).await;
        let (doctor, unlisted) = (server.doctor(1).await, server.unlisted_doctor(2, |_| {}).await);
        let path = format!("/user/api/doctor/{doctor}/appointment/booking/{}", one.id);
        for nobody in [unlisted.as_str(), "nobody", &one.id] {
            server.book(&one, nobody, DAY, "10:00").await.assert_problem(404, "not_found");
        }
        let garbage = server
            .ask("POST", &path, &one.token, Some(json!({"name": [], "phoneNumber": {}, "date": 1, "time": null})))
            .await;
        assert_eq!(garbage.bad_fields(), ["name", "phoneNumber", "date", "time"]);
    })
    .await;
}

#[tokio::test]
async fn the_same_form_sent_again_answers_with_the_booking_that_it_made() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let answers = join_all((0..8).map(|_| server.book(&patient, &doctor, DAY, "10:00"))).await;
        assert!(answers.iter().all(|answer| answer.status == 200), "{answers:?}");
        assert!(answers.iter().all(|answer| answer.body["data"]["_id"] == answers[0].body["data"]["_id"]));
        assert_eq!(server.mails().await.len(), 2);
        change(&server, &patient, "cancel", &answers[0].body["data"]["_id"], None).await;
        let anew = server.book(&patient, &doctor, DAY, "10:00").await;
        assert_ne!(anew.body["data"]["_id"], answers[0].body["data"]["_id"]);
    })
    .await;
}

#[tokio::test]
async fn a_booking_whose_answer_was_lost_is_found_by_the_same_form() {
    let line = Line::lay().await;
    let server = TestServer::start(line.database.clone()).await;
    let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);

    line.cut(At::Commit, Lost::Answer);
    let lost = server.book(&patient, &doctor, DAY, "10:00").await;
    lost.assert_problem(500, "outcome_unknown");
    assert!(lost.body["message"].as_str().unwrap().contains("check your bookings"), "{}", lost.text);
    assert_eq!(lost.header("retry-after"), "", "nobody is asked to try again blindly");
    assert_eq!(server.taken(&doctor).await.len(), 1, "it was booked all the same");
    let again = server.book(&patient, &doctor, DAY, "10:00").await;
    assert_eq!((again.status, &again.body["data"]["time"]), (200, &json!("10:00")), "{}", again.text);
    assert_eq!(server.taken(&doctor).await.len(), 1, "and not a second time");
    assert_eq!(server.mails().await.len(), 2, "both sides are told once");

    line.cut(At::Commit, Lost::Message);
    server.book(&patient, &doctor, DAY, "11:00").await.assert_problem(500, "outcome_unknown");
    assert_eq!(server.taken(&doctor).await.len(), 1, "this one was not booked");
    assert_eq!(server.book(&patient, &doctor, DAY, "11:00").await.status, 200);
    assert_eq!(server.taken(&doctor).await.len(), 2);

    line.cut(At::Commit, Lost::Answer);
    let to = Some(json!({"date": DAY, "time": "11:30"}));
    let id = &again.body["data"]["_id"];
    let moved = change(&server, &patient, "reschedule", id, to.clone()).await;
    moved.assert_problem(500, "outcome_unknown");
    assert!(moved.body["message"].as_str().unwrap().contains("look before you try again"), "{}", moved.text);
    assert_eq!(change(&server, &patient, "reschedule", id, to).await.body["data"]["time"], "11:30");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_patients_at_once_on_one_slot_twenty_times_make_one_winner_each_time() {
    with_server(async |server| {
        let doctor = server
            .doctor_with(1, |doctor| doctor.schedule.end = doccare::directory::DayTime::from_minutes(1200).unwrap())
            .await;
        let patients = server.patients(0..50).await;
        for (round, time) in free(&server, &doctor, "2026-11-16").await.into_iter().take(20).enumerate() {
            // No user has more than a few slots of a day, so that limits do not decide the race.
            let day = format!("2026-11-{}", 16 + round / 4);
            let answers = join_all(patients.iter().map(|patient| server.book(patient, &doctor, &day, &time))).await;
            let winners = answers.iter().filter(|answer| answer.status == 200).count();
            assert_eq!(winners, 1, "round {round}");
            for loser in answers.iter().filter(|answer| answer.status != 200) {
                loser.assert_problem(409, "slot_taken");
            }
        }
        server.assert_none_overlap(&doctor).await;
    })
    .await;
}

#[tokio::test]
async fn one_user_holds_four_slots_of_a_doctors_day_and_twenty_pending_in_all_even_when_hurrying() {
    with_server(async |server| {
        let patient = server.patient(1).await;
        let doctor = server.doctor(1).await;
        let times = free(&server, &doctor, "2026-11-16").await;
        let answers = join_all(times.iter().map(|time| server.book(&patient, &doctor, DAY, time))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 4);
        for refused in answers.iter().filter(|answer| answer.status != 200) {
            refused.assert_problem(409, "too_many_bookings");
        }
        let mut doctors = Vec::new();
        for number in 2..22 {
            doctors.push(server.doctor(number).await);
        }
        let answers = join_all(doctors.iter().map(|doctor| server.book(&patient, doctor, DAY, "11:00"))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 16);
        // Once the slots have passed they no longer count.
        server.clock.advance(SignedDuration::from_hours(48));
        assert_eq!(server.book(&patient, &doctor, "2026-11-18", "10:00").await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_cancelled_slot_is_free_again_and_cannot_be_cancelled_twice_or_too_late() {
    with_server(async |server| {
        let (one, two) = (server.patient(1).await, server.patient(2).await);
        let doctor = server.doctor(1).await;
        let id = server.book(&one, &doctor, DAY, "10:00").await.body["data"]["_id"].clone();
        change(&server, &two, "cancel", &id, None).await.assert_problem(403, "forbidden");
        change(&server, &one, "cancel", &json!("nothing"), None).await.assert_problem(404, "not_found");
        let cancelled = change(&server, &one, "cancel", &id, None).await;
        assert_eq!((cancelled.status, &cancelled.body["data"]["status"]), (200, &json!("Cancelled")));
        change(&server, &one, "cancel", &id, None).await.assert_problem(409, "not_changeable");
        let anew = server.book(&two, &doctor, DAY, "10:00").await;
        assert_eq!(anew.status, 200);
        server.clock.advance(SignedDuration::from_hours(25)); // 10:00 the next day
        change(&server, &two, "cancel", &anew.body["data"]["_id"], None).await.assert_problem(409, "not_changeable");
    })
    .await;
}

#[tokio::test]
async fn moving_takes_the_new_slot_frees_the_old_and_asks_the_doctor_again() {
    with_server(async |server| {
        let (one, two) = (server.patient(1).await, server.patient(2).await);
        let doctor = server.doctor(1).await;
        let id = server.book(&one, &doctor, DAY, "10:00").await.body["data"]["_id"].clone();
        server.book(&two, &doctor, DAY, "10:15").await;
        let checked = id.as_str().unwrap().to_owned();
        let approve = server.app.db.write(async move |tx| {
            tx.execute("UPDATE appointments SET status = 'Checked' WHERE id = $1", &[&checked]).await
        });
        approve.await.unwrap();
        let to = |time: &str| Some(json!({"date": DAY, "time": time}));
        change(&server, &one, "reschedule", &id, to("10:15")).await.assert_problem(409, "slot_taken");
        change(&server, &one, "reschedule", &id, to("10:01")).await.assert_problem(422, "invalid_fields");
        change(&server, &two, "reschedule", &id, to("10:30")).await.assert_problem(403, "forbidden");
        // Sent at once, because a queued mail is withdrawn by the next change.
        assert_eq!(server.mails().await.len(), 4, "booked twice, told to both sides each");
        let moved = change(&server, &one, "reschedule", &id, to("10:45")).await;
        assert_eq!((&moved.body["data"]["status"], &moved.body["data"]["time"]), (&json!("Pending"), &json!("10:45")));
        assert_eq!(&free(&server, &doctor, "2026-11-16").await[..2], ["10:00", "10:30"]);
        let mails = server.mails().await;
        assert_eq!(mails.len(), 6, "booked twice and moved once, to both sides each");
    })
    .await;
}

#[tokio::test]
async fn both_sides_get_mails_with_a_calendar_entry_that_keeps_its_uid() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let id = server.book(&patient, &doctor, DAY, "10:00").await.body["data"]["_id"].clone();
        server.mails().await;
        change(&server, &patient, "reschedule", &id, Some(json!({"date": DAY, "time": "11:00"}))).await;
        server.mails().await;
        change(&server, &patient, "cancel", &id, None).await;
        let mails = server.mails().await;
        let to_patient: Vec<_> = mails.iter().filter(|mail| mail.header("to").contains(&patient.email)).collect();
        assert_eq!((mails.len(), to_patient.len()), (6, 3));
        for (number, (method, start)) in
            [("REQUEST", "20261116T043000Z"), ("REQUEST", "20261116T053000Z"), ("CANCEL", "20261116T053000Z")]
                .into_iter()
                .enumerate()
        {
            let mut calendars = to_patient.iter().map(|mail| mail.text("text/calendar").unwrap());
            let calendar = calendars.find(|text| text.contains(&format!("SEQUENCE:{number}\n"))).unwrap();
            for line in [
                format!("METHOD:{method}"),
                format!("UID:{}@doccare", id.as_str().unwrap()),
                format!("DTSTART:{start}"),
            ] {
                assert!(calendar.contains(&line), "{line} in {calendar}");
            }
        }
        let mut texts = to_patient.iter().map(|mail| mail.text("text/plain").unwrap());
        let text = texts.find(|text| text.contains("requested")).unwrap();
        assert!(text.contains("Mon 16 Nov, 10:00 am") && text.contains("₹300") && text.contains("Dr. Doctor Number1"));
    })
    .await;
}

#[tokio::test]
async fn an_own_booking_can_be_taken_into_a_calendar() {
    with_server(async |server| {
        let (one, two) = (server.patient(1).await, server.patient(2).await);
        let doctor = server.doctor(1).await;
        let id = server.booked(&one, &doctor, DAY, "10:00").await;
        let path = format!("/user/api/appointment/{id}/calendar");
        let file = server.ask("GET", &path, &one.token, None).await;
        assert!(
            file.header("content-type").starts_with("text/calendar") && file.text.contains("DTSTART:20261116T043000Z")
        );
        assert_eq!(file.header("content-disposition"), "attachment; filename=\"appointment.ics\"");
        server.ask("GET", &path, &two.token, None).await.assert_problem(403, "forbidden");
        server.get(&path).await.assert_problem(401, "unauthenticated");
    })
    .await;
}

#[tokio::test]
async fn the_fee_is_the_one_shown_at_booking_time() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        server.book(&patient, &doctor, DAY, "10:00").await;
        let raise = server.app.db.write(async |tx| tx.execute("UPDATE doctors SET consultation_fee = 999", &[]).await);
        raise.await.unwrap();
        let list = server.ask("GET", &format!("/user/api/previous/booking/{}", patient.id), &patient.token, None).await;
        assert_eq!(list.body["data"][0]["doctorId"]["consultation_Fee"], 300);
    })
    .await;
}

#[tokio::test]
async fn whoever_books_and_cancels_or_moves_without_end_is_stopped() {
    with_limits(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        for round in 0..30 {
            let booked = server.book(&patient, &doctor, DAY, "10:00").await;
            assert_eq!(booked.status, 200, "{round}: {}", booked.text);
            assert_eq!(change(&server, &patient, "cancel", &booked.body["data"]["_id"], None).await.status, 200);
        }
        let refused = server.book(&patient, &doctor, DAY, "10:00").await;
        refused.assert_problem(409, "too_many_bookings");
        let text = "You have made too many bookings in the last hour. Please try again later, or contact us.";
        assert_eq!(refused.body["message"], text);
        server.clock.advance(SignedDuration::from_mins(61));
        let booked = server.book(&patient, &doctor, DAY, "10:00").await;
        assert_eq!(booked.status, 200, "an hour later: {}", booked.text);
        let id = &booked.body["data"]["_id"];
        for round in 0..30 {
            let time = ["10:15", "10:30"][round % 2];
            let moved = change(&server, &patient, "reschedule", id, Some(json!({"date": DAY, "time": time}))).await;
            assert_eq!(moved.status, 200, "{round}: {}", moved.text);
        }
        let moved = change(&server, &patient, "reschedule", id, Some(json!({"date": DAY, "time": "10:00"}))).await;
        moved.assert_problem(409, "too_many_bookings");
        let text = "This booking has been moved too often. Please keep its time, or cancel it and book again.";
        assert_eq!(moved.body["message"], text);
    })
    .await;
}

/// The subjects of the mails, with the recipient's role.
async fn told(server: &TestServer) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for mail in server.mails().await {
        let to = if mail.header("to").contains("patient") { "patient" } else { "doctor" };
        let subject = mail.header("subject").split(':').next().unwrap_or_default().to_owned();
        told.push(format!("{to}: {subject}"));
    }
    told.sort();
    told
}

#[tokio::test]
async fn a_mail_that_waits_is_withdrawn_when_the_appointment_changes() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        let token = server.sign_in_doctor(&doctor).await;
        told(&server).await;
        let before = server.mails().await.len();
        let id = server.booked(&patient, &doctor, "2026-11-16", "10:00").await;
        server.tick();
        server.approve(&token, &id).await;
        server.tick();
        let cancelled = server.ask("PATCH", &format!("/user/api/appointment/cancel/{id}"), &patient.token, None).await;
        assert_eq!(cancelled.status, 200, "{}", cancelled.text);
        let told = told(&server).await;
        let told: Vec<&str> = told.iter().map(String::as_str).filter(|told| told.contains("ppointment")).collect();
        let expected = ["doctor: An appointment was cancelled", "patient: Your appointment is cancelled"];
        assert_eq!((told, server.mails().await.len()), (expected.to_vec(), before + 2));
    })
    .await;
}
