//! The settings as given, and secrets read from files.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;

use super::{WrongSetting, wrong};
use crate::platform::files::system_user;
use crate::platform::push::KNOWN_SERVICES;

/// The settings as given, before anything is checked.
#[expect(clippy::doc_markdown, reason = "clap shows these texts as they stand")]
#[derive(Clone, Args)]
pub struct Settings {
    /// Address and port to serve on. Beyond this machine only with TLS or an https:// public address (see DOCCARE_PLAIN_HTTP)
    #[arg(long, env = "DOCCARE_LISTEN", default_value = "127.0.0.1:8080", global = true)]
    pub listen: String,
    /// Folder for the database (SQLite), photos, the key, mails without a mail server, and backups
    #[arg(long, env = "DOCCARE_DATA_DIR", default_value = "./data", global = true)]
    pub data_dir: PathBuf,
    /// sqlite://path or postgres://user:password@host/database; on another machine with ?sslmode=require, or ?sslmode=disable
    /// where the network between them is safe [default: SQLite in the data dir]
    #[arg(long, env = "DOCCARE_DATABASE_URL", hide_env_values = true, global = true)]
    pub database_url: Option<String>,
    /// File that holds the database's URL
    #[arg(long, env = "DOCCARE_DATABASE_URL_FILE", global = true)]
    pub database_url_file: Option<PathBuf>,
    /// File with the key that encrypts and signs what the database alone must not reveal; made at the first start, readable by its
    /// owner only. Keep a copy elsewhere: no backup holds it [default: key in the data dir]
    #[arg(long, env = "DOCCARE_KEY_FILE", global = true)]
    pub key_file: Option<PathBuf>,
    /// The key itself instead of a file, the same for every instance on one database: 64 hexadecimal digits (openssl rand -hex 32);
    /// older ones after it, comma-separated
    #[arg(long, env = "DOCCARE_KEY", hide_env_values = true, global = true)]
    pub key: Option<String>,
    /// Email address of the first administrator, who is created at the start while there is none. The alternative is the command
    /// `doccare admin create`
    #[arg(long, env = "DOCCARE_ADMIN_EMAIL", global = true)]
    pub admin_email: Option<String>,
    /// Password of the first administrator, for this address only
    #[arg(long, env = "DOCCARE_ADMIN_PASSWORD", hide_env_values = true, global = true)]
    pub admin_password: Option<String>,
    /// File that holds the password of the first administrator
    #[arg(long, env = "DOCCARE_ADMIN_PASSWORD_FILE", global = true)]
    pub admin_password_file: Option<PathBuf>,
    /// Roles that must set up two-factor login before they can do anything else: none, or some of admin, doctor, hospital, pharmacy
    /// and desk, comma-separated
    #[arg(long, env = "DOCCARE_REQUIRE_TOTP", default_value = "none", global = true)]
    pub require_totp: String,
    /// Accept the published logins of the demo data set from everywhere, not only on this machine: on or off
    #[arg(
        long,
        env = "DOCCARE_DEMO",
        default_value = "off",
        default_missing_value = "on",
        num_args = 0..=1,
        require_equals = true,
        global = true
    )]
    pub demo: String,
    /// Serve over TLS with this certificate and its chain, as PEM; read again when the file changes
    #[arg(long, env = "DOCCARE_TLS_CERT", global = true)]
    pub tls_cert: Option<PathBuf>,
    /// The private key of the certificate, as PEM
    #[arg(long, env = "DOCCARE_TLS_KEY", global = true)]
    pub tls_key: Option<PathBuf>,
    /// The address under which people reach this server; used in pages and mails. With https://, browsers use nothing else for a
    /// year, on this host and those below it [default: http:// or https:// and the listen address]
    #[arg(long, env = "DOCCARE_PUBLIC_URL", global = true)]
    pub public_url: Option<String>,
    /// Mail server: smtps://user:password@host, smtp://host:port?tls=required, or ?tls=none for one on another machine without TLS;
    /// certificates are checked by the system's roots [default: mails go to files in the data dir]
    #[arg(long, env = "DOCCARE_SMTP_URL", hide_env_values = true, global = true)]
    pub smtp_url: Option<String>,
    /// File that holds the mail server's URL
    #[arg(long, env = "DOCCARE_SMTP_URL_FILE", global = true)]
    pub smtp_url_file: Option<PathBuf>,
    /// Sender address of all mails
    #[arg(long, env = "DOCCARE_MAIL_FROM", default_value = "doccare@localhost.localdomain", global = true)]
    pub mail_from: String,
    /// Maildir folder into which the mail server delivers bounces (docs/BOUNCES.md) [default: none]
    #[arg(long, env = "DOCCARE_BOUNCES_DIR", global = true)]
    pub bounces_dir: Option<PathBuf>,
    /// Secret with which the mail provider signs its bounce reports, at least 32 characters (docs/BOUNCES.md) [default: no reports]
    #[arg(long, env = "DOCCARE_BOUNCES_SECRET", hide_env_values = true, global = true)]
    pub bounces_secret: Option<String>,
    /// File that holds this secret
    #[arg(long, env = "DOCCARE_BOUNCES_SECRET_FILE", global = true)]
    pub bounces_secret_file: Option<PathBuf>,
    /// Address of the SMS and WhatsApp provider, such as https://sms.example.org/send (docs/MESSAGES.md) [default: no messages to
    /// phones]
    #[arg(long, env = "DOCCARE_MESSAGES_URL", global = true)]
    pub messages_url: Option<String>,
    /// Secret that signs requests to and from the provider, at least 32 characters
    #[arg(long, env = "DOCCARE_MESSAGES_SECRET", hide_env_values = true, global = true)]
    pub messages_secret: Option<String>,
    /// File that holds this secret
    #[arg(long, env = "DOCCARE_MESSAGES_SECRET_FILE", global = true)]
    pub messages_secret_file: Option<PathBuf>,
    /// The operator's entity id at DLT, India's register of SMS senders
    #[arg(long, env = "DOCCARE_MESSAGES_ENTITY", global = true)]
    pub messages_entity: Option<String>,
    /// Sender name (header) that phones show
    #[arg(long, env = "DOCCARE_MESSAGES_HEADER", global = true)]
    pub messages_header: Option<String>,
    /// What the provider can send: sms, whatsapp or sms,whatsapp [default: sms]
    #[arg(long, env = "DOCCARE_MESSAGES_CHANNELS", global = true)]
    pub messages_channels: Option<String>,
    /// JSON file with the registered templates (docs/MESSAGES.md)
    #[arg(long, env = "DOCCARE_MESSAGES_TEMPLATES", global = true)]
    pub messages_templates: Option<PathBuf>,
    /// Send one-time codes to phones, for logins and to confirm numbers: on or off. Other messages are not affected
    #[arg(long, env = "DOCCARE_MESSAGES_CODES", default_value = "on", global = true)]
    pub messages_codes: String,
    /// Limit of codes per day, all numbers together
    #[arg(long, env = "DOCCARE_MESSAGES_CODES_PER_DAY", default_value = "1000", global = true)]
    pub messages_codes_per_day: String,
    /// Price of a code in rupees, such as 0.18; shown on the administrator's page Operations [default: not known]
    #[arg(long, env = "DOCCARE_MESSAGES_CODE_PRICE", global = true)]
    pub messages_code_price: Option<String>,
    /// Allow a provider on this machine without TLS, for tests: on or off
    #[arg(long, env = "DOCCARE_MESSAGES_LOOPBACK", default_value = "off", global = true)]
    pub messages_loopback: String,
    /// Push services that notifications to browsers may go to: hosts, comma-separated, *. for all below one; or off
    #[arg(long, env = "DOCCARE_PUSH_SERVICES", default_value = KNOWN_SERVICES, global = true)]
    pub push_services: String,
    /// Where photos are stored: s3://bucket/prefix, with credentials from AWS_… variables or the machine's role [default: a folder in
    /// the data dir]
    #[arg(long, env = "DOCCARE_PHOTOS_URL", hide_env_values = true, global = true)]
    pub photos_url: Option<String>,
    /// Proxies whose X-Forwarded-For is trusted: addresses and networks, comma-separated. Name a proxy on another machine or in a
    /// container network here, otherwise all its users share one rate limit
    #[arg(long, env = "DOCCARE_TRUSTED_PROXIES", default_value = "127.0.0.0/8,::1", global = true)]
    pub trusted_proxies: String,
    /// Web clients on other hosts that may call the API (CORS), comma-separated, such as https://app.example.org
    #[arg(long, env = "DOCCARE_ALLOWED_ORIGINS", default_value = "", global = true)]
    pub allowed_origins: String,
    /// Serve people on other machines without TLS and without a proxy that has it: on or off. Not over the internet
    #[arg(long, env = "DOCCARE_PLAIN_HTTP", default_value = "off", global = true)]
    pub plain_http: String,
    /// Seconds (0 to 60) to keep serving after SIGTERM while /readyz answers 503, so that a load balancer stops sending requests
    #[arg(long, env = "DOCCARE_DRAIN", default_value = "0", global = true)]
    pub drain: String,
    /// Interval of automatic backups while serving, such as 24h, 90m or 7d, at least 10m [default: never]
    #[arg(long, env = "DOCCARE_BACKUP_EVERY", global = true)]
    pub backup_every: Option<String>,
    /// Number of automatic backups that are kept; the oldest is deleted when a new one is complete
    #[arg(long, env = "DOCCARE_BACKUP_KEEP", default_value = "14", global = true)]
    pub backup_keep: String,
    /// Folder for automatic backups, better on another disk [default: backups in the data dir]
    #[arg(long, env = "DOCCARE_BACKUP_DIR", global = true)]
    pub backup_dir: Option<PathBuf>,
    /// Address and port for Prometheus, such as 127.0.0.1:9464. It needs no password, so use an address that only Prometheus
    /// reaches [default: none]
    #[arg(long, env = "DOCCARE_METRICS_LISTEN", global = true)]
    pub metrics_listen: Option<String>,
    /// Log a request with its SQL statements from this duration on, such as 1s or 250ms; or off
    #[arg(long, env = "DOCCARE_SLOW_REQUEST", default_value = "1s", global = true)]
    pub slow_request: String,
    /// Receiver of traces by OTLP over HTTP, such as http://127.0.0.1:4318; the other OTEL_… variables of OpenTelemetry are read too
    /// [default: none]
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", global = true)]
    pub otlp_endpoint: Option<String>,
    /// The same as a complete address, such as http://127.0.0.1:4318/v1/traces
    #[arg(long, env = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", global = true)]
    pub otlp_traces_endpoint: Option<String>,
    /// Timeout of an export in milliseconds [default: 10000]
    #[arg(long, env = "OTEL_EXPORTER_OTLP_TIMEOUT", global = true)]
    pub otlp_timeout: Option<String>,
    /// The same, for traces only
    #[arg(long, env = "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", global = true)]
    pub otlp_traces_timeout: Option<String>,
    /// true allows a receiver on another machine without TLS
    #[arg(long, env = "OTEL_EXPORTER_OTLP_INSECURE", default_value = "false", global = true)]
    pub otlp_insecure: String,
    /// true switches traces off
    #[arg(long, env = "OTEL_SDK_DISABLED", default_value = "false", global = true)]
    pub otel_sdk_disabled: String,
    /// Name of the grievance officer for personal data, shown on the privacy page and the contact page
    #[arg(long, env = "DOCCARE_GRIEVANCE_NAME", global = true)]
    pub grievance_name: Option<String>,
    /// Email address of the grievance officer
    #[arg(long, env = "DOCCARE_GRIEVANCE_EMAIL", global = true)]
    pub grievance_email: Option<String>,
    /// Phone number of the grievance officer
    #[arg(long, env = "DOCCARE_GRIEVANCE_PHONE", global = true)]
    pub grievance_phone: Option<String>,
    /// Version of the privacy notice; change it when the text changes. Each consent is stored with the version it was given to
    #[arg(long, env = "DOCCARE_PRIVACY_VERSION", default_value = "1", global = true)]
    pub privacy_version: String,
    /// Version of the terms
    #[arg(long, env = "DOCCARE_TERMS_VERSION", default_value = "1", global = true)]
    pub terms_version: String,
    /// How long a patient's details are kept after a visit, and an account after its last use: 1y to 30y, or days such as 1095d
    #[arg(long, env = "DOCCARE_RETENTION", default_value = "3y", global = true)]
    pub retention: String,
    /// Let browsers keep pages and a patient's own visits for times without a connection (by a service worker): on, or off, which also removes
    /// the worker and its copies from each browser at its next visit, and ends notifications to browsers
    #[arg(long, env = "DOCCARE_OFFLINE", default_value = "on", global = true)]
    pub offline: String,
    /// Rate limits on logins and requests: on, or off for load tests
    #[arg(long, env = "DOCCARE_RATE_LIMITS", default_value = "on", global = true)]
    pub rate_limits: String,
    /// Refuse some requests (503) when there are more than can be answered in time: on or off [default: as DOCCARE_RATE_LIMITS]
    #[arg(long, env = "DOCCARE_LOAD_SHEDDING", global = true)]
    pub load_shedding: Option<String>,
}

/// Larger than any secret; bounds the read of endless files such as devices.
const MAX_SECRET_BYTES: u64 = 64 * 1024;

fn read_secret(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MAX_SECRET_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_SECRET_BYTES {
        return Err(io::Error::other("it has more than 64 KB, which is no secret"));
    }
    text.truncate(text.trim_end_matches(['\r', '\n']).len());
    Ok(text)
}

impl Settings {
    /// For commands that do not create the first administrator.
    #[must_use]
    pub fn without_first_admin(self) -> Self {
        Self { admin_email: None, admin_password: None, admin_password_file: None, ..self }
    }

    /// Reads secrets from files.
    pub fn read_secret_files(&mut self) -> Result<(), WrongSetting> {
        for (name, secret, file) in [
            ("DOCCARE_DATABASE_URL_FILE", &mut self.database_url, &mut self.database_url_file),
            ("DOCCARE_ADMIN_PASSWORD_FILE", &mut self.admin_password, &mut self.admin_password_file),
            ("DOCCARE_SMTP_URL_FILE", &mut self.smtp_url, &mut self.smtp_url_file),
            ("DOCCARE_BOUNCES_SECRET_FILE", &mut self.bounces_secret, &mut self.bounces_secret_file),
            ("DOCCARE_MESSAGES_SECRET_FILE", &mut self.messages_secret, &mut self.messages_secret_file),
        ] {
            let Some(path) = file.take() else { continue };
            if secret.is_some() {
                return Err(wrong(name, format!("expected without {}", name.trim_end_matches("_FILE"))));
            }
            let read = read_secret(&path);
            *secret = Some(read.map_err(|error| {
                wrong(name, format!("{} cannot be read by the user {}: {error}", path.display(), system_user()))
            })?);
        }
        Ok(())
    }
}
