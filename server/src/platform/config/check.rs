//! Validation of the settings.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use jiff::SignedDuration;

use super::telemetry::{check_traces_tls, checked_metrics, traces_timeout, traces_to};
use super::{Config, FirstAdmin, GrievanceOfficer, Notices, SecretUrl, Settings, WrongSetting, wrong};
use crate::platform::backup::schedule::Plan;
use crate::platform::connections::tls::TlsFiles;
use crate::platform::db::DatabaseUrl;
use crate::platform::http::origins::is_origin;
use crate::platform::keys::KeySource;
use crate::platform::phone_messages::{MessagingSettings, SettingError, SharedSecret};
use crate::platform::push::PushServices;

impl Settings {
    pub fn check(mut self) -> Result<Config, WrongSetting> {
        self.read_secret_files()?;
        let backups = self.backup_plan()?;
        let listen: SocketAddr = self.listen.parse().map_err(|_| {
            wrong("DOCCARE_LISTEN", format!("{:?} is not an address and port such as 127.0.0.1:8080", self.listen))
        })?;
        let database = match &self.database_url {
            Some(url) => url.parse().map_err(|error| wrong("DOCCARE_DATABASE_URL", format!("{error}")))?,
            None => DatabaseUrl::sqlite(&self.data_dir.join("doccare.db")),
        };
        let key = match (self.key, self.key_file) {
            (Some(keys), None) => {
                KeySource::Given(keys.parse().map_err(|expected: &str| wrong("DOCCARE_KEY", expected))?)
            }
            (None, file) => KeySource::File(file.unwrap_or_else(|| self.data_dir.join("key"))),
            (Some(_), Some(_)) => return Err(wrong("DOCCARE_KEY", "expected without DOCCARE_KEY_FILE")),
        };
        let first_admin = checked_admin(self.admin_email, self.admin_password)?;
        let tls = checked_tls(self.tls_cert, self.tls_key)?;
        let public_url = match self.public_url {
            Some(url) => checked_public_url(&url)?,
            None => format!("{}://{listen}", if tls.is_some() { "https" } else { "http" }),
        };
        let trusted_proxies = self.trusted_proxies.parse().map_err(|part| {
            let example = "an address or a network such as 10.0.0.0/8";
            wrong("DOCCARE_TRUSTED_PROXIES", format!("{part:?} is not {example}"))
        })?;
        let allowed_origins = self.allowed_origins.parse().map_err(|part| {
            let example = "an origin as browsers send it, such as https://app.example.org";
            wrong("DOCCARE_ALLOWED_ORIGINS", format!("{part:?} is not {example}"))
        })?;
        let second_factor_roles = self.require_totp.parse().map_err(|part| {
            let expected = "none, admin, doctor, hospital, pharmacy or desk";
            wrong("DOCCARE_REQUIRE_TOTP", format!("{part:?} is not {expected}"))
        })?;
        let bounces_secret = self.bounces_secret.map(SharedSecret::parse).transpose();
        let bounces_secret = bounces_secret.map_err(|expected| wrong("DOCCARE_BOUNCES_SECRET", expected))?;
        if let Some(folder) = self.bounces_dir.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(wrong("DOCCARE_BOUNCES_DIR", format!("{} is not a folder", folder.display())));
        }
        let messages = MessagingSettings {
            url: self.messages_url,
            secret: self.messages_secret,
            entity: self.messages_entity,
            header: self.messages_header,
            channels: self.messages_channels,
            templates: self.messages_templates,
            codes: on_or_off("DOCCARE_MESSAGES_CODES", &self.messages_codes)?,
            codes_per_day: self.messages_codes_per_day,
            code_price: self.messages_code_price,
            loopback: on_or_off("DOCCARE_MESSAGES_LOOPBACK", &self.messages_loopback)?,
        };
        let messages = messages.check(&public_url).map_err(|SettingError(name, expected)| wrong(name, expected))?;
        let metrics_listen = self.metrics_listen.map(|address| checked_metrics(&address, listen)).transpose()?;
        let traces_to = traces_to(self.otlp_traces_endpoint, self.otlp_endpoint);
        let traces_to = traces_to.filter(|_| !self.otel_sdk_disabled.eq_ignore_ascii_case("true"));
        check_traces_tls(traces_to.as_deref(), &self.otlp_insecure)?;
        let grievance = [self.grievance_name, self.grievance_email, self.grievance_phone];
        let notices = Notices {
            privacy: checked_version("DOCCARE_PRIVACY_VERSION", self.privacy_version)?,
            terms: checked_version("DOCCARE_TERMS_VERSION", self.terms_version)?,
            grievance_officer: checked_officer(grievance)?,
            retention: self.retention.parse()?,
        };
        let rate_limits = on_or_off("DOCCARE_RATE_LIMITS", &self.rate_limits)?;
        let load_shedding = self.load_shedding.map(|value| on_or_off("DOCCARE_LOAD_SHEDDING", &value)).transpose()?;
        Ok(Config {
            listen,
            tls,
            data_dir: self.data_dir,
            database,
            key,
            first_admin,
            second_factor_roles,
            demo: on_or_off("DOCCARE_DEMO", &self.demo)?,
            public_url,
            smtp_url: self.smtp_url.map(SecretUrl),
            mail_from: self.mail_from,
            bounces_dir: self.bounces_dir,
            bounces_secret,
            messages,
            push_services: PushServices::parse(&self.push_services)
                .map_err(|expected| wrong("DOCCARE_PUSH_SERVICES", expected))?,
            photos_url: self.photos_url.map(SecretUrl),
            trusted_proxies,
            allowed_origins,
            plain_http: on_or_off("DOCCARE_PLAIN_HTTP", &self.plain_http)?,
            drain: checked_drain(&self.drain)?,
            backups,
            metrics_listen,
            slow_request: checked_slow(&self.slow_request)?,
            traces_timeout: traces_timeout(self.otlp_traces_timeout, self.otlp_timeout)?,
            traces_to,
            notices,
            offline: on_or_off("DOCCARE_OFFLINE", &self.offline)?,
            rate_limits,
            load_shedding: load_shedding.unwrap_or(rate_limits),
        })
    }

    fn backup_plan(&self) -> Result<Option<Plan>, WrongSetting> {
        let Some(every) = &self.backup_every else { return Ok(None) };
        Ok(Some(Plan {
            every: checked_every(every)?,
            keep: checked_keep(&self.backup_keep)?,
            folder: self.backup_dir.clone().unwrap_or_else(|| self.data_dir.join("backups")),
        }))
    }
}

fn on_or_off(name: &'static str, value: &str) -> Result<bool, WrongSetting> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(wrong(name, format!("{other:?} is neither on nor off"))),
    }
}

/// A version is shown on pages and stored with each consent.
fn checked_version(name: &'static str, version: String) -> Result<String, WrongSetting> {
    let fits =
        (1..=32).contains(&version.len()) && version.chars().all(|c| c.is_ascii_alphanumeric() || ".-".contains(c));
    if fits { Ok(version) } else { Err(wrong(name, format!("{version:?} is not a version such as 2 or 2026-11-01"))) }
}

/// A name and an address, and a number or none.
fn checked_officer([name, email, phone]: [Option<String>; 3]) -> Result<Option<GrievanceOfficer>, WrongSetting> {
    let is_line =
        |text: &String| !text.trim().is_empty() && text.chars().count() <= 100 && !text.contains(char::is_control);
    for (setting, text) in
        [("DOCCARE_GRIEVANCE_NAME", &name), ("DOCCARE_GRIEVANCE_EMAIL", &email), ("DOCCARE_GRIEVANCE_PHONE", &phone)]
    {
        if text.as_ref().is_some_and(|text| !is_line(text)) {
            return Err(wrong(setting, "expected one line of at most 100 characters"));
        }
    }
    match (name, email) {
        (Some(_), Some(email)) if email.parse::<lettre::Address>().is_err() => {
            Err(wrong("DOCCARE_GRIEVANCE_EMAIL", format!("{email:?} is not an address such as care@example.org")))
        }
        (Some(name), Some(email)) => Ok(Some(GrievanceOfficer { name, email, phone })),
        (None, None) if phone.is_none() => Ok(None),
        (Some(_), None) => Err(wrong("DOCCARE_GRIEVANCE_EMAIL", "expected beside DOCCARE_GRIEVANCE_NAME")),
        (None, _) => Err(wrong("DOCCARE_GRIEVANCE_NAME", "expected beside the other DOCCARE_GRIEVANCE settings")),
    }
}

/// A whole number and its unit, such as 250ms or 24h.
fn parse_time(text: &str) -> Option<SignedDuration> {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit())?);
    let millis = match unit {
        "ms" => 1,
        "s" => 1000,
        "m" => 60 * 1000,
        "h" => 60 * 60 * 1000,
        "d" => 24 * 60 * 60 * 1000,
        _ => return None,
    };
    let number: u32 = number.parse().ok()?;
    Some(SignedDuration::from_millis(i64::from(number) * millis))
}

/// At least ten minutes, because backups cost load.
fn checked_every(text: &str) -> Result<SignedDuration, WrongSetting> {
    let every = parse_time(text).filter(|every| *every >= SignedDuration::from_mins(10));
    every.ok_or_else(|| {
        wrong("DOCCARE_BACKUP_EVERY", format!("{text:?} is not a time such as 24h, 90m or 7d (10m or more)"))
    })
}

fn checked_slow(text: &str) -> Result<Option<Duration>, WrongSetting> {
    match text {
        "off" => Ok(None),
        _ => parse_time(text).map(|slow| Some(slow.unsigned_abs())).ok_or_else(|| {
            wrong("DOCCARE_SLOW_REQUEST", format!("{text:?} is neither a time such as 1s or 250ms, nor off"))
        }),
    }
}

fn checked_admin(email: Option<String>, password: Option<String>) -> Result<Option<FirstAdmin>, WrongSetting> {
    match (email, password) {
        (Some(email), Some(password)) => Ok(Some(FirstAdmin { email, password })),
        (None, None) => Ok(None),
        (Some(_), None) => Err(wrong("DOCCARE_ADMIN_PASSWORD", "expected with DOCCARE_ADMIN_EMAIL")),
        (None, Some(_)) => Err(wrong("DOCCARE_ADMIN_EMAIL", "expected with DOCCARE_ADMIN_PASSWORD")),
    }
}

fn checked_tls(certificate: Option<PathBuf>, key: Option<PathBuf>) -> Result<Option<TlsFiles>, WrongSetting> {
    match (certificate, key) {
        (Some(certificate), Some(key)) => Ok(Some(TlsFiles { certificate, key })),
        (None, None) => Ok(None),
        (Some(_), None) => Err(wrong("DOCCARE_TLS_KEY", "expected together with DOCCARE_TLS_CERT")),
        (None, Some(_)) => Err(wrong("DOCCARE_TLS_CERT", "expected together with DOCCARE_TLS_KEY")),
    }
}

fn checked_keep(text: &str) -> Result<usize, WrongSetting> {
    let keep = text.parse().ok().filter(|keep| *keep > 0);
    keep.ok_or_else(|| wrong("DOCCARE_BACKUP_KEEP", format!("{text:?} is not a number from 1 on")))
}

/// At most a minute: service managers kill after one or two.
fn checked_drain(text: &str) -> Result<Duration, WrongSetting> {
    let seconds = text.parse().ok().filter(|seconds| *seconds <= 60);
    let drain = seconds.map(Duration::from_secs);
    drain.ok_or_else(|| wrong("DOCCARE_DRAIN", format!("{text:?} is not a number of seconds from 0 to 60")))
}

/// Scheme, host and port only; it is inserted into pages unchanged.
fn checked_public_url(url: &str) -> Result<String, WrongSetting> {
    let origin = url.trim_end_matches('/');
    if is_origin(origin) {
        return Ok(origin.to_owned());
    }
    Err(wrong("DOCCARE_PUBLIC_URL", format!("{url:?} is not an address such as https://care.example.org")))
}

#[cfg(test)]
pub(super) mod tests {
    use std::path::Path;

    use clap::Parser;

    use super::super::SecondFactorRoles;
    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        settings: Settings,
    }

    pub fn check(flags: &[&str]) -> Result<Config, WrongSetting> {
        Line::parse_from([&["doccare"], flags].concat()).settings.check()
    }

    #[test]
    fn the_defaults_are_a_local_server_on_sqlite() {
        let config = check(&[]).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.database.to_string(), "sqlite://./data/doccare.db");
        assert_eq!(config.public_url, "http://127.0.0.1:8080");
        assert_eq!(config.trusted_proxies, "127.0.0.0/8,::1".parse().unwrap());
        assert!(config.rate_limits && config.first_admin.is_none() && config.tls.is_none());
        assert_eq!(config.second_factor_roles, SecondFactorRoles::default());
        assert!(config.takes_demo_logins());
        assert_eq!(config.allowed_origins, "".parse().unwrap());
    }

    #[test]
    fn with_a_certificate_the_own_address_is_https() {
        let config = check(&["--tls-cert", "cert.pem", "--tls-key", "key.pem"]).unwrap();
        assert_eq!(config.public_url, "https://127.0.0.1:8080");
    }

    #[test]
    fn a_wrong_setting_is_named_with_the_expected_format() {
        for (flags, name) in [
            (vec!["--listen", "localhost"], "DOCCARE_LISTEN"),
            (vec!["--database-url", "mysql://x"], "DOCCARE_DATABASE_URL"),
            (vec!["--key", "secret"], "DOCCARE_KEY"),
            (vec!["--key", &"a".repeat(64), "--key-file", "key"], "DOCCARE_KEY"),
            (vec!["--admin-email", "a@b.c"], "DOCCARE_ADMIN_PASSWORD"),
            (vec!["--admin-password", "x"], "DOCCARE_ADMIN_EMAIL"),
            (vec!["--public-url", "care.example.org"], "DOCCARE_PUBLIC_URL"),
            (vec!["--public-url", "https://a.b/path"], "DOCCARE_PUBLIC_URL"),
            (vec!["--public-url", "https://a\"b"], "DOCCARE_PUBLIC_URL"),
            (vec!["--trusted-proxies", "10.0.0.0/8,proxy.local"], "DOCCARE_TRUSTED_PROXIES"),
            (vec!["--trusted-proxies", "10.0.0.0/99"], "DOCCARE_TRUSTED_PROXIES"),
            (vec!["--tls-cert", "cert.pem"], "DOCCARE_TLS_KEY"),
            (vec!["--tls-key", "key.pem"], "DOCCARE_TLS_CERT"),
            (vec!["--allowed-origins", "https://a.example,*"], "DOCCARE_ALLOWED_ORIGINS"),
            (vec!["--rate-limits", "maybe"], "DOCCARE_RATE_LIMITS"),
            (vec!["--plain-http", "maybe"], "DOCCARE_PLAIN_HTTP"),
            (vec!["--database-url", "postgres://u@db.example/care"], "DOCCARE_DATABASE_URL"),
            (vec!["--key", &"0".repeat(64)], "DOCCARE_KEY"),
            (vec!["--smtp-url-file", "/nowhere"], "DOCCARE_SMTP_URL_FILE"),
            (vec!["--smtp-url-file", "/dev/zero"], "DOCCARE_SMTP_URL_FILE"),
            (vec!["--smtp-url", "smtp://localhost", "--smtp-url-file", "x"], "DOCCARE_SMTP_URL_FILE"),
            (vec!["--require-totp", "all"], "DOCCARE_REQUIRE_TOTP"),
            (vec!["--bounces-dir", "/nowhere"], "DOCCARE_BOUNCES_DIR"),
            (vec!["--bounces-secret", "short"], "DOCCARE_BOUNCES_SECRET"),
            (vec!["--messages-url", "https://sms.example.org"], "DOCCARE_MESSAGES_SECRET"),
            (vec!["--messages-entity", "1101234567890123456"], "DOCCARE_MESSAGES_URL"),
            (vec!["--messages-loopback", "maybe"], "DOCCARE_MESSAGES_LOOPBACK"),
            (vec!["--messages-codes", "some"], "DOCCARE_MESSAGES_CODES"),
            (vec!["--messages-codes-per-day", "many"], "DOCCARE_MESSAGES_CODES_PER_DAY"),
            (vec!["--messages-code-price", "0.18"], "DOCCARE_MESSAGES_URL"),
            (vec!["--metrics-listen", "9464"], "DOCCARE_METRICS_LISTEN"),
            (vec!["--metrics-listen", "127.0.0.1:8080"], "DOCCARE_METRICS_LISTEN"),
            (vec!["--metrics-listen", "0.0.0.0:8080"], "DOCCARE_METRICS_LISTEN"),
            (vec!["--slow-request", "soon"], "DOCCARE_SLOW_REQUEST"),
            (vec!["--slow-request", "5"], "DOCCARE_SLOW_REQUEST"),
            (vec!["--grievance-name", "Anitha"], "DOCCARE_GRIEVANCE_EMAIL"),
            (vec!["--grievance-phone", "0484 2345678"], "DOCCARE_GRIEVANCE_NAME"),
            (vec!["--grievance-name", "Anitha", "--grievance-email", "nowhere"], "DOCCARE_GRIEVANCE_EMAIL"),
            (vec!["--grievance-name", " ", "--grievance-email", "a@b.c"], "DOCCARE_GRIEVANCE_NAME"),
            (vec!["--privacy-version", ""], "DOCCARE_PRIVACY_VERSION"),
            (vec!["--terms-version", "second edition"], "DOCCARE_TERMS_VERSION"),
            (vec!["--retention", "364d"], "DOCCARE_RETENTION"),
        ] {
            let error = check(&flags).unwrap_err();
            assert_eq!(error.name, name);
            assert_eq!(error.to_string().lines().count(), 1);
        }
    }

    #[test]
    fn people_on_other_machines_are_served_by_tls_unless_a_setting_says_otherwise() {
        for (flags, served) in [
            (vec![], true),
            (vec!["--listen", "[::1]:80"], true),
            (vec!["--listen", "0.0.0.0:80"], false),
            (vec!["--listen", "[::]:80"], false),
            (vec!["--listen", "192.0.2.1:80", "--public-url", "http://care.example"], false),
            (vec!["--listen", "0.0.0.0:80", "--trusted-proxies", "127.0.0.1"], false),
            // A trusted proxy need not use TLS.
            (vec!["--listen", "0.0.0.0:80", "--trusted-proxies", "10.0.0.0/8"], false),
            (vec!["--listen", "0.0.0.0:80", "--public-url", "https://care.example"], true),
            (vec!["--listen", "0.0.0.0:443", "--tls-cert", "cert.pem", "--tls-key", "key.pem"], true),
            (vec!["--listen", "0.0.0.0:80", "--plain-http", "on"], true),
        ] {
            let way_in = check(&flags).unwrap().check_way_in();
            assert_eq!(way_in.is_ok(), served, "{flags:?}");
            assert!(way_in.err().is_none_or(|wrong| wrong.to_string().contains("DOCCARE_PLAIN_HTTP")));
        }
    }

    #[test]
    fn each_secret_can_come_from_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).unwrap();
            folder.path().join(name).to_str().unwrap().to_owned()
        };
        let database = file("database", "postgres://u:secret@localhost/from_file\n");
        let (password, smtp) = (file("password", "a long password\n"), file("smtp", "smtps://u:p@mail.example\r\n"));
        let files = ["--database-url-file", &database, "--admin-password-file", &password, "--smtp-url-file", &smtp];
        let config = check(&[&files[..], &["--admin-email", "a@b.c"]].concat()).unwrap();
        assert!(config.database.to_string().contains("from_file"));
        assert_eq!(config.first_admin.unwrap().password, "a long password");
        assert_eq!(config.smtp_url.unwrap().0, "smtps://u:p@mail.example");
    }

    #[test]
    fn backup_interval_count_and_folder_are_configurable() {
        assert!(check(&["--backup-keep", "3"]).unwrap().backups.is_none());
        for (every, minutes) in [("24h", 1440), ("90m", 90), ("7d", 10080), ("10m", 10)] {
            let plan = check(&["--backup-every", every]).unwrap().backups.unwrap();
            assert_eq!((plan.every, plan.keep), (SignedDuration::from_mins(minutes), 14), "{every}");
            assert_eq!(plan.folder, Path::new("./data/backups"));
        }
        let elsewhere = check(&["--backup-every", "24h", "--backup-dir", "/mnt/other"]).unwrap().backups.unwrap();
        assert_eq!(elsewhere.folder, Path::new("/mnt/other"));
        for bad in ["", "24", "h", "9m", "0h", "1w", "-1h", "24ഗ", "99999999999d"] {
            let every = format!("--backup-every={bad}");
            assert_eq!(check(&[&every]).unwrap_err().name, "DOCCARE_BACKUP_EVERY", "{bad}");
        }
        for bad in ["0", "many", "-1"] {
            let keep = format!("--backup-keep={bad}");
            assert_eq!(check(&["--backup-every", "24h", &keep]).unwrap_err().name, "DOCCARE_BACKUP_KEEP", "{bad}");
        }
    }

    #[test]
    fn the_drain_time_before_a_stop_is_configurable() {
        assert_eq!(check(&[]).unwrap().drain, Duration::ZERO);
        assert_eq!(check(&["--drain", "15"]).unwrap().drain, Duration::from_secs(15));
        for bad in ["", "-1", "61", "5s"] {
            assert_eq!(check(&[&format!("--drain={bad}")]).unwrap_err().name, "DOCCARE_DRAIN", "{bad}");
        }
    }

    #[test]
    fn load_is_shed_unless_the_limits_are_off_and_it_is_not_asked_for() {
        let sheds = |flags: &[&str]| check(flags).unwrap().load_shedding;
        assert!(sheds(&[]) && sheds(&["--rate-limits", "off", "--load-shedding", "on"]));
        assert!(!sheds(&["--rate-limits", "off"]) && !sheds(&["--load-shedding", "off"]));
        assert_eq!(check(&["--load-shedding", "perhaps"]).unwrap_err().name, "DOCCARE_LOAD_SHEDDING");
    }

    #[test]
    fn the_default_threshold_of_slow_requests_is_a_second() {
        for (text, slow) in [("1s", Some(1000)), ("250ms", Some(250)), ("0ms", Some(0)), ("off", None)] {
            let slow_request = check(&["--slow-request", text]).unwrap().slow_request;
            assert_eq!(slow_request, slow.map(Duration::from_millis), "{text}");
        }
        assert_eq!(check(&[]).unwrap().slow_request, Some(Duration::from_secs(1)));
    }

    #[test]
    fn no_password_or_key_is_shown_by_debug() {
        let config =
            check(&["--admin-email", "a@b.c", "--admin-password", "hunter42", "--key", &"a".repeat(64)]).unwrap();
        let shown = format!("{config:?}");
        assert!(!shown.contains("hunter42") && !shown.contains("aaaa") && !shown.contains("170"));
    }
}
