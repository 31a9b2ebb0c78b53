//! Settings, by flags or environment variables. A wrong one stops the start with one line that names it.

mod check;
mod retention;
mod settings;
mod telemetry;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

pub use self::retention::Retention;
pub use self::settings::Settings;

use super::backup::schedule::Plan;
use super::connections::tls::TlsFiles;
use super::db::DatabaseUrl;
use super::files::{make_private_folder, system_user};
use super::http::address::TrustedProxies;
use super::http::origins::AllowedOrigins;
use super::keys::KeySource;
use super::machine::{is_loopback, is_this_machine};
use super::phone_messages::{self, SharedSecret};

#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Debug, Clone)]
pub struct Config {
    pub listen: SocketAddr,
    pub tls: Option<TlsFiles>,
    pub data_dir: PathBuf,
    pub database: DatabaseUrl,
    pub key: KeySource,
    pub first_admin: Option<FirstAdmin>,
    /// Roles that must set up a second factor before anything else.
    pub second_factor_roles: SecondFactorRoles,
    /// Whether the published demo logins work from other machines.
    pub demo: bool,
    pub public_url: String,
    pub smtp_url: Option<SecretUrl>,
    pub mail_from: String,
    /// Maildir of bounced mails.
    pub bounces_dir: Option<PathBuf>,
    /// Signs bounce reports of the provider; without it they are refused.
    pub bounces_secret: Option<SharedSecret>,
    /// Provider of messages to phones; `None` switches them off.
    pub messages: Option<phone_messages::Provider>,
    pub photos_url: Option<SecretUrl>,
    pub trusted_proxies: TrustedProxies,
    pub allowed_origins: AllowedOrigins,
    pub plain_http: bool,
    /// How long it serves on after SIGTERM.
    pub drain: Duration,
    pub backups: Option<Plan>,
    pub metrics_listen: Option<SocketAddr>,
    /// Requests that take longer are logged with their statements.
    pub slow_request: Option<Duration>,
    pub traces_to: Option<String>,
    pub traces_timeout: Duration,
    pub notices: Notices,
    /// Whether browsers keep pages for times without a connection.
    pub offline: bool,
    pub rate_limits: bool,
    pub load_shedding: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SecondFactorRoles(Vec<&'static str>);

impl SecondFactorRoles {
    /// Patients have no second factor.
    const KNOWN: [&'static str; 5] = ["admin", "doctor", "hospital", "pharmacy", "desk"];

    pub fn contain(&self, role: &str) -> bool {
        self.0.contains(&role)
    }
}

impl FromStr for SecondFactorRoles {
    /// The part that is not a role.
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.trim() == "none" {
            return Ok(Self::default());
        }
        let role = |part: &str| Self::KNOWN.into_iter().find(|known| *known == part).ok_or_else(|| part.to_owned());
        text.split(',').map(str::trim).map(role).collect::<Result<_, _>>().map(Self)
    }
}

/// The contents of the privacy notice and the terms that depend on the installation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notices {
    /// The versions of the two.
    pub privacy: String,
    pub terms: String,
    pub grievance_officer: Option<GrievanceOfficer>,
    pub retention: Retention,
}

/// The grievance officer, whose contact has to be published by law.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrievanceOfficer {
    pub name: String,
    pub email: String,
    pub phone: Option<String>,
}

/// A URL that may hold a password; Debug hides it.
#[derive(Clone)]
pub struct SecretUrl(pub String);

impl std::fmt::Debug for SecretUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecretUrl")
    }
}

#[derive(Clone)]
pub struct FirstAdmin {
    pub email: String,
    pub password: String,
}

impl std::fmt::Debug for FirstAdmin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FirstAdmin")
    }
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{name}: {expected}")]
pub struct WrongSetting {
    pub name: &'static str,
    pub expected: String,
}

fn wrong(name: &'static str, expected: impl Into<String>) -> WrongSetting {
    WrongSetting { name, expected: expected.into() }
}

impl Config {
    /// Whether the published demo logins work: by the setting, or if only this machine can reach the program.
    pub fn takes_demo_logins(&self) -> bool {
        let host = self.public_url.split("://").last().unwrap_or_default();
        let host = host.split('/').next().unwrap_or_default();
        let host = host.rsplit_once(':').map_or(host, |(host, _)| host);
        self.demo || is_loopback(self.listen.ip()) && is_this_machine(host.trim_matches(['[', ']']))
    }

    /// Refuses to serve other machines without TLS, unless a setting allows it.
    pub fn check_way_in(&self) -> Result<(), WrongSetting> {
        let is_safe = is_loopback(self.listen.ip()) || self.tls.is_some() || self.public_url.starts_with("https://");
        if is_safe || self.plain_http {
            return Ok(());
        }
        let cure = "expected DOCCARE_TLS_CERT and DOCCARE_TLS_KEY, or a proxy with TLS and its https:// address in \
                    DOCCARE_PUBLIC_URL; DOCCARE_PLAIN_HTTP=on serves people in clear";
        Err(wrong("DOCCARE_LISTEN", format!("{} is seen from other machines: {cure}", self.listen)))
    }

    pub fn make_data_dir(&self) -> Result<(), WrongSetting> {
        make_private_folder(&self.data_dir).map_err(|error| {
            let (folder, user) = (self.data_dir.display(), system_user());
            wrong("DOCCARE_DATA_DIR", format!("{folder} cannot be made by the user {user}: {error}"))
        })
    }
}
