//! What is said about desks.

use crate::platform::lang::Text;

pub const ADDED: Text = Text::new(
    "Added. A mail with a link to choose a password is on its way.",
    "ചേർത്തു. പാസ്‌വേഡ് തിരഞ്ഞെടുക്കാനുള്ള ലിങ്കുള്ള മെയിൽ അയച്ചിട്ടുണ്ട്.",
);
pub const ENDED: Text = Text::new("Ended. They are signed out everywhere.", "അവസാനിപ്പിച്ചു. എല്ലായിടത്തുനിന്നും സൈൻ ഔട്ട് ചെയ്തു.");
pub const ENOUGH: Text =
    Text::new("Twenty people are the most. Please end somebody first.", "പരമാവധി ഇരുപതു പേരെ ചേർക്കാം. ആദ്യം ഒരാളെ ഒഴിവാക്കുക.");
pub const EMAIL_TAKEN: Text = Text::new(
    "Somebody signs in at a desk with this e-mail address already.",
    "ഈ ഇ-മെയിൽ വിലാസം മറ്റൊരാൾ ഡെസ്ക് ലോഗിനായി ഇതിനകം ഉപയോഗിക്കുന്നു.",
);
pub const UNKNOWN: Text =
    Text::new("Nobody of that name is at your desk any more.", "ഇങ്ങനെയൊരാൾ ഇപ്പോൾ നിങ്ങളുടെ ഡെസ്കിലില്ല.");
pub const NO_HOSPITAL: Text =
    Text::new("No hospital has confirmed you yet.", "ഒരു ആശുപത്രിയും ഇതുവരെ നിങ്ങളെ സ്ഥിരീകരിച്ചിട്ടില്ല.");
pub const ALLOWED: Text =
    Text::new("The hospital's desk runs your day there.", "അവിടത്തെ നിങ്ങളുടെ ദിവസം ഇനി ആശുപത്രിയുടെ ഡെസ്ക് നോക്കും.");
pub const NOT_ALLOWED: Text =
    Text::new("The hospital's desk sees nothing of yours any more.", "ആശുപത്രിയുടെ ഡെസ്കിന് ഇനി നിങ്ങളുടെ ഒന്നും കാണാനാവില്ല.");
