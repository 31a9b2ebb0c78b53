//! The mail that announces the end of an account.

use jiff::civil::Date;

use crate::identity::Contact;
use crate::platform::format::day;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::Mail;

/// To the holder of an idle account. A blocked account cannot log in, so its mail names a contact.
pub fn account_ends(to: &Contact, on: Date, can_sign_in: bool, site: &str) -> Mail {
    let date = day(on, to.lang);
    let (title, text, footer) = match to.lang {
        En => (
            "Your Doc Care account will be erased",
            format!(
                "You have not used your Doc Care account for a long time. We keep personal data no longer than it is needed, so the \
                 account and everything in it will be erased on {date}."
            ),
            "You receive this email because this is the address of a Doc Care account.",
        ),
        Ml => (
            "നിങ്ങളുടെ Doc Care അക്കൗണ്ട് മായ്ക്കും",
            format!(
                "ഏറെക്കാലമായി നിങ്ങൾ Doc Care അക്കൗണ്ട് ഉപയോഗിച്ചിട്ടില്ല. ആവശ്യമുള്ളതിലും കൂടുതൽ കാലം വ്യക്തിവിവരങ്ങൾ ഞങ്ങൾ സൂക്ഷിക്കാറില്ല. അതിനാൽ \
                 ഈ അക്കൗണ്ടും അതിലുള്ള എല്ലാ വിവരങ്ങളും മായ്ക്കും. തീയതി: {date}."
            ),
            "ഇത് ഒരു Doc Care അക്കൗണ്ടിന്റെ വിലാസമായതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    let (hint, button, page) = match (to.lang, can_sign_in) {
        (En, true) => (
            "If you want to keep it, log in or book a visit before that day. If you no longer need it, you do not need to do anything.",
            "Log in",
            "/login",
        ),
        (Ml, true) => (
            "അക്കൗണ്ട് തുടരണമെങ്കിൽ അതിനുമുമ്പ് ലോഗിൻ ചെയ്യുകയോ ബുക്ക് ചെയ്യുകയോ ചെയ്യുക. ഇനി വേണ്ടെങ്കിൽ ഒന്നും ചെയ്യേണ്ടതില്ല.",
            "ലോഗിൻ ചെയ്യുക",
            "/login",
        ),
        (En, false) => (
            "The account is blocked, so you cannot log in. If you want to keep it, contact us before that day.",
            "Contact us",
            "/contact",
        ),
        (Ml, false) => (
            "ഈ അക്കൗണ്ട് ബ്ലോക്ക് ചെയ്തിരിക്കുന്നതിനാൽ ലോഗിൻ ചെയ്യാനാകില്ല. അക്കൗണ്ട് തുടരണമെങ്കിൽ അതിനുമുമ്പ് ഞങ്ങളെ ബന്ധപ്പെടുക.",
            "ഞങ്ങളെ ബന്ധപ്പെടുക",
            "/contact",
        ),
    };
    to.letter(title, [text.as_str(), hint], Some((button, format!("{site}{page}"))), footer)
}
