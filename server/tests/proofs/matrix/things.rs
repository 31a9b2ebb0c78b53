//! The object of a call: one of the victim's that exists, and a valid body. Created for each row, and again after each call that changed
//! it.

use doccare::identity::{self, Role};
use doccare::platform::db;
use doccare::platform::ids::{Secret, new_id};
use reqwest::multipart::Form;
use serde_json::{Value, json};

use super::made::{
    approved, booking, changed_donor, desk_booking, desk_form, desk_slot, donor, door_code, extra, extra_session,
    follow_up, former_account, full_doctor, hospital, invitation, leave, message, missed_call, move_form, new_address,
    number_owner, offer, person, proposal, push_device, question, request, screen, screen_code, slot, visit, waiting,
};
use super::world::World;
use crate::admin::imports;
use crate::harness::TestServer;
use crate::harness::people::{PASSWORD, Patient};
use crate::logins;
use crate::logins::second_factor::Enrolled;
use crate::push::subscription;
use crate::workers;

#[derive(Default)]
pub struct Thing {
    /// Part of the path.
    pub id: String,
    /// The credential of a call by link.
    pub link: Option<String>,
    pub query: &'static str,
    pub sent: Sent,
}

#[derive(Default)]
pub enum Sent {
    #[default]
    Nothing,
    /// `{email}` becomes the caller's address, `{link}` the caller's link.
    Json(Value),
    Form(Box<dyn Fn() -> Form + Send + Sync>),
    Csv(String),
}

pub async fn make(world: &World, operation: &str) -> Thing {
    Thing {
        id: Box::pin(id(world, operation)).await,
        query: query(operation),
        ..Box::pin(shown(world, operation)).await
    }
}

fn query(operation: &str) -> &'static str {
    match operation {
        "closed_times" | "free_slots" | "alternatives" => "?date=2026-11-16",
        "leave_bookings" => "?from=2026-11-16&to=2026-11-17",
        "admin_search" | "find_patients" => "?q=asha",
        "preview_session_move" => "?sessionDate=2026-11-15&sessionTime=10:00&date=2026-11-21&time=11:30",
        _ => "",
    }
}

/// The id in the path.
#[expect(clippy::too_many_lines, reason = "a table")]
async fn id(world: &World, operation: &str) -> String {
    let server = &world.server;
    match operation {
        "remove_administrator" => world.administrator(&format!("administrator{}@example.org", world.number())).await,
        "block_user" => server.patient(world.number()).await.id,
        "user_details" => world.id("patient").to_owned(),
        "return_visits" => former_account(world).await,
        "request_detail" | "close_request" | "extend_request" | "look_at_request" | "block_requester"
        | "unblock_requester" => request(world, json!({})).await.1,
        "confirm_blood_request" => request(world, json!({"Hospital": "hospital 0", "District": "Ernakulam"})).await.1,
        "booking_details" | "cancel" | "reschedule" | "calendar" | "approve_visit" | "reject_visit" => {
            booking(world).await
        }
        "update_person" | "remove_person" => person(world).await,
        "mark_follow_up" | "unmark_follow_up" => follow_up(world, None).await,
        "take_proposal" | "decline_proposal" => follow_up(world, Some(1)).await,
        "join_waitlist" => full_doctor(world).await,
        "leave_waitlist" => {
            let token = world.session_of("patient").await;
            waiting(world, &Patient { id: world.id("patient").into(), token, email: String::new() }).await
        }
        "cancel_visit" => approved(world).await,
        "move_visit" => desk_booking(world).await,
        "accept_move" | "accept_move_at_desk" => proposal(world, true).await,
        "decline_move" | "keep_visit_time" => proposal(world, false).await,
        "withdraw_session_move" => format!("move {}", proposal(world, false).await),
        "claim_visit" | "disclaim_visit" => {
            world
                .server
                .execute("UPDATE accounts SET verified_phone = phone WHERE email_key = 'patient0@example.org'")
                .await;
            desk_booking(world).await
        }
        "mark_attendance" | "note_call" | "remove_walk_in" | "remove_screen" => "some".into(),
        "find_doctor"
        | "door"
        | "door_poster"
        | "arrive_at_door"
        | "take_door_token"
        | "availability"
        | "alternatives"
        | "closed_times"
        | "free_slots"
        | "book"
        | "doctor_details"
        | "worker_second_factor"
        | "remove_worker_second_factor" => world.id("doctor").to_owned(),
        "suspend_doctor" | "correct_doctor" => server.doctor(world.number()).await,
        "restore_doctor" => {
            let id = server.doctor(world.number()).await;
            world.as_admin("POST", &format!("doctors/{id}/suspend")).await;
            id
        }
        "hospital_details" => world.id("hospital").to_owned(),
        "suspend_hospital" => hospital(world).await,
        "restore_hospital" => {
            let id = hospital(world).await;
            world.as_admin("POST", &format!("hospitals/{id}/suspend")).await;
            id
        }
        "undo_import" | "invite_again" => {
            let body = json!({"table": table(world), "current_password": PASSWORD});
            let made = server.ask("POST", "/admin/api/imports", &world.session_of("admin").await, Some(body)).await;
            assert_eq!(made.status, 201, "{}", made.text);
            made.id()
        }
        "one_message" | "answer_message" | "close_message" => {
            assert_eq!(server.post("/user/api/contact", message(world)).await.status, 201);
            world.only("SELECT max(id) FROM contact_messages").await
        }
        "retry_failed" | "drop_failed" => failed_mail(world).await,
        "end_push_device" => push_device(world).await,
        "end_session" => Secret::shown(&world.session_of("patient").await).digest(),
        "end_admin_session" => Secret::shown(&world.session_of("admin").await).digest(),
        "approve_change" | "reject_change" | "withdraw_change" => {
            for name in ["hospital", "pharmacy"] {
                let path = format!("/user/api/worker/profile/{}", world.id(name));
                let name_wanted = format!("Another name {}", world.number());
                let token = world.session_of(name).await;
                let asked = workers::put(server, &path, &token, &[("Hospital_name", &name_wanted)]).await;
                assert_eq!(asked.status, 200, "{}", asked.text);
            }
            world.only("SELECT max(id) FROM profile_change_requests").await
        }
        "withdraw_doctor_change" => {
            let (path, number) = (format!("/user/api/doctor/profile/{}", world.id("doctor")), world.number());
            let (name, token) = (format!("ലീല {number}"), world.session_of("doctor").await);
            let asked = workers::put(server, &path, &token, &[("nameMl", &name)]).await;
            assert_eq!(asked.status, 200, "{}", asked.text);
            String::new()
        }
        "end_desk_staff" | "remove_desk_staff" | "remove_desk_second_factor" => {
            server.desk_staff(world.id("doctor"), world.number()).await.0
        }
        "approve_worker" | "reject_worker" | "pending_request" => server.unlisted_doctor(world.number(), |_| {}).await,
        "remove_leave" => leave(world).await,
        "remove_extra_session" => extra_session(world).await,
        "confirm_doctor" | "remove_doctor" => {
            let (hospital, doctor) = (world.id("hospital"), world.id("doctor"));
            let named = format!("UPDATE doctors SET hospital_id = '{hospital}', hospital_confirmed_at = NULL");
            server.execute(&format!("{named} WHERE id = '{doctor}'")).await;
            String::new()
        }
        _ => String::new(),
    }
}

/// A failed mail, with its content.
async fn failed_mail(world: &World) -> String {
    let id = new_id(world.server.clock.now());
    let said = r#"{"subject":"Your visit","body":{"Letter":[{"lang":"en","title":"Your visit","paragraphs":["On Monday."],"facts":[],"action":null,"footer":"x"},null]}}"#;
    let kept = world.server.app.keys.encrypt("failed mail", &id, said.as_bytes());
    world
        .server
        .execute(&format!(
            "INSERT INTO mail_queue (id, recipient, due_at, tries, failed_at, failure, kept)
             VALUES ('{id}', 'gone@example.invalid', 0, 9, 1, 'no such mailbox', '{kept}')"
        ))
        .await;
    id
}

/// The body, and the link with the object that it opens.
#[expect(clippy::too_many_lines, reason = "a table")]
async fn shown(world: &World, operation: &str) -> Thing {
    let number = world.number();
    let body = match operation {
        "add_administrator" => {
            json!({"email": format!("administrator{number}@example.org"), "current_password": PASSWORD})
        }
        "remove_administrator" => json!({"reason": "They left.", "current_password": PASSWORD}),
        "return_visits" => {
            let phone = number_owner(world).await;
            json!({"phone_number": phone, "reason": "Showed a card.", "current_password": PASSWORD})
        }
        "remove_worker_second_factor" => json!({"reason": "The phone is lost.", "current_password": PASSWORD}),
        "correct_doctor" => json!({"full_Name": "Asha Nair", "experience": 13}),
        "import_table" => json!({"table": table(world), "current_password": PASSWORD}),
        "block_user" | "block_requester" | "close_request" | "suspend_doctor" | "restore_doctor"
        | "suspend_hospital" | "restore_hospital" | "reject_change" | "reject_worker" | "reject_visit"
        | "cancel_visit" | "remove_desk_staff" => json!({"reason": "It was asked for."}),
        "approve_visit" => json!({}),
        "extend_request" => json!({"Needed_by": "2026-11-20"}),
        "answer_message" => json!({"text": "Thank you."}),
        "admin_password" | "own_password" => json!({"current_password": PASSWORD, "password": PASSWORD}),
        "end_session"
        | "end_admin_session"
        | "end_other_sessions"
        | "end_other_admin_sessions"
        | "export_users"
        | "export_donors"
        | "remove_desk_second_factor"
        | "undo_import" => {
            json!({"current_password": PASSWORD})
        }
        "start_second_factor" | "start_admin_second_factor" | "delete_account" => json!({"password": PASSWORD}),
        "confirm_second_factor" | "confirm_admin_second_factor" => json!({"code": "123456"}),
        "renew_recovery_codes"
        | "renew_admin_recovery_codes"
        | "switch_off_second_factor"
        | "switch_off_admin_second_factor" => json!({"password": PASSWORD, "code": "123456"}),
        "book" | "reschedule" => {
            let (date, time) = slot(world);
            json!({"name": "Asha Nair", "phoneNumber": "9876543210", "date": date, "time": time})
        }
        "mark_follow_up" => json!({"days": 60, "withoutFee": true}),
        // Today, when no other call books.
        "take_proposal" => json!({"date": "2026-11-15", "time": "11:00"}),
        "add_person" | "update_person" => {
            json!({"name": format!("Amma {number}"), "phoneNumber": "9876543211"})
        }
        "join_waitlist" => json!({"date": "2026-11-20"}),
        "update_profile" => json!({"pincode": "673001"}),
        "update_answering" => json!({"answeredBy": "known"}),
        "update_reminders" => json!({"evening": true}),
        "mark_attendance" => json!({"attendance": "arrived"}),
        "note_call" => json!({"outcome": "reached"}),
        "book_at_desk" => desk_form(world),
        "move_visit" => {
            let (date, time) = desk_slot(world);
            json!({"date": date, "time": time, "reason": "The doctor is in surgery."})
        }
        "move_session" => move_form(world).await,
        "add_walk_in" => json!({"name": "Walked In", "phoneNumber": "9876543210"}),
        "tell_late" => json!({"minutes": 10}),
        "pair_screen" => json!({"code": screen_code(world).await}),
        "arrive_at_door" => {
            let (code, device) = (door_code(world).await, format!("device-of-somebody-{number}"));
            json!({"code": code, "phoneNumber": format!("96{number:08}"), "device": device})
        }
        "take_door_token" => json!({
            "code": door_code(world).await, "doctor": world.id("doctor"), "name": "Walked In",
            "phoneNumber": format!("96{number:08}"), "device": format!("device-of-somebody-{number}"),
        }),
        "update_door_setting" => json!({"tokens": 20}),
        "add_desk_staff" => {
            json!({"name": "Sita", "email": format!("sita{number}@example.org"), "current_password": PASSWORD})
        }
        "let_hospital_desk" => json!({"allowed": true}),
        "update_own_messages" => json!({"channel": "sms"}),
        "send_login_code" | "send_registration_code" => json!({"phone_number": "9800000000"}),
        "prove_phone" | "log_in_by_code" | "send_login_link" | "register_by_code" => {
            json!({"challenge": "some", "code": "123456"})
        }
        "add_push_device" => subscription(),
        "message_reports" => json!({"reports": []}),
        "mail_bounces" => json!({"bounces": []}),
        "update_schedule" => json!({"daysOff": ["Sunday"]}),
        "add_leave" => json!({"from": "2026-12-01"}),
        "replace_sessions" => json!({"sessions": []}),
        "add_extra_session" => extra(world),
        "copy_sessions" => json!({"from": "2026-11-16", "to": "2026-11-23"}),
        "user_login" | "doctor_login" | "hospital_login" | "pharmacy_login" | "desk_login" | "admin_login" => {
            json!({"email": "{email}", "password": PASSWORD})
        }
        "register" => json!({
            "username": "Anu Das", "email": format!("anu{number}@example.org"),
            "phone_number": format!("93{number:08}"), "password": PASSWORD,
        }),
        "forgot_password" => json!({"role": "user", "email": "patient0@example.org"}),
        "send_donor_link" => json!({"Email": "donor1@example.org"}),
        "register_donor" => TestServer::donor_form(number),
        "request_blood" => TestServer::request_form(number),
        "send_message" => message(world),
        "report_client_error" => json!({"name": "TypeError", "message": "x is not a function"}),
        "preview_import" => return Thing { sent: Sent::Csv(table(world)), ..Thing::default() },
        "update_doctor_profile" => return form(|| Form::new().text("consultation_Fee", "450")),
        "update_worker_profile" => return form(|| Form::new().text("City", "Aluva")),
        "register_doctor" => {
            return form(move || {
                let (id, email) = (format!("TCMC {number}"), format!("applicant{number}@example.org"));
                workers::application(&[("doctor_ID", Some(&id)), ("email", Some(&email))])
            });
        }
        "register_facility" => {
            return form(move || {
                let (number, email) = (format!("KL-{number}"), format!("applicant{number}@example.org"));
                workers::facility_application(&[("License_number", Some(&number)), ("Email", Some(&email))])
            });
        }
        _ => return Box::pin(by_link(world, operation, number)).await,
    };
    Thing { sent: Sent::Json(body), ..Thing::default() }
}

/// A table with one doctor.
fn table(world: &World) -> String {
    imports::doctors([world.number()])
}

fn form(form: impl Fn() -> Form + Send + Sync + 'static) -> Thing {
    Thing { sent: Sent::Form(Box::new(form)), ..Thing::default() }
}

/// Calls by a link or a code, without an account.
async fn by_link(world: &World, operation: &str, number: usize) -> Thing {
    let server = &world.server;
    let (link, body) = match operation {
        "own_donor" | "erase_donor" | "end_donor_links" | "resume_donor" | "own_reveals" => {
            (donor(world).await.1, None)
        }
        "confirm_donor" => (server.unconfirmed_donor(number, json!({})).await, None),
        "update_donor" => (donor(world).await.1, Some(json!({"Age": "31"}))),
        "report_donation" => (donor(world).await.1, Some(json!({"date": "2026-11-14"}))),
        "pause_donor" => (donor(world).await.1, Some(json!({"until": "2026-12-24"}))),
        "take_donor_change" | "discard_donor_change" => {
            let (link, version) = changed_donor(world).await;
            (link, (operation == "take_donor_change").then(|| json!({"version": version})))
        }
        "own_request" => (request(world, json!({})).await.0, None),
        "confirm_request" => (server.request_blood(number, json!({})).await, None),
        "close_own_request" => (request(world, json!({})).await.0, Some(json!({"fulfilled": true}))),
        "own_answer" | "accept_request" | "decline_request" => (question(world).await.1, None),
        "report_requester" => (question(world).await.1, Some(json!({"reason": "They called at night."}))),
        "report_donor" => {
            let (request, question) = question(world).await;
            let accept = "/user/api/bloodanswer/accept";
            assert_eq!(server.with_link("POST", accept, &question, None).await.status, 200);
            let own = server.with_link("GET", "/user/api/bloodrequest", &request, None).await;
            let donor = own.body["data"]["accepted"][0]["_id"].clone();
            assert!(donor.is_string(), "{}", own.text);
            (request, Some(json!({"donor": donor, "reason": "They did not come."})))
        }
        "stop_reminders" => {
            let (patient, expires_at) = (world.id("patient2"), server.clock.now_millis() + 3_600_000);
            (server.app.keys.encrypt("stops reminders", "", format!("{patient} {expires_at}").as_bytes()), None)
        }
        "waitlist_link" | "leave_waitlist_by_link" => {
            let entry = waiting(world, &server.patient(number).await).await;
            (server.app.keys.encrypt("leaves the waitlist", "", entry.as_bytes()), None)
        }
        "waitlist_offer" | "accept_waitlist_offer" | "decline_waitlist_offer" => (offer(world, number).await, None),
        "linked_move" | "accept_linked_move" | "decline_linked_move" => {
            let visit = proposal(world, operation == "accept_linked_move").await;
            (server.app.keys.encrypt("answers a session move", "", visit.as_bytes()), None)
        }
        "linked_missed_call" | "move_by_missed_call" | "cancel_by_missed_call" => {
            let link = server.app.keys.encrypt("chooses after missed calls", "", missed_call(world).await.as_bytes());
            // The doctor has no session by phone.
            (link, (operation == "move_by_missed_call").then(|| json!({"date": "2026-11-21", "time": "11:45"})))
        }
        "open_message_link" => (message_link(world, number).await, None),
        "linked_follow_up" | "take_linked_follow_up" => {
            let link = server.app.keys.encrypt("takes a follow-up", "", follow_up(world, Some(1)).await.as_bytes());
            // A Saturday and an hour that no other call books.
            (link, (operation == "take_linked_follow_up").then(|| json!({"date": "2026-11-21", "time": "11:45"})))
        }
        "visit" | "visit_events" => (server.app.keys.encrypt("visit page", "", visit(world).await.as_bytes()), None),
        "screen" | "screen_events" | "pairing" => (screen(world).await, None),
        "approved_application" | "report_application" => {
            let (doctor, now) = (server.doctor(number).await, server.clock.now());
            let made = async move |tx: &mut db::Tx<'_>| {
                identity::mailed_links::make_impersonation_link(tx, &doctor, "", now).await
            };
            let link: db::Result<String> = server.app.db.write(made).await;
            (link.unwrap().split_once('#').unwrap().1.to_owned(), None)
        }
        "desk_invitation" => (invitation(world, number).await, None),
        "accept_desk_invitation" => (invitation(world, number).await, Some(json!({"password": PASSWORD}))),
        "email_link" | "confirm_email" => (new_address(world, number).await, None),
        "reset_link" => {
            let patient = server.patient(number).await;
            (logins::reset_link(server, Role::User, &patient.email).await, None)
        }
        "reset_password" => {
            let patient = server.patient(number).await;
            let link = logins::reset_link(server, Role::User, &patient.email).await;
            (link, Some(json!({"token": "{link}", "password": PASSWORD})))
        }
        "log_in_by_link" => (login_link(server, &server.patient(number).await).await, Some(json!({"token": "{link}"}))),
        "admin_login_code"
        | "doctor_login_code"
        | "hospital_login_code"
        | "pharmacy_login_code"
        | "desk_login_code" => {
            let role = Role::ALL.into_iter().find(|role| operation.starts_with(role.as_str())).unwrap();
            let (challenge, code) = Enrolled::waiting(server, role, number).await;
            (challenge, Some(json!({"challenge": "{link}", "code": code})))
        }
        _ => return Thing::default(),
    };
    Thing { link: Some(link), sent: body.map_or(Sent::Nothing, Sent::Json), ..Thing::default() }
}

/// The code of the link in a message to the patient.
async fn message_link(world: &World, number: usize) -> String {
    let (server, link, patient) = (&world.server, Secret::random(), world.id("patient"));
    let (id, now) = (format!("message-{number}"), server.clock.now_millis());
    let values = format!("('{id}', '{patient}', '{id}', 'a visit', 'sms', 'approvedlink', 'taken', {now}, {now})");
    let columns = "id, account_id, key, about, channel, kind, state, created_at, changed_at";
    server.execute(&format!("INSERT INTO phone_messages ({columns}) VALUES {values}")).await;
    let values = format!("('{}', '{id}')", link.digest());
    server.execute(&format!("INSERT INTO message_links (code_digest, message_id) VALUES {values}")).await;
    link.expose().to_owned()
}

/// A link that logs a patient in.
async fn login_link(server: &TestServer, patient: &Patient) -> String {
    let (link, until) = (Secret::random(), server.clock.now_millis() + 3_600_000);
    let values = format!("('{}', '{}', {until})", link.digest(), patient.id);
    server.execute(&format!("INSERT INTO login_links (token_digest, account_id, expires_at) VALUES {values}")).await;
    link.expose().to_owned()
}
