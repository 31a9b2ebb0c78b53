//! The mails to those who become administrators, to those who are no longer, and to all others.

use crate::identity::Contact;
use crate::platform::lang::Lang::{self, En, Ml};
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
    to.letter(title, [text, hint], Some((button, link)), footer(to.lang)).sent_anyway()
}

/// Tells the others who joined them.
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
    to.letter(title, [text, hint.into()], Some(action), footer(to.lang)).sent_anyway()
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
    to.letter(title, [text.into(), format!("{because}: {reason}")], Some(action), footer(to.lang))
}

fn footer(lang: Lang) -> &'static str {
    match lang {
        En => "You receive this email because this address was entered as an administrator's at Doc Care.",
        Ml => "Doc Care-ൽ ഈ വിലാസം ഒരു അഡ്മിനിസ്ട്രേറ്ററുടേതായി നൽകിയതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
    }
}
