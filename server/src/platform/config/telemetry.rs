//! Settings of metrics and traces.

use std::net::SocketAddr;
use std::time::Duration;

use super::{WrongSetting, wrong};
use crate::platform::traces::is_plain_to_another_machine;

const PLAIN_TRACES: &str = "expected https, because the receiver is on another machine (OTEL_EXPORTER_OTLP_INSECURE=true where the \
                            way there is safe without TLS)";

/// OpenTelemetry's rule: the variable for traces is a complete URL; `/v1/traces` is appended to the common one.
pub fn traces_to(for_traces: Option<String>, for_all: Option<String>) -> Option<String> {
    let is_given = |url: &String| !url.is_empty();
    let for_all = for_all.filter(is_given).map(|url| format!("{}/v1/traces", url.trim_end_matches('/')));
    for_traces.filter(is_given).or(for_all)
}

pub fn check_traces_tls(endpoint: Option<&str>, insecure: &str) -> Result<(), WrongSetting> {
    if insecure.eq_ignore_ascii_case("true") || !endpoint.is_some_and(is_plain_to_another_machine) {
        return Ok(());
    }
    Err(wrong("OTEL_EXPORTER_OTLP_ENDPOINT", PLAIN_TRACES))
}

/// The export timeout by the same rule; ten seconds by default.
pub fn traces_timeout(for_traces: Option<String>, for_all: Option<String>) -> Result<Duration, WrongSetting> {
    let said = [("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", for_traces), ("OTEL_EXPORTER_OTLP_TIMEOUT", for_all)];
    let said = said.into_iter().find_map(|(name, text)| Some((name, text.filter(|text| !text.is_empty())?)));
    let Some((name, text)) = said else { return Ok(Duration::from_secs(10)) };
    let millis = text.parse::<u64>().ok().filter(|millis| *millis > 0).map(Duration::from_millis);
    millis.ok_or_else(|| wrong(name, format!("{text:?} is not a number of milliseconds from 1 on")))
}

pub fn checked_metrics(text: &str, listen: SocketAddr) -> Result<SocketAddr, WrongSetting> {
    let name = "DOCCARE_METRICS_LISTEN";
    let metrics = text.parse().ok();
    let metrics =
        metrics.ok_or_else(|| wrong(name, format!("{text:?} is not an address and port such as 127.0.0.1:9464")))?;
    if meet(metrics, listen) {
        return Err(wrong(name, "expected another address or port than DOCCARE_LISTEN"));
    }
    Ok(metrics)
}

fn meet(one: SocketAddr, other: SocketAddr) -> bool {
    let is_everywhere = one.ip().is_unspecified() || other.ip().is_unspecified();
    one.port() == other.port() && one.port() != 0 && (is_everywhere || one.ip() == other.ip())
}

#[cfg(test)]
mod tests {
    use super::super::check::tests::check;

    #[test]
    fn traces_go_nowhere_or_where_the_standard_variables_say() {
        let to = |flags: &[&str]| check(flags).unwrap().traces_to;
        let (all, traces) = (["--otlp-endpoint", "https://o:4318/"], ["--otlp-traces-endpoint", "https://t/in"]);
        assert_eq!(to(&[]), None);
        assert_eq!(to(&["--otlp-endpoint", ""]), None);
        assert_eq!(to(&all).as_deref(), Some("https://o:4318/v1/traces"));
        assert_eq!(to(&[all, traces].concat()).as_deref(), Some("https://t/in"));
        assert_eq!(to(&[&all[..], &["--otel-sdk-disabled", "true"]].concat()), None);
    }

    #[test]
    fn traces_leave_this_machine_without_tls_only_if_a_setting_says_so() {
        for near in ["http://127.0.0.1:4318", "http://localhost:4318", "http://[::1]:4318", "https://collector.example"]
        {
            assert!(check(&["--otlp-endpoint", near]).is_ok(), "{near}");
        }
        for far in [
            "http://collector.example:4318",
            "HTTP://192.0.2.7",
            "http://localhost.example",
            "http://127.0.0.1@evil.example",
        ] {
            for flag in ["--otlp-endpoint", "--otlp-traces-endpoint"] {
                let refused = check(&[flag, far]).unwrap_err();
                assert_eq!(refused.name, "OTEL_EXPORTER_OTLP_ENDPOINT", "{far}");
                assert!(refused.to_string().contains("OTEL_EXPORTER_OTLP_INSECURE"), "the remedy is named: {refused}");
                assert!(check(&[flag, far, "--otlp-insecure", "true"]).is_ok(), "{far}");
                assert!(check(&[flag, far, "--otel-sdk-disabled", "true"]).is_ok(), "{far}");
            }
        }
    }

    #[test]
    fn the_export_timeout_follows_the_standard_variables() {
        let timeout = |flags: &[&str]| check(flags).map(|config| config.traces_timeout.as_millis());
        let (all, traces) = (["--otlp-timeout", "2500"], ["--otlp-traces-timeout", "300"]);
        assert_eq!(timeout(&[]).unwrap(), 10_000);
        assert_eq!(timeout(&["--otlp-timeout", ""]).unwrap(), 10_000);
        assert_eq!(timeout(&all).unwrap(), 2500);
        assert_eq!(timeout(&[all, traces].concat()).unwrap(), 300);
        for wrong in ["0", "2s", "-1"] {
            let refused = timeout(&[&format!("--otlp-timeout={wrong}")[..]]).unwrap_err();
            assert_eq!(refused.name, "OTEL_EXPORTER_OTLP_TIMEOUT");
        }
    }
}
