//! The mails to those who want to join.

use super::model::Verdict;
use crate::identity::Contact;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::mail::Mail;

/// The application has arrived.
pub fn received(to: &Contact) -> Mail {
    let (title, text) = match to.lang {
        En => (
            "We have your application",
            "Thank you for joining Doc Care. Our administrator looks at every application; we will write to you when yours \
             is decided. You can sign in once it is approved.",
        ),
        Ml => (
            "നിങ്ങളുടെ അപേക്ഷ ലഭിച്ചു",
            "Doc Care-ൽ ചേർന്നതിന് നന്ദി. ഓരോ അപേക്ഷയും അഡ്മിനിസ്ട്രേറ്റർ പരിശോധിക്കും; തീരുമാനമായാൽ ഞങ്ങൾ അറിയിക്കാം. അംഗീകരിച്ച ശേഷം ലോഗിൻ ചെയ്യാം.",
        ),
    };
    to.letter(title, [text], None, footer(to.lang))
}

/// What the administrator decided; whoever is let in signs in at `login_page`.
pub fn decided(to: &Contact, name: &str, verdict: &Verdict, login_page: String) -> Mail {
    match verdict {
        Verdict::Approved => {
            let (title, text, button) = match to.lang {
                En => (
                    "Your application is approved",
                    format!("Welcome to Doc Care. {name} is visible to everybody now, and you can sign in."),
                    "Login",
                ),
                Ml => (
                    "നിങ്ങളുടെ അപേക്ഷ അംഗീകരിച്ചു",
                    format!("Doc Care-ലേക്ക് സ്വാഗതം. {name} ഇനി എല്ലാവർക്കും കാണാം; നിങ്ങൾക്ക് ലോഗിൻ ചെയ്യാം."),
                    "ലോഗിൻ",
                ),
            };
            to.letter(title, [text], Some((button, login_page)), footer(to.lang))
        }
        Verdict::Rejected { reason } => {
            let (title, text, because) = match to.lang {
                En => (
                    "Your application was not approved",
                    format!("We could not approve the application of {name}. You are welcome to apply again."),
                    "Reason",
                ),
                Ml => (
                    "നിങ്ങളുടെ അപേക്ഷ അംഗീകരിച്ചില്ല",
                    format!("{name} നൽകിയ അപേക്ഷ അംഗീകരിക്കാനായില്ല. വീണ്ടും അപേക്ഷിക്കാവുന്നതാണ്."),
                    "കാരണം",
                ),
            };
            let reason = reason.as_ref().map(|reason| format!("{because}: {reason}"));
            to.letter(title, std::iter::once(text).chain(reason), None, footer(to.lang))
        }
    }
}

fn footer(lang: Lang) -> &'static str {
    match lang {
        En => "You receive this mail because somebody applied to Doc Care with this address.",
        Ml => "ഈ വിലാസം ഉപയോഗിച്ച് Doc Care-ൽ അപേക്ഷിച്ചതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
    }
}
