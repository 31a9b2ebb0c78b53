//! The mail to a doctor whose entry was corrected.

use super::service::{Changed, Subject};
use crate::identity::Contact;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::mail::Mail;
use crate::reference::specialities;

pub fn corrected(to: &Contact, changes: &[Changed], site: &str) -> Mail {
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
    let line = |changed: &Changed| {
        let value = |text: &str| in_language(changed.subject, text, to.lang);
        format!("{}: {} → {}", label(changed.subject, to.lang), value(&changed.before), value(&changed.after))
    };
    let paragraphs = [text.to_owned()].into_iter().chain(changes.iter().map(line)).chain([hint.to_owned()]);
    to.letter(title, paragraphs, Some((button, format!("{site}/contact"))), footer)
}

fn label(subject: Subject, lang: Lang) -> &'static str {
    let (en, ml) = match subject {
        Subject::Name => ("Name", "പേര്"),
        Subject::Number => ("Registration number", "രജിസ്ട്രേഷൻ നമ്പർ"),
        Subject::Speciality => ("Speciality", "വിഭാഗം"),
        Subject::Experience => ("Experience (years)", "പരിചയം (വർഷം)"),
    };
    match lang {
        En => en,
        Ml => ml,
    }
}

fn in_language(subject: Subject, text: &str, lang: Lang) -> String {
    let speciality = specialities::find(text).filter(|_| subject == Subject::Speciality && lang == Ml);
    speciality.map_or(text, |found| &found.ml).to_owned()
}
