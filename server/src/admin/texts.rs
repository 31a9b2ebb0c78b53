//! What the administrator's area says.

use crate::platform::lang::texts;

texts! {
    pub BLOCKED: "The user is blocked.", "ഉപയോക്താവിനെ തടഞ്ഞു.";
    pub UNBLOCKED: "The user is unblocked.", "ഉപയോക്താവിന്റെ തടസ്സം നീക്കി.";
    pub SUSPENDED: "The doctor is suspended.", "ഡോക്ടറെ താൽക്കാലികമായി മാറ്റിനിർത്തി.";
    pub RESTORED: "The doctor is restored.", "ഡോക്ടറെ തിരികെ ഉൾപ്പെടുത്തി.";
    pub NOT_SUSPENDABLE: "The doctor is suspended already, or not approved yet.",
        "ഡോക്ടറെ ഇതിനകം മാറ്റിനിർത്തിയിട്ടുണ്ട്, അല്ലെങ്കിൽ ഇതുവരെ അംഗീകരിച്ചിട്ടില്ല.";
    pub NOT_SUSPENDED: "The doctor is not suspended.", "ഡോക്ടറെ മാറ്റിനിർത്തിയിട്ടില്ല.";
    pub BOOKINGS_WRONG: "Please choose what happens to the bookings: keep or cancel.",
        "ബുക്കിംഗുകൾ നിലനിർത്തണോ റദ്ദാക്കണോ എന്ന് തിരഞ്ഞെടുക്കുക.";
    pub STATUS_WRONG: "Please choose a status from the list.", "പട്ടികയിൽ നിന്ന് ഒരു നില തിരഞ്ഞെടുക്കുക.";
    pub SORT_WRONG: "Please sort by newest, oldest or name.",
        "പുതിയത്, പഴയത്, പേര് എന്നിവയിലൊന്നു പ്രകാരം ക്രമീകരിക്കുക.";
    pub DAY_WRONG: "Please give a day such as 2024-01-05.", "2024-01-05 പോലെ ഒരു ദിവസം നൽകുക.";
    pub COLUMN_NAME: "Name", "പേര്";
    pub COLUMN_EMAIL: "Email", "ഇ-മെയിൽ";
    pub COLUMN_PHONE: "Phone Number", "ഫോൺ നമ്പർ";
    pub COLUMN_CREATED: "Account Create Date", "അക്കൗണ്ട് തുടങ്ങിയ തീയതി";
    pub COLUMN_BLOCKED: "Blocked", "തടഞ്ഞത്";
    pub YES: "Yes", "അതെ";
    pub NO: "No", "അല്ല";
}
