//! The client of the provider: signed requests by TLS, to public addresses only, without redirects.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use reqwest::{StatusCode, header, redirect};
use serde::Serialize;

use super::settings::Provider;
use super::signature::{SIGNATURE, sign};
use super::store::{self, QueuedMessage};
use super::templates::segments;
use super::{Channel, MAX_LINK_HOST_LENGTH, MessageKind, SEALED, has_links, night};
use crate::platform::db::{Columns, Db, Lock, Result};
use crate::platform::delivery_queue::{Outgoing, RowLease, SendError, SendResult};
use crate::platform::format::rfc3339;
use crate::platform::keys::Keys;
use crate::platform::lang::Lang;
use crate::platform::ssrf_guard::PublicAddressesOnly;

const SEND_TIMEOUT: Duration = Duration::from_secs(20);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Serialize)]
struct Payload<'a> {
    /// The same for every attempt.
    id: &'a str,
    channel: Channel,
    kind: MessageKind,
    to: String,
    entity: &'a str,
    header: &'a str,
    template: TemplateOf<'a>,
    variables: &'a [String],
    text: &'a str,
    segments: usize,
    until: String,
}

#[derive(Serialize)]
struct TemplateOf<'a> {
    id: &'a str,
    lang: Lang,
}

#[derive(Clone)]
pub struct Messenger(Arc<Parts>);

struct Parts {
    provider: Provider,
    client: reqwest::Client,
    keys: Keys,
}

impl Messenger {
    pub fn open(provider: Provider, keys: Keys) -> reqwest::Result<Self> {
        // An error means that one is installed already.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .dns_resolver(PublicAddressesOnly { allow_loopback: provider.loopback })
            .redirect(redirect::Policy::none())
            .no_proxy()
            .https_only(provider.url.scheme() == "https")
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(SEND_TIMEOUT)
            .build()?;
        Ok(Self(Arc::new(Parts { provider, client, keys })))
    }

    pub fn provider(&self) -> &Provider {
        &self.0.provider
    }

    /// Whether a message of the kind can be sent by that channel and in that language.
    pub fn has_template(&self, channel: Channel, kind: MessageKind, lang: Lang) -> bool {
        self.provider().template_for(channel, kind, lang).2.is_some()
    }

    /// Logs missing optional templates, and a host that is too long for links; called once at the start.
    pub fn log_what_is_missing(&self) {
        let Provider { templates, site, .. } = self.provider();
        if !templates.missing().is_empty() {
            let missing = templates.missing().join(", ");
            tracing::warn!(
                missing,
                "optional templates are missing: these messages go without their link, or are not sent"
            );
        }
        if !has_links(site) {
            let longest = MAX_LINK_HOST_LENGTH;
            tracing::warn!(
                site,
                longest,
                "the host of DOCCARE_PUBLIC_URL is too long for links in messages: they go without"
            );
        }
    }

    /// Checks that the provider answers, by TLS where required. Nothing is sent.
    pub async fn ask_provider(&self) -> std::result::Result<(), SendError> {
        self.0.client.head(self.provider().url.clone()).send().await.map(drop).map_err(|error| unreached(&error))
    }

    fn payload(&self, id: &str, waiting: &QueuedMessage) -> std::result::Result<Vec<u8>, SendError> {
        let (content, provider) = (&waiting.content, self.provider());
        let (channel, kind, template) = provider.template_for(content.channel, content.kind, content.lang);
        let template = template.ok_or_else(|| SendError::NotSetUp("no template is set for it".into()))?;
        let variables = match &content.sealed_for {
            None => content.variables_of(kind, &provider.site),
            Some(key) => {
                let open = |text: &String| String::from_utf8(self.0.keys.decrypt(SEALED, key, text)?).ok();
                let opened: Option<Vec<String>> = content.variables.iter().map(open).collect();
                opened.ok_or_else(|| SendError::Permanent("the key has changed".into()))?
            }
        };
        let variables = template.variables(variables);
        let text = template.fill(&variables);
        let payload = Payload {
            id,
            channel,
            kind,
            to: format!("+91{}", waiting.to),
            entity: &provider.entity,
            header: &provider.header,
            template: TemplateOf { id: &template.id, lang: content.lang },
            variables: &variables,
            segments: segments(&text),
            text: &text,
            until: rfc3339(content.until),
        };
        serde_json::to_vec(&payload).map_err(|error| SendError::Permanent(error.to_string()))
    }
}

impl Outgoing for Messenger {
    const NAME: &'static str = "message";
    const TABLE: &'static str = "phone_message_queue";
    const WAITS: &'static str = "TRUE";
    const LOCK: Lock<'static> = Lock::PhoneMessages;
    type Item = QueuedMessage;
    const COLUMNS: Columns<QueuedMessage> = store::WAITING;

    fn recipient(waiting: &QueuedMessage) -> &str {
        &waiting.to
    }

    /// Codes have a due time before their creation.
    fn since() -> String {
        "(SELECT m.changed_at FROM phone_messages m WHERE m.id = phone_message_queue.id)".into()
    }

    fn until(waiting: &QueuedMessage) -> Option<i64> {
        Some(waiting.content.until)
    }

    async fn send(&self, id: &str, waiting: &QueuedMessage, now: Timestamp) -> SendResult {
        let (body, provider) = (self.payload(id, waiting)?, self.provider());
        let request = self
            .0
            .client
            .post(provider.url.clone())
            .header(header::CONTENT_TYPE, "application/json")
            .header("idempotency-key", id)
            .header(SIGNATURE, sign(provider.secret.expose(), now, &body))
            .body(body);
        match request.send().await {
            Ok(answer) => judge(answer.status()),
            Err(error) => Err(unreached(&error)),
        }
    }

    fn deferred_until(waiting: &QueuedMessage, now: Timestamp) -> Option<Timestamp> {
        night::deferred_until(&waiting.content, now)
    }

    async fn delete_withdrawn(db: &Db, ids: Vec<String>) -> Result<()> {
        db.write(async move |tx| {
            tx.lock(Self::LOCK).await?;
            store::delete_withdrawn(tx, &ids).await
        })
        .await
    }

    async fn mark_sent(db: &Db, ids: Vec<String>, now: Timestamp) -> Result<()> {
        db.write(async move |tx| {
            tx.lock(Self::LOCK).await?;
            store::taken(tx, &ids, now.as_millisecond()).await
        })
        .await
    }

    async fn give_up(&self, db: &Db, claim: RowLease, why: SendError, now: Timestamp) -> Result<()> {
        // Without keys it is not stored for a retry: a message without a template would fail again.
        let keys = (!matches!(why, SendError::NotSetUp(_))).then(|| self.0.keys.clone());
        db.write(async move |tx| {
            tx.lock(Self::LOCK).await?;
            store::give_up(tx, keys.as_ref(), &claim, &why.to_string(), now.as_millisecond()).await
        })
        .await
    }
}

/// Without the error's own text, which may contain the address with secrets.
fn unreached(error: &reqwest::Error) -> SendError {
    let why = if error.is_timeout() { "the provider took too long" } else { "the provider cannot be reached" };
    SendError::Temporary(why.into())
}

/// Maps the provider's status. 409 means that it has the message already.
fn judge(status: StatusCode) -> SendResult {
    let said = format!("the provider answered {}", status.as_u16());
    match status.as_u16() {
        200..=299 | 409 => Ok(()),
        // A wrong address or secret can be fixed by the operator, so it is retried.
        300..=399 | 401 | 403 | 408 | 425 | 429 | 500.. => Err(SendError::Temporary(said)),
        _ => Err(SendError::Permanent(said)),
    }
}
