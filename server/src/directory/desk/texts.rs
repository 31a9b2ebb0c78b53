//! Texts about desks.

use crate::platform::lang::Text;

pub const INVITED: Text = Text::new("Invited. We have sent an email with a link.", "ക്ഷണിച്ചു. ലിങ്കുള്ള ഇമെയിൽ അയച്ചിട്ടുണ്ട്.");
pub const ACCEPTED: Text =
    Text::new("Welcome. You can log in with your new password now.", "സ്വാഗതം. പുതിയ പാസ്‌വേഡ് ഉപയോഗിച്ച് ഇനി ലോഗിൻ ചെയ്യാം.");
pub const INVITATION_ENDED: Text = Text::new(
    "This invitation has expired or was already used. Please ask for a new one.",
    "ഈ ക്ഷണം കാലഹരണപ്പെട്ടു, അല്ലെങ്കിൽ ഇതിനകം ഉപയോഗിച്ചു. വീണ്ടും ക്ഷണിക്കാൻ ആവശ്യപ്പെടുക.",
);
pub const EMAIL_USED: Text = Text::new(
    "You already log in at a desk with this email address. Please ask to be invited with another address.",
    "ഈ ഇമെയിൽ വിലാസം ഉപയോഗിച്ച് നിങ്ങൾ ഇതിനകം ഒരു ഡെസ്കിൽ ലോഗിൻ ചെയ്യുന്നുണ്ട്. മറ്റൊരു വിലാസത്തിലേക്ക് ക്ഷണിക്കാൻ ആവശ്യപ്പെടുക.",
);
pub const NO_SECOND_FACTOR: Text = Text::new("Two-factor login is not on for them.", "ഇവർക്ക് രണ്ടുഘട്ട പരിശോധന ഇല്ല.");
pub const SECOND_FACTOR_REMOVED: Text = Text::new(
    "Two-factor login is off for them, and they are logged out. They get an email.",
    "ഇവരുടെ രണ്ടുഘട്ട പരിശോധന ഓഫാക്കി, എല്ലായിടത്തുനിന്നും ലോഗ് ഔട്ട് ചെയ്തു. ഇവർക്ക് ഇമെയിൽ അയയ്ക്കും.",
);
pub const SIGNED_OUT_WITH_DESK: Text = Text::new(
    "You are logged out everywhere else, and the logins of everyone at your desk have ended.",
    "മറ്റെല്ലായിടത്തും നിന്ന് ലോഗ് ഔട്ട് ചെയ്തു. ഡെസ്കിലെ എല്ലാവരുടെയും ലോഗിൻ അവസാനിപ്പിച്ചു.",
);
pub const ENDED: Text = Text::new("Ended. They are logged out everywhere.", "അവസാനിപ്പിച്ചു. എല്ലായിടത്തുനിന്നും ലോഗ് ഔട്ട് ചെയ്തു.");
pub const ENOUGH: Text = Text::new(
    "You can have at most 20 people. Please end someone's login first.",
    "പരമാവധി 20 പേരെ ചേർക്കാം. ആദ്യം ഒരാളുടെ ലോഗിൻ അവസാനിപ്പിക്കുക.",
);
pub const EMAIL_TAKEN: Text = Text::new(
    "Someone at your desk already has this email address.",
    "നിങ്ങളുടെ ഡെസ്കിലെ ഒരാൾ ഇതിനകം ഈ ഇമെയിൽ വിലാസം ഉപയോഗിക്കുന്നുണ്ട്.",
);
pub const UNKNOWN: Text = Text::new("This person is no longer at your desk.", "ഇങ്ങനെയൊരാൾ ഇപ്പോൾ നിങ്ങളുടെ ഡെസ്കിലില്ല.");
pub const NO_HOSPITAL: Text =
    Text::new("No hospital has confirmed you yet.", "ഒരു ആശുപത്രിയും ഇതുവരെ നിങ്ങളെ സ്ഥിരീകരിച്ചിട്ടില്ല.");
pub const ALLOWED: Text =
    Text::new("The hospital desk now runs your day there.", "അവിടത്തെ ദിവസകാര്യങ്ങൾ ഇനി ആശുപത്രി ഡെസ്ക് നോക്കും.");
pub const NOT_ALLOWED: Text =
    Text::new("The hospital desk no longer sees your visits.", "ആശുപത്രി ഡെസ്കിന് ഇനി നിങ്ങളുടെ സന്ദർശനങ്ങൾ കാണാനാവില്ല.");
