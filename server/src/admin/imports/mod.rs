//! Import of doctors, hospitals and pharmacies from a table: preview, import, undo. Decision 0065.

pub mod http;
mod model;
mod service;
mod store;

use store::Import;

mod mails {
    use crate::identity::Contact;
    use crate::platform::lang::Lang::{En, Ml};
    use crate::platform::mail::Mail;

    /// The link to choose the first password.
    pub fn added(to: &Contact, name: &str, link: String) -> Mail {
        let (title, text, hint, button, footer) = match to.lang {
            En => (
                "Your login at Doc Care",
                format!(
                    "{name} is now listed on Doc Care, where people in Kerala find doctors, hospitals and pharmacies. Choose your own password \
                     to log in with."
                ),
                "The link works once, within one week. After that, \"Forgot Password?\" on the login page sends you another. If you do not want to be \
                 listed, please contact us.",
                "Choose a password",
                "You receive this email because our administrator entered this address for a doctor, hospital or pharmacy at Doc Care.",
            ),
            Ml => (
                "Doc Care-ലെ നിങ്ങളുടെ ലോഗിൻ",
                format!(
                    "കേരളത്തിലെ ഡോക്ടർമാരെയും ആശുപത്രികളെയും ഫാർമസികളെയും കണ്ടെത്താനുള്ള Doc Care-ൽ {name} ചേർത്തിട്ടുണ്ട്. ലോഗിൻ ചെയ്യാൻ സ്വന്തം പാസ്‌വേഡ് \
                     തിരഞ്ഞെടുക്കുക."
                ),
                "ഈ ലിങ്ക് ഒരാഴ്ചത്തേക്ക്, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും. അതിനുശേഷം ലോഗിനിലെ \"പാസ്‌വേഡ് മറന്നോ?\" വഴി പുതിയ ലിങ്ക് ലഭിക്കും. Doc Care-ൽ ചേർക്കേണ്ടെങ്കിൽ \
                 ഞങ്ങളെ അറിയിക്കുക.",
                "പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക",
                "Doc Care-ലെ ഒരു ഡോക്ടർക്കോ ആശുപത്രിക്കോ ഫാർമസിക്കോ വേണ്ടി അഡ്മിനിസ്ട്രേറ്റർ ഈ വിലാസം നൽകിയതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
            ),
        };
        to.letter(title, [text, hint.into()], Some((button, link)), footer)
    }
}
