//! The settings as they are given, and the secrets among them that stand in files.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;

use super::{WrongSetting, wrong};
use crate::platform::files::system_user;

/// The settings as given, before anything is checked.
#[expect(clippy::doc_markdown, reason = "clap shows these texts as they stand")]
#[derive(Clone, Args)]
pub struct Settings {
    /// Address and port to serve on
    #[arg(long, env = "DOCCARE_LISTEN", default_value = "127.0.0.1:8080", global = true)]
    pub listen: String,
    /// Folder for the database and everything else that is kept
    #[arg(long, env = "DOCCARE_DATA_DIR", default_value = "./data", global = true)]
    pub data_dir: PathBuf,
    /// sqlite://path or postgres://user:password@host/database [default: SQLite in the data dir]
    #[arg(long, env = "DOCCARE_DATABASE_URL", hide_env_values = true, global = true)]
    pub database_url: Option<String>,
    /// File that holds the database's URL, as service managers hand secrets out
    #[arg(long, env = "DOCCARE_DATABASE_URL_FILE", global = true)]
    pub database_url_file: Option<PathBuf>,
    /// File with the key that closes what the database must not tell, made at the first start [default: key in the data dir]
    #[arg(long, env = "DOCCARE_KEY_FILE", global = true)]
    pub key_file: Option<PathBuf>,
    /// The key itself, the same for every instance: 64 hexadecimal digits; older ones after it, comma-separated
    #[arg(long, env = "DOCCARE_KEY", hide_env_values = true, global = true)]
    pub key: Option<String>,
    /// E-mail address of the first administrator
    #[arg(long, env = "DOCCARE_ADMIN_EMAIL", global = true)]
    pub admin_email: Option<String>,
    /// Password of the first administrator
    #[arg(long, env = "DOCCARE_ADMIN_PASSWORD", hide_env_values = true, global = true)]
    pub admin_password: Option<String>,
    /// File that holds the password of the first administrator
    #[arg(long, env = "DOCCARE_ADMIN_PASSWORD_FILE", global = true)]
    pub admin_password_file: Option<PathBuf>,
    /// Who must sign in with a second factor: none, or some of admin, doctor, hospital, pharmacy and desk, comma-separated
    #[arg(long, env = "DOCCARE_REQUIRE_TOTP", default_value = "none", global = true)]
    pub require_totp: String,
    /// Let the published logins of the demo data set work for everybody who reaches this server, not on this machine alone: on or off
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
    /// Serve over TLS with this certificate and what it is signed by, as PEM; read again when the file changes
    #[arg(long, env = "DOCCARE_TLS_CERT", global = true)]
    pub tls_cert: Option<PathBuf>,
    /// The private key of the certificate, as PEM
    #[arg(long, env = "DOCCARE_TLS_KEY", global = true)]
    pub tls_key: Option<PathBuf>,
    /// The address under which people reach this server [default: http:// or https:// and the listen address]
    #[arg(long, env = "DOCCARE_PUBLIC_URL", global = true)]
    pub public_url: Option<String>,
    /// Mail server, as smtp://… or smtps://user:password@host [default: mails go to files in the data dir]
    #[arg(long, env = "DOCCARE_SMTP_URL", hide_env_values = true, global = true)]
    pub smtp_url: Option<String>,
    /// File that holds the mail server's URL
    #[arg(long, env = "DOCCARE_SMTP_URL_FILE", global = true)]
    pub smtp_url_file: Option<PathBuf>,
    /// The address that mails come from
    #[arg(long, env = "DOCCARE_MAIL_FROM", default_value = "doccare@localhost.localdomain", global = true)]
    pub mail_from: String,
    /// Folder (Maildir) into which the mail server puts mails that came back (docs/BOUNCES.md) [default: none]
    #[arg(long, env = "DOCCARE_BOUNCES_DIR", global = true)]
    pub bounces_dir: Option<PathBuf>,
    /// What the provider of mails signs its reports of them with, at least 32 characters [default: no reports]
    #[arg(long, env = "DOCCARE_BOUNCES_SECRET", hide_env_values = true, global = true)]
    pub bounces_secret: Option<String>,
    /// File that holds this secret
    #[arg(long, env = "DOCCARE_BOUNCES_SECRET_FILE", global = true)]
    pub bounces_secret_file: Option<PathBuf>,
    /// Where messages to phones are handed over, such as https://sms.example.org/send [default: no messages to phones]
    #[arg(long, env = "DOCCARE_MESSAGES_URL", global = true)]
    pub messages_url: Option<String>,
    /// What requests to and from there are signed with, at least 32 characters
    #[arg(long, env = "DOCCARE_MESSAGES_SECRET", hide_env_values = true, global = true)]
    pub messages_secret: Option<String>,
    /// File that holds this secret
    #[arg(long, env = "DOCCARE_MESSAGES_SECRET_FILE", global = true)]
    pub messages_secret_file: Option<PathBuf>,
    /// The operator's entity id at DLT
    #[arg(long, env = "DOCCARE_MESSAGES_ENTITY", global = true)]
    pub messages_entity: Option<String>,
    /// The header that phones show as the sender
    #[arg(long, env = "DOCCARE_MESSAGES_HEADER", global = true)]
    pub messages_header: Option<String>,
    /// What the provider can send: sms, whatsapp or sms,whatsapp [default: sms]
    #[arg(long, env = "DOCCARE_MESSAGES_CHANNELS", global = true)]
    pub messages_channels: Option<String>,
    /// File with the registered templates, as JSON (docs/MESSAGES.md)
    #[arg(long, env = "DOCCARE_MESSAGES_TEMPLATES", global = true)]
    pub messages_templates: Option<PathBuf>,
    /// Send codes to phones, which confirm numbers and log in: on or off; other messages go all the same
    #[arg(long, env = "DOCCARE_MESSAGES_CODES", default_value = "on", global = true)]
    pub messages_codes: String,
    /// How many codes are sent in a day, to all numbers together
    #[arg(long, env = "DOCCARE_MESSAGES_CODES_PER_DAY", default_value = "1000", global = true)]
    pub messages_codes_per_day: String,
    /// What a code costs in rupees, such as 0.18, for the operator's page [default: not known]
    #[arg(long, env = "DOCCARE_MESSAGES_CODE_PRICE", global = true)]
    pub messages_code_price: Option<String>,
    /// Let the provider be on this machine, without TLS, for tests: on or off
    #[arg(long, env = "DOCCARE_MESSAGES_LOOPBACK", default_value = "off", global = true)]
    pub messages_loopback: String,
    /// Where photos are kept, as s3://bucket/prefix [default: a folder in the data dir]
    #[arg(long, env = "DOCCARE_PHOTOS_URL", hide_env_values = true, global = true)]
    pub photos_url: Option<String>,
    /// Proxies whose X-Forwarded-For is believed: addresses and networks, comma-separated
    #[arg(long, env = "DOCCARE_TRUSTED_PROXIES", default_value = "127.0.0.0/8,::1", global = true)]
    pub trusted_proxies: String,
    /// Web clients on other hosts that may use the API, comma-separated, such as https://app.example.org
    #[arg(long, env = "DOCCARE_ALLOWED_ORIGINS", default_value = "", global = true)]
    pub allowed_origins: String,
    /// Serve people on other machines without TLS and without a proxy that has it: on or off
    #[arg(long, env = "DOCCARE_PLAIN_HTTP", default_value = "off", global = true)]
    pub plain_http: String,
    /// Seconds for which it serves on after it was told to stop and /readyz says so, so that a balancer sends nobody any more
    #[arg(long, env = "DOCCARE_DRAIN", default_value = "0", global = true)]
    pub drain: String,
    /// Back everything up so often while serving, such as 24h, 90m or 7d [default: never]
    #[arg(long, env = "DOCCARE_BACKUP_EVERY", global = true)]
    pub backup_every: Option<String>,
    /// How many of these backups are kept; the oldest goes when a new one is whole
    #[arg(long, env = "DOCCARE_BACKUP_KEEP", default_value = "14", global = true)]
    pub backup_keep: String,
    /// Folder for these backups [default: backups in the data dir]
    #[arg(long, env = "DOCCARE_BACKUP_DIR", global = true)]
    pub backup_dir: Option<PathBuf>,
    /// Address and port for Prometheus alone, such as 127.0.0.1:9464; it tells figures, of no person [default: none]
    #[arg(long, env = "DOCCARE_METRICS_LISTEN", global = true)]
    pub metrics_listen: Option<String>,
    /// From how long on a request is logged with its statements, such as 1s or 250ms; or off
    #[arg(long, env = "DOCCARE_SLOW_REQUEST", default_value = "1s", global = true)]
    pub slow_request: String,
    /// Where traces go by OTLP over HTTP, such as http://127.0.0.1:4318; other OTEL_… variables are read too [default: none]
    #[arg(long, env = "OTEL_EXPORTER_OTLP_ENDPOINT", global = true)]
    pub otlp_endpoint: Option<String>,
    /// The same as a whole address, such as http://127.0.0.1:4318/v1/traces
    #[arg(long, env = "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", global = true)]
    pub otlp_traces_endpoint: Option<String>,
    /// Milliseconds for which whoever takes traces is waited for [default: 10000]
    #[arg(long, env = "OTEL_EXPORTER_OTLP_TIMEOUT", global = true)]
    pub otlp_timeout: Option<String>,
    /// The same for traces, if it is another for other things
    #[arg(long, env = "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", global = true)]
    pub otlp_traces_timeout: Option<String>,
    /// true: traces may go to another machine without TLS
    #[arg(long, env = "OTEL_EXPORTER_OTLP_INSECURE", default_value = "false", global = true)]
    pub otlp_insecure: String,
    /// true: no traces, whatever else is set
    #[arg(long, env = "OTEL_SDK_DISABLED", default_value = "false", global = true)]
    pub otel_sdk_disabled: String,
    /// Who answers grievances about personal data: the name that the privacy page and the contact page show
    #[arg(long, env = "DOCCARE_GRIEVANCE_NAME", global = true)]
    pub grievance_name: Option<String>,
    /// The e-mail address of whoever that is
    #[arg(long, env = "DOCCARE_GRIEVANCE_EMAIL", global = true)]
    pub grievance_email: Option<String>,
    /// The phone number of whoever that is
    #[arg(long, env = "DOCCARE_GRIEVANCE_PHONE", global = true)]
    pub grievance_phone: Option<String>,
    /// The version of the privacy notice: another one when it changes; who agrees to what is noted with it
    #[arg(long, env = "DOCCARE_PRIVACY_VERSION", default_value = "1", global = true)]
    pub privacy_version: String,
    /// The version of the terms
    #[arg(long, env = "DOCCARE_TERMS_VERSION", default_value = "1", global = true)]
    pub terms_version: String,
    /// How long what names a patient is kept after the visit, and an account after its last use: years or days, such as 3y or 1095d
    #[arg(long, env = "DOCCARE_RETENTION", default_value = "3y", global = true)]
    pub retention: String,
    /// Limits on tries and requests: on or off
    #[arg(long, env = "DOCCARE_RATE_LIMITS", default_value = "on", global = true)]
    pub rate_limits: String,
    /// Refuse some requests when there are more than can be answered in time: on or off [default: as the limits on tries]
    #[arg(long, env = "DOCCARE_LOAD_SHEDDING", global = true)]
    pub load_shedding: Option<String>,
}

/// More than any secret has. What is no end of bytes, such as a device, is not read to its end.
const LONGEST_SECRET: u64 = 64 * 1024;

fn read_secret(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LONGEST_SECRET + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LONGEST_SECRET {
        return Err(io::Error::other("it has more than 64 KB, which is no secret"));
    }
    text.truncate(text.trim_end_matches(['\r', '\n']).len());
    Ok(text)
}

impl Settings {
    /// For commands that make no first administrator.
    #[must_use]
    pub fn without_first_admin(self) -> Self {
        Self { admin_email: None, admin_password: None, admin_password_file: None, ..self }
    }

    /// Reads the secrets that are given as files.
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
