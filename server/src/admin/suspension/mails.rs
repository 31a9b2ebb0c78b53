//! The mails to those who are suspended and restored.

use crate::identity::Contact;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::mail::Mail;

/// `dropped`: a change was waiting for approval.
pub fn suspended(to: &Contact, reason: Option<&str>, dropped: bool, site: &str) -> Mail {
    let (title, text, because, change, button) = match to.lang {
        En => (
            "Your entry is suspended",
            "Doc Care no longer shows your entry, and you cannot log in until the administrator restores it. If you think that \
             this is a mistake, please write to us.",
            "Reason",
            "The change that waited for approval is dropped; please ask again once you are back.",
            "Contact us",
        ),
        Ml => (
            "നിങ്ങളുടെ വിവരങ്ങൾ താൽക്കാലികമായി മാറ്റിനിർത്തി",
            "Doc Care-ൽ നിങ്ങളുടെ വിവരങ്ങൾ ഇപ്പോൾ കാണിക്കുന്നില്ല; അഡ്മിനിസ്ട്രേറ്റർ തിരികെ ഉൾപ്പെടുത്തുന്നതുവരെ ലോഗിൻ ചെയ്യാനും കഴിയില്ല. ഇത് തെറ്റാണെന്ന് തോന്നുന്നെങ്കിൽ \
             ഞങ്ങൾക്ക് എഴുതുക.",
            "കാരണം",
            "അംഗീകാരം കാത്തിരുന്ന മാറ്റം ഒഴിവാക്കി; തിരികെ വന്നശേഷം വീണ്ടും ആവശ്യപ്പെടുക.",
            "ഞങ്ങളെ ബന്ധപ്പെടുക",
        ),
    };
    let reason = reason.map(|reason| format!("{because}: {reason}"));
    let action = (button, format!("{site}/contact"));
    let change = dropped.then(|| change.into());
    to.letter(title, [Some(text.into()), reason, change].into_iter().flatten(), Some(action), footer(to.lang))
}

pub fn restored(to: &Contact, site: &str) -> Mail {
    let (title, text, button) = match to.lang {
        En => ("Your entry is back", "Doc Care shows your entry again, and you can log in.", "Login"),
        Ml => (
            "നിങ്ങളുടെ വിവരങ്ങൾ തിരികെ ഉൾപ്പെടുത്തി",
            "Doc Care-ൽ നിങ്ങളുടെ വിവരങ്ങൾ വീണ്ടും കാണിക്കുന്നു; നിങ്ങൾക്ക് ലോഗിൻ ചെയ്യാം.",
            "ലോഗിൻ",
        ),
    };
    to.letter(title, [text], Some((button, format!("{site}/forbusiness/doclogin"))), footer(to.lang))
}

fn footer(lang: Lang) -> &'static str {
    match lang {
        En => "You receive this mail because this is the address of an entry at Doc Care.",
        Ml => "ഇത് Doc Care-ലെ ഒരു അംഗത്തിന്റെ വിലാസമായതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
    }
}
