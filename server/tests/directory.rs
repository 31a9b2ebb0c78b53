//! Finding doctors: filters, spellings, paging, and hidden data.

use doccare::identity::person::PersonName;
use serde_json::json;

use crate::harness::{TestServer, with_server};

async fn names(server: &TestServer, query: &str) -> Vec<String> {
    let answer = server.get(&format!("/user/api/finddoctors{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let doctors = answer.body["data"].as_array().unwrap();
    assert_eq!(answer.body["total"], doctors.len(), "{query}");
    doctors.iter().map(|doctor| doctor["full_Name"].as_str().unwrap().to_owned()).collect()
}

async fn some_doctors(server: &TestServer) {
    for (number, (name, district, specialization)) in [
        ("Asha Nair", "Kozhikode", "ENT"),
        ("Ravi Menon", "Kozhikode", "Opthalmology"),
        ("Asha Koya", "Thiruvananthapuram", "Stomach & digestion"),
    ]
    .into_iter()
    .enumerate()
    {
        server
            .doctor_with(number, |doctor| {
                doctor.full_name = PersonName::parse(name).map_err(|_| ()).unwrap();
                doctor.district = district;
                doctor.specialization = specialization;
            })
            .await;
    }
}

#[tokio::test]
async fn doctors_are_found_by_district_speciality_and_name_in_any_spelling() {
    with_server(async |server| {
        some_doctors(&server).await;
        for (query, expected) in [
            ("", vec!["Asha Koya", "Ravi Menon", "Asha Nair"]),
            ("?district=&specialization=null&q=", vec!["Asha Koya", "Ravi Menon", "Asha Nair"]),
            ("?district=kozhikode", vec!["Ravi Menon", "Asha Nair"]),
            ("?district=Calicut", vec!["Ravi Menon", "Asha Nair"]),
            (
                "?district=%E0%B4%95%E0%B5%8B%E0%B4%B4%E0%B4%BF%E0%B4%95%E0%B5%8D%E0%B4%95%E0%B5%8B%E0%B4%9F%E0%B5%8D",
                vec!["Ravi Menon", "Asha Nair"],
            ),
            ("?district=trivandrum", vec!["Asha Koya"]),
            ("?district=Koz", vec!["Ravi Menon", "Asha Nair"]),
            ("?district=cali", vec!["Ravi Menon", "Asha Nair"]),
            ("?district=t&q=asha", vec!["Asha Koya", "Asha Nair"]),
            ("?district=k", vec!["Ravi Menon", "Asha Nair"]),
            ("?district=Kozhikode%20(Calicut)", vec!["Ravi Menon", "Asha Nair"]),
            ("?district=-", vec![]),
            ("?specialization=ent", vec!["Asha Nair"]),
            ("?specialization=Ophthalmology", vec!["Ravi Menon"]),
            ("?specialization=Stomach%20%26%20digestion", vec!["Asha Koya"]),
            ("?q=ASH", vec!["Asha Koya", "Asha Nair"]),
            ("?q=dr.%20asha%20na", vec!["Asha Nair"]),
            ("?q=asha&district=Calicut&specialization=ENT", vec!["Asha Nair"]),
            ("?district=Atlantis", vec![]),
            ("?q=%25", vec!["Asha Koya", "Ravi Menon", "Asha Nair"]),
            ("?q=zz", vec![]),
        ] {
            assert_eq!(names(&server, query).await, expected, "{query}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_doctor_on_the_list_shows_what_a_patient_needs_and_nothing_private() {
    with_server(async |server| {
        let id = server.doctor(1).await;
        let begins = "2026-11-15T10:00:00+05:30";
        let date = "Nov 15, 2026";
        let next =
            json!({"date": date, "time": "10:00", "startsAt": begins, "place": null, "mode": "clinic", "fee": 300});
        for path in ["/user/api/finddoctors".to_owned(), format!("/user/api/doctor/{id}")] {
            let answer = server.get(&path).await;
            let data = &answer.body["data"];
            let doctor = if data.is_array() { &data[0] } else { data };
            for (field, value) in [
                ("_id", json!(id)),
                ("full_Name", json!("Doctor Number1")),
                ("doctor_ID", json!("TCMC 1")),
                ("experience", json!(12)),
                ("consultation_Fee", json!(300)),
                ("district", json!("Kozhikode")),
                ("pincode", json!("673001")),
                ("startTime", json!("10:00")),
                ("endTime", json!("12:00")),
                ("Image", json!(null)),
                ("nextSlot", next.clone()),
                ("nextTimes", json!(["10:00", "10:15", "10:30"])),
            ] {
                assert_eq!(doctor[field], value, "{field}");
            }
            for private in ["doctor1@example.org", "9400000001", "1980", "argon2", "DOB", "email"] {
                assert!(!answer.text.contains(private), "{private}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn an_unapproved_doctor_is_not_public() {
    with_server(async |server| {
        let id = server.unlisted_doctor(1, |_| {}).await;
        assert!(names(&server, "").await.is_empty());
        for path in ["", "/slots?date=2026-11-16", "/availability", "/bookings?date=2026-11-16"] {
            server.get(&format!("/user/api/doctor/{id}{path}")).await.assert_problem(404, "not_found");
        }
    })
    .await;
}

#[tokio::test]
async fn a_cursor_goes_on_with_its_own_list_and_is_refused_by_every_other() {
    with_server(async |server| {
        for number in 0..4 {
            server.doctor(number).await;
            server.patient(number).await;
        }
        let admin = server.admin_token().await;
        let get = async |path: &str| server.ask("GET", path, &admin, None).await;
        let next = async |path: &str| get(path).await.body["next"].as_str().unwrap().replace(' ', "%20");
        let doctors = next("/user/api/finddoctors?district=Kozhikode&limit=1").await;
        let by_name = next("/admin/api/userdata?sort=name&limit=1").await;
        for own in [
            format!("/user/api/finddoctors?cursor={doctors}&district=Kozhikode&lang=ml"),
            format!("/user/api/finddoctors?limit=2&q=&district=Kozhikode&cursor={doctors}"),
            format!("/admin/api/userdata?limit=2&sort=name&cursor={by_name}"),
        ] {
            assert_eq!(get(&own).await.status, 200, "{own}");
        }
        for other in [
            format!("/user/api/finddoctors?cursor={doctors}"),
            format!("/user/api/finddoctors?district=Kannur&cursor={doctors}"),
            format!("/user/api/finddoctors?district=Kozhikode&cursor={}", doctors.to_uppercase()),
            format!("/user/api/finddoctors?district=Kozhikode&cursor={doctors}0"),
            format!("/user/api/hospitals?district=Kozhikode&cursor={doctors}"),
            format!("/admin/api/userdata?sort=name&cursor={doctors}"),
            format!("/admin/api/userdata?cursor={by_name}"),
            format!("/admin/api/doctors/view/data?sort=name&cursor={by_name}"),
            format!("/admin/api/blood/donors?District=Kozhikode&cursor={doctors}"),
        ] {
            let refused = get(&other).await;
            refused.assert_problem(422, "invalid_fields");
            assert_eq!(refused.bad_fields(), ["cursor"], "{other}");
        }
    })
    .await;
}

#[tokio::test]
async fn long_lists_come_in_pages_without_gaps_or_repeats() {
    with_server(async |server| {
        for number in 0..7 {
            server.doctor(number).await;
        }
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = server.get(&format!("/user/api/finddoctors?limit=3{cursor}")).await;
            assert_eq!(page.body["total"], 7);
            seen.extend(page.body["data"].as_array().unwrap().iter().map(|doctor| doctor["doctor_ID"].to_string()));
            match page.body["next"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(seen.len(), 7);
        assert!(seen.is_sorted_by(|a, b| a > b), "{seen:?}");
        for (nonsense, field) in [("limit=x", "limit"), ("limit=-5", "limit"), ("cursor=%F0%9F%98%80", "cursor")] {
            let refused = server.get(&format!("/user/api/finddoctors?{nonsense}")).await;
            refused.assert_problem(422, "invalid_fields");
            assert_eq!(refused.bad_fields(), [field], "{nonsense}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_next_free_slot_skips_taken_ones() {
    with_server(async |server| {
        let (patient, doctor) = (server.patient(1).await, server.doctor(1).await);
        server.book(&patient, &doctor, "2026-11-15", "10:00").await;
        let found = server.get(&format!("/user/api/doctor/{doctor}")).await;
        assert_eq!(found.body["data"]["nextSlot"]["time"], "10:15");
    })
    .await;
}

#[tokio::test]
async fn photos_are_served_forever_and_nothing_else_is() {
    with_server(async |server| {
        let mut png = std::io::Cursor::new(Vec::new());
        image::RgbImage::new(40, 40).write_to(&mut png, image::ImageFormat::Png).unwrap();
        let id = server.app.photos.accept(png.into_inner().into()).await.unwrap().to_string();
        for size in [96, 320] {
            let photo = server.get(&format!("/photos/{id}-{size}.webp")).await;
            assert_eq!((photo.status, photo.header("content-type")), (200, "image/webp"));
            assert!(photo.header("cache-control").contains("immutable"));
        }
        let unknown = "0".repeat(32);
        for path in [
            format!("/photos/{id}-97.webp"),
            format!("/photos/{unknown}-96.webp"),
            "/photos/..%2Fdoccare.db".into(),
            "/photos/x".into(),
        ] {
            assert_eq!(server.get(&path).await.status, 404, "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_unreadable_doctor_does_not_hide_the_others_in_a_search() {
    with_server(async |server| {
        let away = server.doctor(1).await;
        let other = server.doctor_with(2, |doctor| doctor.district = "Kollam").await;
        server.doctor(3).await;
        // Leave that has ended is not read, so the first doctor is found although one of its days cannot be decoded.
        let rows =
            [(&away, "2026-11-16", "2026-11-16"), (&away, "no day", "2026-11-10"), (&other, "no day", "2026-11-20")];
        for (number, (doctor, first, last)) in rows.into_iter().enumerate() {
            let (id, doctor) = (format!("leave {number}"), doctor.clone());
            let added = server.app.db.write(async move |tx| {
                let sql =
                    "INSERT INTO doctor_leave (id, doctor_id, first_day, last_day, note) VALUES ($1, $2, $3, $4, '')";
                tx.execute(sql, &[&id, &doctor, &first, &last]).await
            });
            added.await.unwrap();
        }
        let answer = server.get("/user/api/finddoctors?district=Kozhikode").await;
        assert_eq!((answer.status, answer.body["total"].as_i64()), (200, Some(2)), "{}", answer.text);
        let next: Vec<&str> = answer.body["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["nextSlot"]["date"].as_str().unwrap())
            .collect();
        assert_eq!(next, ["Nov 15, 2026", "Nov 15, 2026"], "{}", answer.text);
    })
    .await;
}

#[tokio::test]
async fn of_a_parameter_that_comes_twice_the_last_one_counts() {
    with_server(async |server| {
        some_doctors(&server).await;
        let (north, south) = ("district=Kozhikode", "district=Thiruvananthapuram");
        assert_eq!(names(&server, &format!("?{north}&{south}")).await, ["Asha Koya"]);
        assert_eq!(names(&server, &format!("?{south}&{north}")).await, ["Ravi Menon", "Asha Nair"]);
        // A cursor is bound to the order too.
        let page = server.get(&format!("/user/api/finddoctors?{south}&{north}&limit=1")).await;
        let cursor = page.body["next"].as_str().unwrap();
        let next = async |first: &str, last: &str| {
            server.get(&format!("/user/api/finddoctors?{first}&{last}&limit=1&cursor={cursor}")).await
        };
        assert_eq!(next(south, north).await.status, 200);
        next(north, south).await.assert_problem(422, "invalid_fields");
    })
    .await;
}
