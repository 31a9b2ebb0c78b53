//! A donor confirms by mail before the registration takes effect, and a stranger's registration under the donor's name changes nothing.

use doccare::blood;
use jiff::SignedDuration;
use serde_json::{Value, json};

use crate::harness::blood::merged;
use crate::harness::{TestServer, with_server};

const DONOR: &str = "/user/api/blooddonor";
const CONFIRM: &str = "/user/api/blooddonor/confirm";

#[tokio::test]
async fn nobody_is_asked_before_they_confirmed_by_the_link_in_their_mail() {
    with_server(async |server| {
        let link = server.unconfirmed_donor(1, json!({})).await;
        assert!(server.was_told("donor1@example.org", "Please confirm").await);
        let page = server.with_link("GET", DONOR, &link, None).await;
        assert_eq!(
            (&page.body["data"]["status"], &page.body["data"]["canConfirm"]),
            (&json!("unconfirmed"), &json!(true)),
            "opening a link confirms nothing"
        );
        let request = server.open_request(1, json!({})).await;
        assert!(server.asked().await.is_empty());
        let confirmed = server.with_link("POST", CONFIRM, &link, None).await;
        assert_eq!(
            (&confirmed.body["data"]["status"], &confirmed.body["data"]["canConfirm"]),
            (&json!("ready"), &json!(false))
        );
        assert_eq!(server.with_link("POST", CONFIRM, &link, None).await.status, 200, "twice is once");
        server.clock.advance(SignedDuration::from_hours(6));
        blood::advance(&server.app).await.unwrap();
        assert_eq!(server.asked().await, ["donor1"]);
        let own = server.with_link("GET", "/user/api/bloodrequest", &request, None).await;
        assert_eq!(own.body["data"]["asked"], 1);
    })
    .await;
}

#[tokio::test]
async fn a_stranger_who_registers_a_known_donor_learns_nothing_and_changes_nothing() {
    with_server(async |server| {
        let link = server.donor(1, json!({})).await;
        // The same name and number, an unregistered number, and a page that says whose a number is.
        let thief = json!({"Email": "thief@example.org", "Blood_group": "A+"});
        let known = server.post("/user/api/bloodregister", merged(TestServer::donor_form(1), thief.clone())).await;
        server.clock.advance(SignedDuration::from_millis(1));
        let unknown = server.post("/user/api/bloodregister", merged(TestServer::donor_form(2), thief)).await;
        assert_eq!((known.status, &known.body), (201, &unknown.body));
        let mails = server.mails().await;
        let to_thief: Vec<_> = mails.iter().filter(|mail| mail.header("to") == "thief@example.org").collect();
        let texts: Vec<String> = to_thief
            .iter()
            .map(|mail| mail.text("text/plain").unwrap().lines().filter(|line| !line.contains('#')).collect())
            .collect();
        assert_eq!((texts.len(), &texts[0]), (2, &texts[1]), "both are mailed, word for word the same");
        let to_donor = mails.iter().filter(|mail| mail.header("to") == "donor1@example.org").count();
        assert_eq!(to_donor, 1, "a stranger fills nobody's mailbox");

        let page = server.with_link("GET", DONOR, &link, None).await;
        assert_eq!(
            (&page.body["data"]["Blood_group"], &page.body["data"]["change"], &page.body["data"]["emailHint"]),
            (&json!("O-"), &Value::Null, &json!("d•••@e•••.org"))
        );
        // Another confirmed address is another donor, who sees nothing of the first.
        let own = server.link_in_mail("thief@example.org", "/blooddonor#").await;
        server.confirm_donor(&own).await;
        let third = server.donor(3, json!({})).await;
        let changed = json!({"Name": "Donor 1", "Phone_number": "9700000001"});
        assert_eq!(server.with_link("PUT", DONOR, &third, Some(changed)).await.status, 200, "nor does a change tell");
        server.open_request(1, json!({})).await;
        assert_eq!(server.asked().await, ["donor1", "donor3", "thief"], "nobody is asked in another's place");
    })
    .await;
}

#[tokio::test]
async fn an_unconfirmed_registration_can_be_repeated_and_is_deleted_in_the_end() {
    with_server(async |server| {
        server.unconfirmed_donor(1, json!({})).await;
        let link = server.unconfirmed_donor(1, json!({"Blood_group": "A+"})).await;
        let page = server.with_link("GET", DONOR, &link, None).await;
        assert_eq!(
            (&page.body["data"]["Blood_group"], &page.body["data"]["change"]["Blood_group"]),
            (&json!("O-"), &json!("A+")),
            "what is confirmed is what was seen, whatever somebody tells in between"
        );
        let lasting = server.donor(2, json!({})).await;
        server.clock.advance(SignedDuration::from_hours(24 * 29));
        blood::forget_unconfirmed(&server.app).await.unwrap();
        assert_eq!(server.with_link("GET", DONOR, &link, None).await.status, 200);
        server.clock.advance(SignedDuration::from_hours(24 * 2));
        blood::forget_unconfirmed(&server.app).await.unwrap();
        server.with_link("GET", DONOR, &link, None).await.assert_problem(410, "link_ended");
        assert_eq!(server.with_link("GET", DONOR, &lasting, None).await.status, 200);
        let admin = server.admin_token().await;
        let list = server.ask("GET", "/admin/api/blood/donors", &admin, None).await;
        assert_eq!((&list.body["total"], &list.body["data"][0]["Name"]), (&json!(1), &json!("Donor 2")));
    })
    .await;
}

#[tokio::test]
async fn a_donors_new_address_becomes_active_by_its_own_link_which_ends_older_links() {
    with_server(async |server| {
        let old = server.donor(1, json!({})).await;
        server.open_request(1, json!({})).await;
        let question = server.question_to(1).await;
        let saved = server.with_link("PUT", DONOR, &old, Some(json!({"Email": "new1@example.org"}))).await;
        let data = &saved.body["data"];
        assert_eq!(
            (&data["emailHint"], &data["newEmailHint"], &data["canConfirm"], &data["status"]),
            (&json!("d•••@e•••.org"), &json!("n•••@e•••.org"), &json!(false), &json!("ready"))
        );
        assert!(saved.body["message"].as_str().unwrap().contains("is used once"), "{}", saved.text);
        server.with_link("POST", CONFIRM, &old, None).await;
        let page = server.with_link("GET", DONOR, &old, None).await;
        assert_eq!(page.body["data"]["newEmailHint"], "n•••@e•••.org", "the old mailbox says nothing of the new one");
        server.post("/user/api/blooddonor/link", json!({"Email": "donor1@example.org"})).await;
        let second = server.link_in_mail("donor1@example.org", "/blooddonor#").await;

        let new = server.link_in_mail("new1@example.org", "/blooddonor#").await;
        let confirmed = server.with_link("POST", CONFIRM, &new, None).await;
        let data = &confirmed.body["data"];
        assert_eq!(
            (&data["emailHint"], &data["newEmailHint"], &data["status"]),
            (&json!("n•••@e•••.org"), &Value::Null, &json!("ready"))
        );
        assert!(server.was_told("donor1@example.org", "a new email address").await);
        for ended in [&old, &second] {
            server.with_link("GET", DONOR, ended, None).await.assert_problem(410, "link_ended");
        }
        server.with_link("GET", "/user/api/bloodanswer", &question, None).await.assert_problem(410, "link_ended");
        server.clock.advance(SignedDuration::from_hours(24));
        server.open_request(2, json!({})).await;
        assert_eq!(server.asked().await, ["donor1", "new1"]);
    })
    .await;
}

#[tokio::test]
async fn a_mistyped_new_address_looks_and_confirms_and_can_be_taken_back() {
    with_server(async |server| {
        let own = server.donor(1, json!({})).await;
        let tell = async |email: &str| server.with_link("PUT", DONOR, &own, Some(json!({"Email": email}))).await;
        tell("wrong@example.org").await;
        let wrong = server.link_in_mail("wrong@example.org", "/blooddonor#").await;
        let page = server.with_link("GET", DONOR, &wrong, None).await;
        assert_eq!((page.status, &page.body["data"]["canConfirm"]), (200, &json!(true)), "{}", page.text);
        for (method, path) in [
            ("PUT", ""),
            ("DELETE", ""),
            ("POST", "/pause"),
            ("POST", "/resume"),
            ("POST", "/donation"),
            ("POST", "/change"),
            ("DELETE", "/change"),
            ("DELETE", "/links"),
        ] {
            let body = json!({"Age": "40", "version": "1"});
            let refused = server.with_link(method, &format!("{DONOR}{path}"), &wrong, Some(body)).await;
            refused.assert_problem(410, "link_ended");
            assert!(refused.text.contains("confirm this address first"), "{method} {path}: {}", refused.text);
        }
        assert_eq!(server.with_link("GET", DONOR, &own, None).await.status, 200, "what it opened ended nothing");

        // Another address replaces it; then the own one is entered again.
        tell("other@example.org").await;
        let other = server.link_in_mail("other@example.org", "/blooddonor#").await;
        server.with_link("GET", DONOR, &wrong, None).await.assert_problem(410, "link_ended");
        server.with_link("POST", CONFIRM, &wrong, None).await.assert_problem(410, "link_ended");
        let back = tell("Donor1@example.org").await;
        assert_eq!(back.body["data"]["newEmailHint"], Value::Null, "{}", back.text);
        assert!(back.body["message"].as_str().unwrap().contains("saved"), "{}", back.text);
        for (method, path) in [("GET", DONOR), ("POST", CONFIRM), ("GET", "/user/api/blooddonor/reveals")] {
            server.with_link(method, path, &other, None).await.assert_problem(410, "link_ended");
        }
        assert_eq!(server.with_link("GET", DONOR, &own, None).await.status, 200);
    })
    .await;
}

#[tokio::test]
async fn a_donors_link_can_cause_few_mails_to_other_addresses() {
    with_server(async |server| {
        let link = server.donor(1, json!({})).await;
        let mut refused = 0;
        for number in 0..10 {
            let email = json!({"Email": format!("stranger{number}@example.org")});
            refused += i32::from(server.with_link("PUT", DONOR, &link, Some(email)).await.status == 429);
        }
        assert_eq!(refused, 5, "five mails in an hour, whatever was sent to the donor");
    })
    .await;
}
