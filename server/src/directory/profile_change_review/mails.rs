//! Mails about profile changes.

use crate::directory::profile_changes::ChangeRow;
use crate::directory::{Decision, WorkerKind};
use crate::identity::Contact;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::{Letter, Mail};

pub fn decided(to: &Contact, change: &ChangeRow, verdict: &Decision, site: &str) -> Mail {
    let (title, text) = match (verdict, to.lang) {
        (Decision::Approved, En) => {
            ("Your change is approved", "The change you asked for is approved. Everyone sees it from now on.")
        }
        (Decision::Approved, Ml) => {
            ("നിങ്ങൾ ആവശ്യപ്പെട്ട മാറ്റം അംഗീകരിച്ചു", "നിങ്ങൾ ആവശ്യപ്പെട്ട മാറ്റം അംഗീകരിച്ചു; ഇനി എല്ലാവർക്കും ഇതാണ് കാണുക.")
        }
        (Decision::Rejected { .. }, En) => (
            "Your change was not approved",
            "We could not approve the change you asked for. Your details stay as they were; you are welcome to ask again.",
        ),
        (Decision::Rejected { .. }, Ml) => (
            "നിങ്ങൾ ആവശ്യപ്പെട്ട മാറ്റം അംഗീകരിച്ചില്ല",
            "നിങ്ങൾ ആവശ്യപ്പെട്ട മാറ്റം അംഗീകരിക്കാനായില്ല. വിവരങ്ങൾ പഴയതുപോലെ തുടരും; വീണ്ടും ആവശ്യപ്പെടാവുന്നതാണ്.",
        ),
    };
    let (labels, because, button, footer) = match to.lang {
        En => (
            ["Name", "Name in Malayalam", "Licence number", "District"],
            "Reason",
            "My profile",
            "You receive this email because a change that needs approval was asked for in your Doc Care profile.",
        ),
        Ml => (
            ["പേര്", "പേര് മലയാളത്തിൽ", "ലൈസൻസ് നമ്പർ", "ജില്ല"],
            "കാരണം",
            "എന്റെ പ്രൊഫൈൽ",
            "നിങ്ങളുടെ Doc Care പ്രൊഫൈലിൽ അംഗീകാരം വേണ്ട ഒരു മാറ്റം ആവശ്യപ്പെട്ടതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    let facts = labels.into_iter().zip(change.old_and_new());
    let page = if change.category == WorkerKind::Doctor { "/doctor/profile" } else { "/business/profile" };
    let reason = match verdict {
        Decision::Rejected { reason } => reason.as_ref().map(|reason| format!("{because}: {reason}")),
        Decision::Approved => None,
    };
    let letter = Letter {
        lang: to.lang,
        title: title.into(),
        paragraphs: std::iter::once(text.into()).chain(reason).collect(),
        facts: facts.filter_map(|(label, change)| Some((label.into(), change?))).collect(),
        action: Some((button.into(), format!("{site}{page}"))),
        links: Vec::new(),
        footer: footer.into(),
    };
    letter.into_mail(to.email.clone(), title)
}
