//! The mails about accounts.

use super::model::Contact;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::{Letter, Mail};

/// A link to choose a new password.
pub fn reset(to: &Contact, link: String) -> Mail {
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "Choose a new password",
            "Somebody, probably you, asked to reset the password of your Doc Care account.",
            "The link works for one hour and once only. If it was not you, nothing needs to be done.",
            "Choose a new password",
            "You receive this mail because a password reset was requested for this address.",
        ),
        Ml => (
            "പുതിയ പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക",
            "നിങ്ങളുടെ Doc Care അക്കൗണ്ടിന്റെ പാസ്‌വേഡ് പുതുക്കാൻ ആരോ (ഒരുപക്ഷേ നിങ്ങൾ തന്നെ) ആവശ്യപ്പെട്ടു.",
            "ഈ ലിങ്ക് ഒരു മണിക്കൂർ, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും. നിങ്ങളല്ല ആവശ്യപ്പെട്ടതെങ്കിൽ ഒന്നും ചെയ്യേണ്ടതില്ല.",
            "പുതിയ പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക",
            "ഈ വിലാസത്തിനായി പാസ്‌വേഡ് പുതുക്കൽ ആവശ്യപ്പെട്ടതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    let letter = Letter {
        lang: to.lang,
        title: title.into(),
        paragraphs: vec![text.into(), hint.into()],
        facts: Vec::new(),
        action: Some((button.into(), link)),
        footer: footer.into(),
    };
    letter.into_mail(to.email.clone(), title)
}

/// Tells the old address that the account now has another.
pub fn address_changed(to: &Contact) -> Mail {
    let (title, text, hint, footer) = match to.lang {
        En => (
            "Your e-mail address was changed",
            "Your Doc Care account now signs in with another e-mail address. This one is no longer used.",
            "If it was not you, please contact us at once.",
            "You receive this mail because this was the address of a Doc Care account.",
        ),
        Ml => (
            "നിങ്ങളുടെ ഇ-മെയിൽ വിലാസം മാറ്റി",
            "നിങ്ങളുടെ Doc Care അക്കൗണ്ട് ഇനി മറ്റൊരു ഇ-മെയിൽ വിലാസം ഉപയോഗിക്കും. ഈ വിലാസം ഇനി ഉപയോഗിക്കില്ല.",
            "നിങ്ങളല്ല മാറ്റിയതെങ്കിൽ ഉടൻ ഞങ്ങളെ ബന്ധപ്പെടുക.",
            "ഇത് ഒരു Doc Care അക്കൗണ്ടിന്റെ വിലാസമായിരുന്നതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    let letter = Letter {
        lang: to.lang,
        title: title.into(),
        paragraphs: vec![text.into(), hint.into()],
        facts: Vec::new(),
        action: None,
        footer: footer.into(),
    };
    letter.into_mail(to.email.clone(), title)
}
