//! The mails about accounts.

use super::model::{Contact, Email, RemovedBy, Role};
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::lang::Text;
use crate::platform::mail::{Letter, Mail};

/// The mails to the owner of an account about a login or its credentials.
pub struct SecurityNotice {
    title: Text,
    text: Text,
}

impl SecurityNotice {
    pub fn to(&self, to: &Contact, reset_url: String) -> Mail {
        security_notice(to, self.title.in_lang(to.lang), self.text.in_lang(to.lang), reset_url)
    }
}

const ACCOUNT_FOOTER: Text = Text::new(
    "You receive this email because this is the address of a Doc Care account.",
    "ഇത് ഒരു Doc Care അക്കൗണ്ടിന്റെ വിലാസമായതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
);

/// The page for a new password, which ends every session and link: for an owner who did not do what a mail is about.
pub fn reset_url(site: &str, role: Role) -> String {
    format!("{site}/forgotpassword?role={}", role.as_str())
}

pub fn reset(to: &Contact, link: String) -> Mail {
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "Choose a new password",
            "Someone, probably you, asked to reset the password of your Doc Care account.",
            "The link works once, within one hour. If it was not you, you do not need to do anything.",
            "Choose a new password",
            "You receive this email because a password reset was requested for this address.",
        ),
        Ml => (
            "പുതിയ പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക",
            "നിങ്ങളുടെ Doc Care അക്കൗണ്ടിന്റെ പാസ്‌വേഡ് പുനഃക്രമീകരിക്കാൻ ആരോ (ഒരുപക്ഷേ നിങ്ങൾ തന്നെ) ആവശ്യപ്പെട്ടു.",
            "ഈ ലിങ്ക് ഒരു മണിക്കൂർ, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും. നിങ്ങളല്ല ആവശ്യപ്പെട്ടതെങ്കിൽ ഒന്നും ചെയ്യേണ്ടതില്ല.",
            "പുതിയ പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക",
            "ഈ വിലാസത്തിനായി പാസ്‌വേഡ് പുനഃക്രമീകരിക്കാൻ ആവശ്യപ്പെട്ടതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    to.letter(title, [text, hint], Some((button, link)), footer).sent_anyway()
}

/// To a new address: the link that confirms it. The reader may be a stranger, so the mail says nothing about the account.
pub fn confirm_address(email: &Email, lang: Lang, link: String) -> Mail {
    let to = &Contact::of_address(email.as_str(), lang);
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "Confirm your new email address",
            "Someone, probably you, wants to use this email address for their Doc Care account.",
            "The link works once, within 24 hours. Until you open it, the old address stays in use. If it was not you, you do not \
             need to do anything.",
            "Confirm this address",
            "You receive this email because this address was entered in the profile of a Doc Care account.",
        ),
        Ml => (
            "നിങ്ങളുടെ പുതിയ ഇമെയിൽ വിലാസം സ്ഥിരീകരിക്കുക",
            "ഈ ഇമെയിൽ വിലാസം തന്റെ Doc Care അക്കൗണ്ടിൽ ഉപയോഗിക്കാൻ ആരോ (ഒരുപക്ഷേ നിങ്ങൾ തന്നെ) ആഗ്രഹിക്കുന്നു.",
            "ഈ ലിങ്ക് 24 മണിക്കൂർ, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും. അത് ഉപയോഗിക്കുന്നതുവരെ പഴയ വിലാസം തന്നെ തുടരും. നിങ്ങളല്ല ആവശ്യപ്പെട്ടതെങ്കിൽ \
             ഒന്നും ചെയ്യേണ്ടതില്ല.",
            "ഈ വിലാസം സ്ഥിരീകരിക്കുക",
            "ഒരു Doc Care അക്കൗണ്ടിന്റെ പ്രൊഫൈലിൽ ഈ വിലാസം നൽകിയതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    to.letter(title, [text, hint], Some((button, link)), footer).sent_anyway()
}

/// To the active address after a bounce: the link shows that this mail arrived.
pub fn confirm_own_address(email: &Email, lang: Lang, link: String) -> Mail {
    let to = &Contact::of_address(email.as_str(), lang);
    let (title, text, hint, button) = match to.lang {
        En => (
            "Do our emails reach you?",
            "An email to this address came back to us. If you can read this one, please press the button to receive our emails again.",
            "The link works for 24 hours. If you did not ask for it, you do not need to do anything.",
            "Yes, this is my address",
        ),
        Ml => (
            "ഞങ്ങളുടെ ഇമെയിലുകൾ നിങ്ങൾക്ക് ലഭിക്കുന്നുണ്ടോ?",
            "ഈ വിലാസത്തിലേക്ക് അയച്ച ഒരു ഇമെയിൽ തിരിച്ചുവന്നു. ഇത് വായിക്കാൻ കഴിയുന്നുണ്ടെങ്കിൽ ബട്ടൺ അമർത്തുക; ഇമെയിലുകൾ വീണ്ടും ലഭിച്ചുതുടങ്ങും.",
            "ഈ ലിങ്ക് 24 മണിക്കൂർ പ്രവർത്തിക്കും. നിങ്ങളല്ല ആവശ്യപ്പെട്ടതെങ്കിൽ ഒന്നും ചെയ്യേണ്ടതില്ല.",
            "അതെ, ഇതാണ് എന്റെ വിലാസം",
        ),
    };
    to.letter(title, [text, hint], Some((button, link)), ACCOUNT_FOOTER.in_lang(to.lang)).sent_anyway()
}

/// To the active address: another one was requested, while that can still be stopped.
pub const ADDRESS_CHANGE_ASKED: SecurityNotice = SecurityNotice {
    title: Text::new("A new email address for your account", "നിങ്ങളുടെ അക്കൗണ്ടിന് പുതിയ ഇമെയിൽ വിലാസം"),
    text: Text::new(
        "Someone, probably you, asked to change the email address of your Doc Care account. We sent a link to the new address; \
             until it is opened, this one stays in use.",
        "നിങ്ങളുടെ Doc Care അക്കൗണ്ടിന്റെ ഇമെയിൽ വിലാസം മാറ്റാൻ ആരോ (ഒരുപക്ഷേ നിങ്ങൾ തന്നെ) ആവശ്യപ്പെട്ടു. പുതിയ വിലാസത്തിലേക്ക് ഒരു ലിങ്ക് \
             അയച്ചിട്ടുണ്ട്; അത് ഉപയോഗിക്കുന്നതുവരെ ഈ വിലാസം തന്നെ തുടരും.",
    ),
};

/// The account has another mobile number.
pub const NUMBER_CHANGED: SecurityNotice = SecurityNotice {
    title: Text::new("Your mobile number was changed", "നിങ്ങളുടെ മൊബൈൽ നമ്പർ മാറ്റി"),
    text: Text::new(
        "The mobile number of your Doc Care account was changed. All other devices are logged out.",
        "നിങ്ങളുടെ Doc Care അക്കൗണ്ടിൽ ഇനി മറ്റൊരു മൊബൈൽ നമ്പറാണ്. മറ്റ് ഉപകരണങ്ങളിലെ സെഷനുകളെല്ലാം അവസാനിപ്പിച്ചു.",
    ),
};

/// The notice that the account has another password, with the people who can log in at its desk.
pub fn password_changed(to: &Contact, desk: &[(String, String)], reset_url: String) -> Mail {
    let (title, text) = match to.lang {
        En => (
            "Your password was changed",
            "The password of your Doc Care account was changed. All other devices are logged out.",
        ),
        Ml => {
            ("നിങ്ങളുടെ പാസ്‌വേഡ് മാറ്റി", "നിങ്ങളുടെ Doc Care അക്കൗണ്ടിന് ഇനി മറ്റൊരു പാസ്‌വേഡാണ്. മറ്റ് ഉപകരണങ്ങളിലെ സെഷനുകളെല്ലാം അവസാനിപ്പിച്ചു.")
        }
    };
    security_notice(to, title, &sentences(text, [desk_logins(to.lang, desk)]), reset_url)
}

/// A text, followed by those that apply.
fn sentences<const N: usize>(text: &str, more: [Option<String>; N]) -> String {
    more.into_iter().flatten().fold(text.to_owned(), |all, next| all + " " + &next)
}

/// Desk staff and invited people, whose logins do not end with the employer's password. None if the desk is empty.
fn desk_logins(lang: Lang, desk: &[(String, String)]) -> Option<String> {
    let names: Vec<String> = desk.iter().map(|(name, email)| format!("{name} ({email})")).collect();
    let names = (!names.is_empty()).then(|| names.join(", "))?;
    Some(match lang {
        En => format!(
            "These people can still log in at your desk, or have an invitation to it: {names}. If you do not know one of them, end \
             their login, or end all of them with \"Log out all others\" on the page \"Password and devices\"."
        ),
        Ml => format!(
            "ഇവർക്ക് നിങ്ങളുടെ ഡെസ്കിൽ ഇപ്പോഴും ലോഗിൻ ചെയ്യാം, അല്ലെങ്കിൽ അതിനുള്ള ക്ഷണം ലഭിച്ചിട്ടുണ്ട്: {names}. ഇവരിൽ ആരെയെങ്കിലും അറിയില്ലെങ്കിൽ അവരുടെ ലോഗിൻ അവസാനിപ്പിക്കുക, അല്ലെങ്കിൽ \"പാസ്‌വേഡും ഉപകരണങ്ങളും\" എന്ന പേജിലെ \
             \"മറ്റെല്ലാം ലോഗ് ഔട്ട് ചെയ്യുക\" വഴി എല്ലാവരെയും ഒഴിവാക്കുക."
        ),
    })
}

/// The notice that the password was reset by a mailed link, that the number is no longer verified, if it was, and who can log in at the
/// desk.
pub fn password_reset(to: &Contact, proof_dropped: bool, desk: &[(String, String)], reset_url: String) -> Mail {
    let (title, text, number) = match to.lang {
        En => (
            "Your password was reset",
            "The password of your Doc Care account was reset with a link that we emailed you. All devices are logged out.",
            "For your safety, you can no longer log in with codes to your mobile number, and we send no messages there. Please confirm \
             your mobile number again in your profile.",
        ),
        Ml => (
            "നിങ്ങളുടെ പാസ്‌വേഡ് പുനഃക്രമീകരിച്ചു",
            "ഇമെയിലിൽ അയച്ച ലിങ്ക് ഉപയോഗിച്ച് നിങ്ങളുടെ Doc Care അക്കൗണ്ടിന്റെ പാസ്‌വേഡ് പുനഃക്രമീകരിച്ചു. എല്ലാ ഉപകരണങ്ങളിലെയും സെഷനുകൾ അവസാനിപ്പിച്ചു.",
            "സുരക്ഷയ്ക്കായി, മൊബൈൽ നമ്പറിലേക്ക് വരുന്ന കോഡ് ഉപയോഗിച്ച് ഇനി ലോഗിൻ ചെയ്യാനാവില്ല; അതിലേക്ക് സന്ദേശങ്ങളും അയയ്ക്കില്ല. പ്രൊഫൈലിൽ മൊബൈൽ നമ്പർ \
             വീണ്ടും സ്ഥിരീകരിക്കുക.",
        ),
    };
    let number = proof_dropped.then(|| number.to_owned());
    security_notice(to, title, &sentences(text, [number, desk_logins(to.lang, desk)]), reset_url)
}

pub const NUMBER_PROVED: SecurityNotice = SecurityNotice {
    title: Text::new("Your mobile number is confirmed", "നിങ്ങളുടെ മൊബൈൽ നമ്പർ സ്ഥിരീകരിച്ചു"),
    text: Text::new(
        "The mobile number of your Doc Care account was confirmed with a code. From now on you can also log in with a code sent to it.",
        "നിങ്ങളുടെ Doc Care അക്കൗണ്ടിന്റെ മൊബൈൽ നമ്പർ കോഡ് വഴി സ്ഥിരീകരിച്ചു. ഇനി അതിലേക്ക് അയയ്ക്കുന്ന കോഡ് ഉപയോഗിച്ചും ലോഗിൻ ചെയ്യാം.",
    ),
};

/// The notice that another account verified the number, so that this account has lost it. A security notice like `security_notice`; but a
/// new password would not help, because the account was not entered.
pub fn number_lost(to: &Contact, profile: String) -> Mail {
    let (title, text, hint, button) = match to.lang {
        En => (
            "Another account has confirmed your mobile number",
            "Someone has confirmed the mobile number of your Doc Care account as their own, by a code that was sent to it. Codes to this \
             number no longer log you in, and our messages no longer go there. Your address and your password work as before.",
            "If the number is still yours, someone else could read a code that came to your phone: confirm the number again in your \
             profile. If you have another number now, enter it there.",
            "Open your profile",
        ),
        Ml => (
            "നിങ്ങളുടെ മൊബൈൽ നമ്പർ മറ്റൊരു അക്കൗണ്ടിൽ സ്ഥിരീകരിച്ചു",
            "നിങ്ങളുടെ Doc Care അക്കൗണ്ടിലെ മൊബൈൽ നമ്പർ, അതിലേക്ക് അയച്ച കോഡ് ഉപയോഗിച്ച് മറ്റൊരാൾ സ്വന്തം നമ്പറായി സ്ഥിരീകരിച്ചു. ഇനി ഈ നമ്പറിലേക്ക് വരുന്ന കോഡ് \
             ഉപയോഗിച്ച് നിങ്ങൾക്ക് ലോഗിൻ ചെയ്യാനാവില്ല; ഞങ്ങളുടെ സന്ദേശങ്ങളും അതിലേക്ക് അയയ്ക്കില്ല. ഇമെയിൽ വിലാസവും പാസ്‌വേഡും മുമ്പത്തെപ്പോലെ ഉപയോഗിക്കാം.",
            "നമ്പർ ഇപ്പോഴും നിങ്ങളുടേതാണെങ്കിൽ, നിങ്ങളുടെ ഫോണിൽ വന്ന കോഡ് മറ്റാരോ കണ്ടിരിക്കാം: പ്രൊഫൈലിൽ നമ്പർ വീണ്ടും സ്ഥിരീകരിക്കുക. നമ്പർ മാറിയെങ്കിൽ പുതിയ നമ്പർ അവിടെ നൽകുക.",
            "പ്രൊഫൈൽ തുറക്കുക",
        ),
    };
    to.letter(title, [text, hint], Some((button, profile)), ACCOUNT_FOOTER.in_lang(to.lang)).sent_anyway()
}

pub const CODE_LOGIN: SecurityNotice = SecurityNotice {
    title: Text::new("A login with a code", "കോഡ് ഉപയോഗിച്ചുള്ള ലോഗിൻ"),
    text: Text::new(
        "Someone, probably you, logged in to your Doc Care account with a code sent to its mobile number.",
        "മൊബൈൽ നമ്പറിലേക്ക് അയച്ച കോഡ് ഉപയോഗിച്ച് ആരോ (ഒരുപക്ഷേ നിങ്ങൾ തന്നെ) നിങ്ങളുടെ Doc Care അക്കൗണ്ടിൽ ലോഗിൻ ചെയ്തു.",
    ),
};

/// A login link, for a user who had the right code on a new device.
pub fn login_link(to: &Contact, link: String) -> Mail {
    let (title, text, hint, button) = match to.lang {
        En => (
            "Log in to Doc Care",
            "Someone, probably you, is logging in to your Doc Care account on a new device, with a code sent to its mobile number. \
             The link logs you in on the device where you open it.",
            "The link works once, within one hour. If it was not you, do not open it: someone else may now have your mobile number. \
             Log in with your password and change the number in your profile.",
            "Log in",
        ),
        Ml => (
            "Doc Care-ൽ ലോഗിൻ ചെയ്യുക",
            "മൊബൈൽ നമ്പറിലേക്ക് അയച്ച കോഡ് ഉപയോഗിച്ച് ഒരു പുതിയ ഉപകരണത്തിൽ ആരോ (ഒരുപക്ഷേ നിങ്ങൾ തന്നെ) നിങ്ങളുടെ Doc Care അക്കൗണ്ടിൽ ലോഗിൻ ചെയ്യുകയാണ്. \
             ഈ ലിങ്ക് തുറക്കുന്ന ഉപകരണത്തിൽ ലോഗിൻ ചെയ്യാം.",
            "ഈ ലിങ്ക് ഒരു മണിക്കൂർ, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും. നിങ്ങളല്ലെങ്കിൽ ഇത് തുറക്കരുത്: നിങ്ങളുടെ മൊബൈൽ നമ്പർ ഇപ്പോൾ മറ്റൊരാളുടെ കൈവശമായിരിക്കാം. \
             പാസ്‌വേഡ് ഉപയോഗിച്ച് ലോഗിൻ ചെയ്ത് പ്രൊഫൈലിൽ നമ്പർ മാറ്റുക.",
            "ലോഗിൻ ചെയ്യുക",
        ),
    };
    to.letter(title, [text, hint], Some((button, link)), ACCOUNT_FOOTER.in_lang(to.lang)).sent_anyway()
}

pub const SECOND_FACTOR_ON: SecurityNotice = SecurityNotice {
    title: Text::new("Two-factor login is on", "രണ്ടുഘട്ട പരിശോധന ഓണാക്കി"),
    text: Text::new(
        "Your Doc Care account now asks for a code from your authenticator app at every login. All other devices are logged \
             out. Keep your recovery codes where you can find them without your phone. If you did not set this up, please also contact us: \
             an administrator can turn it off.",
        "ഇനി ഓരോ തവണ ലോഗിൻ ചെയ്യുമ്പോഴും നിങ്ങളുടെ Doc Care അക്കൗണ്ട് ഓതന്റിക്കേറ്റർ ആപ്പിലെ കോഡ് ചോദിക്കും. മറ്റ് ഉപകരണങ്ങളിലെ സെഷനുകളെല്ലാം \
             അവസാനിപ്പിച്ചു. വീണ്ടെടുക്കൽ കോഡുകൾ ഫോണില്ലാതെയും കിട്ടുന്നിടത്ത് സൂക്ഷിക്കുക. നിങ്ങളല്ല ഇത് ചെയ്തതെങ്കിൽ ഞങ്ങളെയും \
             അറിയിക്കുക: അഡ്മിനിസ്ട്രേറ്റർക്ക് ഇത് ഓഫാക്കാനാകും.",
    ),
};

/// The password alone signs in from now on.
pub const SECOND_FACTOR_OFF: SecurityNotice = SecurityNotice {
    title: Text::new("Two-factor login is off", "രണ്ടുഘട്ട പരിശോധന ഓഫാക്കി"),
    text: Text::new(
        "Your Doc Care account no longer asks for a code: anyone who knows the password can log in.",
        "നിങ്ങളുടെ Doc Care അക്കൗണ്ട് ഇനി കോഡ് ചോദിക്കില്ല: പാസ്‌വേഡ് അറിയുന്ന ആർക്കും ലോഗിൻ ചെയ്യാം.",
    ),
};

/// The notice that an administrator, with the reason, or the employer disabled it.
pub fn second_factor_removed(to: &Contact, by: RemovedBy<'_>, reset_url: String) -> Mail {
    let done = match (to.lang, by) {
        (En, RemovedBy::Administrator(reason)) => format!(
            "An administrator of Doc Care turned off two-factor login for your account. The reason: “{reason}”."
        ),
        (En, RemovedBy::Employer(name)) => format!("{name} turned off two-factor login for your desk account."),
        (Ml, RemovedBy::Administrator(reason)) => {
            format!("Doc Care-ന്റെ ഒരു അഡ്മിനിസ്ട്രേറ്റർ നിങ്ങളുടെ അക്കൗണ്ടിന്റെ രണ്ടുഘട്ട പരിശോധന ഓഫാക്കി. കാരണം: “{reason}”.")
        }
        (Ml, RemovedBy::Employer(name)) => {
            format!("{name} നിങ്ങളുടെ ഡെസ്ക് അക്കൗണ്ടിന്റെ രണ്ടുഘട്ട പരിശോധന ഓഫാക്കി.")
        }
    };
    let (title, text) = match to.lang {
        En => (
            "Two-factor login was turned off for you",
            format!("{done} All devices are logged out. Please log in with your password and set it up again."),
        ),
        Ml => (
            "നിങ്ങൾക്കായി രണ്ടുഘട്ട പരിശോധന ഓഫാക്കി",
            format!("{done} എല്ലാ സെഷനുകളും അവസാനിപ്പിച്ചു. പാസ്‌വേഡ് ഉപയോഗിച്ച് ലോഗിൻ ചെയ്ത് അത് വീണ്ടും സജ്ജമാക്കുക."),
        ),
    };
    security_notice(to, title, &text, reset_url)
}

/// The notice of a login with a recovery code instead of the app.
pub fn recovery_code_used(to: &Contact, left: i64, reset_url: String) -> Mail {
    let (title, text) = match to.lang {
        En => (
            "A recovery code was used",
            format!(
                "Someone, probably you, logged in to your Doc Care account with a recovery code. Recovery codes left: {left}."
            ),
        ),
        Ml => (
            "ഒരു വീണ്ടെടുക്കൽ കോഡ് ഉപയോഗിച്ചു",
            format!(
                "വീണ്ടെടുക്കൽ കോഡ് ഉപയോഗിച്ച് ആരോ (ഒരുപക്ഷേ നിങ്ങൾ തന്നെ) നിങ്ങളുടെ Doc Care അക്കൗണ്ടിൽ ലോഗിൻ ചെയ്തു. ബാക്കിയുള്ള വീണ്ടെടുക്കൽ \
                 കോഡുകൾ: {left}."
            ),
        ),
    };
    security_notice(to, title, &text, reset_url)
}

/// There are other codes to recover with.
pub const RECOVERY_CODES_RENEWED: SecurityNotice = SecurityNotice {
    title: Text::new("You have new recovery codes", "നിങ്ങളുടെ വീണ്ടെടുക്കൽ കോഡുകൾ പുതുക്കി"),
    text: Text::new(
        "Your Doc Care account has ten new recovery codes. The old ones no longer work. If you did not create them, \
             please also contact us: an administrator can cancel them.",
        "നിങ്ങളുടെ Doc Care അക്കൗണ്ടിന് പത്ത് പുതിയ വീണ്ടെടുക്കൽ കോഡുകളുണ്ട്. പഴയവ ഇനി പ്രവർത്തിക്കില്ല. നിങ്ങളല്ല ഇത് ചെയ്തതെങ്കിൽ ഞങ്ങളെയും \
             അറിയിക്കുക: അഡ്മിനിസ്ട്രേറ്റർക്ക് അവ റദ്ദാക്കാനാകും.",
    ),
};

/// A security notice to the owner of an account about a login or its credentials, with advice for an owner who did not do it. Sent
/// even if mails bounced before: an attacker must not profit from a full mailbox or a forged bounce.
fn security_notice(to: &Contact, title: &str, text: &str, reset_url: String) -> Mail {
    let (hint, button) = new_password(to.lang);
    to.letter(title, [text, hint], Some((button, reset_url)), ACCOUNT_FOOTER.in_lang(to.lang)).sent_anyway()
}

/// The advice for an owner who did not change the login.
fn new_password(lang: Lang) -> (&'static str, &'static str) {
    match lang {
        En => (
            "If it was not you, choose a new password now: that logs out every device and stops a change of address that \
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

/// The notice to the old address that the account now has another.
pub fn address_changed(to: &Contact, contact_page: String) -> Mail {
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "Your email address was changed",
            "Your Doc Care account now uses another email address. This one is no longer used.",
            "If it was not you, please contact us at once.",
            "Contact us",
            "You receive this email because this was the address of a Doc Care account.",
        ),
        Ml => (
            "നിങ്ങളുടെ ഇമെയിൽ വിലാസം മാറ്റി",
            "നിങ്ങളുടെ Doc Care അക്കൗണ്ട് ഇനി മറ്റൊരു ഇമെയിൽ വിലാസം ഉപയോഗിക്കും. ഈ വിലാസം ഇനി ഉപയോഗിക്കില്ല.",
            "നിങ്ങളല്ല മാറ്റിയതെങ്കിൽ ഉടൻ ഞങ്ങളെ ബന്ധപ്പെടുക.",
            "ഞങ്ങളെ ബന്ധപ്പെടുക",
            "ഇത് ഒരു Doc Care അക്കൗണ്ടിന്റെ വിലാസമായിരുന്നതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    to.letter(title, [text, hint], Some((button, contact_page)), footer).sent_anyway()
}

impl Contact {
    /// A mail to them, with one button at most.
    pub fn letter(
        &self,
        title: &str,
        paragraphs: impl IntoIterator<Item = impl Into<String>>,
        action: Option<(&str, String)>,
        footer: &str,
    ) -> Mail {
        let letter = Letter {
            lang: self.lang,
            title: title.into(),
            paragraphs: paragraphs.into_iter().map(Into::into).collect(),
            facts: Vec::new(),
            action: action.map(|(button, page)| (button.into(), page)),
            links: Vec::new(),
            footer: footer.into(),
        };
        letter.into_mail(self.email.clone(), title)
    }
}
