//! The mails about accounts.

use super::login_change::Link;
use super::model::{Contact, Email};
use crate::platform::lang::Lang::{self, En, Ml};
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
    letter(to, title, [text, hint], (button, link), footer)
}

/// To a new address: the link that makes it the account's own. Whoever mistyped an address writes to a stranger, so it says
/// nothing of the account.
pub fn confirm_address(email: &Email, lang: Lang, link: &Link) -> Mail {
    let to = &Contact { email: email.as_str().into(), lang };
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "Confirm your new e-mail address",
            "Somebody, probably you, wants to use this e-mail address for their Doc Care account.",
            "The link works for 24 hours and once only. Until it is used, the old address counts. If it was not you, nothing \
             needs to be done.",
            "Confirm this address",
            "You receive this mail because this address was entered in the profile of a Doc Care account.",
        ),
        Ml => (
            "നിങ്ങളുടെ പുതിയ ഇ-മെയിൽ വിലാസം സ്ഥിരീകരിക്കുക",
            "ഈ ഇ-മെയിൽ വിലാസം തന്റെ Doc Care അക്കൗണ്ടിൽ ഉപയോഗിക്കാൻ ആരോ (ഒരുപക്ഷേ നിങ്ങൾ തന്നെ) ആഗ്രഹിക്കുന്നു.",
            "ഈ ലിങ്ക് 24 മണിക്കൂർ, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും. അത് ഉപയോഗിക്കുന്നതുവരെ പഴയ വിലാസം തന്നെ തുടരും. നിങ്ങളല്ല ആവശ്യപ്പെട്ടതെങ്കിൽ \
             ഒന്നും ചെയ്യേണ്ടതില്ല.",
            "ഈ വിലാസം സ്ഥിരീകരിക്കുക",
            "ഒരു Doc Care അക്കൗണ്ടിന്റെ പ്രൊഫൈലിൽ ഈ വിലാസം നൽകിയതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    letter(to, title, [text, hint], (button, link.address.clone()), footer)
}

/// Tells the address that counts that another is to take its place, while that can still be stopped.
pub fn address_change_asked(to: &Contact, remedy: String) -> Mail {
    let (title, text, footer) = match to.lang {
        En => (
            "A new e-mail address for your account",
            "Somebody, probably you, asked for another e-mail address for your Doc Care account. We sent a link to that address; \
             until it is used, this one counts.",
            "You receive this mail because this is the address of a Doc Care account.",
        ),
        Ml => (
            "നിങ്ങളുടെ അക്കൗണ്ടിന് പുതിയ ഇ-മെയിൽ വിലാസം",
            "നിങ്ങളുടെ Doc Care അക്കൗണ്ടിന്റെ ഇ-മെയിൽ വിലാസം മാറ്റാൻ ആരോ (ഒരുപക്ഷേ നിങ്ങൾ തന്നെ) ആവശ്യപ്പെട്ടു. പുതിയ വിലാസത്തിലേക്ക് ഒരു ലിങ്ക് \
             അയച്ചിട്ടുണ്ട്; അത് ഉപയോഗിക്കുന്നതുവരെ ഈ വിലാസം തന്നെ തുടരും.",
            "ഇത് ഒരു Doc Care അക്കൗണ്ടിന്റെ വിലാസമായതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    let (hint, button) = new_password(to.lang);
    letter(to, title, [text, hint], (button, remedy), footer)
}

/// Tells the owner that the account has another mobile number.
pub fn number_changed(to: &Contact, remedy: String) -> Mail {
    let (title, text, footer) = match to.lang {
        En => (
            "Your mobile number was changed",
            "Your Doc Care account now has another mobile number. Everybody else who was signed in to it is signed out.",
            "You receive this mail because this is the address of a Doc Care account.",
        ),
        Ml => (
            "നിങ്ങളുടെ മൊബൈൽ നമ്പർ മാറ്റി",
            "നിങ്ങളുടെ Doc Care അക്കൗണ്ടിൽ ഇനി മറ്റൊരു മൊബൈൽ നമ്പറാണ്. മറ്റ് ഉപകരണങ്ങളിലെ സെഷനുകളെല്ലാം അവസാനിപ്പിച്ചു.",
            "ഇത് ഒരു Doc Care അക്കൗണ്ടിന്റെ വിലാസമായതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    let (hint, button) = new_password(to.lang);
    letter(to, title, [text, hint], (button, remedy), footer)
}

/// Tells the owner that the account has another password.
pub fn password_changed(to: &Contact, remedy: String) -> Mail {
    let (title, text, footer) = match to.lang {
        En => (
            "Your password was changed",
            "Your Doc Care account now has another password. Everybody else who was signed in to it is signed out.",
            "You receive this mail because this is the address of a Doc Care account.",
        ),
        Ml => (
            "നിങ്ങളുടെ പാസ്‌വേഡ് മാറ്റി",
            "നിങ്ങളുടെ Doc Care അക്കൗണ്ടിന് ഇനി മറ്റൊരു പാസ്‌വേഡാണ്. മറ്റ് ഉപകരണങ്ങളിലെ സെഷനുകളെല്ലാം അവസാനിപ്പിച്ചു.",
            "ഇത് ഒരു Doc Care അക്കൗണ്ടിന്റെ വിലാസമായതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    let (hint, button) = new_password(to.lang);
    letter(to, title, [text, hint], (button, remedy), footer)
}

/// What to do if it was somebody else who changed the login.
fn new_password(lang: Lang) -> (&'static str, &'static str) {
    match lang {
        En => (
            "If it was not you, choose a new password now: that ends every session of your account and stops an address that \
             is not confirmed yet.",
            "Choose a new password",
        ),
        Ml => (
            "നിങ്ങളല്ല ചെയ്തതെങ്കിൽ ഇപ്പോൾത്തന്നെ പുതിയ പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക: അതോടെ അക്കൗണ്ടിന്റെ എല്ലാ സെഷനുകളും അവസാനിക്കും, സ്ഥിരീകരിക്കാത്ത പുതിയ \
             വിലാസം റദ്ദാകും.",
            "പുതിയ പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക",
        ),
    }
}

/// Tells the old address that the account now has another.
pub fn address_changed(to: &Contact, contact_page: String) -> Mail {
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "Your e-mail address was changed",
            "Your Doc Care account now signs in with another e-mail address. This one is no longer used.",
            "If it was not you, please contact us at once.",
            "Contact us",
            "You receive this mail because this was the address of a Doc Care account.",
        ),
        Ml => (
            "നിങ്ങളുടെ ഇ-മെയിൽ വിലാസം മാറ്റി",
            "നിങ്ങളുടെ Doc Care അക്കൗണ്ട് ഇനി മറ്റൊരു ഇ-മെയിൽ വിലാസം ഉപയോഗിക്കും. ഈ വിലാസം ഇനി ഉപയോഗിക്കില്ല.",
            "നിങ്ങളല്ല മാറ്റിയതെങ്കിൽ ഉടൻ ഞങ്ങളെ ബന്ധപ്പെടുക.",
            "ഞങ്ങളെ ബന്ധപ്പെടുക",
            "ഇത് ഒരു Doc Care അക്കൗണ്ടിന്റെ വിലാസമായിരുന്നതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    letter(to, title, [text, hint], (button, contact_page), footer)
}

fn letter(to: &Contact, title: &str, paragraphs: [&str; 2], action: (&str, String), footer: &str) -> Mail {
    let letter = Letter {
        lang: to.lang,
        title: title.into(),
        paragraphs: paragraphs.map(String::from).into(),
        facts: Vec::new(),
        action: Some((action.0.into(), action.1)),
        footer: footer.into(),
    };
    letter.into_mail(to.email.clone(), title)
}
