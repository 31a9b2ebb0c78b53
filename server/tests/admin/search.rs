//! Finding people and bookings by prefixes of name, number, address or id.

use doccare::directory::facilities::Category;
use doccare::identity::person::PersonName;
use serde_json::{Value, json};

use super::lists::export;
use super::{column, get};
use crate::harness::people::PASSWORD;
use crate::harness::stored::Place;
use crate::harness::{Answer, TestServer, with_server};
use crate::hostile::encoded;
use crate::logins::{confirm, confirmation};

/// Titles of the hits of a kind.
async fn titles(server: &TestServer, admin: &str, kind: &str, text: &str) -> Vec<String> {
    let answer = get(server, admin, &format!("search?q={text}")).await;
    let rows = answer.body["data"][kind].as_array().unwrap_or_else(|| panic!("{}", answer.text)).clone();
    rows.iter().map(|row| row["title"].as_str().unwrap().to_owned()).collect()
}

async fn register(server: &TestServer, name: &str, email: &str, phone: &str) -> String {
    server.clock.advance(jiff::SignedDuration::from_millis(1));
    let form = json!({"username": name, "email": email, "phone_number": phone, "password": "long enough"});
    server.post("/user/api/register", form).await.id()
}

#[tokio::test]
async fn users_are_found_by_words_of_their_name_address_number_and_id() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let asha = register(&server, "Asha K. Nair", "Asha.Nair@mail.example", "9847012345").await;
        register(&server, "ആശ മേനോൻ", "menon@mail.example", "9847099999").await;
        register(&server, "Ashok Asha", "ashok@other.example", "7012345678").await;
        let both = ["Ashok Asha", "Asha K. Nair"];
        for (text, found) in [
            ("ash", &both[..]),
            ("ASHA", &both),
            ("nair", &both[1..]),
            ("asha%20na", &both[1..]),
            ("nair%20ash", &both[1..]),
            ("asha.nair@m", &both[1..]),
            ("98470%2012", &both[1..]),
            ("%2B91%2098470%2012345", &both[1..]),
            ("%E0%B4%86%E0%B4%B6", &["ആശ മേനോൻ"]),
            ("hok", &[]),
            ("a", &[]),
            ("", &[]),
            ("%25", &[]),
        ] {
            assert_eq!(titles(&server, &admin, "users", text).await, found, "{text}");
        }
        assert_eq!(titles(&server, &admin, "users", &asha).await, ["Asha K. Nair"]);
        let list = get(&server, &admin, "userdata?q=ash&sort=name").await;
        assert_eq!(column(&list, "username"), ["Asha K. Nair", "Ashok Asha"]);
        assert_eq!(list.body["total"], 2);
        assert_eq!(get(&server, &admin, "userdata?q=a").await.body["total"], 2, "a list is narrowed by one letter too");
        assert_eq!(get(&server, &admin, "userdata?q=asha%20zzz").await.body["total"], 0);
    })
    .await;
}

#[tokio::test]
async fn names_that_are_searched_for_and_gone_on_from_need_no_place_in_an_address() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        register(&server, "ആശ മേനോൻ", "menon@mail.example", "9847099999").await;
        register(&server, "ആശ നായർ", "nair@mail.example", "9847012345").await;
        register(&server, "ബിജു", "biju@mail.example", "7012345678").await;
        let ask = async |path: &str, search: &str, cursor: &str| {
            let request = server.request("GET", &format!("/admin/api/{path}")).bearer_auth(&admin);
            let request = request.header("x-search", encoded(search)).header("x-cursor", encoded(cursor));
            Answer::read(request).await
        };
        let list = "userdata?sort=name&limit=1";
        let first = ask(list, "ആശ", "").await;
        assert_eq!((column(&first, "username"), &first.body["total"]), (vec!["ആശ നായർ"], &json!(2)));
        let next = first.body["next"].as_str().unwrap();
        assert!(next.contains("ആശ"), "a place in the order of names is a name");
        let second = ask(list, "ആശ", next).await;
        assert_eq!((column(&second, "username"), &second.body["next"]), (vec!["ആശ മേനോൻ"], &Value::Null));
        let by_address = format!("{list}&q={}&cursor={}", encoded("ആശ"), encoded(next));
        assert_eq!(get(&server, &admin, &by_address).await.text, second.text, "it is the same list");
        assert_eq!(ask(list, "", next).await.bad_fields(), ["cursor"], "and not the list of everybody");
        let phone = ask("search", "+91 98470 12345", "").await;
        assert_eq!(phone.body["data"]["users"][0]["title"], "ആശ നായർ");
    })
    .await;
}

#[tokio::test]
async fn accounts_are_found_by_their_current_data_only() {
    with_server(async |server| {
        let (admin, patient) = (server.admin_token().await, server.patient(1).await);
        let path = format!("/user/api/user/profile/{}", patient.id);
        let changed = json!({
            "username": "Lekha Varma", "email": "lekha@example.org", "phone_number": "6012345678",
            "current_password": PASSWORD,
        });
        assert_eq!(server.ask("PUT", &path, &patient.token, Some(changed)).await.status, 200);
        for (text, count) in [("varma", 1), ("60123", 1), ("98000", 0), ("patient1@", 1), ("lekha@example", 0)] {
            assert_eq!(titles(&server, &admin, "users", text).await.len(), count, "{text}");
        }
        let link = confirmation(&server, "lekha@example.org").await;
        assert_eq!(confirm(&server, &link).await.status, 200);
        for (text, count) in [("varma", 1), ("lekha@example", 1), ("60123", 1), ("patient", 0), ("98000", 0)] {
            assert_eq!(titles(&server, &admin, "users", text).await.len(), count, "{text}");
        }
        let password = json!({"password": PASSWORD});
        assert_eq!(server.ask("DELETE", &path, &patient.token, Some(password)).await.status, 200);
        for text in ["varma", "lekha@", "60123", &patient.id] {
            assert_eq!(titles(&server, &admin, "users", text).await.len(), 0, "{text}");
        }
        for path in ["userdata", "userdata?sort=name", "userdata?sort=oldest"] {
            assert_eq!(get(&server, &admin, path).await.body["total"], 0);
            assert_eq!(get(&server, &admin, path).await.body["data"], json!([]), "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn doctors_and_bookings_are_found_alike() {
    with_server(async |server| {
        let (admin, patient) = (server.admin_token().await, server.patient(1).await);
        let doctor = server.doctor_with(7, |doctor| doctor.doctor_id = "TCMC/77-1".into()).await;
        server.unlisted_doctor(8, |_| {}).await;
        for (text, count) in [
            ("number7", 1),
            ("dr.%20number", 1),
            ("tcmc%2077", 1),
            ("tcmc771", 1),
            ("doctor7@", 1),
            ("9400000007", 1),
            ("number8", 0),
            (&doctor, 1),
        ] {
            assert_eq!(titles(&server, &admin, "doctors", text).await.len(), count, "{text}");
            let list = get(&server, &admin, &format!("doctors/view/data?q={text}")).await;
            assert_eq!(list.body["total"], count, "{text}");
            let workers = get(&server, &admin, &format!("workers/data?category=doctor&q={text}")).await;
            assert_eq!(workers.body["total"], count, "{text}");
        }
        for (name, phone, time) in [("Asha Nair", "9876543210", "10:00"), ("Biju Das", "6000000001", "10:15")] {
            let body = json!({"name": name, "phoneNumber": phone, "date": "Nov 16, 2026", "time": time});
            let path = format!("/user/api/doctor/{doctor}/appointment/booking/{}", patient.id);
            assert_eq!(server.ask("POST", &path, &patient.token, Some(body)).await.status, 200);
        }
        for (text, found) in [
            ("ash", &["Asha Nair"][..]),
            ("asha%20n", &["Asha Nair"]),
            ("nair", &[]),
            ("98765", &["Asha Nair"]),
            ("%2B91%2060000", &["Biju Das"]),
        ] {
            assert_eq!(titles(&server, &admin, "bookings", text).await, found, "{text}");
            let list = get(&server, &admin, &format!("bookings?q={text}")).await;
            assert_eq!((column(&list, "patient_name"), &list.body["total"]), (found.to_vec(), &json!(found.len())));
        }
        let list = get(&server, &admin, "bookings?q=asha&status=Checked").await;
        assert_eq!(list.body["total"], 0);
        let id = get(&server, &admin, "bookings?q=biju").await.body["data"][0]["_id"].as_str().unwrap().to_owned();
        assert_eq!(titles(&server, &admin, "bookings", &id).await, ["Biju Das"]);
        let everything = get(&server, &admin, "search?q=zzzz").await;
        let none: Vec<&Value> = everything.body["data"].as_object().unwrap().values().collect();
        assert_eq!(none, [&json!([]); 6]);
    })
    .await;
}

/// Five kinds of people, two of each: both match the first word, one the second.
async fn namesakes(server: &TestServer) {
    for (number, name) in ["Lotus Sanjeevani Care Trust Kochi", "Lotus Medical"].into_iter().enumerate() {
        register(server, name, &format!("user{number}@mail.example"), &format!("700000000{number}")).await;
        let full_name = PersonName::parse(name).map_err(|_| ()).unwrap();
        server.doctor_with(number, |doctor| doctor.full_name = full_name).await;
        for (category, phone) in [(Category::Hospital, "8000000001"), (Category::Pharmacy, "8000000002")] {
            let (license, email) = (format!("{}-{number}", category.as_str()), format!("place{number}@mail.example"));
            server.add_place(Place { category, name, license: &license, email: &email, phone }, true).await;
        }
        server.donor(number, json!({"Name": name})).await;
    }
}

#[tokio::test]
async fn all_words_count_in_every_list_and_search() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        namesakes(&server).await;
        let lists = [
            ("/admin/api/userdata?", "username"),
            ("/admin/api/doctors/view/data?", "full_Name"),
            ("/admin/api/workers/data?category=Doctor&", "name"),
            ("/admin/api/workers/data?category=Hospital&", "name"),
            ("/admin/api/workers/data?category=Pharmacy&", "name"),
            ("/admin/api/blood/donors?", "Name"),
            ("/user/api/finddoctors?", "full_Name"),
            ("/user/api/hospitals?", "Hospital_name"),
            ("/user/api/pharmacies?", "Hospital_name"),
        ];
        let (care, medical) = ("Lotus Sanjeevani Care Trust Kochi", "Lotus Medical");
        for (text, found) in [
            ("lotus", &[medical, care][..]),
            ("Sanjeevani Lotus", &[care]),
            ("lotus med", &[medical]),
            ("Lotus Sanj Lot", &[care]),
            ("lotus sanjeevani care trust koc", &[care]),
            ("lotus sanjeevani care trust kollam", &[]),
            ("lotus hospital", &[]),
        ] {
            let q = text.replace(' ', "%20");
            for (path, field) in lists {
                let list = server.ask("GET", &format!("{path}q={q}"), &admin, None).await;
                assert_eq!(column(&list, field), found, "{path} {text}");
                assert_eq!(list.body["total"], found.len(), "{path} {text}");
            }
            for kind in ["users", "doctors", "hospitals", "pharmacies", "donors"] {
                assert_eq!(titles(&server, &admin, kind, &q).await, found, "{kind} {text}");
            }
            let table = export(&server, &admin, &format!("?q={q}")).await;
            assert_eq!(table.text.lines().count(), 1 + found.len(), "{text}");
        }
        let endless = (0..2_000).map(|n| format!("w{n}")).collect::<Vec<_>>().join("+");
        for (path, _) in lists {
            let list = server.ask("GET", &format!("{path}q={endless}"), &admin, None).await;
            assert_eq!((list.status, &list.body["total"]), (200, &json!(0)), "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_person_matched_by_two_words_is_listed_once() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        register(&server, "Ashok Asha", "ashok@other.example", "7012345678").await;
        for sort in ["newest", "oldest", "name"] {
            let list = get(&server, &admin, &format!("userdata?q=as%20ash&sort={sort}")).await;
            assert_eq!((column(&list, "username"), &list.body["total"]), (vec!["Ashok Asha"], &json!(1)), "{sort}");
        }
        assert_eq!(titles(&server, &admin, "users", "as%20ash").await, ["Ashok Asha"]);
    })
    .await;
}
