//! The mail by which an administrator sees that mails go out.

use crate::identity::Contact;
use crate::platform::lang::Lang::{En, Ml};
use crate::platform::mail::Mail;

pub fn test(to: &Contact, site: &str) -> Mail {
    let (title, text, button, footer) = match to.lang {
        En => (
            "Test email from Doc Care",
            "This email shows that Doc Care can send emails to you. Nothing needs to be done.",
            "Operations",
            "You receive this email because you asked for it on the page Operations.",
        ),
        Ml => (
            "Doc Care-ൽ നിന്നുള്ള പരീക്ഷണ ഇമെയിൽ (Test email)",
            "Doc Care-ന് നിങ്ങൾക്ക് ഇമെയിൽ അയയ്ക്കാൻ കഴിയുന്നുണ്ടെന്ന് ഈ ഇമെയിൽ കാണിക്കുന്നു. ഒന്നും ചെയ്യേണ്ടതില്ല.",
            "പ്രവർത്തനം",
            "പ്രവർത്തനം എന്ന പേജിൽ നിങ്ങൾ ആവശ്യപ്പെട്ടതിനാലാണ് ഈ ഇമെയിൽ ലഭിക്കുന്നത്.",
        ),
    };
    // Whether it arrives is the question, also where mails came back from.
    to.letter(title, [text], Some((button, format!("{site}/admin/operations"))), footer).sent_anyway()
}
