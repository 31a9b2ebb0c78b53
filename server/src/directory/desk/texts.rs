//! What is said about desks.

use crate::platform::lang::Text;

pub const INVITED: Text = Text::new("Invited. A mail with a link is on its way.", "ക്ഷണിച്ചു. ലിങ്കുള്ള മെയിൽ അയച്ചിട്ടുണ്ട്.");
pub const ACCEPTED: Text =
    Text::new("Welcome. You can sign in with your new password now.", "സ്വാഗതം. പുതിയ പാസ്‌വേഡ് ഉപയോഗിച്ച് ഇനി ലോഗിൻ ചെയ്യാം.");
pub const INVITATION_ENDED: Text = Text::new(
    "This invitation has ended or was used already. Please ask for another one.",
    "ഈ ക്ഷണം അവസാനിച്ചു, അല്ലെങ്കിൽ ഇതിനകം ഉപയോഗിച്ചു. വീണ്ടും ക്ഷണിക്കാൻ ആവശ്യപ്പെടുക.",
);
pub const EMAIL_USED: Text = Text::new(
    "You already sign in at a desk with this e-mail address. Please ask to be invited with another address.",
    "ഈ ഇ-മെയിൽ വിലാസം ഉപയോഗിച്ച് നിങ്ങൾ ഇതിനകം ഒരു ഡെസ്കിൽ ലോഗിൻ ചെയ്യുന്നുണ്ട്. മറ്റൊരു വിലാസത്തിലേക്ക് ക്ഷണിക്കാൻ ആവശ്യപ്പെടുക.",
);
pub const NO_SECOND_FACTOR: Text = Text::new("They have no two-factor login.", "ഇവർക്ക് രണ്ടുഘട്ട പരിശോധന ഇല്ല.");
pub const SECOND_FACTOR_REMOVED: Text = Text::new(
    "Two-factor login is off for them, and they are signed out. They get a mail.",
    "ഇവരുടെ രണ്ടുഘട്ട പരിശോധന ഓഫാക്കി, എല്ലായിടത്തുനിന്നും സൈൻ ഔട്ട് ചെയ്തു. ഇവർക്ക് മെയിൽ അയയ്ക്കും.",
);
pub const SIGNED_OUT_WITH_DESK: Text = Text::new(
    "You are signed out everywhere else, and the logins of everybody at your desk have ended.",
    "മറ്റെല്ലായിടത്തും നിന്ന് സൈൻ ഔട്ട് ചെയ്തു. ഡെസ്കിലെ എല്ലാവരുടെയും ലോഗിൻ അവസാനിപ്പിച്ചു.",
);
pub const ENDED: Text = Text::new("Ended. They are signed out everywhere.", "അവസാനിപ്പിച്ചു. എല്ലായിടത്തുനിന്നും സൈൻ ഔട്ട് ചെയ്തു.");
pub const ENOUGH: Text =
    Text::new("Twenty people are the most. Please end somebody first.", "പരമാവധി ഇരുപതു പേരെ ചേർക്കാം. ആദ്യം ഒരാളെ ഒഴിവാക്കുക.");
pub const EMAIL_TAKEN: Text = Text::new(
    "Somebody at your desk has this e-mail address already.",
    "നിങ്ങളുടെ ഡെസ്കിലെ ഒരാൾ ഇതിനകം ഈ ഇ-മെയിൽ വിലാസം ഉപയോഗിക്കുന്നുണ്ട്.",
);
pub const UNKNOWN: Text =
    Text::new("Nobody of that name is at your desk any more.", "ഇങ്ങനെയൊരാൾ ഇപ്പോൾ നിങ്ങളുടെ ഡെസ്കിലില്ല.");
pub const NO_HOSPITAL: Text =
    Text::new("No hospital has confirmed you yet.", "ഒരു ആശുപത്രിയും ഇതുവരെ നിങ്ങളെ സ്ഥിരീകരിച്ചിട്ടില്ല.");
pub const ALLOWED: Text =
    Text::new("The hospital's desk runs your day there.", "അവിടത്തെ നിങ്ങളുടെ ദിവസം ഇനി ആശുപത്രിയുടെ ഡെസ്ക് നോക്കും.");
pub const NOT_ALLOWED: Text =
    Text::new("The hospital's desk sees nothing of yours any more.", "ആശുപത്രിയുടെ ഡെസ്കിന് ഇനി നിങ്ങളുടെ ഒന്നും കാണാനാവില്ല.");
