//! Checks of the network: listeners, TLS, the public URL, the mail server, the provider of phone messages.

use std::net::SocketAddr;

use jiff::{SignedDuration, Timestamp};
use tokio::net::{TcpListener, lookup_host};

use super::{CheckContext, CheckResult, ok, warning, wrong};
use crate::platform::files::is_open_to_others;
use crate::platform::machine::is_this_machine;
use crate::platform::mail::{self, SmtpProblem, WrongMailer};
use crate::platform::phone_messages::{MAX_LINK_HOST_LENGTH, Provider, has_links};
use crate::startup;

/// Time to renew a certificate manually.
const EXPIRY_WARNING: SignedDuration = SignedDuration::from_hours(14 * 24);

pub(super) fn way_in(context: &CheckContext) -> CheckResult {
    match context.config.check_way_in() {
        Ok(()) if context.config.plain_http => warning(
            "people on other machines may be served in clear",
            "serve by TLS (DOCCARE_TLS_CERT and DOCCARE_TLS_KEY, or a proxy), and take DOCCARE_PLAIN_HTTP away",
        ),
        Ok(()) => ok("by TLS, or from this machine alone"),
        Err(setting) => setting.into(),
    }
}

pub(super) async fn listen(context: &CheckContext) -> CheckResult {
    check_address(context.config.listen, "DOCCARE_LISTEN").await
}

pub(super) async fn metrics(context: &CheckContext) -> CheckResult {
    match context.config.metrics_listen {
        Some(address) => check_address(address, "DOCCARE_METRICS_LISTEN").await,
        None => ok("not told to Prometheus"),
    }
}

async fn check_address(address: SocketAddr, setting: &str) -> CheckResult {
    match TcpListener::bind(address).await {
        Ok(_) => ok(format!("{address} is free")),
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => warning(
            format!("somebody listens at {address} already"),
            format!("if it is not this program that runs, end the other one or set {setting}"),
        ),
        Err(error) => wrong(
            format!("{address}: {error}"),
            format!(
                "set {setting} to an address of this machine and a port from 1024 on (for smaller ones: AmbientCapabilities=\
                 CAP_NET_BIND_SERVICE)"
            ),
        ),
    }
}

pub(super) fn tls(context: &CheckContext) -> CheckResult {
    let certificate = match startup::open_certificate(&context.config) {
        Ok(Some(certificate)) => certificate,
        Ok(None) => return ok("none of our own"),
        Err(setting) => return setting.into(),
    };
    let Some(end) = certificate.ends_at().and_then(|seconds| Timestamp::from_second(seconds).ok()) else {
        return warning("until when the certificate counts cannot be read", "look: openssl x509 -noout -enddate -in …");
    };
    let renew = "renew it (certbot renew); a new file is taken without a restart";
    let left = end.duration_since(context.now);
    if left.is_negative() {
        return wrong(format!("the certificate ended at {end}"), renew);
    }
    let host = host_of(&context.config.public_url);
    if !certificate.is_for(host) {
        let says = format!("the certificate is not made out to {host}, the host of DOCCARE_PUBLIC_URL");
        return wrong(says, "get one for that name, or set DOCCARE_PUBLIC_URL to a name that it has");
    }
    if left < EXPIRY_WARNING {
        return warning(format!("the certificate ends at {end}"), renew);
    }
    if let Some(files) = &context.config.tls
        && is_open_to_others(&files.key)
    {
        let says = format!("others on this machine can read {}", files.key.display());
        return warning(says, format!("chmod 600 {}", files.key.display()));
    }
    ok(format!("the certificate is for {host}, until {end}"))
}

/// The host of an origin: `care.example.org` of `https://care.example.org:8443`; an IPv6 address without its brackets.
fn host_of(origin: &str) -> &str {
    let (_, authority) = origin.split_once("://").unwrap_or(("", origin));
    match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest),
        None => authority.split(':').next().unwrap_or(authority),
    }
}

pub(super) async fn public_url(context: &CheckContext) -> CheckResult {
    let url = &context.config.public_url;
    let host = host_of(url);
    if is_this_machine(host) {
        let says = format!("links in mails lead to {url}, which nobody but this machine reaches");
        return warning(says, "set DOCCARE_PUBLIC_URL to the address that people type");
    }
    if lookup_host((host, 443)).await.is_err() {
        let says = format!("{host} has no address in the DNS that this machine asks");
        return warning(says, "make a DNS entry for it, or correct DOCCARE_PUBLIC_URL");
    }
    if url.starts_with("http://") {
        return warning(format!("links in mails lead to {url}, in clear"), "serve by TLS and say https://");
    }
    ok(format!("links in mails lead to {url}"))
}

pub(super) async fn mail(context: &CheckContext) -> CheckResult {
    let config = &context.config;
    if config.smtp_url.is_none() {
        return match mail::parse_from(&config.mail_from) {
            Err(wrong_from @ WrongMailer::From) => wrong(wrong_from.to_string(), "set DOCCARE_MAIL_FROM"),
            _ => warning(
                "no mail server is set: mails go to files in the data dir, and nobody gets one",
                "set DOCCARE_SMTP_URL=smtps://user:password@host and DOCCARE_MAIL_FROM",
            ),
        };
    }
    let mailer = match startup::open_mailer(config) {
        Ok(mailer) => mailer,
        Err(setting) => return setting.into(),
    };
    let address = mailer.address();
    match mailer.ask_server().await {
        Ok(()) if address.ends_with("@localhost.localdomain") => warning(
            format!("the mail server takes us, but mails come from {address}"),
            "set DOCCARE_MAIL_FROM to an address that the server may send for",
        ),
        Ok(()) => ok(format!("the mail server takes us; mails come from {address}. Nothing was sent")),
        Err(unusable) => wrong(
            format!("the mail server: {unusable}"),
            match unusable {
                SmtpProblem::Login => "see the user and password in DOCCARE_SMTP_URL (signs such as @ as %40)",
                SmtpProblem::Tls => {
                    "see whether smtps:// (465) or smtp://…?tls=required (587) fits the server, and its certificate the host"
                }
                SmtpProblem::NoAnswer => "see host and port in DOCCARE_SMTP_URL, and whether a firewall lets us out",
                SmtpProblem::Said(_) => "ask whoever runs the server what this number means for us",
            },
        ),
    }
}

pub(super) async fn messages(context: &CheckContext) -> CheckResult {
    if context.config.messages.is_none() {
        return ok("no provider is set: nobody is offered messages to phones");
    }
    // Opening the provider needs the key, which the first start creates.
    if !context.config.key.is_there() {
        return ok("the provider is asked once there is a key");
    }
    let opened = startup::open_keys(&context.config).and_then(|keys| startup::open_messenger(&context.config, &keys));
    let messenger = match opened {
        Ok(Some(messenger)) => messenger,
        Ok(None) => return ok("no provider is set"),
        Err(setting) => return setting.into(),
    };
    let Provider { site, templates, .. } = messenger.provider();
    match messenger.ask_provider().await {
        Ok(()) if !has_links(site) => warning(
            format!(
                "the provider answers, but {site} has more than the {MAX_LINK_HOST_LENGTH} characters that a link in a message has room for: \
                 messages go without links, with the name of the website alone"
            ),
            "set DOCCARE_PUBLIC_URL to a shorter host, such as care.example.org, that serves this website",
        ),
        Ok(()) if !templates.missing().is_empty() => warning(
            format!("the provider answers, but these templates are missing: {}", templates.missing().join(", ")),
            "register them and add them to the file of DOCCARE_MESSAGES_TEMPLATES (docs/MESSAGES.md); until then these messages go \
             without their link, or are not sent",
        ),
        Ok(()) => ok("the provider answers. Nothing was sent"),
        Err(error) => wrong(
            error.to_string(),
            "see DOCCARE_MESSAGES_URL: its host must be on the internet and its certificate made out to it",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_an_address_has_no_port() {
        for (url, host) in [
            ("https://care.example.org", "care.example.org"),
            ("http://127.0.0.1:8080", "127.0.0.1"),
            ("https://[2001:db8::1]:8443", "2001:db8::1"),
        ] {
            assert_eq!(host_of(url), host);
        }
    }
}
