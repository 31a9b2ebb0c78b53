//! The mail to somebody whom the administrator added.

use crate::identity::Contact;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::Mail;

/// The link to choose the first password.
pub fn added(to: &Contact, name: &str, link: String) -> Mail {
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "Your login at Doc Care",
            format!(
                "{name} is in the directory of Doc Care, where people in Kerala find doctors, hospitals and pharmacies. Choose a password to \
                 sign in with; nobody else knows it."
            ),
            "The link works for one week and once only. Later, \"Forgot Password?\" at the login sends you another. If you do not want to be \
             in the directory, please write to us.",
            "Choose a password",
            "You receive this mail because our administrator entered this address for a doctor, hospital or pharmacy at Doc Care.",
        ),
        Ml => (
            "Doc Care-ലെ നിങ്ങളുടെ ലോഗിൻ",
            format!(
                "കേരളത്തിലെ ഡോക്ടർമാരെയും ആശുപത്രികളെയും ഫാർമസികളെയും കണ്ടെത്താനുള്ള Doc Care-ൽ {name} ചേർത്തിട്ടുണ്ട്. ലോഗിൻ ചെയ്യാൻ ഒരു പാസ്‌വേഡ് \
                 തിരഞ്ഞെടുക്കുക; അത് മറ്റാർക്കും അറിയില്ല."
            ),
            "ഈ ലിങ്ക് ഒരാഴ്ചത്തേക്ക്, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും. അതിനുശേഷം ലോഗിനിലെ \"പാസ്‌വേഡ് മറന്നോ?\" വഴി പുതിയ ലിങ്ക് ലഭിക്കും. Doc Care-ൽ ചേർക്കേണ്ടെങ്കിൽ \
             ഞങ്ങൾക്ക് എഴുതുക.",
            "പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക",
            "Doc Care-ലെ ഒരു ഡോക്ടർക്കോ ആശുപത്രിക്കോ ഫാർമസിക്കോ വേണ്ടി അഡ്മിനിസ്ട്രേറ്റർ ഈ വിലാസം നൽകിയതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    to.letter(title, [text, hint.into()], Some((button, link)), footer)
}
