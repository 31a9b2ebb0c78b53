//! The operator's page: how the installation is doing, mails and messages that failed, and the data map. Decision 0063.

pub mod http;
pub mod model;
mod service;

mod mails {
    use crate::identity::Contact;
    use crate::platform::lang::Lang::{En, Ml};
    use crate::platform::mail::Mail;

    pub fn test(to: &Contact, site: &str) -> Mail {
        let (title, text, button, footer) = match to.lang {
            En => (
                "Test email from Doc Care",
                "This email shows that Doc Care can send emails to you. Nothing needs to be done.",
                "Operations",
                "You receive this email because you asked for it on the page Operations.",
            ),
            Ml => (
                "Doc Care-ൽ നിന്നുള്ള പരീക്ഷണ ഇമെയിൽ (Test email)",
                "Doc Care-ന് നിങ്ങൾക്ക് ഇമെയിൽ അയയ്ക്കാൻ കഴിയുന്നുണ്ടെന്ന് ഈ ഇമെയിൽ കാണിക്കുന്നു. ഒന്നും ചെയ്യേണ്ടതില്ല.",
                "പ്രവർത്തനം",
                "പ്രവർത്തനം എന്ന പേജിൽ നിങ്ങൾ ആവശ്യപ്പെട്ടതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
            ),
        };
        // Sent also to an address whose mails bounced: the administrator wants to see whether it arrives now.
        to.letter(title, [text], Some((button, format!("{site}/admin/operations"))), footer).sent_anyway()
    }
}

mod store {
    use crate::platform::db::{Result, Tx};

    /// The version of the engine.
    pub async fn engine_version(tx: &mut Tx<'_>, is_postgres: bool) -> Result<String> {
        let sql =
            if is_postgres { "SELECT pg_catalog.current_setting('server_version')" } else { "SELECT sqlite_version()" };
        Ok(tx.first(sql, &[]).await?.unwrap_or_default())
    }
}
