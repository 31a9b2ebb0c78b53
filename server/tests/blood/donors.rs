//! Donors: registration, and changes by the private link.

use serde_json::{Value, json};

use crate::harness::blood::merged;
use crate::harness::{Answer, TestServer, with_limits, with_server};

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

/// The pending change on a donor's page.
async fn waiting_change(server: &TestServer, link: &str) -> Value {
    server.with_link("GET", DONOR, link, None).await.body["data"]["change"].clone()
}

#[tokio::test]
async fn registering_again_waits_until_the_donor_accepts_the_change_that_they_saw() {
    with_server(async |server| {
        let link = server.donor(1, json!({})).await;
        let again = async |group: &str| {
            let told =
                json!({"Name": "donor  1", "Blood_group": group, "District": "Kannur", "Email": "Donor1@example.org"});
            server.post("/user/api/bloodregister", merged(TestServer::donor_form(1), told)).await
        };
        let told = json!({"Email": "Donor1@example.org"});
        let first_answer = server.post("/user/api/bloodregister", merged(TestServer::donor_form(2), told)).await;
        let answer = again("A+").await;
        assert_eq!((answer.status, &answer.body), (201, &first_answer.body), "a stranger learns nothing");
        let admin = server.admin_token().await;
        let list = server.ask("GET", "/admin/api/blood/donors?q=donor+1", &admin, None).await;
        assert_eq!((&list.body["total"], &list.body["data"][0]["Blood_group"]), (&json!(1), &json!("O-")));
        let mails = server.mails().await;
        let told = mails.iter().find(|mail| mail.header("subject").contains("confirm the change")).unwrap();
        assert!(
            told.text("text/plain").unwrap().contains("Name, Blood group, District"),
            "{:?}",
            told.text("text/plain")
        );

        let seen = waiting_change(&server, &link).await;
        assert_eq!(
            (&seen["Blood_group"], &seen["differs"], &seen["newEmail"]),
            (&json!("A+"), &json!(["Name", "Blood_group", "District"]), &Value::Null)
        );
        // Another change replaces it between reading and accepting.
        again("B+").await;
        let change = format!("{DONOR}/change");
        let take =
            async |version: &Value| server.with_link("POST", &change, &link, Some(json!({"version": version}))).await;
        take(&seen["version"]).await.assert_problem(409, "not_changeable");
        take(&Value::Null).await.assert_problem(409, "not_changeable");
        let kept = server.with_link("DELETE", &change, &link, None).await;
        assert_eq!((&kept.body["data"]["Blood_group"], &kept.body["data"]["change"]), (&json!("O-"), &Value::Null));

        again("AB+").await;
        let taken = take(&waiting_change(&server, &link).await["version"]).await;
        let data = &taken.body["data"];
        assert_eq!((&data["Blood_group"], &data["District"]), (&json!("AB+"), &json!("Kannur")), "{}", taken.text);
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
        assert_eq!(others.status, 200, "nobody learns whose number it is: {}", others.text);
        assert_eq!(
            server.with_link("PUT", DONOR, &link, Some(json!({"Phone_number": "9811111111"}))).await.status,
            200
        );

        assert_eq!(server.with_link("DELETE", DONOR, &link, None).await.status, 200);
        server.with_link("GET", DONOR, &link, None).await.assert_problem(410, "link_ended");
        let admin = server.admin_token().await;
        assert_eq!(server.ask("GET", "/admin/api/blood/donors?q=9811111111", &admin, None).await.body["total"], 0);
        let log = server.ask("GET", "/admin/api/audit?action=delete", &admin, None).await;
        let row = &log.body["data"][0];
        assert_eq!(
            (&row["actor"]["role"], &row["subject"]["kind"]),
            (&json!("donor"), &json!("account")),
            "{}",
            log.text
        );
        assert!(row["network"].is_string(), "{row}");
    })
    .await;
}

#[tokio::test]
async fn a_lost_link_is_mailed_again_at_most_a_few_times_an_hour() {
    with_limits(async |server| {
        server.donor(1, json!({})).await;
        let ask = async |email: &str, network: &str| {
            let request = server.request("POST", "/user/api/blooddonor/link").header("x-forwarded-for", network);
            Answer::read(request.json(&json!({"Email": email}))).await
        };
        let known = ask("DONOR1@example.org", "10.1.1.1").await;
        let unknown = ask("nobody@example.org", "10.1.1.1").await;
        assert_eq!((known.status, &known.body), (200, &unknown.body));
        for email in ["donor1@example.org", "nobody@example.org"] {
            for _ in 0..4 {
                ask(email, "10.1.1.1").await;
            }
            ask(email, "10.1.1.1").await.assert_problem(429, "too_many_tries");
        }
        let to_donor =
            async || server.mails().await.iter().filter(|mail| mail.header("to") == "donor1@example.org").count();
        assert_eq!(to_donor().await, 6, "the first mail and five more");
        assert_eq!(ask("donor1@example.org", "10.1.1.2").await.status, 200, "what others do keeps nobody from a mail");
        server.clock.advance(jiff::SignedDuration::from_hours(2));
        assert_eq!(ask("donor1@example.org", "10.1.1.1").await.status, 200);
        assert_eq!(to_donor().await, 8);
        assert_eq!(ask("no address", "10.1.1.1").await.bad_fields(), ["Email"]);
    })
    .await;
}

#[tokio::test]
async fn all_links_of_an_address_come_in_one_mail_and_each_opens_its_own_page() {
    with_server(async |server| {
        for number in 1..=3 {
            let group = ["O+", "A-", "B+"][number - 1];
            let own = json!({"Email": "home@example.org", "Blood_group": group});
            let form = merged(TestServer::donor_form(number), own);
            assert_eq!(server.post("/user/api/bloodregister", form).await.status, 201);
            server.clock.advance(jiff::SignedDuration::from_millis(1));
        }
        let known = server.mails().await.len();
        assert_eq!(server.post("/user/api/blooddonor/link", json!({"Email": "Home@example.org"})).await.status, 200);
        let mails = server.mails().await;
        let [mail] = &mails[known..] else { panic!("{} mails", mails.len() - known) };
        assert_eq!(mail.header("subject"), "Your private links");
        let text = mail.text("text/plain").unwrap();
        assert!(!text.contains("Donor 1"), "a stranger may have typed the name: {text}");
        let mut groups = Vec::new();
        for line in text.lines().filter(|line| line.contains("/blooddonor#")) {
            let (told, link) = line.split_once("/blooddonor#").unwrap();
            let page = server.with_link("GET", DONOR, link, None).await;
            let group = page.body["data"]["Blood_group"].as_str().unwrap().to_owned();
            assert!(told.starts_with(&group), "{told}: {}", page.text);
            groups.push(group);
        }
        assert_eq!(groups, ["O+", "A-", "B+"]);
    })
    .await;
}

#[tokio::test]
async fn one_address_can_register_a_family_and_only_its_owner_reads_the_limit() {
    with_server(async |server| {
        let register = async |number: usize| {
            let form = merged(TestServer::donor_form(number), json!({"Email": "home@example.org"}));
            assert_eq!(server.post("/user/api/bloodregister", form).await.status, 201);
            server.clock.advance(jiff::SignedDuration::from_millis(1));
            server.link_in_mail("home@example.org", "/blooddonor#").await
        };
        for number in 0..5 {
            let link = register(number).await;
            server.confirm_donor(&link).await;
        }
        let sixth = register(5).await;
        let refused = server.with_link("POST", &format!("{DONOR}/confirm"), &sixth, None).await;
        refused.assert_problem(429, "too_many_tries");
    })
    .await;
}

#[tokio::test]
async fn unconfirmed_registrations_are_limited_and_deleted() {
    with_server(async |server| {
        let own = server.donor(1, json!({})).await;
        let mut links = Vec::new();
        for number in 2..=8 {
            let form = merged(TestServer::donor_form(number), json!({"Email": "donor1@example.org"}));
            let answer = server.post("/user/api/bloodregister", form).await;
            assert_eq!(answer.status, 201, "the same answer to each: {}", answer.text);
            server.clock.advance(jiff::SignedDuration::from_millis(1));
            links.push(server.link_in_mail("donor1@example.org", "/blooddonor#").await);
        }
        let mut statuses = Vec::new();
        for link in [&own].into_iter().chain(&links) {
            statuses.push(server.with_link("GET", DONOR, link, None).await.status);
        }
        assert_eq!(statuses, [200, 410, 410, 200, 200, 200, 200, 200], "the oldest made room");
        let ask_for_links = async || {
            let before = server.mails().await.len();
            server.post("/user/api/blooddonor/link", json!({"Email": "donor1@example.org"})).await;
            let mails = server.mails().await;
            assert_eq!(mails.len() - before, 1, "all in one mail");
            mails.last().unwrap().text("text/plain").unwrap().matches("/blooddonor#").count()
        };
        server.clock.advance(jiff::SignedDuration::from_hours(24 * 29));
        assert_eq!(ask_for_links().await, 6, "the donor's and those few");
        server.clock.advance(jiff::SignedDuration::from_hours(24 * 2));
        doccare::blood::forget_unconfirmed(&server.app).await.unwrap();
        assert_eq!(ask_for_links().await, 1, "a link that was asked for gives them no more time");
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
async fn public_facts_count_the_confirmed_in_steps_and_give_no_totals() {
    with_server(async |server| {
        let count = async |group: &str| {
            let facts = server.get("/user/api/blood/facts").await;
            let places = facts.body["data"]["donors"].as_array().unwrap().clone();
            let kozhikode = places.iter().find(|place| place["District"] == "Kozhikode").unwrap();
            let counts = kozhikode["counts"].as_array().unwrap();
            counts.iter().find(|count| count["Blood_group"] == group).unwrap()["count"].clone()
        };
        let insert = async |from: i64, to: i64, changed: &str| {
            for number in from..to {
                let sql = format!(
                    "INSERT INTO donors (id, name, name_key, blood_group, gender, born, email, email_key, phone, district, state,
                                         lang, created_at, consented_at, confirmed_at, paused_until, last_donation, cooldown_until)
                     VALUES ('{changed}{number}', 'D', 'd{changed}{number}', 'A+', 'Male', '1990-01-01', 'd', 'd', '97{number:08}',
                             'Kozhikode', 'Kerala', 'en', 0, {}, {}, '', '', 0)",
                    if changed == "no consent" { "NULL" } else { "1" },
                    if changed == "unconfirmed" { "NULL" } else { "1" }
                );
                server.execute(&sql).await;
            }
        };
        insert(0, 100, "no consent").await;
        insert(0, 100, "unconfirmed").await;
        insert(0, 4, "").await;
        assert_eq!(count("A+").await, Value::Null, "four are too few to say");
        insert(4, 9, "").await;
        assert_eq!(count("A+").await, json!(5), "nine are five at least, wherever the steps lie");
        insert(9, 23, "").await;
        let told = count("A+").await;
        assert!([json!(15), json!(20)].contains(&told), "{told} of 23");
        let facts = server.get("/user/api/blood/facts").await;
        let data = &facts.body["data"];
        assert_eq!((data["donors"].as_array().unwrap().len(), &data["rules"]["daysFemale"]), (14, &json!(120)));
        let ab = data["compatibility"].as_array().unwrap().iter().find(|row| row["Blood_group"] == "AB+").unwrap();
        assert_eq!(ab["from"].as_array().unwrap().len(), 8);
        assert!(!facts.text.contains("total"));
    })
    .await;
}
