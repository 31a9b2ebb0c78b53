//! Administrators: list, add, remove. They cannot remove themselves, so at least one remains.
//!
//! Adding and removing require the caller's password and second factor: a stolen token is not enough.

pub(super) use service::list_contacts;
use store::Administrator;

pub mod http {
    use axum::extract::Path;
    use serde::Deserialize;
    use utoipa::ToSchema;

    use super::{Administrator, service};
    use crate::admin::texts;
    use crate::app::App;
    use crate::identity::callers::Admin;
    use crate::identity::credentials::http::PASSWORD_FIELD;
    use crate::identity::{self, Email, StepUp};
    use crate::platform::http::{
        Body, ClientAddress, Code, Created, Done, Field, FieldErrors, Page, Paging, Problem, Result,
    };
    use crate::platform::input::parse_line;
    use crate::platform::lang::Lang;

    /// Who may sign in here, the newest first.
    #[utoipa::path(get, path = "/admin/api/administrators")]
    pub async fn administrators(caller: Admin, app: App, paging: Paging) -> Result<Page<Administrator>> {
        Ok(service::list(&app, &caller, paging).await?)
    }

    #[derive(Deserialize, ToSchema)]
    pub struct AddRequest {
        email: Field,
        /// The own one
        current_password: Field,
        /// Of the own second factor, where one is set up
        code: Option<Field>,
    }

    /// Add an administrator, who gets a mail with a link to choose a password.
    #[utoipa::path(post, path = "/admin/api/administrators", responses((status = 409), (status = 429)))]
    pub async fn add_administrator(
        caller: Admin,
        app: App,
        address: ClientAddress,
        lang: Lang,
        Body(request): Body<AddRequest>,
    ) -> Result<Created<Done>> {
        let mut errors = FieldErrors::default();
        let email = errors.check(request.email, Email::parse);
        let sent = StepUp::read(&mut errors, request.current_password, request.code, address);
        let (email, sent) = errors.all(|| Some((email?, sent?)))?;
        let added = service::add(&app, &caller, sent, email, lang).await;
        added.map_err(|error| match error {
            identity::Error::EmailTaken => Problem::at(Code::AlreadyRegistered, "email", texts::ADMIN_KNOWN),
            error => error.at(PASSWORD_FIELD),
        })?;
        Ok(Created(Done::saying(texts::ADMIN_ADDED, lang)))
    }

    /// Reads a request that requires a reason, the caller's password and, if a second factor is set up, its code.
    pub fn parse_reasoned(
        reason: Field,
        password: Field,
        code: Option<Field>,
        address: ClientAddress,
    ) -> Result<(String, StepUp)> {
        let mut errors = FieldErrors::default();
        let reason = errors.check(reason, |text| parse_line(text, texts::REASON_MISSING));
        let sent = StepUp::read(&mut errors, password, code, address);
        errors.all(|| Some((reason?, sent?)))
    }

    #[derive(Deserialize, ToSchema)]
    pub struct RemoveAdministratorRequest {
        /// Why, in a sentence; whoever is removed reads it
        reason: Field,
        /// The own one
        current_password: Field,
        /// Of the own second factor, where one is set up
        code: Option<Field>,
    }

    /// Remove another administrator: every session ends at once. Nobody removes themselves, so one always stays.
    #[utoipa::path(delete, path = "/admin/api/administrators/{id}", responses((status = 409), (status = 429)))]
    pub async fn remove_administrator(
        caller: Admin,
        app: App,
        address: ClientAddress,
        lang: Lang,
        Path(id): Path<String>,
        Body(request): Body<RemoveAdministratorRequest>,
    ) -> Result<Done> {
        if id == caller.id {
            return Err(Problem::saying(Code::NotChangeable, texts::NOT_ONESELF));
        }
        let (reason, sent) = parse_reasoned(request.reason, request.current_password, request.code, address)?;
        let removed = service::remove(&app, &caller, sent, id, reason).await;
        if !removed.map_err(|error| error.at(PASSWORD_FIELD))? {
            return Err(Code::NotFound.into());
        }
        Ok(Done::saying(texts::ADMIN_REMOVED, lang))
    }
}

mod mails {
    use crate::identity::Contact;
    use crate::platform::lang::Lang::{En, Ml};
    use crate::platform::lang::Text;
    use crate::platform::mail::Mail;

    /// The link to choose the first password.
    pub fn added(to: &Contact, link: String) -> Mail {
        let (title, text, hint, button) = match to.lang {
            En => (
                "You are an administrator of Doc Care",
                "An administrator of Doc Care has added you. Choose your own password to log in with.",
                "The link works once, within one hour. After that, \"Forgot Password?\" on the admin login page sends you \
                 another. If you were not expecting this email, please do not use the link and tell us.",
                "Choose a password",
            ),
            Ml => (
                "നിങ്ങൾ Doc Care-ന്റെ അഡ്മിനിസ്ട്രേറ്ററാണ്",
                "Doc Care-ന്റെ ഒരു അഡ്മിനിസ്ട്രേറ്റർ നിങ്ങളെ ചേർത്തു. ലോഗിൻ ചെയ്യാൻ സ്വന്തം പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക.",
                "ഈ ലിങ്ക് ഒരു മണിക്കൂർ, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും. അതിനുശേഷം അഡ്മിൻ ലോഗിനിലെ \"പാസ്‌വേഡ് മറന്നോ?\" വഴി പുതിയ ലിങ്ക് ലഭിക്കും. ഈ ഇമെയിൽ \
                 പ്രതീക്ഷിച്ചതല്ലെങ്കിൽ ലിങ്ക് ഉപയോഗിക്കാതെ ഞങ്ങളെ അറിയിക്കുക.",
                "പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക",
            ),
        };
        to.letter(title, [text, hint], Some((button, link)), FOOTER.in_lang(to.lang)).sent_anyway()
    }

    /// The mail to the other administrators about a new one.
    pub fn another_added(to: &Contact, email: &str, site: &str) -> Mail {
        let (title, text, hint, button) = match to.lang {
            En => (
                "Doc Care has another administrator",
                format!("{email} was added as an administrator of Doc Care by one of you."),
                "If you did not know about this, please ask the others at once: an administrator can be removed on the page of administrators, and \
                 the audit log says who added them.",
                "See the administrators",
            ),
            Ml => (
                "Doc Care-ന് ഒരു അഡ്മിനിസ്ട്രേറ്റർ കൂടി",
                format!("{email} എന്ന വിലാസം നിങ്ങളിലൊരാൾ Doc Care-ന്റെ അഡ്മിനിസ്ട്രേറ്ററായി ചേർത്തു."),
                "നിങ്ങൾ ഇത് അറിഞ്ഞിട്ടില്ലെങ്കിൽ ഉടൻ മറ്റുള്ളവരോട് ചോദിക്കുക: അഡ്മിനിസ്ട്രേറ്റർമാരുടെ പേജിൽ ഒരാളെ ഒഴിവാക്കാം; ആരാണ് ചേർത്തതെന്ന് ഓഡിറ്റ് \
                 ലോഗിൽ കാണാം.",
                "അഡ്മിനിസ്ട്രേറ്റർമാരെ കാണുക",
            ),
        };
        let action = (button, format!("{site}/admin/administrators"));
        to.letter(title, [text, hint.into()], Some(action), FOOTER.in_lang(to.lang)).sent_anyway()
    }

    pub fn removed(to: &Contact, reason: &str, site: &str) -> Mail {
        let (title, text, because, button) = match to.lang {
            En => (
                "You are no longer an administrator of Doc Care",
                "Another administrator has removed you. You are logged out everywhere and cannot log in any more.",
                "Reason",
                "Contact us",
            ),
            Ml => (
                "നിങ്ങൾ ഇനി Doc Care-ന്റെ അഡ്മിനിസ്ട്രേറ്ററല്ല",
                "മറ്റൊരു അഡ്മിനിസ്ട്രേറ്റർ നിങ്ങളെ ഒഴിവാക്കി. എല്ലായിടത്തുനിന്നും ലോഗ് ഔട്ട് ചെയ്തു; ഇനി ലോഗിൻ ചെയ്യാനാവില്ല.",
                "കാരണം",
                "ഞങ്ങളെ ബന്ധപ്പെടുക",
            ),
        };
        let action = (button, format!("{site}/contact"));
        to.letter(title, [text.into(), format!("{because}: {reason}")], Some(action), FOOTER.in_lang(to.lang))
    }

    const FOOTER: Text = Text::new(
        "You receive this email because this address was entered as an administrator's at Doc Care.",
        "Doc Care-ൽ ഈ വിലാസം ഒരു അഡ്മിനിസ്ട്രേറ്ററുടേതായി നൽകിയതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
    );
}

mod service {
    use jiff::Timestamp;

    use super::mails;
    use super::store::{self, Administrator};
    use crate::app::App;
    use crate::identity::callers::{AccountLock, Admin};
    use crate::identity::{self, Contact, Email, NewAccount, Role, StepUp};
    use crate::platform::audit::Subject;
    use crate::platform::db::{self, Tx};
    use crate::platform::ids::Secret;
    use crate::platform::lang::Lang;
    use crate::platform::list::{Page, Paging};
    use crate::platform::outbox;

    pub async fn list(app: &App, caller: &Admin, paging: Paging) -> db::Result<Page<Administrator>> {
        let page = app.db.read(async |tx| store::list(tx, paging.part()).await).await?;
        Ok(page.map(|row| Administrator { own: row.id == caller.id, ..row }))
    }

    /// Adds an administrator, mails them a link to choose a password, and notifies all other administrators.
    pub async fn add(
        app: &App,
        caller: &Admin,
        step_up: StepUp,
        email: Email,
        lang: Lang,
    ) -> Result<(), identity::Error> {
        let proof = identity::step_up(app, caller, step_up).await?;
        // A random password that is discarded: the account cannot log in until its owner has chosen one.
        let password_hash = app.passwords.hash(Secret::random().expose().to_owned()).await?;
        let account = NewAccount { role: Role::Admin, email, phone: None, password_hash, lang };
        let (now, site) = (app.clock.now(), app.config.public_url.clone());
        let added = caller.write(app, AccountLock::Exclusive, async move |tx, admin| {
            proof.check(tx).await?;
            let id = identity::insert_account(tx, account, now).await?.ok_or(identity::Error::EmailTaken)?;
            let contact = identity::find_contact(tx, &id).await?.ok_or(identity::Error::EmailTaken)?;
            let link =
                identity::make_password_link(tx, (Role::Admin, &id), identity::PASSWORD_LINK_TTL, &site, now).await?;
            outbox::enqueue(tx, &mails::added(&contact, link), now).await?;
            notify_others(tx, &id, &contact.email, &site, now).await?;
            let subject = Subject { kind: Role::Admin.as_str(), id: &id, name: &contact.email };
            Ok::<_, identity::Error>(admin.record(tx, "add", subject, None, now).await?)
        });
        added.await?;
        app.wake_outbox();
        Ok(())
    }

    /// All are notified, so that an administrator added with a stolen password is noticed.
    async fn notify_others(tx: &mut Tx<'_>, id: &str, email: &str, site: &str, now: Timestamp) -> db::Result<()> {
        for contact in list_contacts(tx, id).await? {
            outbox::enqueue(tx, &mails::another_added(&contact, email, site), now).await?;
        }
        Ok(())
    }

    /// Contacts of all administrators except the one with that id.
    pub async fn list_contacts(tx: &mut Tx<'_>, except: &str) -> db::Result<Vec<Contact>> {
        let ids = store::list_others(tx, except).await?;
        let mut contacts = identity::list_contacts(tx, &ids).await?;
        Ok(ids.iter().filter_map(|id| contacts.remove(id)).collect())
    }

    /// Removes another administrator, ends their sessions and mails them. Returns `false` if there is none of that id. If two remove
    /// each other at the same time, the first wins: `write` refuses the second, whose account is gone.
    pub async fn remove(
        app: &App,
        caller: &Admin,
        step_up: StepUp,
        id: String,
        reason: String,
    ) -> Result<bool, identity::Error> {
        let proof = identity::step_up(app, caller, step_up).await?;
        let (now, site) = (app.clock.now(), app.config.public_url.clone());
        let removed = caller.write(app, AccountLock::ExclusiveWith(id.clone()), async move |tx, admin| {
            proof.check(tx).await?;
            let Some(other) = store::find(tx, &id).await? else { return Ok(false) };
            if let Some(contact) = identity::find_contact(tx, &id).await? {
                outbox::enqueue(tx, &mails::removed(&contact, &reason, &site), now).await?;
            }
            let subject = Subject { kind: Role::Admin.as_str(), id: &id, name: &other.email };
            admin.record(tx, "remove", subject, Some(&reason), now).await?;
            identity::remove_admin(tx, &id, now.as_millisecond()).await?;
            Ok::<_, identity::Error>(true)
        });
        let removed = removed.await?;
        app.wake_outbox();
        Ok(removed)
    }
}

mod store {
    use serde::Serialize;
    use utoipa::ToSchema;

    use crate::platform::db::{Result, Tx, columns};
    use crate::platform::format::Instant;
    use crate::platform::list::{List, Order, Page, Part};

    columns! {
        #[derive(Serialize, ToSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct Administrator as ADMINISTRATOR in "accounts a" {
            #[serde(rename = "_id")]
            id: String = "a.id",
            email: String = "COALESCE(a.email, '')",
            /// Since when they may sign in
            #[schema(value_type = String)]
            added_at: Instant = "a.created_at",
            /// About: a use is written down once a minute. `null` before the first one
            #[schema(value_type = Option<String>)]
            last_used_at: Option<Instant> = "a.last_used_at",
            /// Whether they sign in with a second factor
            two_factor: bool = "EXISTS (SELECT 1 FROM second_factors s WHERE s.account_id = a.id)",
            /// Whether it is the one who asks
            own: bool = (false),
        }
    }

    /// As the index `accounts_living` has it.
    const LIVING: &str = "a.role = 'admin' AND a.state <> 'deleted'";

    pub async fn list(tx: &mut Tx<'_>, part: Part<'_>) -> Result<Page<Administrator>> {
        List::new("accounts a", LIVING).page(tx, &ADMINISTRATOR, Order::NEWEST, part).await
    }

    /// The ids of all but one.
    pub async fn list_others(tx: &mut Tx<'_>, id: &str) -> Result<Vec<String>> {
        tx.all(&format!("SELECT a.id FROM accounts a WHERE {LIVING} AND a.id <> $1 ORDER BY a.id"), &[&id]).await
    }

    pub async fn find(tx: &mut Tx<'_>, id: &str) -> Result<Option<Administrator>> {
        ADMINISTRATOR.find(tx, &format!("WHERE a.id = $1 AND {LIVING}"), &[&id]).await
    }
}
