//! A new name or licence number of a hospital or pharmacy needs an administrator's approval.

use serde_json::{Value, json};

use super::{approved_facility, audit, put, token};
use crate::harness::{Answer, TestServer, with_server};

const LIST: &str = "/admin/api/workers/changes";

/// A pharmacy that is signed in.
struct Pharmacy {
    id: String,
    token: String,
}

impl Pharmacy {
    async fn new(server: &TestServer, admin: &str) -> Self {
        let id = approved_facility(server, admin, &[]).await;
        Self { token: token(server, "pharmacy", "jeevan@example.org").await, id }
    }

    fn profile(&self) -> String {
        format!("/user/api/worker/profile/{}", self.id)
    }

    async fn put(&self, server: &TestServer, fields: &[(&'static str, &str)]) -> Answer {
        server.clock.advance(jiff::SignedDuration::from_millis(1));
        put(server, &self.profile(), &self.token, fields).await
    }

    async fn own(&self, server: &TestServer) -> Value {
        server.ask("GET", &self.profile(), &self.token, None).await.body["data"].clone()
    }
}

pub(super) async fn waiting(server: &TestServer, admin: &str) -> Vec<Value> {
    let list = server.ask("GET", LIST, admin, None).await;
    let rows = list.body["data"].as_array().unwrap_or_else(|| panic!("{}", list.text)).clone();
    let counted = server.ask("GET", "/admin/api/notifications", admin, None).await;
    assert_eq!(counted.body["data"]["changes"], rows.len(), "{}", counted.text);
    assert_eq!(list.body["total"], rows.len());
    rows
}

pub(super) async fn approve(server: &TestServer, admin: &str, change: &Value) -> Answer {
    let path = format!("{LIST}/approved/{}", change["_id"].as_str().unwrap());
    server.ask("PATCH", &path, admin, None).await
}

pub(super) async fn reject(server: &TestServer, admin: &str, change: &Value, reason: &str) -> Answer {
    let path = format!("{LIST}/rejected/{}", change["_id"].as_str().unwrap());
    server.ask("DELETE", &path, admin, Some(json!({"reason": reason}))).await
}

/// The public search results for a name.
async fn found(server: &TestServer, name: &str) -> Value {
    server.get(&format!("/user/api/pharmacies?q={name}")).await.body["data"][0]["Hospital_name"].clone()
}

#[tokio::test]
async fn a_new_name_and_licence_count_once_they_are_approved() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let pharmacy = Pharmacy::new(&server, &admin).await;
        assert_eq!(pharmacy.own(&server).await["waiting"], Value::Null);
        let sent = [("Hospital_name", "Asha Medicals"), ("License_number", "KL-30-1"), ("City", "Aluva")];
        let saved = pharmacy.put(&server, &sent).await;
        let data = &saved.body["data"];
        assert_eq!(saved.status, 200, "{}", saved.text);
        assert_eq!(
            saved.body["message"],
            "Your profile is saved. The new name, licence number or district needs approval; until then the old one is shown."
        );
        assert_eq!((&data["Hospital_name"], &data["License_number"]), (&json!("Jeevan Medicals"), &json!("KL-20-77")));
        assert_eq!(data["City"], "Aluva", "everything else counts at once");
        assert_eq!(data["waiting"]["Hospital_name"], "Asha Medicals");
        assert_eq!(data["waiting"]["License_number"], "KL-30-1");
        assert!(data["waiting"]["askedAt"].is_string());
        assert_eq!(pharmacy.own(&server).await, *data);
        assert_eq!(
            (found(&server, "jeevan").await, found(&server, "asha").await),
            (json!("Jeevan Medicals"), json!(null))
        );

        let rows = waiting(&server, &admin).await;
        for (field, value) in [
            ("workerId", json!(pharmacy.id)),
            ("category", json!("Pharmacy")),
            ("name", json!("Jeevan Medicals")),
            ("newName", json!("Asha Medicals")),
            ("number", json!("KL-20-77")),
            ("newNumber", json!("KL-30-1")),
        ] {
            assert_eq!(rows[0][field], value, "{rows:?}");
        }
        let details = server.ask("GET", &format!("/admin/api/hospitals/{}", pharmacy.id), &admin, None).await;
        assert_eq!(details.body["data"]["waiting"], data["waiting"]);
        let approved = approve(&server, &admin, &rows[0]).await;
        assert_eq!(approved.status, 200, "{}", approved.text);
        assert!(waiting(&server, &admin).await.is_empty());
        approve(&server, &admin, &rows[0]).await.assert_problem(404, "not_found");
        let own = pharmacy.own(&server).await;
        assert_eq!((&own["Hospital_name"], &own["License_number"]), (&json!("Asha Medicals"), &json!("KL-30-1")));
        assert_eq!(own["waiting"], Value::Null);
        assert_eq!(
            (found(&server, "jeevan").await, found(&server, "asha").await),
            (json!(null), json!("Asha Medicals"))
        );
        let by_number = server.ask("GET", "/admin/api/workers/data?category=Pharmacy&q=KL-30", &admin, None).await;
        assert_eq!(by_number.body["total"], 1, "{}", by_number.text);
        let words = Some("Jeevan Medicals → Asha Medicals, KL-20-77 → KL-30-1".to_owned());
        assert_eq!(audit(&server).await[1], ("approve_change".into(), "Jeevan Medicals".into(), words));
        let mails = server.mails().await;
        let mail = mails.iter().find(|mail| mail.header("subject") == "Your change is approved").unwrap();
        let text = mail.text("text/plain").unwrap();
        assert!(text.contains("Jeevan Medicals → Asha Medicals") && text.contains("KL-20-77 → KL-30-1"), "{text}");
    })
    .await;
}

#[tokio::test]
async fn a_rejected_change_has_no_effect_and_gives_its_reason() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let pharmacy = Pharmacy::new(&server, &admin).await;
        server.set_language(&pharmacy.id, "ml").await;
        assert_eq!(pharmacy.put(&server, &[("Hospital_name", "Asha Medicals")]).await.status, 200);
        let rows = waiting(&server, &admin).await;
        assert_eq!(rows[0]["newNumber"], Value::Null);
        assert_eq!(reject(&server, &admin, &rows[0], "No such shop").await.status, 200);
        assert!(waiting(&server, &admin).await.is_empty());
        let own = pharmacy.own(&server).await;
        assert_eq!((&own["Hospital_name"], &own["waiting"]), (&json!("Jeevan Medicals"), &Value::Null));
        assert_eq!(audit(&server).await[1].2.as_deref(), Some("No such shop"));
        let mails = server.mails().await;
        let mail = mails.iter().find(|mail| mail.header("subject") == "നിങ്ങൾ ആവശ്യപ്പെട്ട മാറ്റം അംഗീകരിച്ചില്ല").unwrap();
        assert!(mail.text("text/plain").unwrap().contains("കാരണം: No such shop"));
    })
    .await;
}

#[tokio::test]
async fn a_second_profile_change_replaces_the_first_and_only_the_seen_version_can_be_approved() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let pharmacy = Pharmacy::new(&server, &admin).await;
        assert_eq!(pharmacy.put(&server, &[("Hospital_name", "First Name")]).await.status, 200);
        let first = waiting(&server, &admin).await.remove(0);
        assert_eq!(pharmacy.put(&server, &[("Hospital_name", "Second Name")]).await.status, 200);
        let second = waiting(&server, &admin).await;
        assert_eq!((second.len(), &second[0]["newName"]), (1, &json!("Second Name")));
        let late = approve(&server, &admin, &first).await;
        late.assert_problem(404, "not_found");
        assert_eq!(
            late.body["message"],
            "This change no longer needs a decision: it was decided, replaced or withdrawn."
        );
        reject(&server, &admin, &first, "").await.assert_problem(404, "not_found");
        // Unchanged or already requested values request nothing new: some clients send all fields of their form.
        let all = [("Hospital_name", "Jeevan Medicals"), ("License_number", "KL-20-77"), ("City", "Aluva")];
        let saved = pharmacy.put(&server, &all).await;
        assert_eq!(saved.body["message"], "Your profile is saved.", "{}", saved.text);
        assert_eq!(pharmacy.put(&server, &[("Hospital_name", "Second Name")]).await.status, 200);
        assert_eq!(waiting(&server, &admin).await, second);
        // The licence number is added to the pending name.
        assert_eq!(pharmacy.put(&server, &[("License_number", "KL-30-1")]).await.status, 200);
        let third = waiting(&server, &admin).await;
        assert_eq!((&third[0]["newName"], &third[0]["newNumber"]), (&json!("Second Name"), &json!("KL-30-1")));
        for (fields, wrong) in
            [([("Hospital_name", " ")], "Hospital_name"), ([("License_number", "")], "License_number")]
        {
            assert_eq!(pharmacy.put(&server, &fields).await.bad_fields(), [wrong]);
        }
        assert_eq!(waiting(&server, &admin).await, third);
    })
    .await;
}

#[tokio::test]
async fn the_owner_can_withdraw_the_change() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let pharmacy = Pharmacy::new(&server, &admin).await;
        let withdraw =
            async || server.ask("DELETE", &format!("{}/change", pharmacy.profile()), &pharmacy.token, None).await;
        withdraw().await.assert_problem(404, "not_found");
        assert_eq!(pharmacy.put(&server, &[("Hospital_name", "Another")]).await.status, 200);
        let rows = waiting(&server, &admin).await;
        let (taken_back, approved) = futures::join!(withdraw(), approve(&server, &admin, &rows[0]));
        assert!([(200, 404), (404, 200)].contains(&(taken_back.status, approved.status)), "{}", taken_back.text);
        let expected = if approved.status == 200 { "Another" } else { "Jeevan Medicals" };
        assert_eq!(pharmacy.own(&server).await["Hospital_name"], expected);
        assert!(waiting(&server, &admin).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_taken_licence_number_is_refused_at_request_and_at_approval() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let pharmacy = Pharmacy::new(&server, &admin).await;
        let other = |license| [("License_number", Some(license)), ("Email", Some(license))];
        approved_facility(&server, &admin, &other("a1@example.org")).await;
        let taken = pharmacy.put(&server, &[("License_number", "A1@example.org")]).await;
        taken.assert_problem(409, "already_registered");
        assert_eq!(taken.bad_fields(), ["License_number"]);
        // Its own number in another spelling is not taken for another's.
        assert_eq!(pharmacy.put(&server, &[("License_number", "kl-20-77")]).await.status, 200);
        assert_eq!(
            pharmacy.put(&server, &[("License_number", "b2@example.org"), ("Hospital_name", "B")]).await.status,
            200
        );
        approved_facility(&server, &admin, &other("b2@example.org")).await;
        let rows = waiting(&server, &admin).await;
        let meanwhile = approve(&server, &admin, &rows[0]).await;
        meanwhile.assert_problem(409, "already_registered");
        assert!(meanwhile.body["message"].as_str().unwrap().contains("now has this licence number"));
        assert_eq!(pharmacy.own(&server).await["Hospital_name"], "Jeevan Medicals", "all or nothing");
        assert_eq!(waiting(&server, &admin).await, rows);
        assert!(server.mails().await.iter().all(|mail| mail.header("subject") != "Your change is approved"));
        assert_eq!(reject(&server, &admin, &rows[0], "Taken").await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn suspension_and_approval_of_a_profile_change_leave_none_waiting_in_any_order() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let pharmacy = Pharmacy::new(&server, &admin).await;
        assert_eq!(pharmacy.put(&server, &[("Hospital_name", "Another")]).await.status, 200);
        let rows = waiting(&server, &admin).await;
        let suspend = format!("/admin/api/hospitals/{}/suspend", pharmacy.id);
        let (approved, suspended) =
            futures::join!(approve(&server, &admin, &rows[0]), server.ask("POST", &suspend, &admin, None));
        assert!([200, 404].contains(&approved.status) && suspended.status == 200, "{}", approved.text);
        assert!(waiting(&server, &admin).await.is_empty());
        approve(&server, &admin, &rows[0]).await.assert_problem(404, "not_found");
        // A request at the moment of the suspension is not left pending.
        let restore = format!("/admin/api/hospitals/{}/restore", pharmacy.id);
        assert_eq!(server.ask("POST", &restore, &admin, None).await.status, 200);
        let pharmacy = Pharmacy { token: token(&server, "pharmacy", "jeevan@example.org").await, ..pharmacy };
        let (asked, suspended) = futures::join!(
            pharmacy.put(&server, &[("Hospital_name", "Late")]),
            server.ask("POST", &suspend, &admin, None)
        );
        assert!([200, 401].contains(&asked.status) && suspended.status == 200, "{}", asked.text);
        assert!(waiting(&server, &admin).await.is_empty());
        // The one who asked before gets a mail.
        assert_eq!(server.ask("POST", &restore, &admin, None).await.status, 200);
        let pharmacy = Pharmacy { token: token(&server, "pharmacy", "jeevan@example.org").await, ..pharmacy };
        assert_eq!(pharmacy.put(&server, &[("Hospital_name", "Yet another")]).await.status, 200);
        assert_eq!(server.ask("POST", &suspend, &admin, None).await.status, 200);
        let texts: Vec<_> = server.mails().await.iter().filter_map(|mail| mail.text("text/plain")).collect();
        assert!(texts.iter().any(|text| text.contains("is dropped")), "{texts:?}");
    })
    .await;
}
