//! Donors: registration, and what the private link does.

use serde_json::{Value, json};

use crate::harness::blood::merged;
use crate::harness::{TestServer, with_server};

const DONOR: &str = "/user/api/blooddonor";

#[tokio::test]
async fn a_donor_registers_and_placeholders_and_ages_are_refused_with_their_field() {
    with_server(async |server| {
        let form = TestServer::donor_form;
        for (field, value) in [
            ("Name", " "),
            ("Blood_group", "Select blood group"),
            ("Gender", "Select gender"),
            ("Age", "17"),
            ("Age", "66"),
            ("Age", ""),
            ("Email", "nobody"),
            ("Phone_number", "12345"),
            ("District", "Chennai"),
            ("State", "Select state"),
        ] {
            let mut form = form(1);
            form[field] = json!(value);
            let answer = server.post("/user/api/bloodregister", form).await;
            answer.assert_problem(422, "invalid_fields");
            assert!(answer.bad_fields().contains(&field), "{field}: {}", answer.text);
        }
        let empty = server.post("/user/api/bloodregister", json!({})).await;
        let fields = ["Name", "Blood_group", "Gender", "Age", "Email", "Phone_number", "State", "District"];
        assert_eq!(empty.bad_fields(), fields);
        for (number, age) in [(1, json!("18")), (2, json!(65))] {
            server.donor(number, json!({"Age": age, "Phone_number": format!("+91 97{number:03} 00000")})).await;
        }
        let admin = server.admin_token().await;
        let list = server.ask("GET", "/admin/api/blood/donors", &admin, None).await;
        assert_eq!(list.body["total"], 2);
        let second = &list.body["data"][0];
        assert_eq!(
            (&second["Name"], &second["Age"], &second["Phone_number"]),
            (&json!("Donor 2"), &json!(65), &json!("9700200000"))
        );
    })
    .await;
}

#[tokio::test]
async fn the_private_page_shows_no_number_and_no_address() {
    with_server(async |server| {
        let link = server.donor(1, json!({})).await;
        let page = server.with_link("GET", DONOR, &link, None).await;
        assert_eq!(page.status, 200);
        let data = &page.body["data"];
        assert_eq!((&data["phoneHint"], &data["emailHint"]), (&json!("97••••••01"), &json!("d•••@e•••.org")));
        assert_eq!((&data["status"], &data["consent"], &data["change"]), (&json!("ready"), &json!(true), &Value::Null));
        assert!(!page.text.contains("9700000001") && !page.text.contains("donor1@example.org"));
        for wrong in ["", "0000", &link[1..]] {
            server.with_link("GET", DONOR, wrong, None).await.assert_problem(410, "link_ended");
        }
        server.get(DONOR).await.assert_problem(410, "link_ended");
    })
    .await;
}

#[tokio::test]
async fn registering_again_does_not_double_and_waits_for_the_address_on_file() {
    with_server(async |server| {
        let link = server.donor(1, json!({})).await;
        let again =
            json!({"Name": "donor  1", "Blood_group": "A+", "District": "Kannur", "Email": "thief@example.org"});
        let form = merged(TestServer::donor_form(1), again);
        let first_answer = server.post("/user/api/bloodregister", TestServer::donor_form(2)).await;
        let answer = server.post("/user/api/bloodregister", form).await;
        assert_eq!((answer.status, &answer.body), (201, &first_answer.body), "a stranger learns nothing");

        let admin = server.admin_token().await;
        let list = server.ask("GET", "/admin/api/blood/donors?q=donor+1", &admin, None).await;
        assert_eq!((&list.body["total"], &list.body["data"][0]["Blood_group"]), (&json!(1), &json!("O-")));
        let mails = server.mails().await;
        assert!(mails.iter().all(|mail| mail.header("to") != "thief@example.org"));
        let confirm = server.link_in_mail("donor1@example.org", "/blooddonor#").await;
        assert_ne!(confirm, link);

        let page = server.with_link("GET", DONOR, &confirm, None).await;
        assert_eq!(page.body["data"]["change"]["Blood_group"], "A+");
        let kept = server.with_link("DELETE", &format!("{DONOR}/change"), &link, None).await;
        assert_eq!((&kept.body["data"]["Blood_group"], &kept.body["data"]["change"]), (&json!("O-"), &Value::Null));

        let again = json!({"Blood_group": "A+", "District": "Kannur", "Email": "new1@example.org"});
        server.post("/user/api/bloodregister", merged(TestServer::donor_form(1), again)).await;
        let taken = server.with_link("POST", &format!("{DONOR}/change"), &link, None).await;
        let data = &taken.body["data"];
        assert_eq!((&data["Blood_group"], &data["District"]), (&json!("A+"), &json!("Kannur")));
        server.link_in_mail("new1@example.org", "/blooddonor#").await;
        assert!(server.was_told("donor1@example.org", "another e-mail address").await);
    })
    .await;
}

#[tokio::test]
async fn a_donor_pauses_returns_rests_changes_and_erases_themselves_by_link() {
    with_server(async |server| {
        let link = server.donor(1, json!({"Gender": "Female"})).await;
        let post = async |path: &str, body: Value| {
            server.with_link("POST", &format!("{DONOR}/{path}"), &link, Some(body)).await
        };
        let paused = post("pause", json!({"until": "2026-11-20"})).await;
        assert_eq!(
            (&paused.body["data"]["status"], &paused.body["data"]["pausedUntil"]),
            (&json!("paused"), &json!("2026-11-20"))
        );
        let for_good = server.with_link("POST", &format!("{DONOR}/pause"), &link, None).await;
        assert_eq!(
            (&for_good.body["data"]["status"], &for_good.body["data"]["pausedUntil"]),
            (&json!("paused"), &Value::Null)
        );
        assert_eq!(post("pause", json!({"until": "2026-11-14"})).await.bad_fields(), ["until"]);
        assert_eq!(post("resume", json!({})).await.body["data"]["status"], "ready");

        for wrong in ["2026-11-16", "2025-11-14", "x"] {
            assert_eq!(post("donation", json!({"date": wrong})).await.bad_fields(), ["date"], "{wrong}");
        }
        let given = post("donation", json!({"date": "2026-11-01"})).await;
        let data = &given.body["data"];
        assert_eq!(
            (&data["status"], &data["lastDonation"], &data["canGiveFrom"]),
            (&json!("resting"), &json!("2026-11-01"), &json!("2027-03-01"))
        );
        assert_eq!(post("donation", json!({})).await.body["data"]["lastDonation"], "2026-11-15");

        let change = json!({"District": "", "Phone_number": "9811111111", "consent": false});
        let changed = server.with_link("PUT", DONOR, &link, Some(change)).await;
        let data = &changed.body["data"];
        assert_eq!(
            (&data["District"], &data["phoneHint"], &data["status"]),
            (&json!("Kozhikode"), &json!("98••••••11"), &json!("no_consent"))
        );
        let wrong = server.with_link("PUT", DONOR, &link, Some(json!({"State": "Goa"}))).await;
        assert_eq!(wrong.bad_fields(), ["District"]);
        server.donor(2, json!({"Name": "Donor 1"})).await;
        let others = server.with_link("PUT", DONOR, &link, Some(json!({"Phone_number": "9700000002"}))).await;
        others.assert_problem(409, "already_registered");

        assert_eq!(server.with_link("DELETE", DONOR, &link, None).await.status, 200);
        server.with_link("GET", DONOR, &link, None).await.assert_problem(410, "link_ended");
        let admin = server.admin_token().await;
        assert_eq!(server.ask("GET", "/admin/api/blood/donors?q=9811111111", &admin, None).await.body["total"], 0);
    })
    .await;
}

#[tokio::test]
async fn a_lost_link_comes_again_by_mail_and_not_more_than_a_few_an_hour() {
    with_server(async |server| {
        server.donor(1, json!({})).await;
        let ask = async |email: &str| server.post("/user/api/blooddonor/link", json!({"Email": email})).await;
        let known = ask("DONOR1@example.org").await;
        let unknown = ask("nobody@example.org").await;
        assert_eq!((known.status, &known.body), (200, &unknown.body));
        for _ in 0..5 {
            ask("donor1@example.org").await;
        }
        let to_donor =
            async || server.mails().await.iter().filter(|mail| mail.header("to") == "donor1@example.org").count();
        assert_eq!(to_donor().await, 3, "the first mail and two more");
        server.clock.advance(jiff::SignedDuration::from_hours(2));
        ask("donor1@example.org").await;
        assert_eq!(to_donor().await, 4);
        assert_eq!(ask("no address").await.bad_fields(), ["Email"]);
    })
    .await;
}

#[tokio::test]
async fn one_address_holds_a_family_and_no_more() {
    with_server(async |server| {
        for number in 0..5 {
            let form = merged(TestServer::donor_form(number), json!({"Email": "home@example.org"}));
            assert_eq!(server.post("/user/api/bloodregister", form).await.status, 201);
        }
        let sixth = merged(TestServer::donor_form(6), json!({"Email": "Home@example.org"}));
        server.post("/user/api/bloodregister", sixth).await.assert_problem(429, "too_many_tries");
    })
    .await;
}

#[tokio::test]
async fn the_administrators_list_filters_and_pages() {
    with_server(async |server| {
        for (number, group, district) in
            [(1, "A+", "Kollam"), (2, "A+", "Kannur"), (3, "B-", "Kannur"), (4, "A+", "Kannur")]
        {
            server.donor(number, json!({"Blood_group": group, "District": district})).await;
        }
        let admin = server.admin_token().await;
        let names = async |query: &str| {
            let list = server.ask("GET", &format!("/admin/api/blood/donors{query}"), &admin, None).await;
            let rows = list.body["data"].as_array().unwrap().clone();
            let names: Vec<_> = rows.iter().map(|row| row["Name"].as_str().unwrap().to_owned()).collect();
            (names, list.body["total"].as_i64().unwrap(), list.body["next"].as_str().map(String::from))
        };
        assert_eq!(names("").await.0, ["Donor 4", "Donor 3", "Donor 2", "Donor 1"]);
        for query in ["?Blood_group=A%2B&District=kannur", "?Blood_group=A+&District=Cannanore&q=null"] {
            assert_eq!(names(query).await.0, ["Donor 4", "Donor 2"], "{query}");
        }
        let (first, total, next) = names("?limit=3").await;
        assert_eq!((first.len(), total), (3, 4));
        assert_eq!(names(&format!("?limit=3&cursor={}", next.unwrap())).await.0, ["Donor 1"]);
        for (query, name) in [
            ("?q=donor2", "Donor 2"),
            ("?q=970000000", ""),
            ("?q=9700000003", "Donor 3"),
            ("?q=donor4@example.org", "Donor 4"),
        ] {
            let found = names(query).await.0;
            assert!(if name.is_empty() { found.len() == 4 } else { found == [name] }, "{query}: {found:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn public_facts_hide_small_counts_and_give_no_totals() {
    with_server(async |server| {
        for number in 0..9 {
            let group = if number < 5 { "A+" } else { "B+" };
            server.donor(number, json!({"Blood_group": group, "consent": number != 8 })).await;
        }
        server.donor(20, json!({"Blood_group": "B+", "consent": false})).await;
        let facts = server.get("/user/api/blood/facts").await;
        let data = &facts.body["data"];
        assert_eq!(data["donors"].as_array().unwrap().len(), 14);
        let kozhikode =
            data["donors"].as_array().unwrap().iter().find(|place| place["District"] == "Kozhikode").unwrap();
        let count = |group: &str| {
            let counts = kozhikode["counts"].as_array().unwrap();
            counts.iter().find(|count| count["Blood_group"] == group).unwrap()["count"].clone()
        };
        assert_eq!(
            (count("A+"), count("B+"), count("O-")),
            (json!(5), Value::Null, Value::Null),
            "4 and 0 are hidden alike"
        );
        assert_eq!(data["rules"]["daysFemale"], 120);
        let ab = data["compatibility"].as_array().unwrap().iter().find(|row| row["Blood_group"] == "AB+").unwrap();
        assert_eq!(ab["from"].as_array().unwrap().len(), 8);
        assert!(!facts.text.contains("total"));
    })
    .await;
}
