//! What the administrator's area says.

use crate::platform::lang::Lang::{self, En, Ml};

pub fn blocked(lang: Lang) -> &'static str {
    match lang {
        En => "The user is blocked.",
        Ml => "ഉപയോക്താവിനെ തടഞ്ഞു.",
    }
}

pub fn unblocked(lang: Lang) -> &'static str {
    match lang {
        En => "The user is unblocked.",
        Ml => "ഉപയോക്താവിന്റെ തടസ്സം നീക്കി.",
    }
}

pub fn suspended(lang: Lang) -> &'static str {
    match lang {
        En => "The doctor is suspended.",
        Ml => "ഡോക്ടറെ താൽക്കാലികമായി മാറ്റിനിർത്തി.",
    }
}

pub fn restored(lang: Lang) -> &'static str {
    match lang {
        En => "The doctor is restored.",
        Ml => "ഡോക്ടറെ തിരികെ ഉൾപ്പെടുത്തി.",
    }
}

pub fn not_suspendable(lang: Lang) -> &'static str {
    match lang {
        En => "The doctor is suspended already, or not approved yet.",
        Ml => "ഡോക്ടറെ ഇതിനകം മാറ്റിനിർത്തിയിട്ടുണ്ട്, അല്ലെങ്കിൽ ഇതുവരെ അംഗീകരിച്ചിട്ടില്ല.",
    }
}

pub fn not_suspended(lang: Lang) -> &'static str {
    match lang {
        En => "The doctor is not suspended.",
        Ml => "ഡോക്ടറെ മാറ്റിനിർത്തിയിട്ടില്ല.",
    }
}

pub fn bookings_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose what happens to the bookings: keep or cancel.",
        Ml => "ബുക്കിംഗുകൾ നിലനിർത്തണോ റദ്ദാക്കണോ എന്ന് തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn status_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose a status from the list.",
        Ml => "പട്ടികയിൽ നിന്ന് ഒരു നില തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn sort_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please sort by newest, oldest or name.",
        Ml => "പുതിയത്, പഴയത്, പേര് എന്നിവയിലൊന്നു പ്രകാരം ക്രമീകരിക്കുക.",
    }
}

pub fn day_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please give a day such as 2024-01-05.",
        Ml => "2024-01-05 പോലെ ഒരു ദിവസം നൽകുക.",
    }
}

pub fn column_name(lang: Lang) -> &'static str {
    match lang {
        En => "Name",
        Ml => "പേര്",
    }
}

pub fn column_email(lang: Lang) -> &'static str {
    match lang {
        En => "Email",
        Ml => "ഇ-മെയിൽ",
    }
}

pub fn column_phone(lang: Lang) -> &'static str {
    match lang {
        En => "Phone Number",
        Ml => "ഫോൺ നമ്പർ",
    }
}

pub fn column_created(lang: Lang) -> &'static str {
    match lang {
        En => "Account Create Date",
        Ml => "അക്കൗണ്ട് തുടങ്ങിയ തീയതി",
    }
}

pub fn column_blocked(lang: Lang) -> &'static str {
    match lang {
        En => "Blocked",
        Ml => "തടഞ്ഞത്",
    }
}

pub fn yes(lang: Lang) -> &'static str {
    match lang {
        En => "Yes",
        Ml => "അതെ",
    }
}

pub fn no(lang: Lang) -> &'static str {
    match lang {
        En => "No",
        Ml => "അല്ല",
    }
}
