//! Public pages that come with their first data: lists with their filters, a doctor's week and facts, in both languages.

use doccare::directory::facilities::Category;
use serde_json::Value;

use crate::harness::people::facility;
use crate::harness::{Answer, TestServer, with_server};

/// The page's own HTML, without its styles and its data.
fn body(page: &Answer) -> &str {
    let (_, body) = page.text.split_once("<body>").unwrap();
    let (body, _) = body.split_once(r#"<script type="application/json" id="answers">"#).expect("the page has data");
    assert!(!body.contains(['\u{e000}', '\u{e001}', '\u{e002}']), "every mark is filled");
    body
}

fn answers(page: &Answer) -> Value {
    let (_, block) = page.text.split_once(r#"<script type="application/json" id="answers">"#).unwrap();
    serde_json::from_str(block.split_once("</script>").unwrap().0).unwrap()
}

/// What a reader sees: the texts without the markup.
fn texts(html: &str) -> String {
    let inside = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    inside.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("|")
}

fn assert_in_order(text: &str, expected: &[&str]) {
    let mut rest = text;
    for part in expected {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("{part:?} is missing in {rest}")).1;
    }
}

const HOSTILE: &str = "<img src=x onerror=alert(1)>\"'& \u{e000}name\u{e000} \u{e001}doctors\u{e001}";

async fn some_doctors(server: &TestServer) {
    for number in 1..=7 {
        server.doctor_with(number, |doctor| doctor.experience = i64::try_from(number).unwrap() - 1).await;
    }
    server
        .doctor_with(8, |doctor| {
            doctor.specialization = "Stomach & digestion";
            doctor.district = "Wayanad";
            (doctor.fee, doctor.image) = (100_000, Some("0123456789abcdef0123456789abcdef".into()));
        })
        .await;
}

#[tokio::test]
async fn the_list_of_doctors_comes_with_its_first_cards() {
    with_server(async |server| {
        some_doctors(&server).await;
        let page = server.get("/viewdoctors").await;
        assert_eq!((page.status, page.header("cache-control")), (200, "no-cache"));
        let html = body(&page);
        assert_eq!(html.matches("<article").count(), 6);
        assert_in_order(
            &texts(html),
            &[
                "8 doctors available",
                "Dr. Doctor Number",
                "Next free time: ",
                "10:00 am",
                "10:15 am",
                "₹300",
                "Book Clinic Visit",
            ],
        );
        // The answer is the one of the call that the app would make.
        let call = server.get("/user/api/finddoctors?sort=earliest&limit=6").await;
        assert_eq!(answers(&page)["/viewdoctors"], call.body);
        let malayalam = server.get("/viewdoctors?lang=ml").await;
        assert_in_order(
            &texts(body(&malayalam)),
            &["8 ഡോക്ടർമാർ", "ഡോ. Doctor Number", "കോഴിക്കോട്", "രാവിലെ 10:00", "₹300"],
        );
        assert_eq!(answers(&malayalam)["/districts"]["Kozhikode"], "കോഴിക്കോട്");
    })
    .await;
}

#[tokio::test]
async fn the_list_follows_the_filters_and_pages_of_its_address() {
    with_server(async |server| {
        some_doctors(&server).await;
        let next = |page: &Answer| {
            let (_, rest) = page.text.split_once("href=\"/viewdoctors?").expect("a next page");
            format!("/viewdoctors?{}", rest.split_once('"').unwrap().0.replace("&amp;", "&"))
        };
        let first = server.get("/viewdoctors?district=Kozhikode&q=&maxFee=500").await;
        assert_in_order(&texts(body(&first)), &["7 doctors available"]);
        assert!(
            first.text.contains(r#"value="Kozhikode""#) && first.text.contains(r#"<option value="500" selected="">"#)
        );
        let second = server.get(&next(&first)).await;
        assert_eq!(body(&second).matches("<article").count(), 1);
        assert!(!body(&second).contains("cursor="), "it is the last one");

        let one = server.get("/viewdoctors?value=Stomach%20%26%20digestion&when=tomorrow&from=16:00").await;
        assert!(one.text.contains(r#"<option value="Stomach &amp; digestion" selected="">"#));
        assert!(
            one.text.contains(r#"checked="" value="tomorrow""#) && !one.text.contains(r#"checked="" value="today""#)
        );
        assert_in_order(&texts(body(&one)), &["0 doctors available", "No doctor is free at that time"]);
        let nobody = server.get("/viewdoctors?q=zzz").await;
        assert_in_order(&texts(body(&nobody)), &["No doctors found"]);

        // What only the app can show, and what no list has given: the page as it was built.
        for query in ["?value=Ophthalmology", "?cursor=x", "?maxFee=7"] {
            let page = server.get(&format!("/viewdoctors{query}")).await;
            assert_eq!((page.status, page.text.contains("id=\"answers\"")), (200, false), "{query}");
        }
    })
    .await;
}

#[tokio::test]
async fn what_people_wrote_is_text_in_pages() {
    with_server(async |server| {
        let hostile = server.doctor_with(9, |doctor| {
            doctor.address = HOSTILE.into();
            doctor.district = "Wayanad";
        });
        let id = hostile.await;
        let q = "%3Cb%3E%22%27%EE%80%80q%EE%80%80";
        for path in ["/viewdoctors?district=Wayanad", &format!("/doctors/{id}"), &format!("/viewdoctors?q={q}")] {
            let page = server.get(path).await;
            assert!(!page.text.contains("<img src=x") && !page.text.contains("<b>"), "{path}");
        }
        let page = server.get("/viewdoctors?district=Wayanad").await;
        assert!(
            page.text.contains("&lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&amp; \u{e000}name\u{e000}"),
            "{}",
            page.text
        );
        assert_eq!(page.text.matches("<article").count(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_doctors_page_comes_with_the_week_and_the_facts() {
    with_server(async |server| {
        let id = server.doctor(1).await;
        let path = format!("/doctors/{id}");
        let page = server.get(&path).await;
        let shown = texts(body(&page));
        assert_in_order(
            &shown,
            &["Dr. Doctor Number1", "Cardiology", "Reg. No.", "₹300", "Sun ", "15", " free", "Mon ", "16", "8 free"],
        );
        assert_in_order(
            &shown,
            &["Where and when", "Kozhikode, 673", "10:00 am to 12:00 pm", "More doctors: Cardiology"],
        );
        assert!(page.text.contains(&format!("/doctors/{id}?book=1&amp;day=2026-11-16")));
        let answers = answers(&page);
        for call in [format!("/user/api/doctor/{id}"), format!("/user/api/doctor/{id}/availability?days=7")] {
            assert_eq!(answers[&call], server.get(&call).await.body, "{call}");
        }
        // A day without scripts: its free times, and how to book.
        let day = server.get(&format!("{path}?book=1&day=2026-11-16")).await;
        assert_in_order(&texts(body(&day)), &["Mon 16 Nov", "10:00 am", "11:45 am", "turn on JavaScript"]);
        let malayalam = server.get(&format!("{path}?lang=ml&day=2026-11-16")).await;
        assert_in_order(
            &texts(body(&malayalam)),
            &["ഡോ. Doctor Number1", "ഹൃദ്രോഗം", "തിങ്കൾ", "നവംബർ 16 തിങ്കൾ", "രാവിലെ 10:00"],
        );
    })
    .await;
}

#[tokio::test]
async fn pharmacies_come_with_the_page() {
    with_server(async |server| {
        for number in 1..=2 {
            facility(&server, Category::Pharmacy, number).await;
        }
        let page = server.get("/medicines").await;
        assert_in_order(&texts(body(&page)), &["2 pharmacies", "pharmacy 2", "pharmacy 1"]);
        let call = server.get("/user/api/pharmacies?limit=6").await;
        assert_eq!(answers(&page)["/medicines"], call.body);
        let one = server.get("/medicines?q=1&lang=ml").await;
        assert_eq!(body(&one).matches("<article").count(), 1);
        let none = server.get("/medicines?q=zzz").await;
        assert_in_order(&texts(body(&none)), &["No pharmacy found"]);
    })
    .await;
}

#[tokio::test]
async fn a_page_that_did_not_change_is_not_sent_again() {
    with_server(async |server| {
        let id = server.doctor(1).await;
        for path in ["/viewdoctors".to_owned(), "/medicines".into(), format!("/doctors/{id}")] {
            let first = server.get(&path).await;
            let again = server.request("GET", &path).header("If-None-Match", first.header("etag"));
            let again = Answer::read(again).await;
            assert_eq!((again.status, again.text.as_str()), (304, ""), "{path}");
            assert!(again.header("vary").contains("cookie"), "{path}");
        }
        let before = server.get("/viewdoctors").await;
        server.doctor(2).await;
        let changed = server.request("GET", "/viewdoctors").header("If-None-Match", before.header("etag"));
        assert_eq!(Answer::read(changed).await.status, 200);
    })
    .await;
}
