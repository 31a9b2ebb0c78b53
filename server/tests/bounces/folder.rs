//! Bounces that the mail server puts into a folder.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{CHANGE, kept, latest_to, mailed, mails_to, report, unreached, with_reports};
use crate::harness::{Answer, do_job};

/// A bounce as Exim writes it.
const EXIM_BOUNCE: &str = include_str!("../../src/platform/bounces/examples/exim.eml");

/// Delivers a mail into the folder, as the mail server does.
fn deliver(folder: &Path, name: &str, mail: &str) {
    fs::create_dir_all(folder.join("new")).unwrap();
    fs::write(folder.join("new").join(name), mail).unwrap();
}

/// A bounce for a permanent failure.
fn permanent_bounce(id: &str, to: &str) -> String {
    EXIM_BOUNCE.replace("<0190.key.digest@doccare.example>", id).replace("asha@example.org", to)
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn returns_are_read_from_the_folder_and_other_mails_are_left_there() {
    with_reports(async |server, folder| {
        let (patient, doctor, id) = mailed(&server).await;
        // The mail server has not created the folder yet.
        do_job(&server.app, "bounces").await;
        let returned = EXIM_BOUNCE.replace("<0190.key.digest@doccare.example>", &id);
        deliver(folder, "1.forged", &returned.replace("asha@example.org", "patient2@example.org"));
        deliver(folder, "2.reply", "From: asha@example.org\nSubject: Thank you\n\nSee you.\n");
        do_job(&server.app, "bounces").await;
        assert_eq!(kept(&server).await, []);
        assert_eq!(unreached(&server, &patient).await, Value::Null);
        // The recipient of a mail can answer it with a forged bounce. Therefore bounces from the folder never stop the mails: the owner is
        // only asked to check the address.
        let mut latest = id;
        for (name, time) in [("3.first", "11:00"), ("4.second", "11:15"), ("5.third", "11:30")] {
            deliver(folder, name, &permanent_bounce(&latest, &patient.email));
            do_job(&server.app, "bounces").await;
            assert_eq!(kept(&server).await, [(patient.email.clone(), 0, false)], "{name}");
            assert_eq!(unreached(&server, &patient).await, patient.email, "{name}");
            let before = mails_to(&server, &patient.email).await;
            server.booked(&patient, &doctor, "2026-11-16", time).await;
            assert_eq!(mails_to(&server, &patient.email).await, before + 1, "{name}");
            latest = latest_to(&server, &patient.email).await;
        }
        assert_eq!(names(&folder.join("new")), Vec::<String>::new());
        assert_eq!(names(&folder.join("cur")), ["1.forged:2,", "2.reply:2,"]);
    })
    .await;
}

#[tokio::test]
async fn a_report_of_the_provider_confirms_a_bounce_from_the_folder() {
    with_reports(async |server, folder| {
        let (patient, _, id) = mailed(&server).await;
        deliver(folder, "1.returned", &permanent_bounce(&id, &patient.email));
        do_job(&server.app, "bounces").await;
        assert_eq!(kept(&server).await, [(patient.email.clone(), 0, false)]);
        report(&server, json!([{"id": id, "to": patient.email, "status": "5.1.1"}])).await;
        assert_eq!(kept(&server).await, [(patient.email.clone(), 0, true)]);
        deliver(folder, "2.again", &permanent_bounce(&id, &patient.email));
        do_job(&server.app, "bounces").await;
        assert_eq!(kept(&server).await, [(patient.email.clone(), 0, true)]);
    })
    .await;
}

#[tokio::test]
async fn an_opened_link_clears_a_bounce_from_the_folder() {
    with_reports(async |server, folder| {
        let (patient, _, id) = mailed(&server).await;
        deliver(folder, "1.returned", &permanent_bounce(&id, &patient.email));
        do_job(&server.app, "bounces").await;
        assert_eq!(unreached(&server, &patient).await, patient.email);
        assert_eq!(server.ask("POST", CHANGE, &patient.token, None).await.status, 200);
        let link = server.link_in_mail(&patient.email, "/confirmemail#").await;
        let confirmed = Answer::read(server.request("POST", "/user/api/email/confirm").bearer_auth(&link)).await;
        assert_eq!(confirmed.status, 200, "{}", confirmed.text);
        assert_eq!(unreached(&server, &patient).await, Value::Null);
        // The same bounce again is about a mail from before the confirmation.
        deliver(folder, "2.again", &permanent_bounce(&id, &patient.email));
        do_job(&server.app, "bounces").await;
        assert_eq!(unreached(&server, &patient).await, Value::Null);
    })
    .await;
}

#[tokio::test]
async fn mails_that_cannot_be_moved_are_skipped() {
    with_reports(async |server, folder| {
        let (patient, _, id) = mailed(&server).await;
        // In `cur` it would have a longer name than files can have.
        let unmovable = "0".repeat(255);
        deliver(folder, &unmovable, "From: asha@example.org\n\nHello.\n");
        deliver(folder, "1.returned", &permanent_bounce(&id, &patient.email));
        fs::write(folder.join("cur"), "no folder").unwrap();
        do_job(&server.app, "bounces").await;
        assert_eq!(kept(&server).await, []);
        fs::remove_file(folder.join("cur")).unwrap();
        do_job(&server.app, "bounces").await;
        assert_eq!(kept(&server).await, [(patient.email.clone(), 0, false)]);
        assert_eq!(names(&folder.join("new")), [unmovable]);
    })
    .await;
}
