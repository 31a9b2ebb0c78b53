//! Concurrent saves of a profile: omitted fields stay as the other save left them.

use std::sync::atomic::AtomicBool;

use doccare::identity::Role;
use serde_json::{Value, json};

use super::{Owner, ROLES};
use crate::harness::{TestServer, with_server};

async fn profile(server: &TestServer, owner: &Owner) -> Value {
    server.ask("GET", &owner.profile(), &owner.token, None).await.body["data"].clone()
}

#[tokio::test]
async fn two_saves_of_different_fields_at_once_keep_both() {
    with_server(async |server| {
        for role in ROLES {
            let owner = Owner::new(&server, role, 1).await;
            let (table, one, other) = match role {
                Role::User => ("users IN EXCLUSIVE", ("username", "Asha"), ("pincode", "673004")),
                Role::Doctor => ("doctors IN EXCLUSIVE", ("consultation_Fee", "470"), ("pincode", "673004")),
                _ => ("facilities IN EXCLUSIVE", ("City", "Aluva"), ("Pincode", "673004")),
            };
            // Both have read the profile before either may write.
            let held = server.hold(None, Some(table), "").await;
            let (one_sent, other_sent) = ([one], [other]);
            let go_on = async {
                server.until_waiting(2, &AtomicBool::new(false)).await;
                held.go_on().await;
            };
            let (first, second, ()) =
                tokio::join!(owner.put(&server, &one_sent), owner.put(&server, &other_sent), go_on);
            assert_eq!((first.status, second.status), (200, 200), "{role:?}: {} {}", first.text, second.text);
            let shown = profile(&server, &owner).await;
            for (field, value) in [one, other] {
                let saved = shown[field].as_str().map_or_else(|| shown[field].to_string(), String::from);
                assert_eq!(saved, value, "{role:?} {field}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_concurrent_profile_save_does_not_restore_a_removed_hospital() {
    with_server(async |server| {
        let (doctor, hospital) =
            (Owner::new(&server, Role::Doctor, 1).await, Owner::new(&server, Role::Hospital, 1).await);
        assert_eq!(doctor.put(&server, &[("hospital", &hospital.id)]).await.status, 200);
        let remove = format!("/user/api/worker/doctors/{}/{}", hospital.id, doctor.id);
        let held = server.hold(None, Some("doctors IN EXCLUSIVE"), "").await;
        let never = AtomicBool::new(false);
        let save = async {
            server.until_waiting(1, &never).await;
            doctor.put(&server, &[("pincode", "673004")]).await
        };
        let go_on = async {
            server.until_waiting(2, &never).await;
            held.go_on().await;
        };
        let (removed, saved, ()) = tokio::join!(server.ask("DELETE", &remove, &hospital.token, None), save, go_on);
        assert_eq!((removed.status, saved.status), (200, 200), "{} {}", removed.text, saved.text);
        let shown = profile(&server, &doctor).await;
        assert_eq!((&shown["hospital"], &shown["pincode"]), (&json!(null), &json!("673004")));
    })
    .await;
}
