//! Donors and requesters for tests, created through the API; their links are read from their mails.

use doccare::platform::ids::Secret;
use serde_json::{Value, json};

use super::{Answer, TestServer};

impl TestServer {
    /// A donor's form: the `number`-th, a man of Kozhikode with O-, who suits any request there.
    pub fn donor_form(number: usize) -> Value {
        json!({
            "Name": format!("Donor {number}"), "Blood_group": "O-", "Gender": "Male", "Age": "30",
            "Email": format!("donor{number}@example.org"), "Phone_number": format!("97{number:08}"),
            "District": "Kozhikode", "State": "Kerala", "consent": true,
        })
    }

    /// Registers and confirms a donor with some fields changed, and returns the token of the private link.
    pub async fn donor(&self, number: usize, changed: Value) -> String {
        let link = self.unconfirmed_donor(number, changed).await;
        self.confirm_donor(&link).await;
        link
    }

    /// Registers a donor with some fields changed, and returns the token of the link that confirms it.
    pub async fn unconfirmed_donor(&self, number: usize, changed: Value) -> String {
        let form = merged(Self::donor_form(number), changed);
        let answer = self.post("/user/api/bloodregister", form).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        self.clock.advance(jiff::SignedDuration::from_millis(1));
        self.link_in_mail(&format!("donor{number}@example.org"), "/blooddonor#").await
    }

    /// The order among donors who never gave is random: here it is fixed to the order of registration.
    pub async fn confirm_donor(&self, link: &str) {
        let answer = self.with_link("POST", "/user/api/blooddonor/confirm", link, None).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let digest = Secret::shown(link).digest();
        let sql = "UPDATE donors SET turn = '2026-01-01' WHERE last_donation = '' AND id =";
        self.execute(&format!("{sql} (SELECT subject FROM blood_links WHERE token_digest = '{digest}')")).await;
    }

    /// Changes rows directly in the database, and returns how many.
    pub async fn execute(&self, sql: &str) -> u64 {
        let sql = sql.to_owned();
        self.app.db.write(async move |tx| tx.execute(&sql, &[]).await).await.expect("a statement that works")
    }

    pub fn request_form(number: usize) -> Value {
        json!({
            "Patient_name": format!("Patient {number}"), "Blood_group": "AB+", "Units": 1, "Hospital": "Care Hospital",
            "District": "Kozhikode", "Needed_by": "2026-11-18", "Contact_name": format!("Requester {number}"),
            "Phone_number": format!("96{number:08}"), "Email": format!("requester{number}@example.org"),
            "Reason": "Surgery",
        })
    }

    /// Asks for blood with some fields changed, and returns the token of the private link. No donor is asked yet.
    pub async fn request_blood(&self, number: usize, changed: Value) -> String {
        // Mails of one millisecond have no order, and the link is read from the last one.
        self.clock.advance(jiff::SignedDuration::from_millis(1));
        let answer = self.post("/user/api/bloodrequest", merged(Self::request_form(number), changed)).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        self.clock.advance(jiff::SignedDuration::from_millis(1));
        self.link_in_mail(&format!("requester{number}@example.org"), "/bloodrequest/own#").await
    }

    /// Asks for blood and confirms it.
    pub async fn open_request(&self, number: usize, changed: Value) -> String {
        let link = self.request_blood(number, changed).await;
        assert_eq!(self.with_link("POST", "/user/api/bloodrequest/confirm", &link, None).await.status, 200);
        link
    }

    /// The token in the last mail that asks a donor.
    pub async fn question_to(&self, number: usize) -> String {
        self.link_in_mail(&format!("donor{number}@example.org"), "/bloodanswer#").await
    }

    /// The donor accepts the last request that asked them; returns the token of the question.
    pub async fn accepted_by(&self, number: usize) -> String {
        let question = self.question_to(number).await;
        let accepted = self.with_link("POST", "/user/api/bloodanswer/accept", &question, None).await;
        assert_eq!(accepted.status, 200, "{}", accepted.text);
        question
    }

    /// Calls with a private link as the credential, a moment after whatever was before, and asks the donors that are due then.
    pub async fn with_link(&self, method: &str, path: &str, link: &str, body: Option<Value>) -> Answer {
        self.clock.advance(jiff::SignedDuration::from_millis(1));
        let answer = self.ask(method, path, link, body).await;
        self.catch_up().await;
        answer
    }

    /// The donors asked so far, by the name of the mailbox, sorted: mails of one millisecond have no order.
    pub async fn asked(&self) -> Vec<String> {
        let mails = self.mails().await;
        let questions =
            mails.iter().filter(|mail| mail.text("text/plain").is_some_and(|text| text.contains("/bloodanswer#")));
        let questions = questions.filter(|mail| mail.header("subject").contains("is needed"));
        let mut asked: Vec<String> =
            questions.map(|mail| mail.header("to").split('@').next().unwrap_or_default().to_owned()).collect();
        asked.sort();
        asked
    }

    /// Whether a mail with such a subject went to an address.
    pub async fn was_told(&self, to: &str, subject: &str) -> bool {
        self.mails().await.iter().any(|mail| mail.header("to") == to && mail.header("subject").contains(subject))
    }

    /// The token in the last mail to an address that has such a link.
    pub async fn link_in_mail(&self, to: &str, page: &str) -> String {
        let mails = self.mails().await;
        let mut texts =
            mails.iter().rev().filter(|mail| mail.header("to") == to).filter_map(|mail| mail.text("text/plain"));
        let token = |text: String| Some(text.split_once(page)?.1.lines().next()?.to_owned());
        texts.find_map(token).unwrap_or_else(|| panic!("no link {page} to {to}"))
    }
}

/// `changed` merged into `form`; a null removes a field.
pub fn merged(mut form: Value, changed: Value) -> Value {
    if let (Some(form), Value::Object(changed)) = (form.as_object_mut(), changed) {
        for (name, value) in changed {
            if value.is_null() {
                form.remove(&name);
            } else {
                form.insert(name, value);
            }
        }
    }
    form
}
