//! Texts of the contact form.

use crate::platform::lang::Text;

pub const SENT: Text =
    Text::new("Thank you for your message. We will answer by email.", "നിങ്ങളുടെ സന്ദേശത്തിന് നന്ദി. ഇമെയിൽ വഴി മറുപടി നൽകാം.");
pub const ANSWERED: Text = Text::new("Your answer is being sent.", "മറുപടി അയയ്ക്കുന്നു.");
pub const CLOSED: Text = Text::new("The message is closed.", "സന്ദേശം അവസാനിപ്പിച്ചു.");
pub const TEXT_MISSING: Text = Text::new("Please write a message.", "സന്ദേശം എഴുതുക.");
pub const TEXT_LONG: Text =
    Text::new("The message can have at most 4000 characters.", "സന്ദേശത്തിന് പരമാവധി 4000 അക്ഷരങ്ങളാകാം.");
pub const STATUS_WRONG: Text =
    Text::new("Please choose open, answered or closed.", "തുറന്നത്, മറുപടി നൽകിയത്, അവസാനിപ്പിച്ചത് എന്നിവയിലൊന്ന് തിരഞ്ഞെടുക്കുക.");
