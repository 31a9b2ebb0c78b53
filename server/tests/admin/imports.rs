//! Doctors, hospitals and pharmacies from a table: preview, import as a whole, undo as a whole.

use std::sync::atomic::{AtomicBool, Ordering};

use doccare::platform::db::Lock;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::{administrators, column, get};
use crate::harness::{ADMIN, Answer, TestServer, with_server};

const DOCTORS: &str = "doctor_ID,full_Name,email,phone_Number,gender,DOB,specialization,experience,consultation_Fee,\
                       consultation_Address,district,state,pincode,startTime,endTime";
const FACILITIES: &str = "License_number,Hospital_name,category,Email,Phone_Number,Address,City,District,State,Pincode";

fn doctor(number: usize) -> String {
    format!(
        "TCMC I{number},Asha Import,imported{number}@example.org,94{number:08},Female,1980-02-03,Cardiology,12,300,\
         \"Clinic 4, MG Road\",Kollam,Kerala,691001,10:00,12:00"
    )
}

fn facility(number: usize) -> String {
    format!(
        "KL-I{number},Imported Hospital {number},Hospital,hospital-i{number}@example.org,95{number:08},MG Road,Kollam,Kollam,\
         Kerala,691001"
    )
}

fn table(header: &str, rows: impl IntoIterator<Item = String>) -> String {
    rows.into_iter().fold(header.to_owned(), |table, row| table + "\n" + &row)
}

/// A table of these doctors.
pub fn doctors(numbers: impl IntoIterator<Item = usize>) -> String {
    table(DOCTORS, numbers.into_iter().map(doctor))
}

pub fn facilities(numbers: impl IntoIterator<Item = usize>) -> String {
    table(FACILITIES, numbers.into_iter().map(facility))
}

/// Sends a table to be imported, with the first administrator's password, or to be previewed (`/preview`).
pub async fn send(server: &TestServer, admin: &str, rest: &str, table: &str) -> Answer {
    if rest.is_empty() {
        return import(server, admin, ADMIN.1, table).await;
    }
    let request = server.request("POST", &format!("/admin/api/imports{rest}")).bearer_auth(admin);
    Answer::read(request.header("content-type", "text/csv; charset=utf-8").body(table.to_owned())).await
}

pub async fn import(server: &TestServer, admin: &str, password: &str, table: &str) -> Answer {
    let body = json!({"table": table, "current_password": password});
    server.ask("POST", "/admin/api/imports", admin, Some(body)).await
}

/// Undoes an import, with the first administrator's password.
async fn undo(server: &TestServer, admin: &str, id: &str) -> Answer {
    undo_with(server, admin, ADMIN.1, id).await
}

pub async fn undo_with(server: &TestServer, admin: &str, password: &str, id: &str) -> Answer {
    let body = json!({"current_password": password});
    server.ask("DELETE", &format!("/admin/api/imports/{id}"), admin, Some(body)).await
}

/// The errors of a table, as row and column.
fn places(preview: &Answer) -> Vec<(u64, &str)> {
    let errors = preview.body["data"]["errors"].as_array().unwrap_or_else(|| panic!("{}", preview.text));
    errors.iter().map(|error| (error["line"].as_u64().unwrap(), error["column"].as_str().unwrap())).collect()
}

/// The subjects of rows of the audit log.
fn subjects(log: &Answer) -> Vec<String> {
    let rows = log.body["data"].as_array().unwrap_or_else(|| panic!("{}", log.text));
    rows.iter().map(|row| row["subject"]["_id"].as_str().unwrap().to_owned()).collect()
}

async fn count(server: &TestServer, of: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {of}");
    server.app.db.read(async |tx| tx.count(&sql, &[]).await).await.unwrap()
}

#[tokio::test]
async fn a_preview_checks_every_row_and_writes_nothing() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let known = server.doctor(1).await;
        server.execute(&format!("UPDATE doctors SET doctor_id_key = 'tcmci4' WHERE id = '{known}'")).await;
        let rows = [
            doctor(1).replace("Cardiology", "ഹൃദ്രോഗം").replace("Kollam", "കൊല്ലം"),
            doctor(2).replace("1980-02-03", "yesterday").replace("Kollam", "Atlantis"),
            doctor(3).replace("imported3", "IMPORTED1"),
            doctor(4).replace("imported4@", "doctor1@"),
            doctor(5).replace(",12:00", ""),
            doctor(1).replace("imported1@", "imported6@"),
        ];
        let preview = send(&server, &admin, "/preview", &table(DOCTORS, rows)).await;
        assert_eq!(preview.status, 200, "{}", preview.text);
        let expected =
            [(3, "DOB"), (3, "district"), (4, "email"), (5, "email"), (5, "doctor_ID"), (6, ""), (7, "doctor_ID")];
        assert_eq!(places(&preview), expected, "{}", preview.text);
        let data = &preview.body["data"];
        assert_eq!((&data["kind"], &data["wrong"]), (&json!("doctors"), &json!(7)));
        assert_eq!(
            data["lines"][0],
            json!({"line": 2, "name": "Asha Import", "number": "TCMC I1",
            "email": "imported1@example.org", "district": "കൊല്ലം"})
        );
        assert_eq!(count(&server, "accounts WHERE role = 'doctor'").await, 1, "nobody was added");
        assert_eq!(count(&server, "imports").await, 0);
    })
    .await;
}

#[tokio::test]
async fn headers_in_any_order_with_either_separator_are_accepted_and_other_files_refused() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let preview = async |table: &str| send(&server, &admin, "/preview", table).await;
        let turned = "\u{feff}Pincode;State;District;City;Address;Phone Number;E-MAIL;Hospital Name;License Number\r\n\
                      691001;Kerala;Kollam;Kollam;MG Road;9400000001;a@b.in;One;KL-1\r\n;;;;;;;;\r\n";
        let read = preview(turned).await;
        assert_eq!((&read.body["data"]["kind"], places(&read)), (&json!("facilities"), vec![]), "{}", read.text);
        assert_eq!(places(&preview("name,town\nAsha,Kollam").await), [(1, "")]);
        let missing = doctors([1]).replace("gender,", "").replace("Female,", "");
        assert_eq!(places(&preview(&missing).await), [(1, "gender")]);
        preview("").await.assert_problem(422, "invalid_fields");
        preview(&doctors([])).await.assert_problem(422, "invalid_fields");
        assert_eq!(preview(&doctors(0..1001)).await.bad_fields(), ["file"]);
        assert_eq!(preview(&doctors(0..1000)).await.status, 200);
        preview(&" ".repeat(1024 * 1024 + 1)).await.assert_problem(413, "too_large");
        let json = server.ask("POST", "/admin/api/imports/preview", &admin, Some(json!({}))).await;
        json.assert_problem(415, "unsupported_media_type");
    })
    .await;
}

#[tokio::test]
async fn imported_workers_are_approved_listed_and_choose_a_password_by_mail() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let made = send(&server, &admin, "", &doctors([1, 2])).await;
        assert_eq!((made.status, &made.body["data"]["people"]), (201, &json!(2)), "{}", made.text);
        let found = server.get("/user/api/finddoctors?district=Kollam").await;
        assert_eq!(found.body["data"].as_array().unwrap().len(), 2, "{}", found.text);
        // No password is known until the owner chooses one.
        let link = server.link_in_mail("imported1@example.org", "/resetpassword?role=doctor#").await;
        let chosen = json!({"token": link, "password": "three boats at noon"});
        assert_eq!(server.post("/user/api/password/reset", chosen).await.status, 200);
        let login = json!({"email": "imported1@example.org", "password": "three boats at noon"});
        let login = server.post("/user/api/doctor/login", login).await;
        assert_eq!(login.status, 200, "{}", login.text);

        let list = get(&server, &admin, "imports").await;
        assert_eq!((column(&list, "kind"), column(&list, "by")), (vec!["doctors"], vec![crate::harness::ADMIN.0]));
        assert_eq!((&list.body["data"][0]["left"], &list.body["data"][0]["undoneAt"]), (&json!(2), &Value::Null));
        let log = get(&server, &admin, "audit?action=import").await;
        assert_eq!(subjects(&log), [made.id()], "{}", log.text);
    })
    .await;
}

#[tokio::test]
async fn a_table_with_one_wrong_cell_imports_nothing() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let wrong = table(DOCTORS, [doctor(1), doctor(2).replace("Female", "?")]);
        let refused = send(&server, &admin, "", &wrong).await;
        refused.assert_problem(422, "invalid_fields");
        assert_eq!(refused.bad_fields(), ["lines[3].gender"]);
        assert_eq!((count(&server, "doctors").await, count(&server, "mail_queue").await), (0, 0));
        assert_eq!(send(&server, &admin, "", &facilities([1])).await.status, 201);
        let again = send(&server, &admin, "", &facilities([1])).await;
        assert_eq!(again.bad_fields(), ["lines[2].Email", "lines[2].License_number"], "{}", again.text);
    })
    .await;
}

#[tokio::test]
async fn dates_and_words_are_read_as_people_in_kerala_write_them() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let rows = [
            doctor(1).replace("1980-02-03", "17/05/1984").replace("Female", "F"),
            doctor(2).replace("1980-02-03", "17-05-1984").replace("Female", "m"),
            doctor(3).replace("1980-02-03", "17.5.1984").replace("Female", "സ്ത്രീ"),
            doctor(4).replace("1980-02-03", "17-May-1984").replace("Female", "പുരുഷൻ"),
        ];
        let made = send(&server, &admin, "", &table(DOCTORS, rows)).await;
        assert_eq!(made.status, 201, "{}", made.text);
        assert_eq!(count(&server, "doctors WHERE dob = '1984-05-17'").await, 4, "the day comes first");
        assert_eq!(count(&server, "doctors WHERE gender = 'Female'").await, 2);
        let facilities = [
            facility(1).replace(",Hospital,", ",ആശുപത്രി,"),
            facility(2).replace(",Hospital,", ",ഫാർമസി,"),
            facility(3).replace(",Hospital,", ",Medical shop,"),
        ];
        let made = send(&server, &admin, "", &table(FACILITIES, facilities)).await;
        assert_eq!(made.status, 201, "{}", made.text);
        assert_eq!(count(&server, "accounts WHERE role = 'pharmacy'").await, 2);
        // 17 is not a month, and the century of 84 is ambiguous.
        for unreadable in ["05/17/1984", "17/05/84", "31/02/1984"] {
            let wrong = table(DOCTORS, [doctor(9).replace("1980-02-03", unreadable)]);
            assert_eq!(places(&send(&server, &admin, "/preview", &wrong).await), [(2, "DOB")], "{unreadable}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_error_names_the_value_and_the_person_and_right_rows_can_go_in_alone() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let rows = [doctor(1), doctor(2).replace("Female", "?").replace("Asha Import", "Biju Import"), doctor(3)];
        let wrong = table(DOCTORS, rows);
        let preview = send(&server, &admin, "/preview", &wrong).await;
        let data = &preview.body["data"];
        let error = &data["errors"][0];
        assert_eq!(
            [&error["line"], &error["column"], &error["value"], &error["name"]],
            [&json!(3), &json!("gender"), &json!("?"), &json!("Biju Import")]
        );
        assert_eq!((&data["wrong"], &data["right"]), (&json!(1), &json!(2)), "{}", preview.text);

        let import = async |right_only: Value, table: &str| {
            let body = json!({"table": table, "current_password": ADMIN.1, "rightOnly": right_only});
            server.ask("POST", "/admin/api/imports", &admin, Some(body)).await
        };
        import(json!(false), &wrong).await.assert_problem(422, "invalid_fields");
        assert_eq!(count(&server, "doctors").await, 0);
        let made = import(json!(true), &wrong).await;
        assert_eq!((made.status, &made.body["data"]["people"]), (201, &json!(2)), "{}", made.text);
        assert_eq!((count(&server, "doctors").await, count(&server, "mail_queue").await), (2, 2));
        // Every row is wrong by now, and a wrong header makes every row wrong.
        import(json!(true), &wrong).await.assert_problem(422, "invalid_fields");
        import(json!(true), "name,town\nAsha,Kollam").await.assert_problem(422, "invalid_fields");
        // The example row of the template is refused.
        let example = table(DOCTORS, [doctor(5).replace("TCMC I5", "EXAMPLE"), doctor(6)]);
        assert_eq!(places(&send(&server, &admin, "/preview", &example).await), [(2, "")]);
    })
    .await;
}

#[tokio::test]
async fn invitations_last_a_week_and_can_be_sent_again() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let made = send(&server, &admin, "", &doctors([1, 2])).await.id();
        let first = server.link_in_mail("imported1@example.org", "/resetpassword?role=doctor#").await;
        server.clock.advance(SignedDuration::from_hours(7 * 24 - 1));
        let chosen = json!({"token": first, "password": "three boats at noon"});
        let reset = server.post("/user/api/password/reset", chosen).await;
        assert_eq!(reset.status, 200, "{}", reset.text);

        let admin = server.admin_token_again().await;
        let invite = async |id: &str| {
            let path = format!("/admin/api/imports/{id}/invitations");
            server.ask("POST", &path, &admin, None).await
        };
        assert_eq!(get(&server, &admin, "imports").await.body["data"][0]["withoutPassword"], 1);
        let old = server.link_in_mail("imported2@example.org", "/resetpassword?role=doctor#").await;
        let again = invite(&made).await;
        assert_eq!((again.status, &again.body["data"]["sent"]), (200, &json!(1)), "{}", again.text);
        let new = server.link_in_mail("imported2@example.org", "/resetpassword?role=doctor#").await;
        assert_ne!(new, old);
        let use_link = async |token: &str| {
            let chosen = json!({"token": token, "password": "three boats at noon"});
            server.post("/user/api/password/reset", chosen).await.status
        };
        assert_eq!(use_link(&old).await, 410, "the new one takes the place of the old one");
        server.clock.advance(SignedDuration::from_hours(7 * 24 - 1));
        assert_eq!(use_link(&new).await, 200);
        let admin = server.admin_token_again().await;
        let log = get(&server, &admin, "audit?action=invite").await;
        assert_eq!(subjects(&log), std::slice::from_ref(&made), "{}", log.text);
        let path = |id: &str| format!("/admin/api/imports/{id}/invitations");
        let nobody = server.ask("POST", &path(&made), &admin, None).await;
        assert_eq!(nobody.body["data"]["sent"], 0, "everybody has a password: {}", nobody.text);
        server.ask("POST", &path("nothing"), &admin, None).await.assert_problem(404, "not_found");
        undo(&server, &admin, &made).await;
        server.ask("POST", &path(&made), &admin, None).await.assert_problem(409, "not_changeable");
    })
    .await;
}

/// Of two concurrent imports of the same table one is first, and the other one writes nothing.
#[tokio::test]
async fn two_imports_of_the_same_people_leave_one() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let same = doctors(0..20);
        let (one, other) = tokio::join!(send(&server, &admin, "", &same), send(&server, &admin, "", &same));
        let mut statuses = [one.status, other.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 422], "{} {}", one.text, other.text);
        assert_eq!((count(&server, "doctors").await, count(&server, "imports").await), (20, 1));
        assert_eq!(count(&server, "import_rows").await, 20);
    })
    .await;
}

/// Each has rows for which the other would have to wait (without the lock, a deadlock), and neither is told to try again later.
#[tokio::test]
async fn two_imports_whose_rows_cross_come_one_after_the_other() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let (_, other) = administrators::make(&server, "second@example.org").await;
        let (up, down) = (doctors(0..150), doctors((50..200).rev()));
        let (one, two) =
            tokio::join!(send(&server, &admin, "", &up), import(&server, &other, administrators::PASSWORD, &down));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 422], "{} {}", one.text, two.text);
        assert_eq!((count(&server, "doctors").await, count(&server, "imports").await), (150, 1));
        let (few, others) = (facilities(0..40), facilities(40..80));
        let (one, two) =
            tokio::join!(send(&server, &admin, "", &few), import(&server, &other, administrators::PASSWORD, &others));
        assert_eq!((one.status, two.status), (201, 201), "{} {}", one.text, two.text);
        let (few, others) = (one.id(), two.id());
        let others = undo_with(&server, &other, administrators::PASSWORD, &others);
        let (one, two) = tokio::join!(undo(&server, &admin, &few), others);
        assert_eq!((one.status, two.status), (200, 200), "{} {}", one.text, two.text);
        assert_eq!((count(&server, "facilities").await, count(&server, "import_rows").await), (0, 150));
    })
    .await;
}

/// The answer to a call during another import.
async fn beside_an_import(server: &TestServer, call: impl Future<Output = Answer>) -> Answer {
    let held = server.hold(Some(Lock::Imports), None, "").await;
    let done = AtomicBool::new(false);
    let call = async {
        let answer = call.await;
        done.store(true, Ordering::SeqCst);
        answer
    };
    let end = async {
        server.until_waiting(1, &done).await;
        assert!(!done.load(Ordering::SeqCst), "it did not wait");
        held.go_on().await;
    };
    tokio::join!(call, end).0
}

#[tokio::test]
async fn an_import_and_an_undoing_wait_for_the_one_that_is_under_way() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let table = doctors([1, 2]);
        let made = beside_an_import(&server, send(&server, &admin, "", &table)).await;
        assert_eq!(made.status, 201, "{}", made.text);
        let id = made.id();
        let undone = beside_an_import(&server, undo(&server, &admin, &id)).await;
        assert_eq!((undone.status, &undone.body["data"]["removed"]), (200, &json!(2)), "{}", undone.text);
    })
    .await;
}

#[tokio::test]
async fn an_import_is_undone_as_a_whole_except_accounts_that_were_used() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let made = send(&server, &admin, "", &doctors([1, 2, 3])).await.id();
        let hospitals = send(&server, &admin, "", &facilities([4, 5])).await.id();
        let id_of = async |email: &str| -> String {
            let sql = "SELECT id FROM accounts WHERE email = $1";
            server.app.db.read(async |tx| tx.first(sql, &[&email]).await).await.unwrap().unwrap()
        };
        // One account has chosen a password, one has a visit, one hospital is referred to.
        let link = server.link_in_mail("imported1@example.org", "/resetpassword?role=doctor#").await;
        let chosen = json!({"token": link, "password": "three boats at noon"});
        assert_eq!(server.post("/user/api/password/reset", chosen).await.status, 200);
        let (patient, visited): (_, String) = (server.patient(1).await, id_of("imported2@example.org").await);
        server.booked(&patient, &visited, "2026-11-16", "10:00").await;
        let named = id_of("hospital-i4@example.org").await;
        server.execute(&format!("UPDATE doctors SET hospital_id = '{named}' WHERE id = '{visited}'")).await;

        let undone = undo(&server, &admin, &made).await;
        assert_eq!((undone.status, &undone.body["data"]["removed"]), (200, &json!(1)), "{}", undone.text);
        let why = |answer: &Answer| -> Vec<String> {
            let kept = answer.body["data"]["kept"].as_array().unwrap().iter();
            let mut why: Vec<String> = kept.map(|one| one["why"].as_str().unwrap().to_owned()).collect();
            why.sort();
            why
        };
        assert_eq!(why(&undone), ["login", "visits"]);
        let of_hospitals = undo(&server, &admin, &hospitals).await;
        assert_eq!((why(&of_hospitals), &of_hospitals.body["data"]["removed"]), (vec!["named".into()], &json!(1)));
        assert_eq!((count(&server, "doctors").await, count(&server, "facilities").await), (2, 1));
        assert_eq!(count(&server, "accounts WHERE email_key LIKE '%imported3%'").await, 0);
        undo(&server, &admin, &made).await.assert_problem(409, "not_changeable");
        undo(&server, &admin, "nothing").await.assert_problem(404, "not_found");
        let list = get(&server, &admin, "imports").await;
        let of_doctors = list.body["data"].as_array().unwrap().iter().find(|one| one["_id"] == made.as_str()).unwrap();
        assert_eq!((&of_doctors["people"], &of_doctors["left"]), (&json!(3), &json!(2)));
        assert!(of_doctors["undoneAt"].is_string());
        let (mut recorded, mut expected) =
            (subjects(&get(&server, &admin, "audit?action=undo").await), [hospitals, made]);
        recorded.sort();
        expected.sort();
        assert_eq!(recorded, expected);
        // They can be imported again.
        assert_eq!(send(&server, &admin, "", &doctors([3])).await.status, 201);
    })
    .await;
}

#[tokio::test]
async fn undoing_an_import_withdraws_queued_mails() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let made = send(&server, &admin, "", &doctors(0..3)).await.id();
        assert_eq!(count(&server, "mail_queue").await, 3);
        assert_eq!(undo(&server, &admin, &made).await.status, 200);
        assert_eq!(count(&server, "mail_queue").await, 0);
        for table in ["doctors", "import_rows", "password_resets", "search_words WHERE kind = 'doctor'"] {
            assert_eq!(count(&server, table).await, 0, "{table}");
        }
    })
    .await;
}

/// On both engines a row costs the account (two statements), its words, the doctor and the link; mails and the import's rows are inserted
/// in batches of ten.
#[tokio::test]
async fn a_row_costs_the_same_few_statements_however_many_there_are() {
    with_server(async |server| {
        let admin = server.admin_token().await;
        let cost = async |numbers: std::ops::Range<usize>| {
            let before = server.app.db.counts();
            assert_eq!(send(&server, &admin, "", &doctors(numbers)).await.status, 201);
            server.app.db.counts().since(before).statements
        };
        // The first use of today is recorded.
        cost(0..10).await;
        assert_eq!(cost(30..50).await - cost(10..20).await, 10 * 6 + 2);
    })
    .await;
}
