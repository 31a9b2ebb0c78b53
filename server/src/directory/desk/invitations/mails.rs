//! Mails about an invitation: to the invited address, and to the employer.

use crate::identity::Contact;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::Mail;

/// The invitation, with the link to choose a password.
pub fn invited(to: &Contact, name: &str, employer: &str, link: String) -> Mail {
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "You are invited to a desk on Doc Care",
            format!(
                "{name}, you are invited by {employer} to work at the desk on Doc Care. Choose your own password to accept and log in."
            ),
            format!(
                "The link works once, within seven days. After that, please ask {employer} for a new invitation. If you were not \
                 expecting this email, you do not need to do anything: no account exists until you choose a password."
            ),
            "Accept the invitation",
            "You receive this email because this address was entered for someone at a desk on Doc Care.",
        ),
        Ml => (
            "Doc Care-ലെ ഡെസ്കിലേക്ക് നിങ്ങളെ ക്ഷണിക്കുന്നു",
            format!(
                "{name}, Doc Care-ലെ ഡെസ്കിൽ ജോലി ചെയ്യാൻ {employer} നിങ്ങളെ ക്ഷണിക്കുന്നു. സ്വന്തം പാസ്‌വേഡ് തിരഞ്ഞെടുത്ത് ക്ഷണം സ്വീകരിച്ച് ലോഗിൻ ചെയ്യുക."
            ),
            format!(
                "ഈ ലിങ്ക് ഏഴു ദിവസം, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും. അതിനുശേഷം {employer} വീണ്ടും ക്ഷണിക്കേണ്ടിവരും. ഈ ഇമെയിൽ പ്രതീക്ഷിച്ചതല്ലെങ്കിൽ ഒന്നും \
                 ചെയ്യേണ്ട: നിങ്ങൾ പാസ്‌വേഡ് തിരഞ്ഞെടുക്കാതെ അക്കൗണ്ട് ഉണ്ടാകില്ല."
            ),
            "ക്ഷണം സ്വീകരിക്കുക",
            "Doc Care-ലെ ഒരു ഡെസ്കിലെ ആൾക്കായി ഈ വിലാസം നൽകിയതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    to.letter(title, [text, hint], Some((button, link)), footer).sent_anyway()
}

pub fn staff_invited(to: &Contact, name: &str, email: &str, page: String) -> Mail {
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "Someone was invited to your desk",
            format!("{name} ({email}) can log in for you on Doc Care once they accept your invitation."),
            "If you did not do this, please withdraw the invitation at once and change your password.",
            "See your desk",
            "You receive this email because of your account on Doc Care.",
        ),
        Ml => (
            "നിങ്ങളുടെ ഡെസ്കിലേക്ക് ഒരാളെ ക്ഷണിച്ചു",
            format!("ക്ഷണം സ്വീകരിച്ചുകഴിഞ്ഞാൽ {name} ({email}) നിങ്ങൾക്കുവേണ്ടി Doc Care-ൽ ലോഗിൻ ചെയ്യാനാകും."),
            "ഇത് നിങ്ങൾ ചെയ്തതല്ലെങ്കിൽ ഉടൻ ആ ക്ഷണം പിൻവലിച്ച് നിങ്ങളുടെ പാസ്‌വേഡ് മാറ്റുക.",
            "ഡെസ്ക് കാണുക",
            "Doc Care-ലെ നിങ്ങളുടെ അക്കൗണ്ടുമായി ബന്ധപ്പെട്ടാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    to.letter(title, [text, hint.into()], Some((button, page)), footer).sent_anyway()
}
