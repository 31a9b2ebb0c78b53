//! The details of an application with possible duplicates, and the two dataset calls of hospitals.

use doccare::directory::facilities::Category;
use doccare::identity::person::PersonName;
use serde_json::{Value, json};

use super::{column, get};
use crate::harness::stored::Place;
use crate::harness::{TestServer, with_server};

async fn duplicates(server: &TestServer, admin: &str, category: &str, id: &str) -> Vec<(String, String, String)> {
    let answer = get(server, admin, &format!("workers/{category}/pendingrequest/{id}")).await;
    let text = |row: &Value, field: &str| row[field].as_str().unwrap().to_owned();
    let rows = answer.body["data"]["duplicates"].as_array().unwrap_or_else(|| panic!("{}", answer.text)).clone();
    rows.iter().map(|row| (text(row, "name"), text(row, "why"), text(row, "state"))).collect()
}

#[tokio::test]
async fn an_application_lists_possible_duplicates() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let name = |text: &'static str| {
            move |doctor: &mut doccare::directory::NewDoctor| {
                doctor.full_name = PersonName::parse(text).map_err(|_| ()).unwrap();
            }
        };
        server.doctor_with(1, name("Nair Meera")).await;
        server.unlisted_doctor(2, name("Meera Nayar")).await;
        let suspended = server.doctor_with(3, name("Mera Nair")).await;
        server.ask("POST", &format!("/admin/api/doctors/{suspended}/suspend"), &admin, None).await;
        server.doctor_with(4, name("Meera Menon")).await;
        server.doctor_with(5, |doctor| doctor.doctor_id = "TCMC 900".into()).await;
        let place = Place {
            category: Category::Hospital,
            name: "Meera Hospital",
            license: "KL 1",
            email: "doctor6@example.org",
            phone: "9400000006",
        };
        server.add_place(place, true).await;
        let id = server
            .unlisted_doctor(6, |doctor| {
                name("Meera Nair")(doctor);
                doctor.doctor_id = "TCMC/900".into();
            })
            .await;
        let mut found = duplicates(&server, &admin, "doctor", &id).await;
        found.sort();
        let expected = [
            ("Doctor Number5", "number", "active"),
            ("Meera Hospital", "phone", "active"),
            ("Meera Nayar", "name", "pending"),
            ("Mera Nair", "name", "blocked"),
            ("Nair Meera", "name", "active"),
        ];
        assert_eq!(found, expected.map(|(name, why, state)| (name.to_owned(), why.to_owned(), state.to_owned())));
        let answer = get(&server, &admin, &format!("workers/Doctor/pendingrequest/{id}")).await;
        let applicant = &answer.body["data"]["applicant"];
        assert_eq!((&applicant["_id"], &applicant["doctor_ID"]), (&json!(id), &json!("TCMC/900")));
        assert_eq!(applicant["phone_Number"], "9400000006");
        get(&server, &admin, &format!("workers/Hospital/pendingrequest/{id}")).await.assert_problem(404, "not_found");
        get(&server, &admin, &format!("workers/Baker/pendingrequest/{id}")).await.assert_problem(404, "not_found");
        assert_eq!(
            server.ask("PATCH", &format!("/admin/api/workers/Doctor/approved/{id}"), &admin, None).await.status,
            200
        );
        get(&server, &admin, &format!("workers/Doctor/pendingrequest/{id}")).await.assert_problem(404, "not_found");
    })
    .await;
}

#[tokio::test]
async fn hospitals_and_pharmacies_have_their_lists_and_duplicates_too() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let place = |category, name, license, email, phone| Place { category, name, license, email, phone };
        server.add_place(place(Category::Hospital, "City Care", "KL-1", "city@example.org", "9400000001"), true).await;
        server
            .add_place(place(Category::Pharmacy, "Jeevan Medicals", "KL-2", "jeevan@example.org", "9400000002"), true)
            .await;
        let waiting = place(Category::Pharmacy, "Jeevan Medical", "KL-3", "city@example.org", "9400000002");
        let waiting = server.add_place(waiting, false).await;
        let mut found = duplicates(&server, &admin, "Pharmacy", &waiting).await;
        found.sort();
        assert_eq!(
            found,
            [
                ("City Care".to_owned(), "email".to_owned(), "active".to_owned()),
                ("Jeevan Medicals".to_owned(), "phone".to_owned(), "active".to_owned()),
            ]
        );
        let hospitals = get(&server, &admin, "hospital/data/dashboard").await;
        assert_eq!((&hospitals.body["total"], column(&hospitals, "License_number")), (&json!(1), vec!["KL-1"]));
        assert_eq!(hospitals.body["data"][0]["City"], "Kochi");
        for (query, names) in [
            ("category=Hospital", &["City Care"][..]),
            ("category=pharmacy", &["Jeevan Medicals"]),
            ("category=Pharmacy&q=jee", &["Jeevan Medicals"]),
            ("category=Pharmacy&q=kl2", &["Jeevan Medicals"]),
            ("category=Pharmacy&q=94000", &["Jeevan Medicals"]),
            ("category=Hospital&q=jee", &[]),
        ] {
            let list = get(&server, &admin, &format!("workers/data?{query}")).await;
            assert_eq!((column(&list, "name"), &list.body["total"]), (names.to_vec(), &json!(names.len())), "{query}");
        }
        let search = get(&server, &admin, "search?q=kl-").await;
        let found = |kind: &str| search.body["data"][kind].as_array().map_or(0, Vec::len);
        assert_eq!((found("hospitals"), found("pharmacies")), (1, 1), "{}", search.text);
    })
    .await;
}
