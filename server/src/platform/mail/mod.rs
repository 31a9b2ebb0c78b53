//! Mails and their transport: an SMTP server, or files without one.
//!
//! Features build a [`Letter`] and give its [`Mail`] to the outbox; only the outbox calls [`Mailer::send`].

mod calendar;
mod letter;
mod message;

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use serde::{Deserialize, Serialize};

pub use self::calendar::{CalendarEvent, EventStatus};
pub use self::letter::Letter;
use super::bounces;
pub use super::delivery_queue::SendError;
use super::files::{create_private_file, make_private_folder, system_user};
use super::ids::first_id;
use super::keys::Keys;
use super::machine::is_this_machine;

const SMTP_TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    pub to: String,
    pub content: MailContent,
    /// The subject's id: [`super::outbox::withdraw`] deletes mails about it.
    pub about: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailContent {
    pub subject: String,
    pub body: Body,
    /// One-click unsubscribe URL (RFC 8058).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// The mail expires at this time, in UTC milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
    /// Sent also to addresses whose mails bounce: mails about a login, and mails that the user has just requested.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub anyway: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Body {
    Letter(Letter, Option<Box<CalendarEvent>>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finished {
    pub text: String,
    pub html: String,
    /// The `METHOD` of a calendar entry, and the entry.
    pub calendar: Option<(String, String)>,
}

impl Mail {
    /// Sends it also to unreachable addresses (`platform::bounces`).
    #[must_use]
    pub fn sent_anyway(mut self) -> Self {
        self.content.anyway = true;
        self
    }

    #[must_use]
    pub fn with_link(mut self, label: &str, address: String) -> Self {
        let Body::Letter(letter, _) = &mut self.content.body;
        letter.links.push((label.into(), address));
        self
    }

    #[must_use]
    pub fn with_event(mut self, new: CalendarEvent) -> Self {
        let Body::Letter(_, entry) = &mut self.content.body;
        *entry = Some(Box::new(new));
        self
    }
}

impl Body {
    pub fn finish(&self) -> Finished {
        let Self::Letter(letter, entry) = self;
        let calendar = entry.as_ref().map(|entry| (entry.method().to_owned(), entry.to_ics()));
        Finished { text: letter.text(), html: letter.html(), calendar }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum WrongMailer {
    #[error("expected an address such as Doc Care <care@example.org>")]
    From,
    /// Without details, which may contain the password.
    #[error("expected smtps://user:password@host or smtp://host:port?tls=required")]
    Smtp,
    #[error(
        "expected smtps:// or ?tls=required, because the mail server is on another machine (?tls=none where the way there is \
         safe without TLS)"
    )]
    Plain,
    #[error("{} cannot be made by the user {}: {error}", folder.display(), system_user())]
    Folder { folder: PathBuf, error: std::io::Error },
}

/// Why the SMTP server cannot be used; without its reply, which may contain the password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SmtpProblem {
    #[error("it does not answer")]
    NoAnswer,
    #[error("TLS with it fails")]
    Tls,
    #[error("it refuses our login")]
    Login,
    #[error("it said {0}")]
    Said(u16),
}

#[derive(Clone)]
pub struct Mailer {
    from: Mailbox,
    transport: Transport,
    /// Prefix of addresses in letters that begin with `/`.
    site: String,
    /// Signs Message-IDs, and encrypts the content of failed mails; without keys failed mails cannot be retried.
    pub(super) keys: Option<Keys>,
}

#[derive(Clone)]
enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Folder(PathBuf),
}

impl Mailer {
    pub fn writes_files(&self) -> bool {
        matches!(self.transport, Transport::Folder(_))
    }

    /// By SMTP, or without a URL into `.eml` files in the folder `mails` of the data dir.
    pub fn open(smtp_url: Option<&str>, from: &str, data_dir: &Path) -> Result<Self, WrongMailer> {
        let from = parse_from(from)?;
        let transport = if let Some(url) = smtp_url {
            // `?tls=none` confirms that the connection is safe without TLS.
            let (url, is_safe) = url.strip_suffix("?tls=none").map_or((url, is_safe(url)), |plain| (plain, true));
            let server = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).map_err(|_| WrongMailer::Smtp)?;
            if !is_safe {
                return Err(WrongMailer::Plain);
            }
            Transport::Smtp(server.timeout(Some(SMTP_TIMEOUT)).build())
        } else {
            let folder = data_dir.join("mails");
            let made = make_private_folder(&folder);
            made.map_err(|error| WrongMailer::Folder { folder: folder.clone(), error })?;
            tracing::info!(folder = %folder.display(), "no SMTP server is set: mails go to files");
            Transport::Folder(folder)
        };
        Ok(Self { from, transport, site: String::new(), keys: None })
    }

    /// With keys, so that failed mails can be retried and bounces be verified.
    #[must_use]
    pub fn keeping(self, keys: &Keys) -> Self {
        Self { keys: Some(keys.clone()), ..self }
    }

    /// With the address of the site, for links in letters.
    #[must_use]
    pub fn of_site(self, public_url: &str) -> Self {
        Self { site: public_url.into(), ..self }
    }

    /// Checks connection, TLS and login without sending anything; files always work.
    pub async fn ask_server(&self) -> Result<(), SmtpProblem> {
        let Transport::Smtp(server) = &self.transport else { return Ok(()) };
        match tokio::time::timeout(SMTP_TIMEOUT, server.test_connection()).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Err(error)) if error.is_tls() => Err(SmtpProblem::Tls),
            Ok(Err(error)) => match error.status().map(u16::from) {
                Some(530..=539) => Err(SmtpProblem::Login),
                Some(code) => Err(SmtpProblem::Said(code)),
                None => Err(SmtpProblem::NoAnswer),
            },
            Ok(Ok(false)) | Err(_) => Err(SmtpProblem::NoAnswer),
        }
    }

    pub fn address(&self) -> String {
        self.from.email.to_string()
    }

    /// Deletes mail files to an erased person. Mails on a server are in the person's own mailbox.
    pub async fn erase_files_to(&self, addresses: Vec<String>) -> std::io::Result<()> {
        match &self.transport {
            Transport::Smtp(_) => Ok(()),
            Transport::Folder(folder) => delete_files(folder, move |path| is_to(path, &addresses)).await.map(drop),
        }
    }

    pub async fn forget_old_files(&self, now: Timestamp) -> std::io::Result<usize> {
        let first = first_id(now.checked_sub(MAIL_FILE_RETENTION).unwrap_or(now));
        let is_old = move |path: &Path| path.file_name().is_some_and(|name| *name.to_string_lossy() < *first);
        match &self.transport {
            Transport::Smtp(_) => Ok(0),
            Transport::Folder(folder) => delete_files(folder, is_old).await,
        }
    }

    /// Sends a mail; after `Ok` the server or the disk has it.
    pub async fn send(&self, id: &str, mail: &Mail, now: Timestamp) -> Result<(), SendError> {
        let mark = self.keys.as_ref().map_or_else(|| id.to_owned(), |keys| bounces::mark(keys, id, &mail.to));
        let mut mail = mail.clone();
        let Body::Letter(letter, _) = &mut mail.content.body;
        letter.complete_addresses(&self.site);
        let message = message::build(&self.from, &mark, &mail, now)?;
        match &self.transport {
            Transport::Smtp(server) => match tokio::time::timeout(SMTP_TIMEOUT, server.send(message)).await {
                Ok(answer) => answer.map(|_| ()).map_err(|error| refusal(&error)),
                Err(_) => Err(SendError::Temporary("the server took too long".into())),
            },
            Transport::Folder(folder) => {
                let (folder, id) = (folder.clone(), id.to_owned());
                let written = tokio::task::spawn_blocking(move || write(&folder, &id, &message)).await;
                let written = written.unwrap_or_else(|panicked| Err(panicked.into()));
                written.map_err(|error| SendError::Temporary(error.to_string()))
            }
        }
    }
}

/// Parses the sender, with or without a name.
pub fn parse_from(from: &str) -> Result<Mailbox, WrongMailer> {
    from.parse().map_err(|_| WrongMailer::From)
}

fn is_safe(url: &str) -> bool {
    let (address, query) = url.split_once('?').unwrap_or((url, ""));
    let tls = query.split('&').find(|part| part.starts_with("tls="));
    address.starts_with("smtps://") || tls == Some("tls=required") || is_this_machine(host_of(address))
}

/// Only the host is parsed: a password may contain characters that URL parsers refuse.
fn host_of(address: &str) -> &str {
    let (_, rest) = address.split_once("://").unwrap_or_default();
    let authority = rest.split(['/', '#']).next().unwrap_or_default();
    let (_, host) = authority.rsplit_once('@').unwrap_or(("", authority));
    let port = host.rfind(':').filter(|place| !host[*place..].contains(']'));
    &host[..port.unwrap_or(host.len())]
}

const MAIL_FILE_RETENTION: SignedDuration = SignedDuration::from_hours(30 * 24);

async fn delete_files(folder: &Path, goes: impl Fn(&Path) -> bool + Send + 'static) -> std::io::Result<usize> {
    let folder = folder.to_owned();
    let deleted = tokio::task::spawn_blocking(move || {
        let mut deleted = 0;
        for file in std::fs::read_dir(&folder)? {
            let path = file?.path();
            if goes(&path) {
                std::fs::remove_file(&path)?;
                deleted += 1;
            }
        }
        Ok(deleted)
    });
    deleted.await.unwrap_or_else(|panicked| Err(panicked.into()))
}

fn is_to(path: &Path, addresses: &[String]) -> bool {
    let mail = std::fs::read(path).unwrap_or_default();
    let mail = String::from_utf8_lossy(&mail).to_lowercase();
    let head = mail.split("\r\n\r\n").next().unwrap_or_default();
    let recipient = head.lines().find_map(|line| line.strip_prefix("to: ")).unwrap_or_default();
    addresses.iter().any(|address| recipient == address.to_lowercase())
}

/// Written under a temporary name and renamed, so that a reader never sees a partial mail.
fn write(folder: &Path, id: &str, message: &Message) -> std::io::Result<()> {
    let unfinished = folder.join(format!("{id}.tmp"));
    let mut file = create_private_file(&unfinished)?;
    file.write_all(&message.formatted())?;
    file.sync_all()?;
    std::fs::rename(&unfinished, folder.join(format!("{id}.eml")))
}

fn refusal(error: &smtp::Error) -> SendError {
    let Some(code) = error.status().map(u16::from) else {
        return SendError::Temporary("no answer from the server".into());
    };
    let said = format!("the server said {code}");
    let words = error.source().map(ToString::to_string).unwrap_or_default();
    match code {
        // 53x is about our login, which the operator can fix.
        530..=539 => SendError::Temporary(said),
        500..=599 if bounces::is_about_recipient(&words) => {
            let status = words.split_whitespace().next().unwrap_or_default();
            SendError::Unreached(format!("{said} {status}"))
        }
        500..=599 => SendError::Permanent(said),
        _ => SendError::Temporary(said),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;
    use crate::platform::lang::Lang;

    fn open(url: Option<&str>, from: &str) -> Result<Mailer, WrongMailer> {
        Mailer::open(url, from, Path::new("/dev/null"))
    }

    #[test]
    fn a_wrong_setting_is_refused_without_showing_its_password() {
        let from = "Doc Care <care@example.org>";
        for url in
            ["", "http://x", "smtp:", "mail.example.org:25", "smtps2://u:s3cret@h", "smtp://u:s3cret@h?tls=maybe"]
        {
            let error = open(Some(url), from).map(|_| ()).unwrap_err();
            assert!(matches!(error, WrongMailer::Smtp) && !error.to_string().contains("s3cret"), "{url}: {error}");
        }
        for bad in ["", "Doc Care", "a@b.c, d@e.f", "a@b.c\r\nBcc: x@y.z"] {
            assert!(matches!(open(Some("smtp://localhost"), bad), Err(WrongMailer::From)), "{bad}");
        }
        assert!(matches!(open(None, from), Err(WrongMailer::Folder { .. })));
    }

    #[tokio::test]
    async fn a_mail_in_a_file_is_for_its_owner_only() {
        let data = tempfile::tempdir().unwrap();
        let mailer = Mailer::open(None, "care@example.org", data.path()).unwrap();
        let mail = Letter {
            lang: Lang::En,
            title: "x".into(),
            paragraphs: Vec::new(),
            facts: Vec::new(),
            action: None,
            links: Vec::new(),
            footer: "x".into(),
        };
        let mail = mail.into_mail("asha@example.org", "x");
        mailer.send("1", &mail, Timestamp::UNIX_EPOCH).await.unwrap();
        let found = std::fs::metadata(data.path().join("mails/1.eml")).unwrap();
        assert_eq!(found.permissions().mode() & 0o777, 0o600);
    }

    #[tokio::test]
    async fn mails_go_to_another_machine_by_tls_unless_the_url_says_otherwise() {
        let opened = |url: &str| open(Some(url), "care@example.org").map(|_| ());
        for url in [
            "smtp://localhost",
            "smtp://127.0.0.1:2525",
            "smtp://[::1]:25",
            "smtps://u:p@mail.example",
            "smtp://u:p@mail.example:587?tls=required",
            "smtp://u:p@mail.example:587?tls=required&hello=care",
            "smtp://mail.example?tls=none",
            "smtps://u:pa^ss|{}\"<>`രഹ@mail.example",
            "smtp://u:pa^ss@localhost:2525",
            "smtp://localhost/care",
        ] {
            assert!(opened(url).is_ok(), "{url}");
        }
        for url in [
            "smtp://mail.example",
            "smtp://u:s3cret@192.0.2.7:25",
            "smtp://mail.example?tls=opportunistic",
            "smtp://localhost@mail.example",
            "smtp://u:s3cret^@mail.example",
            "smtp://mail.example/localhost",
            "smtp://[2001:db8::1]:25",
        ] {
            let error = opened(url).unwrap_err();
            assert!(matches!(error, WrongMailer::Plain) && !error.to_string().contains("s3cret"), "{url}: {error}");
        }
    }
}
