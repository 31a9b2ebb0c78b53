//! The victim's objects that calls are about, newly created.

use doccare::appointments::Appointment;
use doccare::directory::facilities::Category;
use serde_json::{Value, json};

use super::world::World;
use crate::harness::TestServer;
use crate::harness::people::{PASSWORD, Patient};
use crate::harness::stored::approved_visit;
use crate::logins;
use crate::push::subscription;

/// Districts without other donors or requests.
const QUIET: [&str; 10] = [
    "Alappuzha",
    "Idukki",
    "Kannur",
    "Kasaragod",
    "Kottayam",
    "Malappuram",
    "Palakkad",
    "Pathanamthitta",
    "Thrissur",
    "Wayanad",
];

pub fn message(world: &World) -> Value {
    json!({"name": "Asha", "email": format!("asha{}@example.org", world.number()), "message": "Are you open?"})
}

/// A free time of the victim's doctor: four a day, as many as a patient may book.
pub fn slot(world: &World) -> (String, &'static str) {
    let number = world.slot();
    let time = ["10:00", "10:15", "10:30", "10:45"][number % 4];
    assert!(number < 24, "the week is full");
    (format!("2026-11-{}", 16 + number / 4), time)
}

/// Another one, of those at which the desk books: eleven and after it, but for the last half hour of the last day.
pub fn desk_slot(world: &World) -> (String, &'static str) {
    let number = world.desk_slot();
    let time = ["11:00", "11:15", "11:30", "11:45"][number % 4];
    assert!(number < 22, "the week is full");
    (format!("2026-11-{}", 16 + number / 4), time)
}

/// What the desk sends that books for the victim, who called.
pub fn desk_form(world: &World) -> Value {
    let (date, time) = desk_slot(world);
    json!({"name": format!("Asha {}", world.number()), "phoneNumber": "9800000000", "date": date, "time": time})
}

/// A visit that the victim's doctor booked for the victim's number.
pub async fn desk_booking(world: &World) -> String {
    let (path, token) =
        (format!("/user/api/doctor/desk/bookings/{}", world.id("doctor")), world.session_of("doctor").await);
    let booked = world.server.ask("POST", &path, &token, Some(desk_form(world))).await;
    assert_eq!(booked.status, 201, "{}", booked.text);
    booked.id()
}

/// A booking of the victim's with the victim's doctor.
pub async fn booking(world: &World) -> String {
    let patient =
        Patient { id: world.id("patient").into(), token: world.session_of("patient").await, email: String::new() };
    let (date, time) = slot(world);
    world.server.booked(&patient, world.id("doctor"), &date, time).await
}

/// A visit of yesterday with a follow-up for today; proposed or not.
pub async fn follow_up(world: &World, proposed_at: Option<i64>) -> String {
    let (patient, doctor, number) = (world.id("patient"), world.id("doctor"), world.number());
    let (id, begun) = (format!("follow-up-{number}"), 1_794_630_600_000 - 900_000 * i64::try_from(number).unwrap());
    // For another person than the patient of other bookings: a doctor may approve known patients automatically.
    let visit = Appointment { patient_name: "Amma".into(), ..approved_visit(&id, doctor, patient, begun) };
    world.server.store_visits(vec![visit.clone()]).await;
    world.server.store_follow_up(&visit, 1_794_681_000_000, proposed_at).await;
    id
}

/// A person that the victim books for.
pub async fn person(world: &World) -> String {
    let (path, token) = (format!("/user/api/user/people/{}", world.id("patient")), world.session_of("patient").await);
    let form = json!({"name": format!("Amma {}", world.number()), "phoneNumber": "9876543211"});
    let saved = world.server.ask("POST", &path, &token, Some(form)).await;
    assert_eq!(saved.status, 201, "{}", saved.text);
    saved.id()
}

/// A doctor whose only slot on the 20th is booked.
pub async fn full_doctor(world: &World) -> String {
    let server = &world.server;
    let doctor = server.doctor(world.number()).await;
    server.execute(&format!("UPDATE doctors SET end_minute = start_minute + 15 WHERE id = '{doctor}'")).await;
    let booked = server.book(&server.patient(world.number()).await, &doctor, "2026-11-20", "10:00").await;
    assert_eq!(booked.status, 200, "{}", booked.text);
    doctor
}

/// An entry of a patient on the waiting list.
pub async fn waiting(world: &World, patient: &Patient) -> String {
    let path = format!("/user/api/doctor/{}/waitlist/{}", full_doctor(world).await, patient.id);
    let waits = world.server.ask("POST", &path, &patient.token, Some(json!({"date": "2026-11-20"}))).await;
    assert_eq!(waits.status, 201, "{}", waits.text);
    waits.id()
}

/// The token of an offer.
pub async fn offer(world: &World, number: usize) -> String {
    let server = &world.server;
    let entry = waiting(world, &server.patient(number).await).await;
    let until = server.clock.now_millis() + 3_600_000;
    let visit = format!(
        "SELECT a.id FROM appointments a JOIN waitlist_entries w ON w.doctor_id = a.doctor_id WHERE w.id = '{entry}'"
    );
    server
        .execute(&format!(
            "INSERT INTO waitlist_holds (id, entry_id, doctor_id, starts_at, held_until, passed)
             SELECT 'hold {number}', '{entry}', doctor_id, starts_at, {until}, FALSE FROM appointments WHERE id = ({visit})"
        ))
        .await;
    server.execute(&format!("UPDATE appointments SET status = 'Cancelled' WHERE id = ({visit})")).await;
    server.app.keys.encrypt("answers an offer of the waitlist", "", format!("hold {number}").as_bytes())
}

/// A visit that the doctor has approved.
pub async fn approved(world: &World) -> String {
    let (id, token) = (booking(world).await, world.session_of("doctor").await);
    world.server.approve(&token, &id).await;
    id
}

/// A visit that the doctor has approved, at a time of its own.
pub async fn visit(world: &World) -> String {
    let (number, doctor, patient) = (world.number(), world.id("doctor"), world.id("patient"));
    let starts_at = 1_796_000_000_000 + i64::try_from(number).unwrap() * 900_000;
    let id = format!("visit-{number}");
    world.server.store_visits(vec![approved_visit(&id, doctor, patient, starts_at)]).await;
    id
}

/// An approved visit for which another time is proposed; one that can be taken only if it will be.
pub async fn proposal(world: &World, is_taken: bool) -> String {
    let (id, doctor, until) = (visit(world).await, world.id("doctor"), world.server.clock.now_millis() + 3_600_000);
    let (date, time) = if is_taken { desk_slot(world) } else { ("2026-12-24".to_owned(), "11:00") };
    let starts_at = format!("{date}T{time}:00+05:30").parse::<jiff::Timestamp>().unwrap().as_millisecond();
    let of_visit = format!("FROM appointments WHERE id = '{id}'");
    for insert in [
        format!(
            "INSERT INTO session_moves (id, doctor_id, from_at, to_at, target_at, reason, created_at)
             SELECT 'move {id}', '{doctor}', starts_at, starts_at + 3600000, {starts_at}, 'Surgery.', 0 {of_visit}"
        ),
        format!(
            "INSERT INTO move_proposals (visit_id, move_id, doctor_id, from_at, starts_at, held_until, state)
             SELECT id, 'move {id}', '{doctor}', starts_at, {starts_at}, {until}, 'open' {of_visit}"
        ),
    ] {
        world.server.execute(&insert).await;
    }
    id
}

/// A visit by phone whose patient was called three times in vain.
pub async fn missed_call(world: &World) -> String {
    let id = visit(world).await;
    let sql =
        format!("INSERT INTO phone_consultations (visit_id, patient_location, missed_calls) VALUES ('{id}', '', 3)");
    world.server.execute(&sql).await;
    id
}

/// What the desk sends that moves today's session, in which the victim has a visit.
pub async fn move_form(world: &World) -> Value {
    // A quarter to twelve, which no other call books.
    let visit = approved_visit("visit-to-move", world.id("doctor"), world.id("patient"), 1_794_723_300_000);
    world.server.store_visits(vec![visit]).await;
    json!({
        "sessionDate": "2026-11-15", "sessionTime": "10:00", "date": "2026-11-21", "time": "11:30", "reason": "Surgery."
    })
}

/// The link of a screen of the victim's doctor.
pub async fn screen(world: &World) -> String {
    world.server.pair_screen(world.id("doctor"), &world.session_of("doctor").await).await
}

/// The code that a screen shows until it is paired.
pub async fn screen_code(world: &World) -> String {
    let offer = world.server.post("/user/api/screen/pairing", json!({})).await;
    offer.body["data"]["code"].as_str().unwrap_or_else(|| panic!("{}", offer.text)).to_owned()
}

/// The code at the door of the doctor's own clinic, who gives tokens there.
pub async fn door_code(world: &World) -> String {
    let doctor = world.id("doctor");
    world.server.execute(&format!("UPDATE doctors SET door_tokens = 200 WHERE id = '{doctor}'")).await;
    let (path, token) = (format!("/user/api/doctor/today/{doctor}"), world.session_of("doctor").await);
    let today = world.server.ask("GET", &path, &token, None).await;
    today.body["data"]["door"]["code"].as_str().unwrap_or_else(|| panic!("{}", today.text)).to_owned()
}

pub async fn leave(world: &World) -> String {
    let (path, token) = (format!("/user/api/doctor/leave/{}", world.id("doctor")), world.session_of("doctor").await);
    let added = world.server.ask("POST", &path, &token, Some(json!({"from": "2026-12-24"}))).await;
    assert_eq!(added.status, 200, "{}", added.text);
    world.only("SELECT max(id) FROM doctor_leave").await
}

/// A session after the doctor's hours, each on another day.
pub fn extra(world: &World) -> Value {
    let ahead = i64::try_from(world.number() % 300).unwrap();
    let day = "2026-12-01".parse::<jiff::civil::Date>().unwrap() + jiff::Span::new().days(ahead);
    json!({"date": day.to_string(), "from": "20:00", "to": "21:00"})
}

pub async fn extra_session(world: &World) -> String {
    let (path, token) =
        (format!("/user/api/doctor/sessions/{}/extra", world.id("doctor")), world.session_of("doctor").await);
    let added = world.server.ask("POST", &path, &token, Some(extra(world))).await;
    assert_eq!(added.status, 201, "{}", added.text);
    world.only("SELECT max(id) FROM doctor_sessions").await
}

pub async fn hospital(world: &World) -> String {
    logins::facility(&world.server, Category::Hospital, world.number()).await.0
}

/// The number and the link of a donor.
pub async fn donor(world: &World) -> (usize, String) {
    let number = world.number();
    (number, world.server.donor(number, json!({})).await)
}

/// A donor's link, and the version of a pending change.
pub async fn changed_donor(world: &World) -> (String, Value) {
    let (number, link) = donor(world).await;
    let mut form = TestServer::donor_form(number);
    form["Blood_group"] = json!("A+");
    assert_eq!(world.server.post("/user/api/bloodregister", form).await.status, 201);
    let page = world.server.with_link("GET", "/user/api/blooddonor", &link, None).await;
    let version = page.body["data"]["change"]["version"].clone();
    assert!(version.is_string(), "{}", page.text);
    (link, version)
}

/// The link and the id of an open request.
pub async fn request(world: &World, changed: Value) -> (String, String) {
    let link = world.server.open_request(world.number(), changed).await;
    (link, world.only("SELECT max(id) FROM blood_requests").await)
}

/// The links of a requester and of the only donor who is asked.
pub async fn question(world: &World) -> (String, String) {
    let number = world.number();
    let district = json!({"District": QUIET[world.district() % QUIET.len()]});
    world.server.donor(number, district.clone()).await;
    let request = world.server.open_request(number, district).await;
    (request, world.server.question_to(number).await)
}

/// The link of an invitation to the doctor's desk.
pub async fn invitation(world: &World, number: usize) -> String {
    let (email, token) = (format!("invited{number}@example.org"), world.session_of("doctor").await);
    let body = json!({"name": "Sita", "email": email, "current_password": PASSWORD});
    let invited = world.server.ask("POST", "/user/api/desk/staff", &token, Some(body)).await;
    assert_eq!(invited.status, 201, "{}", invited.text);
    world.server.link_in_mail(&email, "/desk/invitation#").await
}

/// The link that confirms a patient's new address.
pub async fn new_address(world: &World, number: usize) -> String {
    let (server, email) = (&world.server, format!("new{number}@example.org"));
    let patient = server.patient(number).await;
    let path = format!("/user/api/user/profile/{}", patient.id);
    let body = json!({"email": email, "current_password": PASSWORD});
    let saved = server.ask("PUT", &path, &patient.token, Some(body)).await;
    assert_eq!(saved.status, 200, "{}", saved.text);
    logins::confirmation(server, &email).await
}

/// An account with neither password nor address that lost its number.
pub async fn former_account(world: &World) -> String {
    let id = world.server.patient(world.number()).await.id;
    let server = &world.server;
    server
        .execute(&format!(
            "UPDATE accounts SET email = NULL, email_key = NULL, phone = NULL, phone_since = NULL, password_hash = ''
             WHERE id = '{id}'"
        ))
        .await;
    server
        .execute(&format!("INSERT INTO former_numbers (account_id, phone, lost_at) VALUES ('{id}', '9847000000', 0)"))
        .await;
    id
}

/// The number of a patient who has proved it.
pub async fn number_owner(world: &World) -> String {
    let number = world.number();
    let id = world.server.patient(number).await.id;
    world.server.execute(&format!("UPDATE accounts SET verified_phone = phone WHERE id = '{id}'")).await;
    format!("98{number:08}")
}

/// A device of the victim's that gets notifications.
pub async fn push_device(world: &World) -> String {
    let token = world.session_of("patient").await;
    let answer = world.server.ask("POST", "/user/api/push", &token, Some(subscription())).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["data"]["devices"][0]["_id"].as_str().expect("an id").to_owned()
}
