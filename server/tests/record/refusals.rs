//! Refused attempts in the program's log: the network, and no personal data.

use std::io::Write;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;

use super::from_afar;
use crate::harness::{TestServer, with_limits};

/// Every line that is logged on this thread while the guard exists.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    pub fn capture() -> (Self, tracing::subscriber::DefaultGuard) {
        let log = Self::default();
        let lines = tracing_subscriber::fmt::layer().json().flatten_event(true).with_writer(log.clone());
        let levels = tracing_subscriber::filter::Targets::new().with_target("doccare", tracing::Level::TRACE);
        (log, tracing::subscriber::set_default(tracing_subscriber::registry().with(levels).with(lines)))
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

#[tokio::test]
async fn refusals_of_rights_are_logged_with_the_network_and_nothing_of_who() {
    with_limits(async |server: TestServer| {
        let patient = server.patient(1).await;
        let (log, _guard) = Log::capture();
        let wrong = json!({"email": patient.email, "password": "not the password"});
        assert_eq!(from_afar(&server, "POST", "/user/api/login", "", Some(wrong.clone())).await.status, 401);
        let path = "/user/api/user/profile/somebody-else";
        assert_eq!(from_afar(&server, "GET", path, &patient.token, None).await.status, 403);
        for _ in 0..6 {
            from_afar(&server, "POST", "/user/api/login", "", Some(wrong.clone())).await;
        }
        let text = log.text();
        let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let refused: Vec<_> = lines.iter().filter(|line| line["message"] == "refused").collect();
        for status in [401, 403, 429] {
            assert!(refused.iter().any(|line| line["status"] == status && line["level"] == "INFO"), "{status}: {text}");
        }
        assert!(refused.iter().all(|line| line["network"] == super::AFAR), "{text}");
        for secret in ["patient1", "198.51.100.7", "not the password", &patient.token, &patient.id, "somebody-else"] {
            assert!(!text.contains(secret), "{secret}: {text}");
        }
    })
    .await;
}
