//! The mails about a name or licence number that was asked for.

use super::store::ChangeRow;
use crate::directory::joining::Verdict;
use crate::identity::Contact;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::{Letter, Mail};

/// What the administrator decided about it.
pub fn decided(to: &Contact, change: &ChangeRow, verdict: &Verdict, profile_page: String) -> Mail {
    let (title, text) = match (verdict, to.lang) {
        (Verdict::Approved, En) => {
            ("Your change is approved", "What you asked for is approved, and everybody sees it from now on.")
        }
        (Verdict::Approved, Ml) => {
            ("നിങ്ങൾ ആവശ്യപ്പെട്ട മാറ്റം അംഗീകരിച്ചു", "നിങ്ങൾ ആവശ്യപ്പെട്ട മാറ്റം അംഗീകരിച്ചു; ഇനി എല്ലാവർക്കും ഇതാണ് കാണുക.")
        }
        (Verdict::Rejected { .. }, En) => (
            "Your change was not approved",
            "We could not approve what you asked for. Your entry stays as it was; you are welcome to ask again.",
        ),
        (Verdict::Rejected { .. }, Ml) => (
            "നിങ്ങൾ ആവശ്യപ്പെട്ട മാറ്റം അംഗീകരിച്ചില്ല",
            "നിങ്ങൾ ആവശ്യപ്പെട്ട മാറ്റം അംഗീകരിക്കാനായില്ല. വിവരങ്ങൾ പഴയതുപോലെ തുടരും; വീണ്ടും ആവശ്യപ്പെടാവുന്നതാണ്.",
        ),
    };
    let (name, number, because, button, footer) = match to.lang {
        En => (
            "Name",
            "Licence number",
            "Reason",
            "My profile",
            "You receive this mail because a new name or licence number was asked for in your Doc Care profile.",
        ),
        Ml => (
            "പേര്",
            "ലൈസൻസ് നമ്പർ",
            "കാരണം",
            "എന്റെ പ്രൊഫൈൽ",
            "നിങ്ങളുടെ Doc Care പ്രൊഫൈലിൽ പുതിയ പേരോ ലൈസൻസ് നമ്പറോ ആവശ്യപ്പെട്ടതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    let new_name = change.new_name.as_ref().map(|new| (name.into(), format!("{} → {}", change.name, new.as_str())));
    let new_number = change.new_number.as_ref().map(|new| (number.into(), format!("{} → {new}", change.number)));
    let reason = match verdict {
        Verdict::Rejected { reason } => reason.as_ref().map(|reason| format!("{because}: {reason}")),
        Verdict::Approved => None,
    };
    let letter = Letter {
        lang: to.lang,
        title: title.into(),
        paragraphs: std::iter::once(text.into()).chain(reason).collect(),
        facts: new_name.into_iter().chain(new_number).collect(),
        action: Some((button.into(), profile_page)),
        links: Vec::new(),
        footer: footer.into(),
    };
    letter.into_mail(to.email.clone(), title)
}
