//! Mails to doctors, hospitals and pharmacies about what an administrator did with their entries.

use super::model::{CorrectedValue, DoctorField};
use crate::identity::Contact;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::lang::Text;
use crate::platform::mail::Mail;
use crate::reference::specialities;

/// `dropped`: a change was waiting for approval.
pub fn suspended(to: &Contact, reason: Option<&str>, dropped: bool, site: &str) -> Mail {
    let (title, text, because, change, button) = match to.lang {
        En => (
            "Your entry is suspended",
            "Doc Care no longer shows your entry, and you cannot log in until the administrator restores it. If you think \
             this is a mistake, please contact us.",
            "Reason",
            "The change that was waiting for approval is dropped. Please request it again once your entry is restored.",
            "Contact us",
        ),
        Ml => (
            "നിങ്ങളുടെ വിവരങ്ങൾ മാറ്റിനിർത്തി",
            "Doc Care-ൽ നിങ്ങളുടെ വിവരങ്ങൾ ഇപ്പോൾ കാണിക്കുന്നില്ല; അഡ്മിനിസ്ട്രേറ്റർ തിരികെ ചേർക്കുന്നതുവരെ ലോഗിൻ ചെയ്യാനും കഴിയില്ല. ഇത് തെറ്റാണെന്ന് തോന്നുന്നെങ്കിൽ \
             ഞങ്ങളെ ബന്ധപ്പെടുക.",
            "കാരണം",
            "അംഗീകാരം കാത്തിരുന്ന മാറ്റം ഒഴിവാക്കി; തിരികെ ചേർത്ത ശേഷം വീണ്ടും ആവശ്യപ്പെടുക.",
            "ഞങ്ങളെ ബന്ധപ്പെടുക",
        ),
    };
    let reason = reason.map(|reason| format!("{because}: {reason}"));
    let action = (button, format!("{site}/contact"));
    let change = dropped.then(|| change.into());
    to.letter(
        title,
        [Some(text.into()), reason, change].into_iter().flatten(),
        Some(action),
        LISTED_FOOTER.in_lang(to.lang),
    )
}

pub fn restored(to: &Contact, site: &str) -> Mail {
    let (title, text, button) = match to.lang {
        En => ("Your entry is restored", "Doc Care shows your entry again, and you can log in.", "Login"),
        Ml => {
            ("നിങ്ങളുടെ വിവരങ്ങൾ തിരികെ ചേർത്തു", "Doc Care-ൽ നിങ്ങളുടെ വിവരങ്ങൾ വീണ്ടും കാണിക്കുന്നു; നിങ്ങൾക്ക് ലോഗിൻ ചെയ്യാം.", "ലോഗിൻ")
        }
    };
    to.letter(title, [text], Some((button, format!("{site}/forbusiness/doclogin"))), LISTED_FOOTER.in_lang(to.lang))
}

const LISTED_FOOTER: Text = Text::new(
    "You receive this email because this address is listed on Doc Care.",
    "ഇത് Doc Care-ലെ ഒരു അംഗത്തിന്റെ വിലാസമായതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
);

pub fn corrected(to: &Contact, changes: &[CorrectedValue], site: &str) -> Mail {
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "Your entry was corrected",
            "The administrator of Doc Care corrected your entry. This is what patients see now:",
            "If something is not right, please write to us.",
            "Contact us",
            "You receive this email because this is the address of an entry at Doc Care.",
        ),
        Ml => (
            "നിങ്ങളുടെ വിവരങ്ങൾ തിരുത്തി",
            "Doc Care-ന്റെ അഡ്മിനിസ്ട്രേറ്റർ നിങ്ങളുടെ വിവരങ്ങൾ തിരുത്തി. രോഗികൾ ഇപ്പോൾ കാണുന്നത്:",
            "എന്തെങ്കിലും ശരിയല്ലെങ്കിൽ ഞങ്ങൾക്ക് എഴുതുക.",
            "ഞങ്ങളെ ബന്ധപ്പെടുക",
            "ഇത് Doc Care-ലെ ഒരു അംഗത്തിന്റെ വിലാസമായതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    let line = |changed: &CorrectedValue| {
        let value = |text: &str| in_language(changed.field, text, to.lang);
        format!("{}: {} → {}", label(changed.field, to.lang), value(&changed.before), value(&changed.after))
    };
    let paragraphs = [text.to_owned()].into_iter().chain(changes.iter().map(line)).chain([hint.to_owned()]);
    to.letter(title, paragraphs, Some((button, format!("{site}/contact"))), footer)
}

fn label(field: DoctorField, lang: Lang) -> &'static str {
    let (en, ml) = match field {
        DoctorField::Name => ("Name", "പേര്"),
        DoctorField::Number => ("Registration number", "രജിസ്ട്രേഷൻ നമ്പർ"),
        DoctorField::Speciality => ("Speciality", "വിഭാഗം"),
        DoctorField::Experience => ("Experience (years)", "പരിചയം (വർഷം)"),
    };
    match lang {
        En => en,
        Ml => ml,
    }
}

fn in_language(field: DoctorField, text: &str, lang: Lang) -> String {
    let speciality = specialities::find(text).filter(|_| field == DoctorField::Speciality && lang == Ml);
    speciality.map_or(text, |found| &found.ml).to_owned()
}
