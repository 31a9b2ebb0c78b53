//! What the contact form says to people.

use crate::platform::lang::texts;

texts! {
    pub SENT: "Thank you for your message. We will answer by mail.",
        "നിങ്ങളുടെ സന്ദേശത്തിന് നന്ദി. മെയിൽ വഴി മറുപടി നൽകാം.";
    pub ANSWERED: "Your answer is on its way.", "മറുപടി അയച്ചു.";
    pub CLOSED: "The message is closed.", "സന്ദേശം അവസാനിപ്പിച്ചു.";
    pub TEXT_MISSING: "Please write a message.", "സന്ദേശം എഴുതുക.";
    pub TEXT_LONG: "The message may have at most 4000 characters.", "സന്ദേശത്തിന് പരമാവധി 4000 അക്ഷരങ്ങളാകാം.";
    pub STATUS_WRONG: "Please choose open, answered or closed.",
        "തുറന്നത്, മറുപടി നൽകിയത്, അവസാനിപ്പിച്ചത് എന്നിവയിലൊന്ന് തിരഞ്ഞെടുക്കുക.";
}
