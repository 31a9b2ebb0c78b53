//! The mails about an invitation: to the invited address, and to the employer.

use crate::identity::Contact;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::Mail;

/// The link to accept by choosing a password.
pub fn invited(to: &Contact, name: &str, employer: &str, link: String) -> Mail {
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "You are invited to a desk at Doc Care",
            format!(
                "{name}, you are invited by {employer} to work at the desk at Doc Care. Accept by choosing a password to sign in with; \
                 nobody else knows it."
            ),
            format!(
                "The link works for seven days and once only. After that, please ask {employer} for another invitation. If you do not \
                 expect this mail, you need do nothing: without your password there is no account."
            ),
            "Accept the invitation",
            "You receive this mail because this address was entered for somebody at a desk at Doc Care.",
        ),
        Ml => (
            "Doc Care-ലെ ഡെസ്കിലേക്ക് നിങ്ങളെ ക്ഷണിക്കുന്നു",
            format!(
                "{name}, Doc Care-ലെ ഡെസ്കിൽ ജോലി ചെയ്യാൻ {employer} നിങ്ങളെ ക്ഷണിക്കുന്നു. ലോഗിൻ ചെയ്യാൻ ഒരു പാസ്‌വേഡ് തിരഞ്ഞെടുത്ത് ക്ഷണം സ്വീകരിക്കുക; അത് \
                 മറ്റാർക്കും അറിയില്ല."
            ),
            format!(
                "ഈ ലിങ്ക് ഏഴു ദിവസം, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും. അതിനുശേഷം {employer} വീണ്ടും ക്ഷണിക്കേണ്ടിവരും. ഈ മെയിൽ പ്രതീക്ഷിച്ചതല്ലെങ്കിൽ ഒന്നും \
                 ചെയ്യേണ്ട: നിങ്ങൾ പാസ്‌വേഡ് തിരഞ്ഞെടുക്കാതെ അക്കൗണ്ട് ഉണ്ടാകില്ല."
            ),
            "ക്ഷണം സ്വീകരിക്കുക",
            "Doc Care-ലെ ഒരു ഡെസ്കിലെ ആൾക്കായി ഈ വിലാസം നൽകിയതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    to.letter(title, [text, hint], Some((button, link)), footer).sent_anyway()
}

/// Tells the employer whom they invited.
pub fn employer_told(to: &Contact, name: &str, email: &str, page: String) -> Mail {
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "Somebody was invited to your desk",
            format!("{name} ({email}) can sign in for you at Doc Care once they have accepted your invitation."),
            "If you did not do this, please end the invitation at once and change your password.",
            "See your desk",
            "You receive this mail because of your account at Doc Care.",
        ),
        Ml => (
            "നിങ്ങളുടെ ഡെസ്കിലേക്ക് ഒരാളെ ക്ഷണിച്ചു",
            format!("ക്ഷണം സ്വീകരിച്ചുകഴിഞ്ഞാൽ {name} ({email}) നിങ്ങൾക്കുവേണ്ടി Doc Care-ൽ ലോഗിൻ ചെയ്യാനാകും."),
            "ഇത് നിങ്ങൾ ചെയ്തതല്ലെങ്കിൽ ഉടൻ ആ ക്ഷണം പിൻവലിച്ച് നിങ്ങളുടെ പാസ്‌വേഡ് മാറ്റുക.",
            "ഡെസ്ക് കാണുക",
            "Doc Care-ലെ നിങ്ങളുടെ അക്കൗണ്ടുമായി ബന്ധപ്പെട്ടാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    to.letter(title, [text, hint.into()], Some((button, page)), footer).sent_anyway()
}
