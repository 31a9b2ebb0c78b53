//! Devices: subscribed by their logins, listed, limited and ended, and never at an address of another network.

use doccare::admin::erasure::{ErasureSubject, erase};
use doccare::identity::Role;
use doccare::platform::push::{KNOWN_SERVICES, PushServices};
use doccare::startup;
use serde_json::json;

use super::{Browser, count, devices, key, subscribe, subscribed, with_push};
use crate::harness::people::{Doctor, PASSWORD};
use crate::harness::{TestServer, on_both_engines};

#[tokio::test]
async fn the_same_subscription_again_changes_nothing_and_a_new_one_replaces_that_of_the_login() {
    with_push(async |server, service, _| {
        let patient = server.patient(1).await;
        let browser = subscribed(&server, &service, &patient.token, "a").await;
        let before = devices(&server, &patient.token).await;
        assert_eq!(subscribe(&server, &patient.token, &browser).await.status, 200, "the answer was lost");
        assert_eq!(devices(&server, &patient.token).await, before);
        assert_eq!((before.len(), &before[0]["current"], &before[0]["failing"]), (1, &json!(true), &json!(false)));
        assert!(before[0].get("endpoint").is_none() && before[0].get("session").is_none(), "{before:?}");
        subscribed(&server, &service, &patient.token, "b").await;
        let after = devices(&server, &patient.token).await;
        assert!(after.len() == 1 && after[0]["_id"] != before[0]["_id"], "{after:?}");
    })
    .await;
}

#[tokio::test]
async fn a_person_has_five_devices_at_most_and_ends_each() {
    with_push(async |server, service, _| {
        let (patient, other) = (server.patient(1).await, server.patient(2).await);
        let mut sessions = vec![patient.clone()];
        for _ in 0..5 {
            sessions.push(patient.again(&server).await);
        }
        for (number, session) in sessions[..5].iter().enumerate() {
            subscribed(&server, &service, &session.token, &number.to_string()).await;
        }
        let sixth = Browser::new(&service, "6");
        subscribe(&server, &sessions[5].token, &sixth).await.assert_problem(409, "limit_reached");
        let own = devices(&server, &patient.token).await;
        assert_eq!(own.iter().filter(|device| device["current"] == true).count(), 1);
        let path = format!("/user/api/push/{}", own[0]["_id"].as_str().unwrap());
        server.ask("DELETE", &path, &other.token, None).await.assert_problem(404, "not_found");
        assert_eq!(server.ask("DELETE", &path, &patient.token, None).await.status, 200);
        server.ask("DELETE", &path, &patient.token, None).await.assert_problem(404, "not_found");
        assert_eq!(subscribe(&server, &sessions[5].token, &sixth).await.status, 200);
        // One that has five may still renew its own.
        subscribed(&server, &service, &sessions[5].token, "new").await;
        assert_eq!(devices(&server, &patient.token).await.len(), 5);
    })
    .await;
}

#[tokio::test]
async fn a_browser_belongs_to_who_used_it_last_and_a_logout_ends_its_notifications() {
    with_push(async |server, service, _| {
        let (first, second) = (server.patient(1).await, server.patient(2).await);
        let shared = subscribed(&server, &service, &first.token, "shared").await;
        assert_eq!(subscribe(&server, &second.token, &shared).await.status, 200);
        assert_eq!(devices(&server, &first.token).await.len(), 0, "nothing of the first one comes any more");
        assert_eq!(devices(&server, &second.token).await.len(), 1);
        assert_eq!(server.ask("POST", "/user/api/logout", &second.token, None).await.status, 200);
        assert_eq!(count(&server, "push_subscriptions").await, 0);

        // The same for a session that is ended from another device.
        let again = first.again(&server).await;
        subscribed(&server, &service, &first.token, "lost").await;
        let sessions = server.ask("GET", "/user/api/sessions", &again.token, None).await;
        let sessions = sessions.body["data"].as_array().unwrap().clone();
        let lost = sessions.iter().find(|session| session["current"] == false).unwrap()["_id"].as_str().unwrap();
        let ended = json!({"current_password": PASSWORD});
        let path = format!("/user/api/sessions/{lost}");
        assert_eq!(server.ask("DELETE", &path, &again.token, Some(ended)).await.status, 200);
        assert_eq!(count(&server, "push_subscriptions").await, 0);
    })
    .await;
}

#[tokio::test]
async fn addresses_of_other_networks_and_wrong_keys_are_refused() {
    with_push(async |server, service, _| {
        let patient = server.patient(1).await;
        let good = Browser::new(&service, "a").subscription();
        for endpoint in [
            "https://169.254.169.254/latest/meta-data",
            "https://10.0.0.1/push",
            "https://localhost/push",
            "https://push.example.org/abc",
            "https://fcm.googleapis.com/fcm/send/abc",
            "file:///etc/passwd",
            "http://127.0.0.1:1/push",
            "",
        ] {
            let mut sent = good.clone();
            sent["endpoint"] = json!(endpoint);
            let refused = server.ask("POST", "/user/api/push", &patient.token, Some(sent)).await;
            refused.assert_problem(422, "invalid_fields");
            assert_eq!(refused.bad_fields(), ["endpoint"], "{endpoint}");
        }
        for (field, value) in [("p256dh", "abc"), ("auth", "abc"), ("p256dh", ""), ("auth", "AA")] {
            let mut sent = good.clone();
            sent[field] = json!(value);
            let refused = server.ask("POST", "/user/api/push", &patient.token, Some(sent)).await;
            assert_eq!((refused.status, refused.bad_fields()), (422, vec!["p256dh"]), "{field} {value}");
        }
        assert_eq!(count(&server, "push_subscriptions").await, 0);
    })
    .await;
}

#[tokio::test]
async fn where_the_operator_switched_them_or_service_workers_off_there_are_none() {
    for (services, offline) in [("off", true), (KNOWN_SERVICES, false)] {
        on_both_engines(async |url| {
            let server = TestServer::start_with(url, |config| {
                config.push_services = PushServices::parse(services).unwrap();
                config.offline = offline;
            })
            .await;
            let patient = server.patient(1).await;
            let list = server.ask("GET", "/user/api/push", &patient.token, None).await;
            assert_eq!(list.body["data"], json!({"key": null, "devices": [], "most": 5}));
            assert_eq!(count(&server, "push_keys").await, 0);
            let sent = json!({"endpoint": "https://fcm.googleapis.com/a", "p256dh": "", "auth": ""});
            server.ask("POST", "/user/api/push", &patient.token, Some(sent)).await.assert_problem(404, "not_found");
        })
        .await;
    }
}

#[tokio::test]
async fn the_key_stays_until_it_is_renewed_which_ends_every_subscription() {
    with_push(async |server, service, _| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        let first = key(&server, &patient.token).await;
        assert_eq!(key(&server, &doctor.token).await, first);
        subscribed(&server, &service, &patient.token, "a").await;
        subscribed(&server, &service, &doctor.token, "b").await;
        let stored = server.app.db.read(async |tx| tx.first::<String>("SELECT sealed FROM push_keys", &[]).await).await;
        assert!(stored.unwrap().unwrap().starts_with(server.app.keys.id()), "encrypted by the program's key");
        assert_eq!(startup::renew_push_key(&server.app.db, server.clock.now()).await.unwrap(), 2);
        assert_eq!(count(&server, "push_subscriptions").await, 0);
        assert_ne!(key(&server, &patient.token).await, first);
        subscribed(&server, &service, &patient.token, "a").await;
    })
    .await;
}

#[tokio::test]
async fn devices_are_in_the_export_and_an_erased_account_has_none() {
    with_push(async |server, service, _| {
        let (patient, doctor) = (server.patient(1).await, Doctor::of(&server, 1).await);
        subscribed(&server, &service, &patient.token, "a").await;
        let visit = server.booked(&patient, &doctor.id, "2026-11-16", "10:30").await;
        server.approve(&doctor.token, &visit).await;
        assert_eq!(count(&server, "push_queue").await, 1);
        let data = server.ask("GET", &format!("/user/api/user/data/{}", patient.id), &patient.token, None).await;
        assert_eq!(data.status, 200, "{}", data.text);
        let exported = data.body["pushDevices"].as_array().or(data.body["data"]["pushDevices"].as_array());
        assert_eq!(exported.unwrap_or_else(|| panic!("{}", data.text)).len(), 1);
        assert!(!data.text.contains("/push/a"), "not the address by which anybody could notify the browser");
        assert!(erase(&server.app, ErasureSubject::Account(Role::User), patient.id.clone()).await.unwrap());
        assert_eq!((count(&server, "push_subscriptions").await, count(&server, "push_queue").await), (0, 0));
    })
    .await;
}
