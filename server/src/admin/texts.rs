//! Texts of the administrator's area.

use crate::platform::lang::Text;

pub const NO_REPORTS: Text =
    Text::new("Reports about emails are not accepted here.", "ഇമെയിലുകളെക്കുറിച്ചുള്ള റിപ്പോർട്ടുകൾ ഇവിടെ സ്വീകരിക്കുന്നില്ല.");
pub const REPORTS_TAKEN: Text = Text::new("Thank you.", "നന്ദി.");
pub const BLOCKED: Text = Text::new("The user is blocked.", "ഉപയോക്താവിനെ ബ്ലോക്ക് ചെയ്തു.");
pub const UNBLOCKED: Text = Text::new("The user is unblocked.", "ഉപയോക്താവിനെ അൺബ്ലോക്ക് ചെയ്തു.");
pub const VISITS_RETURNED: Text = Text::new(
    "The visits are with the other account now. The former one is erased.",
    "സന്ദർശനങ്ങൾ ഇനി മറ്റേ അക്കൗണ്ടിൽ കാണാം. പഴയ അക്കൗണ്ട് മായ്ച്ചു.",
);
pub const NUMBER_WITHOUT_ACCOUNT: Text = Text::new(
    "No other account has confirmed this number. The patient logs in with it first.",
    "മറ്റൊരു അക്കൗണ്ടും ഈ നമ്പർ സ്ഥിരീകരിച്ചിട്ടില്ല. ആദ്യം രോഗി ഈ നമ്പർ ഉപയോഗിച്ച് ലോഗിൻ ചെയ്യണം.",
);
pub const SUSPENDED: Text = Text::new("Suspended.", "മാറ്റിനിർത്തി.");
pub const RESTORED: Text = Text::new("Restored.", "തിരികെ ചേർത്തു.");
pub const NOT_SUSPENDABLE: Text =
    Text::new("Already suspended, or not approved yet.", "ഇതിനകം മാറ്റിനിർത്തിയിട്ടുണ്ട്, അല്ലെങ്കിൽ ഇതുവരെ അംഗീകരിച്ചിട്ടില്ല.");
pub const NOT_SUSPENDED: Text = Text::new("Not suspended.", "മാറ്റിനിർത്തിയിട്ടില്ല.");
pub const REASON_MISSING: Text = Text::new("Please give a reason.", "കാരണം നൽകുക.");
pub const ADMIN_ADDED: Text = Text::new(
    "The administrator is added and gets an email with a link to choose a password.",
    "അഡ്മിനിസ്ട്രേറ്ററെ ചേർത്തു; പാസ്‌വേഡ് തിരഞ്ഞെടുക്കാനുള്ള ലിങ്ക് ഇമെയിലിൽ അയയ്ക്കും.",
);
pub const ADMIN_KNOWN: Text =
    Text::new("There is already an administrator with this address.", "ഈ വിലാസത്തിൽ ഒരു അഡ്മിനിസ്ട്രേറ്റർ ഇതിനകം ഉണ്ട്.");
pub const ADMIN_REMOVED: Text = Text::new("The administrator is removed.", "അഡ്മിനിസ്ട്രേറ്ററെ ഒഴിവാക്കി.");
pub const NOT_ONESELF: Text = Text::new(
    "You cannot remove yourself. Another administrator can.",
    "സ്വയം ഒഴിവാക്കാനാവില്ല. മറ്റൊരു അഡ്മിനിസ്ട്രേറ്റർക്ക് ഒഴിവാക്കാം.",
);
pub const DESK_ENDED: Text =
    Text::new("Ended. They are logged out everywhere.", "അവസാനിപ്പിച്ചു. എല്ലായിടത്തുനിന്നും ലോഗ് ഔട്ട് ചെയ്തു.");
pub const RETRIED: Text = Text::new("Trying again.", "വീണ്ടും അയയ്ക്കാൻ ശ്രമിക്കും.");
pub const DROPPED: Text = Text::new("Discarded.", "ഒഴിവാക്കി.");
pub const RETRY_TOO_LATE: Text = Text::new(
    "This cannot be sent again: its text is no longer kept, or messages to that number are no longer wanted.",
    "വീണ്ടും അയയ്ക്കാനാവില്ല: ഉള്ളടക്കം ഇപ്പോൾ സൂക്ഷിച്ചിട്ടില്ല, അല്ലെങ്കിൽ ആ നമ്പറിൽ ഇനി സന്ദേശം ആവശ്യമില്ല.",
);
pub const NO_BACKUPS: Text = Text::new(
    "No backups are set up on this server. Set DOCCARE_BACKUP_EVERY and start it again.",
    "ഈ സെർവറിൽ ബാക്കപ്പ് ക്രമീകരിച്ചിട്ടില്ല. DOCCARE_BACKUP_EVERY നൽകി വീണ്ടും തുടങ്ങുക.",
);
pub const BACKUP_BEGUN: Text = Text::new(
    "The backup has begun. Its time appears here when it is complete.",
    "ബാക്കപ്പ് തുടങ്ങി. പൂർത്തിയാകുമ്പോൾ സമയം ഇവിടെ കാണാം.",
);

/// The message that says where the test mail goes.
pub fn test_mail_sent(address: &str) -> (String, String) {
    (format!("A test email is on its way to {address}."), format!("{address} എന്ന വിലാസത്തിലേക്ക് പരീക്ഷണ ഇമെയിൽ അയച്ചു."))
}
pub const CORRECTED: Text = Text::new("Saved. The doctor is told by email.", "സേവ് ചെയ്തു. ഡോക്ടറെ ഇമെയിൽ വഴി അറിയിക്കും.");
pub const BOOKINGS_WRONG: Text = Text::new(
    "Please choose what happens to the bookings: keep or cancel.",
    "ബുക്കിങ്ങുകൾ നിലനിർത്തണോ റദ്ദാക്കണോ എന്ന് തിരഞ്ഞെടുക്കുക.",
);
pub const STATUS_WRONG: Text = Text::new("Please choose a status from the list.", "പട്ടികയിൽ നിന്ന് ഒരു നില തിരഞ്ഞെടുക്കുക.");
pub const SORT_WRONG: Text =
    Text::new("Please sort by newest, oldest or name.", "പുതിയത്, പഴയത്, പേര് എന്നിവയിലൊന്നു പ്രകാരം ക്രമീകരിക്കുക.");
pub const DOCTOR_SORT_WRONG: Text =
    Text::new("Please sort by newest or unanswered.", "newest അല്ലെങ്കിൽ unanswered തിരഞ്ഞെടുക്കുക.");
pub const DAY_WRONG: Text = Text::new("Please give a day such as 2024-01-05.", "2024-01-05 പോലെ ഒരു ദിവസം നൽകുക.");
pub const NO_SECOND_FACTOR: Text =
    Text::new("Two-factor login is not on for this account.", "ഈ അക്കൗണ്ടിന്റെ രണ്ടുഘട്ട പരിശോധന ഓണല്ല.");
pub const SECOND_FACTOR_REMOVED: Text = Text::new(
    "Two-factor login is off. They log in with only the password, and we have told them by email.",
    "രണ്ടുഘട്ട പരിശോധന ഓഫാക്കി. ഇനി പാസ്‌വേഡ് മാത്രം മതി; ഇമെയിൽ വഴി അറിയിച്ചിട്ടുണ്ട്.",
);
pub const IMPERSONATION_REPORTED: Text = Text::new(
    "Thank you. The entry is hidden, no one can log in to it, and we have told our administrators.",
    "നന്ദി. ഈ വിവരങ്ങൾ ഇനി ആർക്കും കാണാനാവില്ല, ഇതിൽ ലോഗിൻ ചെയ്യാനും കഴിയില്ല; ഞങ്ങളുടെ അഡ്മിനിസ്ട്രേറ്റർമാരെ അറിയിച്ചു.",
);
pub const COLUMN_NAME: Text = Text::new("Name", "പേര്");
pub const COLUMN_EMAIL: Text = Text::new("Email", "ഇമെയിൽ");
pub const COLUMN_PHONE: Text = Text::new("Phone Number", "ഫോൺ നമ്പർ");
pub const COLUMN_CREATED: Text = Text::new("Account Create Date", "അക്കൗണ്ട് തുടങ്ങിയ തീയതി");
pub const COLUMN_BLOCKED: Text = Text::new("Blocked", "ബ്ലോക്ക് ചെയ്തത്");
pub const YES: Text = Text::new("Yes", "അതെ");
pub const NO: Text = Text::new("No", "അല്ല");

// Import of tables.
pub const HEADER_UNKNOWN: Text = Text::new(
    "The first line must name the columns, as the template does.",
    "ആദ്യ വരിയിൽ മാതൃകയിലേതുപോലെ കോളങ്ങളുടെ പേരുകൾ വേണം.",
);
pub const COLUMN_UNKNOWN: Text = Text::new("This column is unknown.", "ഇങ്ങനെയൊരു കോളമില്ല.");
pub const COLUMN_TWICE: Text = Text::new("This column appears twice.", "ഈ കോളം രണ്ടു തവണയുണ്ട്.");
pub const COLUMN_MISSING: Text = Text::new("This column is missing.", "ഈ കോളം ഇല്ല.");
pub const CELLS_WRONG: Text = Text::new(
    "This row has a different number of cells from the first line.",
    "ഈ വരിയിലെ കള്ളികളുടെ എണ്ണം ആദ്യ വരിയിലേതിൽ നിന്ന് വ്യത്യസ്തമാണ്.",
);
pub const EXAMPLE_ROW: Text =
    Text::new("This is the example row of the template. Please delete it.", "ഇത് മാതൃകയിലെ ഉദാഹരണ വരിയാണ്. ഇത് ഒഴിവാക്കുക.");
pub const NOBODY_RIGHT: Text = Text::new(
    "No row can be imported. Please correct the file and choose it again.",
    "ചേർക്കാവുന്ന വരികളൊന്നുമില്ല. ഫയൽ തിരുത്തി വീണ്ടും തിരഞ്ഞെടുക്കുക.",
);
pub const INVITED: Text = Text::new("The invitations are on their way.", "ക്ഷണങ്ങൾ വീണ്ടും അയച്ചു.");
pub const IMPORTED: Text = Text::new(
    "Imported. Everyone gets an email with a link to choose a password.",
    "ചേർത്തു. പാസ്‌വേഡ് തിരഞ്ഞെടുക്കാനുള്ള ലിങ്ക് എല്ലാവർക്കും ഇമെയിലിൽ അയയ്ക്കും.",
);
pub const IMPORT_UNDONE: Text = Text::new("The import is undone.", "ഇറക്കുമതി പഴയപടിയാക്കി.");
pub const IMPORT_UNDONE_ALREADY: Text = Text::new("This import was already undone.", "ഈ ഇറക്കുമതി ഇതിനകം പഴയപടിയാക്കിയതാണ്.");

pub fn already_in_line(line: u64) -> (String, String) {
    (format!("This is already in line {line}."), format!("ഇത് വരി {line} എന്നതിൽ ഇതിനകമുണ്ട്."))
}
