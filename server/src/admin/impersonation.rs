//! Impersonation reports: the mail about an approval has a link by which the owner of the address reports that somebody else applied
//! with it. The entry is suspended at once and all administrators get a mail. Decision 0072.

pub mod http {
    use axum::http::HeaderMap;

    use super::service::{self, ApprovedApplication};
    use crate::admin::texts;
    use crate::app::App;
    use crate::identity::Error;
    use crate::identity::callers::bearer;
    use crate::platform::http::{Answer, ClientAddress, Result};
    use crate::platform::ids::Secret;
    use crate::platform::lang::Lang;

    fn link(headers: &HeaderMap) -> Result<Secret> {
        Ok(bearer(headers).ok_or(Error::LinkEnded)?)
    }

    /// What the link in the mail about an approval is about; its token comes as the bearer's. Looking changes nothing.
    #[utoipa::path(get, path = "/user/api/application/report", security(("link" = [])))]
    pub async fn approved_application(app: App, headers: HeaderMap) -> Result<Answer<ApprovedApplication>> {
        Ok(Answer::of(service::look(&app, &link(&headers)?).await?))
    }

    /// Say by that link that somebody else applied with the own address: the entry is suspended at once, and the administrators are told.
    /// It works once; used again, it answers the same and changes nothing.
    #[utoipa::path(post, path = "/user/api/application/report", security(("link" = [])))]
    pub async fn report_application(
        app: App,
        address: ClientAddress,
        lang: Lang,
        headers: HeaderMap,
    ) -> Result<Answer<ApprovedApplication>> {
        let reported = service::report(&app, &link(&headers)?, address).await?;
        Ok(Answer::saying(texts::IMPERSONATION_REPORTED, lang, reported))
    }
}

mod mails {
    use crate::identity::{Contact, Role};
    use crate::platform::lang::Lang::{self, En, Ml};
    use crate::platform::mail::Mail;

    pub fn suspension_reason(lang: Lang) -> &'static str {
        match lang {
            En => "The owner of the email address said that someone else applied with it.",
            Ml => "ഈ ഇമെയിൽ വിലാസം ഉപയോഗിച്ച് മറ്റൊരാളാണ് അപേക്ഷിച്ചതെന്ന് വിലാസത്തിന്റെ ഉടമ അറിയിച്ചു.",
        }
    }

    /// The mail to an administrator that an entry was reported and is suspended.
    pub fn reported(to: &Contact, name: &str, (role, id): (Role, &str), site: &str) -> Mail {
        let (title, text, hint, button, footer) = match to.lang {
            En => (
                "An approved application was reported",
                format!(
                    "{name} was approved on Doc Care. The owner of the email address now says that someone else applied with it. The entry is \
                     suspended: no one sees it or can log in to it."
                ),
                "Upcoming bookings were kept: please check them and find out who applied. If the report was a mistake, restore the entry; the link \
                 that suspended it works only once.",
                "See the entry",
                "You receive this email because you are an administrator of Doc Care.",
            ),
            Ml => (
                "അംഗീകരിച്ച ഒരു അപേക്ഷയെക്കുറിച്ച് പരാതി",
                format!(
                    "{name} Doc Care-ൽ അംഗീകരിക്കപ്പെട്ടിരുന്നു. എന്നാൽ മറ്റൊരാളാണ് തന്റെ വിലാസം ഉപയോഗിച്ച് അപേക്ഷിച്ചതെന്ന് ഇമെയിൽ വിലാസത്തിന്റെ ഉടമ അറിയിച്ചു. ഈ വിവരങ്ങൾ \
                     മാറ്റിനിർത്തി: ആർക്കും കാണാനോ ഇതിൽ ലോഗിൻ ചെയ്യാനോ കഴിയില്ല."
                ),
                "വരാനിരിക്കുന്ന ബുക്കിങ്ങുകൾ റദ്ദാക്കിയിട്ടില്ല: അവ പരിശോധിക്കുകയും അപേക്ഷിച്ചത് ആരാണെന്ന് കണ്ടെത്തുകയും ചെയ്യുക. പരാതി തെറ്റാണെങ്കിൽ വിവരങ്ങൾ തിരികെ \
                 ചേർക്കാം; ആ ലിങ്ക് ഒരു തവണ മാത്രമേ പ്രവർത്തിക്കൂ.",
                "വിവരങ്ങൾ കാണുക",
                "നിങ്ങൾ Doc Care-ന്റെ അഡ്മിനിസ്ട്രേറ്ററായതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
            ),
        };
        let page = match role {
            Role::Hospital => "home/workerslist?category=Hospital".to_owned(),
            Role::Pharmacy => "home/workerslist?category=Pharmacy".to_owned(),
            _ => format!("doctorlist?doctor={id}"),
        };
        let action = (button, format!("{site}/admin/{page}"));
        to.letter(title, [text, hint.into()], Some(action), footer).sent_anyway()
    }
}

mod service {
    use serde::Serialize;
    use utoipa::ToSchema;

    use super::mails::{self, suspension_reason};
    use crate::admin::{administrators, workers};
    use crate::app::App;
    use crate::directory::listing;
    use crate::identity::mailed_links::{ImpersonationLink, find_impersonation_link, mark_impersonation_link_used};
    use crate::identity::{self, Error, Role};
    use crate::platform::audit::{self, Entry, Subject};
    use crate::platform::db::Tx;
    use crate::platform::http::ClientAddress;
    use crate::platform::ids::Secret;
    use crate::platform::outbox;

    /// What was approved.
    #[derive(Serialize, ToSchema)]
    pub struct ApprovedApplication {
        name: String,
        /// doctor, hospital or pharmacy
        #[schema(value_type = String)]
        role: Role,
        /// Whether the link was used already
        reported: bool,
    }

    /// The application that a link is about. Reading changes nothing, because mail programs open links by themselves.
    pub async fn look(app: &App, token: &Secret) -> Result<ApprovedApplication, Error> {
        let (digest, now) = (token.digest(), app.clock.now_millis());
        let found = app.db.read(async |tx| {
            let link = find_impersonation_link(tx, &digest, now).await?.ok_or(Error::LinkEnded)?;
            find_entry(tx, &link).await
        });
        found.await
    }

    async fn find_entry(tx: &mut Tx<'_>, link: &ImpersonationLink) -> Result<ApprovedApplication, Error> {
        let ImpersonationLink { account_id, role, is_used } = link;
        let worker = listing::find(tx, *role, account_id).await?.ok_or(Error::LinkEnded)?;
        Ok(ApprovedApplication { name: worker.name, role: *role, reported: *is_used })
    }

    /// Suspends the entry of a link and mails all administrators, once. Bookings are kept, because a mistaken report must not cancel
    /// visits: an administrator decides about them.
    pub async fn report(app: &App, token: &Secret, address: ClientAddress) -> Result<ApprovedApplication, Error> {
        // Read first, so that requests with made-up links do not occupy the writer.
        look(app, token).await?;
        let (digest, now, site) = (token.digest(), app.clock.now(), app.config.public_url.clone());
        let millis = now.as_millisecond();
        let reported = app.db.write(async move |tx| {
            let link = find_impersonation_link(tx, &digest, millis).await?.ok_or(Error::LinkEnded)?;
            tx.lock(identity::lock_of(link.role, &link.account_id)).await?;
            // The link may have been used, or the account erased, while we waited for the lock.
            let link = find_impersonation_link(tx, &digest, millis).await?.ok_or(Error::LinkEnded)?;
            let entry = find_entry(tx, &link).await?;
            if link.is_used {
                return Ok((link, entry));
            }
            let (id, role) = (&link.account_id, link.role);
            mark_impersonation_link_used(tx, id, millis).await?;
            let contact = identity::find_contact(tx, id).await?.ok_or(Error::LinkEnded)?;
            let reason = suspension_reason(contact.lang);
            workers::suspend(tx, (role, id), &contact, Some(reason), &site, now).await?;
            let subject = Subject { kind: role.as_str(), id, name: &entry.name };
            let network = Some(address.neighbourhood());
            audit::record(tx, Entry { network, ..Entry::of_program("impersonation", subject) }, now).await?;
            for admin in administrators::list_contacts(tx, "").await? {
                outbox::enqueue(tx, &mails::reported(&admin, &entry.name, (role, id), &site), now).await?;
            }
            let entry = ApprovedApplication { reported: true, ..entry };
            Ok::<_, Error>((link, entry))
        });
        let (link, entry) = reported.await?;
        app.wake_outbox();
        workers::publish(app, link.role, &link.account_id);
        Ok(entry)
    }
}
