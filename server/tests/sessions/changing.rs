//! Changes of sessions, hours and places: what is refused, which bookings are left outside, and which hours are closed.

use doccare::directory::facilities::Category;
use serde_json::{Value, json};

use super::{Doctor, MONDAY, TUESDAY, book, slots, times};
use crate::harness::with_server;
use crate::logins::facility;

#[tokio::test]
async fn errors_of_a_session_are_named_by_its_field() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        let (other, ..) = facility(&server, Category::Hospital, 9).await;
        let monday = |from: &str, to: &str| json!({"weekday": "Monday", "from": from, "to": to});
        for (sessions, fields) in [
            (json!("none"), vec!["sessions"]),
            (json!([7]), vec!["sessions"]),
            (json!([{}]), vec!["sessions[0].weekday", "sessions[0].from", "sessions[0].to"]),
            (json!([monday("10:00", "10:00")]), vec!["sessions[0].to"]),
            (json!([monday("10:00", "12:00"), monday("11:45", "13:00")]), vec!["sessions[1].from"]),
            (json!([monday("10:00", "12:00"), monday("17:10", "18:00")]), vec!["sessions[1].from"]),
            (json!([{"weekday": "Monday", "from": "10:00", "to": "12:00", "fee": "-1"}]), vec!["sessions[0].fee"]),
            (json!([{"weekday": "Monday", "from": "10:00", "to": "12:00", "place": other}]), vec!["sessions[0].place"]),
            (json!(vec![monday("10:00", "11:00"); 51]), vec!["sessions"]),
        ] {
            let answer = doctor.put_sessions(&server, "", json!({"sessions": sessions})).await;
            assert_eq!(answer.bad_fields()[..fields.len()], fields, "{sessions}");
        }
        // Another grid on another day is allowed.
        let both = json!([monday("10:00", "12:00"), {"weekday": "Tuesday", "from": "10:05", "to": "12:00"}]);
        assert_eq!(doctor.put_sessions(&server, "", json!({"sessions": both})).await.status, 200);
        assert_eq!(times(&slots(&server, &doctor, TUESDAY).await["data"])[0], "10:05");
    })
    .await;
}

#[tokio::test]
async fn the_simple_form_is_one_session_and_several_refuse_to_be_changed_by_it() {
    with_server(async |server| {
        let doctor = Doctor::of(&server, 1).await;
        assert_eq!(doctor.schedule(&server).await["sessions"], json!([]));
        // The same hours every day at the doctor's own clinic are stored as plain hours.
        let days = ["Monday", "Tuesday"];
        let every = |place: Value| {
            let session = |day: &&str| json!({"weekday": day, "from": "09:00", "to": "11:00", "place": place});
            json!({"sessions": days.iter().map(session).collect::<Vec<_>>()})
        };
        assert_eq!(doctor.put_sessions(&server, "", every(Value::Null)).await.status, 200);
        let schedule = doctor.schedule(&server).await;
        assert_eq!((&schedule["sessions"], &schedule["startTime"]), (&json!([]), &json!("09:00")));
        assert_eq!(schedule["daysOff"].as_array().unwrap().len(), 5);
        // The same hours every day at the hospital are one session, which the profile can change.
        assert_eq!(doctor.put_sessions(&server, "", every(json!(doctor.hospital))).await.status, 200);
        assert_eq!(doctor.schedule(&server).await["severalSessions"], false);
        let saved = doctor.put_profile(&server, "", &[("startTime", "10:00"), ("endTime", "12:00")]).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        assert_eq!(times(&slots(&server, &doctor, TUESDAY).await["data"])[0], "10:00");
        assert_eq!(doctor.put_profile(&server, "", &[("endTime", "10:00")]).await.bad_fields(), ["endTime"]);

        assert_eq!(doctor.put_sessions(&server, "", doctor.two_places()).await.status, 200);
        let same = [("startTime", "09:00"), ("endTime", "18:00"), ("consultation_Fee", "350")];
        assert_eq!(doctor.put_profile(&server, "", &same).await.status, 200);
        doctor.put_profile(&server, "", &[("startTime", "08:00")]).await.assert_problem(409, "several_sessions");
        let days_off = |days: Value| json!({"daysOff": days});
        let equal = doctor.schedule(&server).await["daysOff"].clone();
        let put = async |body: Value| doctor.ask(&server, "PUT", "schedule/{id}", Some(body)).await;
        assert_eq!(put(days_off(equal)).await.status, 200);
        put(days_off(json!([]))).await.assert_problem(409, "several_sessions");
        put(json!({"breakStart": "09:30", "breakEnd": "09:45"})).await.assert_problem(409, "several_sessions");
        // Back to plain hours, from the first start to the last end.
        assert_eq!(doctor.put_sessions(&server, "", json!({"sessions": []})).await.status, 200);
        assert_eq!(times(&slots(&server, &doctor, MONDAY).await["data"]).len(), 36);
    })
    .await;
}

#[tokio::test]
async fn bookings_outside_changed_hours_are_shown_before_saving() {
    with_server(async |server| {
        let (doctor, patient) = (Doctor::with_two_places(&server, 1).await, server.patient(1).await);
        let morning = book(&server, &patient, &doctor, MONDAY, "09:00").await;
        let evening = book(&server, &patient, &doctor, MONDAY, "17:00").await;
        let evening_alone = json!({"sessions": [{"weekday": "Monday", "from": "17:00", "to": "18:00"}]});
        let before = doctor.schedule(&server).await;
        let preview = doctor.put_sessions(&server, "?preview=true", evening_alone.clone()).await;
        let data = &preview.body["data"];
        assert_eq!((&data["outside"], &data["bookings"][0]["_id"]), (&json!(1), &morning["_id"]), "{}", preview.text);
        assert_eq!(data["bookings"][0]["patient_name"], "Asha Nair");
        assert_eq!(data["schedule"]["startTime"], "17:00");
        assert_eq!(doctor.put_sessions(&server, "?preview=yes", evening_alone.clone()).await.bad_fields(), ["preview"]);
        assert_eq!(doctor.schedule(&server).await, before, "nothing is saved");
        // A session that is moved to another place leaves its visits outside too.
        let mut elsewhere = doctor.two_places();
        elsewhere["sessions"][0]["place"] = json!(doctor.hospital);
        let preview = doctor.put_sessions(&server, "?preview=true", elsewhere).await;
        assert_eq!(preview.body["data"]["bookings"][0]["_id"], evening["_id"]);
        // Leaving the hospital does as well.
        let left = doctor.put_profile(&server, "?preview=true", &[("hospital", "")]).await;
        assert_eq!(left.body["data"]["bookings"][0]["_id"], morning["_id"], "{}", left.text);
        assert_eq!(doctor.schedule(&server).await, before, "nothing is saved");

        let saved = doctor.put_sessions(&server, "", evening_alone.clone()).await;
        assert_eq!(
            (&saved.body["data"]["outside"], &saved.body["data"]["bookings"][0]["_id"]),
            (&json!(1), &morning["_id"])
        );
        // It is outside already: another change does not list it again.
        let again = doctor.put_sessions(&server, "?preview=true", evening_alone).await;
        assert_eq!((&again.body["data"]["outside"], &again.body["data"]["bookings"]), (&json!(1), &json!([])));
        let hours = doctor.put_profile(&server, "?preview=true", &[("startTime", "17:30")]).await;
        assert_eq!(hours.body["data"]["bookings"][0]["_id"], evening["_id"], "{}", hours.text);
    })
    .await;
}

#[tokio::test]
async fn leave_for_hours_closes_these_hours_and_names_them() {
    with_server(async |server| {
        let (doctor, patient) = (Doctor::with_two_places(&server, 1).await, server.patient(1).await);
        let (early, late) = (
            book(&server, &patient, &doctor, MONDAY, "09:00").await,
            book(&server, &patient, &doctor, MONDAY, "09:45").await,
        );
        let hours = "startTime=09:30&endTime=10:00";
        let met = doctor.ask(&server, "GET", &format!("leave/{{id}}/bookings?from={MONDAY}&{hours}"), None).await;
        assert_eq!(times(&met.body["data"]), ["09:45"]);
        let half = json!({"from": MONDAY, "startTime": "09:30"});
        assert_eq!(doctor.ask(&server, "POST", "leave/{id}", Some(half)).await.bad_fields(), ["endTime"]);
        let leave = json!({"from": MONDAY, "startTime": "09:30", "endTime": "10:00", "bookings": "cancel"});
        let added = doctor.ask(&server, "POST", "leave/{id}", Some(leave)).await;
        assert_eq!((added.status, &added.body["data"]["startTime"]), (200, &json!("09:30")), "{}", added.text);
        let status = async |id: &Value| {
            let sql = format!("SELECT status FROM appointments WHERE id = '{}'", id.as_str().unwrap());
            server.app.db.read(async |tx| tx.first::<String>(&sql, &[]).await).await.unwrap().unwrap()
        };
        assert_eq!((status(&early["_id"]).await, status(&late["_id"]).await), ("Pending".into(), "Cancelled".into()));
        let free = ["09:15", "17:00", "17:15", "17:30", "17:45"];
        assert_eq!(times(&slots(&server, &doctor, MONDAY).await["data"]), free);
        let refused = server.book(&patient, &doctor.id, MONDAY, "09:30").await;
        let why = ["reason", "from", "to"].map(|field| refused.body[field].as_str().unwrap());
        assert_eq!(why, ["leave", "09:30", "10:00"]);
    })
    .await;
}

#[tokio::test]
async fn a_hospital_that_confirms_no_longer_takes_the_slots_and_leaves_the_visits() {
    with_server(async |server| {
        let (doctor, patient) = (Doctor::with_two_places(&server, 1).await, server.patient(1).await);
        let booked = book(&server, &patient, &doctor, MONDAY, "09:00").await;
        let free = async || slots(&server, &doctor, MONDAY).await["data"].as_array().unwrap().len();
        assert_eq!(free().await, 7);
        let suspended = format!("UPDATE facilities SET listed_at = NULL WHERE id = '{}'", doctor.hospital);
        server.execute(&suspended).await;
        assert_eq!(free().await, 4, "the week in memory has heard of it");
        server.execute(&suspended.replace("NULL", "1")).await;
        assert_eq!(free().await, 7);
        server.unconfirm(&doctor.id).await;
        assert_eq!(free().await, 4);
        let schedule = doctor.schedule(&server).await;
        assert_eq!((&schedule["needsAttention"], &schedule["place"]), (&json!(true), &Value::Null));
        assert_eq!(schedule["sessions"][0]["offered"], false);
        let refused = server.book(&patient, &doctor.id, MONDAY, "09:15").await;
        assert_eq!(refused.body["reason"], "outside_hours", "{}", refused.text);
        let own = server.ask("GET", &format!("/user/api/previous/booking/{}", patient.id), &patient.token, None).await;
        assert_eq!((&own.body["data"][0]["_id"], &own.body["data"][0]["status"]), (&booked["_id"], &json!("Pending")));
        assert_eq!(own.body["data"][0]["place"]["name"], "hospital 1", "it is where it was booked");
        assert_eq!(doctor.put_sessions(&server, "", doctor.two_places()).await.bad_fields(), ["sessions[1].place"]);
        // The hospital's address is a change for the index, too.
        server.confirm_at(&doctor.id, &doctor.hospital).await;
        server.execute(&format!("UPDATE facilities SET address = 'New Road' WHERE id = '{}'", doctor.hospital)).await;
        let found = server.get(&format!("/user/api/doctor/{}", doctor.id)).await;
        assert_eq!(found.body["data"]["places"][0]["address"], "New Road");
    })
    .await;
}
