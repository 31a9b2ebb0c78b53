//! Suspending hospitals and pharmacies has the same effects as suspending doctors.

use serde_json::{Value, json};

use super::get;
use crate::harness::{Answer, TestServer, with_server};
use crate::workers::{PASSWORD, apply_as_facility, approved_facility, put, token};

const HOSPITAL: [(&str, Option<&str>); 3] =
    [("category", Some("Hospital")), ("Hospital_name", Some("Care Hospital")), ("District", Some("Kozhikode"))];

async fn decide(server: &TestServer, admin: &str, id: &str, deed: &str, reason: &str) -> Answer {
    server.clock.advance(jiff::SignedDuration::from_millis(1));
    let path = format!("/admin/api/hospitals/{id}/{deed}");
    server.ask("POST", &path, admin, Some(json!({"reason": reason}))).await
}

#[tokio::test]
async fn a_suspended_facility_is_hidden_and_signed_out_until_restored() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        for (category, path, changed) in [("Hospital", "hospitals", &HOSPITAL[..]), ("Pharmacy", "pharmacies", &[])] {
            let role = category.to_lowercase();
            let mut changed = changed.to_vec();
            changed.push(("License_number", Some(category)));
            let id = approved_facility(&server, &admin, &changed).await;
            let session = token(&server, &role, "jeevan@example.org").await;
            let approved_at = get(&server, &admin, &format!("hospitals/{id}")).await.body["data"]["approvedAt"].clone();

            let suspended = decide(&server, &admin, &id, "suspend", "Licence ended").await;
            let data = &suspended.body["data"];
            assert_eq!((suspended.status, &data["suspended"]), (200, &json!(true)), "{}", suspended.text);
            assert_eq!((&data["approvedAt"], &data["audit"][0]["reason"]), (&approved_at, &json!("Licence ended")));
            assert_eq!(data["audit"][0]["subject"]["kind"], json!(role));
            decide(&server, &admin, &id, "suspend", "").await.assert_problem(409, "not_changeable");

            assert_eq!(server.get(&format!("/user/api/{path}")).await.body["total"], 0);
            let own = server.ask("GET", &format!("/user/api/worker/profile/{id}"), &session, None).await;
            own.assert_problem(401, "unauthenticated");
            let login = json!({"email": "jeevan@example.org", "password": PASSWORD});
            let refused = server.post(&format!("/user/api/{role}/login"), login).await;
            refused.assert_problem(403, "blocked");
            assert_eq!(refused.body["message"], format!("{category} not complited"));
            let pending = get(&server, &admin, &format!("workers/{category}/pendingrequest")).await;
            assert_eq!(pending.body["total"], 0, "a suspended one is no applicant");
            let listed = get(&server, &admin, &format!("workers/data?category={category}")).await;
            assert_eq!((&listed.body["total"], &listed.body["data"][0]["suspended"]), (&json!(1), &json!(true)));
            let found = get(&server, &admin, &format!("workers/data?category={category}&q={category}")).await;
            assert_eq!(found.body["total"], 1, "found by its licence number");

            let restored = decide(&server, &admin, &id, "restore", "Renewed").await;
            assert_eq!((restored.status, &restored.body["data"]["suspended"]), (200, &json!(false)));
            assert_eq!(restored.body["data"]["approvedAt"], approved_at);
            decide(&server, &admin, &id, "restore", "").await.assert_problem(409, "not_changeable");
            assert_eq!(server.get(&format!("/user/api/{path}")).await.body["total"], 1);
            token(&server, &role, "jeevan@example.org").await;
            assert_eq!(get(&server, &admin, &format!("audit?subject={role}&action=suspend")).await.body["total"], 1);
            assert_eq!(get(&server, &admin, &format!("audit?subject={role}&action=restore")).await.body["total"], 1);
        }
        let mails = server.mails().await;
        let told = |subject: &str| {
            let told = mails.iter().filter(|mail| mail.header("subject") == subject);
            told.map(|mail| mail.text("text/plain").unwrap()).collect::<Vec<_>>()
        };
        let (suspended, restored) = (told("Your entry is suspended"), told("Your entry is restored"));
        assert_eq!((suspended.len(), restored.len()), (2, 2));
        assert!(suspended.iter().all(|text| text.contains("Reason: Licence ended")), "{suspended:?}");
    })
    .await;
}

#[tokio::test]
async fn only_approved_facilities_can_be_suspended_and_only_once() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let waiting = apply_as_facility(&server, &[]).await.id();
        decide(&server, &admin, &waiting, "suspend", "").await.assert_problem(409, "not_changeable");
        let doctor = server.doctor(1).await;
        decide(&server, &admin, &doctor, "suspend", "").await.assert_problem(404, "not_found");
        let mut changed = HOSPITAL.to_vec();
        changed.extend([("License_number", Some("KL-2")), ("Email", Some("care@example.org"))]);
        let hospital = approved_facility(&server, &admin, &changed).await;
        let (one, two) = futures::join!(
            decide(&server, &admin, &hospital, "suspend", "Closed"),
            decide(&server, &admin, &hospital, "suspend", "Closed")
        );
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409]);
        assert_eq!(get(&server, &admin, "audit?action=suspend").await.body["total"], 1);
    })
    .await;
}

#[tokio::test]
async fn a_suspended_hospital_is_not_shown_with_its_doctors_nor_asked_about_blood() {
    with_server(async |server| {
        let (admin, doctor) = (server.admin_token().await, server.doctor(1).await);
        let hospital = approved_facility(&server, &admin, &HOSPITAL).await;
        let session = token(&server, "hospital", "jeevan@example.org").await;
        let own = server.sign_in_doctor(&doctor).await;
        let profile = format!("/user/api/doctor/profile/{doctor}");
        assert_eq!(put(&server, &profile, &own, &[("hospital", &hospital)]).await.status, 200);
        let confirm = format!("/user/api/worker/doctors/{hospital}/confirm/{doctor}");
        assert_eq!(server.ask("PATCH", &confirm, &session, None).await.status, 200);
        let shown = async || {
            server.get(&format!("/user/api/doctor/{doctor}")).await.body["data"]["hospital"]["Hospital_name"].clone()
        };
        assert_eq!(shown().await, "Care Hospital");
        server.donor(1, json!({"District": "Kannur"})).await;
        server.open_request(1, json!({})).await;
        let requests = get(&server, &admin, "blood/requests").await;
        let request = requests.body["data"][0]["_id"].as_str().unwrap().to_owned();

        assert_eq!(decide(&server, &admin, &hospital, "suspend", "Closed").await.status, 200);
        assert_eq!(shown().await, Value::Null);
        let look = format!("/user/api/worker/bloodrequests/{hospital}/confirm/{request}");
        server.ask("PATCH", &look, &session, None).await.assert_problem(401, "unauthenticated");
        let asked = get(&server, &admin, &format!("blood/requests/{request}")).await;
        assert_eq!(asked.body["data"]["inDirectory"], false, "{}", asked.text);
        // A change of other fields keeps the hospital, but no other doctor can name it.
        assert_eq!(put(&server, &profile, &own, &[("consultation_Fee", "450")]).await.status, 200);
        let other = server.doctor(2).await;
        let (path, token) = (format!("/user/api/doctor/profile/{other}"), server.sign_in_doctor(&other).await);
        assert_eq!(put(&server, &path, &token, &[("hospital", &hospital)]).await.bad_fields(), ["hospital"]);

        assert_eq!(decide(&server, &admin, &hospital, "restore", "").await.status, 200);
        assert_eq!(shown().await, "Care Hospital");
    })
    .await;
}
