//! Copying a week's extra sessions to another week.

use serde_json::{Value, json};

use super::{Doctor, MONDAY, SUNDAY, TUESDAY};
use crate::harness::{Answer, TestServer, with_server};

async fn copy(server: &TestServer, doctor: &Doctor, from: &str, to: &str) -> Value {
    let body = Some(json!({"from": from, "to": to}));
    doctor.done(server, "POST", "sessions/{id}/copy", body).await
}

fn counts(copied: &Value) -> [i64; 5] {
    let data = &copied["data"];
    let why = &data["why"];
    [&data["copied"], &data["skipped"], &why["past"], &why["unfit"], &why["elsewhere"]].map(|n| n.as_i64().unwrap())
}

#[tokio::test]
async fn the_answer_lists_copied_and_skipped_sessions_with_reasons() {
    with_server(async |server| {
        let doctor = Doctor::with_desk(&server, 1).await;
        let next = "2026-11-22";
        let nothing = copy(&server, &doctor, SUNDAY, next).await;
        assert_eq!(counts(&nothing), [0; 5]);
        assert_eq!(nothing["message"], "That week has no extra sessions, so nothing was copied.");
        doctor.add_extra(&server, SUNDAY, ("14:00", "15:00"), true).await;
        doctor.add_extra(&server, SUNDAY, ("16:00", "17:00"), false).await;
        // A hospital that does not confirm the doctor now has no more sessions of theirs.
        doctor.is_denied(&server).await;
        let copied = copy(&server, &doctor, SUNDAY, next).await;
        assert_eq!(counts(&copied), [1, 1, 0, 0, 1]);
        assert_eq!(
            copied["message"],
            "1 extra session copied, 1 left out: the hospital does not currently confirm you (1)."
        );
        let extra = copied["data"]["schedule"]["extraSessions"].as_array().unwrap();
        let there: Vec<&Value> = extra.iter().filter(|session| session["date"] == next).collect();
        assert_eq!((there.len(), &there[0]["from"]), (1, &json!("16:00")));
        let again = copy(&server, &doctor, SUNDAY, next).await;
        assert_eq!(counts(&again), [0, 2, 0, 1, 1]);
        assert!(again["message"].as_str().unwrap().starts_with("Nothing was copied. 2 extra sessions left out:"));

        // Into the current week, of which only Sunday is left.
        doctor.add_extra(&server, MONDAY, ("16:00", "17:00"), false).await;
        let back = copy(&server, &doctor, MONDAY, SUNDAY).await;
        assert_eq!(counts(&back), [0, 2, 1, 1, 0]);
        let path = format!("/user/api/doctor/sessions/{}/copy", doctor.id);
        let week = json!({"from": "2026-12-07", "to": TUESDAY});
        let request = server.request("POST", &path).bearer_auth(&doctor.token).header("accept-language", "ml");
        let malayalam = Answer::read(request.json(&week)).await;
        assert_eq!(malayalam.body["message"], "ആ ആഴ്ചയിൽ അധിക സെഷനുകളില്ല; ഒന്നും പകർത്തിയില്ല.");
    })
    .await;
}
