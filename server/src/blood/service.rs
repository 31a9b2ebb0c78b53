//! Context of an action: time, notice and site; and mails with private links.

use jiff::Timestamp;
use jiff::civil::Date;

use super::links::{self, LinkKind};
use super::rules::rules;
use crate::app::App;
use crate::identity::Email;
use crate::platform::clock::india;
use crate::platform::db::{Result, Tx};
use crate::platform::ids::Secret;
use crate::platform::mail::Mail;
use crate::platform::outbox;

/// Time, privacy notice and site address of an action.
pub struct ActionContext {
    pub now: Timestamp,
    /// The current version of the privacy notice.
    pub notice: String,
    site: String,
}

impl ActionContext {
    pub fn of(app: &App) -> Self {
        let (notice, site) = (app.config.notices.privacy.clone(), app.config.public_url.clone());
        Self { now: app.clock.now(), notice, site }
    }

    pub fn millis(&self) -> i64 {
        self.now.as_millisecond()
    }

    pub fn today(&self) -> Date {
        self.now.to_zoned(india()).date()
    }

    /// The end of the cooldown of a donor who is asked now.
    pub fn cooldown_until(&self) -> i64 {
        (self.now + rules().cooldown()).as_millisecond()
    }

    pub fn hours_ago(&self, hours: i64) -> i64 {
        self.millis() - hours * 3_600_000
    }

    pub fn page(&self, path: &str) -> String {
        format!("{}{path}", self.site)
    }

    pub async fn mail(&self, tx: &mut Tx<'_>, mail: &Mail) -> Result<()> {
        outbox::enqueue(tx, mail, self.now).await
    }

    /// Mails a new link to a subject's page. The link stores the same key of the address as `Email::key`.
    pub async fn mail_link(
        &self,
        tx: &mut Tx<'_>,
        (kind, subject): (LinkKind, &str),
        write: impl FnOnce(String) -> Mail,
    ) -> Result<()> {
        let token = Secret::random();
        let mail = write(links::address(&self.site, kind, &token));
        links::insert(tx, (kind, subject), &token, &mail.to.to_lowercase(), self.now).await?;
        self.mail(tx, &mail).await
    }

    /// A new link to a subject's page, for a mail to that address.
    pub async fn make_link(&self, tx: &mut Tx<'_>, (kind, subject): (LinkKind, &str), to: &Email) -> Result<String> {
        let token = Secret::random();
        links::insert(tx, (kind, subject), &token, &to.key(), self.now).await?;
        Ok(links::address(&self.site, kind, &token))
    }
}
