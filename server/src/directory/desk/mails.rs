//! The mails to somebody who is added to a desk, and to whoever has them now.

use crate::identity::Contact;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::Mail;

/// The link to choose the first password.
pub fn added(to: &Contact, name: &str, employer: &str, link: String) -> Mail {
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "Your login at Doc Care",
            format!(
                "{name}, {employer} has added you to the desk at Doc Care. Choose a password to sign in with; nobody else knows it."
            ),
            "The link works for one hour and once only. Later, \"Forgot Password?\" at the desk's login sends you another. If you do not \
             expect this mail, please do not use the link.",
            "Choose a password",
            "You receive this mail because this address was entered for somebody at a desk at Doc Care.",
        ),
        Ml => (
            "Doc Care-ലെ നിങ്ങളുടെ ലോഗിൻ",
            format!(
                "{name}, {employer} നിങ്ങളെ Doc Care-ലെ ഡെസ്കിൽ ചേർത്തു. ലോഗിൻ ചെയ്യാൻ ഒരു പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക; അത് മറ്റാർക്കും അറിയില്ല."
            ),
            "ഈ ലിങ്ക് ഒരു മണിക്കൂർ, ഒരു തവണ മാത്രം പ്രവർത്തിക്കും. അതിനുശേഷം ഡെസ്ക് ലോഗിനിലെ \"പാസ്‌വേഡ് മറന്നോ?\" വഴി പുതിയ ലിങ്ക് ലഭിക്കും. ഈ മെയിൽ \
             പ്രതീക്ഷിച്ചതല്ലെങ്കിൽ ലിങ്ക് ഉപയോഗിക്കരുത്.",
            "പാസ്‌വേഡ് തിരഞ്ഞെടുക്കുക",
            "Doc Care-ലെ ഒരു ഡെസ്കിലെ ആൾക്കായി ഈ വിലാസം നൽകിയതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    to.letter(title, [text, hint.into()], Some((button, link)), footer).sent_anyway()
}

/// Tells the employer whom they added.
pub fn told(to: &Contact, name: &str, email: &str, page: String) -> Mail {
    let (title, text, hint, button, footer) = match to.lang {
        En => (
            "Somebody was added to your desk",
            format!("{name} ({email}) can sign in for you at Doc Care once they have chosen a password."),
            "If you did not do this, please end their login at once and change your password.",
            "See your desk",
            "You receive this mail because of your account at Doc Care.",
        ),
        Ml => (
            "നിങ്ങളുടെ ഡെസ്കിൽ ഒരാളെ ചേർത്തു",
            format!("പാസ്‌വേഡ് തിരഞ്ഞെടുത്തുകഴിഞ്ഞാൽ {name} ({email}) നിങ്ങൾക്കുവേണ്ടി Doc Care-ൽ ലോഗിൻ ചെയ്യാനാകും."),
            "ഇത് നിങ്ങൾ ചെയ്തതല്ലെങ്കിൽ ഉടൻ അവരുടെ ലോഗിൻ അവസാനിപ്പിച്ച് നിങ്ങളുടെ പാസ്‌വേഡ് മാറ്റുക.",
            "ഡെസ്ക് കാണുക",
            "Doc Care-ലെ നിങ്ങളുടെ അക്കൗണ്ടുമായി ബന്ധപ്പെട്ടാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    to.letter(title, [text, hint.into()], Some((button, page)), footer).sent_anyway()
}
