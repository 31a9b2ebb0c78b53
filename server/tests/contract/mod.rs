//! The specification's section 7 as its clients see it: every call by its path, every field by its name, complete lists, and refusals that
//! are explained in `message` alone.

mod lists;

use reqwest::multipart::Form;
use serde_json::{Value, json};

use crate::harness::people::{PASSWORD, Patient};
use crate::harness::{ADMIN, Answer, TestServer, with_server};
use crate::workers;

// The entities of section 3, by the fields of the answers.
const USER: [&str; 11] = [
    "_id",
    "username",
    "email",
    "phone_number",
    "accountCreatedDate",
    "isDeleted",
    "gender",
    "DOB",
    "district",
    "state",
    "pincode",
];
const DONOR: [&str; 8] = ["Name", "Blood_group", "Gender", "Age", "Email", "Phone_number", "District", "State"];
/// Public fields of a doctor.
const PUBLIC_DOCTOR: [&str; 14] = [
    "_id",
    "full_Name",
    "doctor_ID",
    "specialization",
    "district",
    "Image",
    "experience",
    "consultation_Address",
    "consultation_Fee",
    "startTime",
    "endTime",
    "gender",
    "state",
    "pincode",
];
const PRIVATE_DOCTOR: [&str; 3] = ["phone_Number", "email", "DOB"];
const HOSPITAL: [&str; 11] = [
    "_id",
    "License_number",
    "Hospital_name",
    "Email",
    "Phone_Number",
    "Address",
    "City",
    "District",
    "State",
    "Pincode",
    "Image",
];
/// Fields of a pending hospital that a doctor has too.
const SHARED: [&str; 4] = ["doctor_ID", "specialization", "phone_Number", "district"];
const APPOINTMENT: [&str; 8] =
    ["_id", "patient_name", "contact_number", "date", "time", "status", "bookingTime_Date", "doctorId"];
const ITS_DOCTOR: [&str; 3] = ["Image", "full_Name", "consultation_Fee"];

/// Asserts that each field is in the object under exactly that name.
#[track_caller]
fn carries(value: &Value, fields: &[&[&str]]) {
    for field in fields.concat() {
        assert!(!value[field].is_null(), "{field} is missing in {value}");
    }
}

/// The only row of a list; asserts that the fields next to the list are right.
#[track_caller]
fn only_row(answer: &Answer) -> &Value {
    assert_eq!((answer.status, &answer.body["total"]), (200, &json!(1)), "{}", answer.text);
    assert!(answer.body["message"].is_string() && answer.body["next"].is_null(), "{}", answer.text);
    let list = if answer.body["data"].is_array() { &answer.body["data"] } else { &answer.body["data"]["booking"] };
    assert_eq!(list.as_array().map(Vec::len), Some(1), "{}", answer.text);
    &list[0]
}

/// A success with a message.
#[track_caller]
fn says(answer: &Answer, status: u16) {
    assert_eq!(answer.status, status, "{}", answer.text);
    assert!(answer.body["message"].as_str().is_some_and(|text| !text.is_empty()), "{}", answer.text);
}

/// Logs in by a call of the specification, and returns the token.
async fn log_in(server: &TestServer, path: &str, email: &str, password: &str) -> String {
    let answer = server.post(path, json!({"email": email, "password": password})).await;
    says(&answer, 200);
    assert!(answer.body["data"]["_id"].is_string(), "{}", answer.text);
    answer.body["token"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned()
}

/// A registered user with a complete profile.
async fn whole_patient(server: &TestServer) -> Patient {
    let form =
        json!({"username": "Anu Das", "email": "anu@example.org", "phone_number": "9800000001", "password": PASSWORD});
    says(&server.post("/user/api/register", form.clone()).await, 201);
    says(&server.post("/user/api/register", form).await, 200);
    let answer = server.post("/user/api/login", json!({"email": "anu@example.org", "password": PASSWORD})).await;
    let token = log_in(server, "/user/api/login", "anu@example.org", PASSWORD).await;
    let id = answer.id();
    let profile =
        json!({"gender": "Female", "DOB": "1990-02-03", "state": "Kerala", "district": "Kollam", "pincode": "691001"});
    let path = format!("/user/api/user/profile/{id}");
    carries(&server.ask("PUT", &path, &token, Some(profile)).await.body["data"], &[&USER]);
    carries(&server.ask("GET", &path, &token, None).await.body["data"], &[&USER]);
    Patient { id, token, email: "anu@example.org".into() }
}

async fn decide(server: &TestServer, admin: &str, method: &str, path: &str) -> Answer {
    server.ask(method, &format!("/admin/api/workers/{path}"), admin, None).await
}

/// A doctor and a hospital apply; the administrator lists them, approves them and rejects a third one.
async fn joined_workers(server: &TestServer, admin: &str) -> String {
    let applied = workers::apply(server, &[]).await;
    says(&applied, 201);
    let doctor = applied.id();
    let hospital = workers::apply_as_facility(server, &[("category", None)]).await;
    says(&hospital, 201);
    let waiting = server.ask("GET", "/admin/api/workers/Doctor/pendingrequest", admin, None).await;
    carries(only_row(&waiting), &[&PUBLIC_DOCTOR, &PRIVATE_DOCTOR]);
    let waiting = server.ask("GET", "/admin/api/workers/Hospital/pendingrequest", admin, None).await;
    carries(only_row(&waiting), &[&HOSPITAL, &SHARED]);
    says(&decide(server, admin, "PATCH", &format!("Doctor/approved/{doctor}")).await, 200);
    says(&decide(server, admin, "PATCH", &format!("Hospital/approved/{}", hospital.id())).await, 200);
    let pharmacy = [("Email", Some("p@example.org")), ("License_number", Some("KL-9"))];
    let pharmacy = workers::apply_as_facility(server, &pharmacy).await.id();
    says(&decide(server, admin, "DELETE", &format!("Pharmacy/rejected/{pharmacy}")).await, 200);
    doctor
}

#[tokio::test]
async fn every_call_of_the_spec_carries_every_field_that_it_names() {
    with_server(async |server| {
        server.make_admin().await;
        let admin = log_in(&server, "/admin/api/login", ADMIN.0, ADMIN.1).await;
        let patient = whole_patient(&server).await;
        let doctor = joined_workers(&server, &admin).await;
        says(&server.post("/user/api/bloodregister", TestServer::donor_form(1)).await, 201);

        for (path, fields) in [
            ("userdata", &[&USER[..]][..]),
            ("doctors/data/dashboard", &[&PUBLIC_DOCTOR, &PRIVATE_DOCTOR]),
            (
                "doctors/view/data?gender=female&specialization=dermatology&district=kozhikode",
                &[&PUBLIC_DOCTOR, &PRIVATE_DOCTOR],
            ),
            ("hospital/data/dashboard", &[&HOSPITAL]),
            ("blood/donors", &[&DONOR]),
        ] {
            carries(only_row(&server.ask("GET", &format!("/admin/api/{path}"), &admin, None).await), fields);
        }
        for _ in 0..2 {
            let path = format!("/admin/api/blockandunblock/{}", patient.id);
            says(&server.ask("PATCH", &path, &admin, None).await, 200);
        }
        let found = server.get("/user/api/finddoctors").await;
        carries(only_row(&found), &[&PUBLIC_DOCTOR]);
        assert!(PRIVATE_DOCTOR.iter().all(|field| found.body["data"][0].get(field).is_none()), "{}", found.text);
        the_bookings_of(&server, &doctor).await;
    })
    .await;
}

/// The patient's and the doctor's calls about one booking that is approved, and one that is rejected. A block ends every
/// session, so the patient signs in again.
async fn the_bookings_of(server: &TestServer, doctor: &str) {
    let answer = server.post("/user/api/login", json!({"email": "anu@example.org", "password": PASSWORD})).await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let patient =
        Patient { id: text(&answer.body["data"]["_id"]), token: text(&answer.body["token"]), email: String::new() };
    let token = log_in(server, "/user/api/doctor/login", "meera@example.org", workers::PASSWORD).await;
    let own = async |path: String| server.ask("GET", &format!("/user/api/doctor/{path}"), &token, None).await;

    says(&server.book(&patient, doctor, "Nov 16, 2026", "10:15").await, 200);
    let times = server.get(&format!("/user/api/doctor/{doctor}/bookings?date=Nov%2016,%202026")).await;
    assert!(times.body["data"].as_array().unwrap().contains(&json!({"time": "10:15"})), "{}", times.text);
    let pending = own(format!("appointments/{doctor}")).await;
    let total = own(format!("total/appointments/{doctor}")).await;
    assert!(total.body["data"]["booking"].is_array());
    let mine = format!("/user/api/previous/booking/{}", patient.id);
    let mine = server.ask("GET", &mine, &patient.token, None).await;
    for list in [&pending, &total, &mine] {
        carries(only_row(list), &[&APPOINTMENT]);
        carries(&only_row(list)["doctorId"], &[&ITS_DOCTOR]);
        assert_eq!((&only_row(list)["date"], &only_row(list)["status"]), (&json!("Nov 16, 2026"), &json!("Pending")));
    }
    let id = text(&only_row(&pending)["_id"]);
    let approve = format!("/user/api/doctor/appointment/approve/{id}");
    says(&server.ask("PATCH", &approve, &token, None).await, 200);
    let previous = own(format!("appointment/previous/{doctor}")).await;
    carries(only_row(&previous), &[&APPOINTMENT]);
    carries(&only_row(&previous)["doctorId"], &[&ITS_DOCTOR]);
    let other = server.book(&patient, doctor, "Nov 16, 2026", "10:30").await;
    let reject = format!("/user/api/doctor/appointment/reject/{}", text(&other.body["data"]["_id"]));
    says(&server.ask("PATCH", &reject, &token, None).await, 200);

    let profile = own(format!("profile/{doctor}")).await;
    carries(&profile.body["data"], &[&PUBLIC_DOCTOR, &PRIVATE_DOCTOR]);
    let change = server.request("PUT", &format!("/user/api/doctor/profile/{doctor}")).bearer_auth(&token);
    says(&Answer::read(change.multipart(Form::new().text("consultation_Fee", "450"))).await, 200);
}

#[tokio::test]
async fn a_refused_forms_message_names_the_error() {
    with_server(async |server| {
        let good =
            json!({"username": "Anu", "email": "anu@example.org", "phone_number": "9800000001", "password": PASSWORD});
        let refused = async |changed: Value, lang: &str| {
            let form = crate::harness::blood::merged(good.clone(), changed);
            let request = server.request("POST", "/user/api/register").header("accept-language", lang).json(&form);
            let answer = Answer::read(request).await;
            answer.assert_problem(422, "invalid_fields");
            answer
        };
        for (changed, english, malayalam) in [
            (
                json!({"phone_number": "12345"}),
                "Please enter an Indian mobile number of ten digits.",
                "പത്തക്കമുള്ള ഇന്ത്യൻ മൊബൈൽ നമ്പർ നൽകുക.",
            ),
            (
                json!({"username": "", "email": "anu"}),
                "Please enter the name. Please also check 1 more field.",
                "പേര് നൽകുക. മറ്റൊരു ഭാഗം കൂടി പരിശോധിക്കുക.",
            ),
            (
                json!({"username": "", "email": "", "phone_number": "", "password": "short"}),
                "Please enter the name. Please also check 3 more fields.",
                "പേര് നൽകുക. മറ്റ് 3 ഭാഗങ്ങൾ കൂടി പരിശോധിക്കുക.",
            ),
        ] {
            let answer = refused(changed.clone(), "en").await;
            assert_eq!(answer.body["message"], english);
            assert_eq!(answer.bad_fields().len(), changed.as_object().unwrap().len(), "each is named");
            assert_eq!(refused(changed, "ml").await.body["message"], malayalam);
        }
        // The specified texts of refusals are unchanged.
        let login = server.post("/user/api/hospital/login", json!({})).await;
        login.assert_problem(422, "invalid_fields");
        assert_eq!(login.body["message"], "Hospital not complited");
    })
    .await;
}

#[tokio::test]
async fn a_refusal_describes_the_callers_own_action() {
    with_server(async |server| {
        let (admin, patient, doctor) = (server.admin_token().await, server.patient(1).await, server.doctor(1).await);
        let booked = server.book(&patient, &doctor, "Nov 16, 2026", "10:00").await;
        let cancel = format!("/user/api/appointment/cancel/{}", booked.id());
        let waiting = server.unlisted_doctor(2, |_| {}).await;
        let approve = format!("/admin/api/workers/Doctor/approved/{waiting}");
        let (suspend, restore) =
            (format!("/admin/api/doctors/{doctor}/suspend"), format!("/admin/api/doctors/{doctor}/restore"));
        let link = server.open_request(1, json!({})).await;
        let close = "/user/api/bloodrequest/close".to_owned();
        let fulfilled = json!({"fulfilled": true});
        for (method, path, token, english, malayalam) in [
            ("PATCH", &cancel, &patient.token, "This booking can no longer be changed.", "ഈ ബുക്കിങ് ഇനി മാറ്റാൻ കഴിയില്ല."),
            ("PATCH", &approve, &admin, "This application has already been decided.", "ഈ അപേക്ഷയിൽ തീരുമാനം എടുത്തുകഴിഞ്ഞു."),
            (
                "POST",
                &suspend,
                &admin,
                "Already suspended, or not approved yet.",
                "ഇതിനകം മാറ്റിനിർത്തിയിട്ടുണ്ട്, അല്ലെങ്കിൽ ഇതുവരെ അംഗീകരിച്ചിട്ടില്ല.",
            ),
            ("POST", &restore, &admin, "Not suspended.", "മാറ്റിനിർത്തിയിട്ടില്ല."),
        ] {
            assert_eq!(server.ask(method, path, token, None).await.status, 200, "{path}");
            for (lang, message) in [("en", english), ("ml", malayalam)] {
                let again = server.request(method, path).bearer_auth(token).header("accept-language", lang);
                let again = Answer::read(again).await;
                again.assert_problem(409, "not_changeable");
                assert_eq!(again.body["message"], message, "{path}");
            }
        }
        assert_eq!(server.with_link("POST", &close, &link, Some(fulfilled.clone())).await.status, 200);
        let again = server.with_link("POST", &close, &link, Some(fulfilled)).await;
        again.assert_problem(409, "not_changeable");
        assert_eq!(again.body["message"], "This request has already ended.");

        // A private link is not a used one, and a form with a photo is not JSON.
        let unknown = server.with_link("GET", "/user/api/bloodrequest", "nobody's", None).await;
        unknown.assert_problem(410, "link_ended");
        assert_eq!(unknown.body["message"], "This link no longer works. Please use the one in our newest email.");
        let reset = server.post("/user/api/password/reset", json!({"token": "x", "password": PASSWORD})).await;
        reset.assert_problem(410, "link_ended");
        assert_eq!(reset.body["message"], "This link has been used or is too old. Please ask for a new one.");
        let form = server.post("/user/api/doctor/register", json!({})).await;
        form.assert_problem(415, "unsupported_media_type");
        assert_eq!(form.body["message"], "This call takes multipart/form-data.");
    })
    .await;
}
