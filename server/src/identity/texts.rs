//! What accounts say to people.

use crate::platform::lang::Lang::{self, En, Ml};

pub fn email_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter the e-mail address.",
        Ml => "ഇ-മെയിൽ വിലാസം നൽകുക.",
    }
}

pub fn email_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "This is not an e-mail address.",
        Ml => "ഇത് ശരിയായ ഇ-മെയിൽ വിലാസമല്ല.",
    }
}

pub fn password_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter the password.",
        Ml => "പാസ്‌വേഡ് നൽകുക.",
    }
}

pub fn password_short(lang: Lang) -> &'static str {
    match lang {
        En => "The password needs at least 8 characters.",
        Ml => "പാസ്‌വേഡിന് കുറഞ്ഞത് 8 അക്ഷരങ്ങൾ വേണം.",
    }
}

pub fn password_long(lang: Lang) -> &'static str {
    match lang {
        En => "The password may have at most 1024 characters.",
        Ml => "പാസ്‌വേഡിന് പരമാവധി 1024 അക്ഷരങ്ങളാകാം.",
    }
}

pub fn signed_in(lang: Lang) -> &'static str {
    match lang {
        En => "You are signed in.",
        Ml => "നിങ്ങൾ സൈൻ ഇൻ ചെയ്തു.",
    }
}

pub fn signed_out(lang: Lang) -> &'static str {
    match lang {
        En => "You are signed out.",
        Ml => "നിങ്ങൾ സൈൻ ഔട്ട് ചെയ്തു.",
    }
}

pub fn registered(lang: Lang) -> &'static str {
    match lang {
        En => "Registration successful. Please log in.",
        Ml => "രജിസ്ട്രേഷൻ വിജയിച്ചു. ദയവായി ലോഗിൻ ചെയ്യുക.",
    }
}

pub fn already_registered(lang: Lang) -> &'static str {
    match lang {
        En => "This e-mail address is already registered.",
        Ml => "ഈ ഇ-മെയിൽ വിലാസം ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്.",
    }
}

pub fn login_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter your e-mail address or mobile number.",
        Ml => "ഇ-മെയിൽ വിലാസമോ മൊബൈൽ നമ്പറോ നൽകുക.",
    }
}

pub fn name_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter the name.",
        Ml => "പേര് നൽകുക.",
    }
}

pub fn name_long(lang: Lang) -> &'static str {
    match lang {
        En => "The name may have at most 100 characters.",
        Ml => "പേരിന് പരമാവധി 100 അക്ഷരങ്ങളാകാം.",
    }
}

pub fn mobile_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter the phone number.",
        Ml => "ഫോൺ നമ്പർ നൽകുക.",
    }
}

pub fn mobile_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter an Indian mobile number of ten digits.",
        Ml => "പത്തക്കമുള്ള ഇന്ത്യൻ മൊബൈൽ നമ്പർ നൽകുക.",
    }
}

pub fn gender_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose Male or Female.",
        Ml => "പുരുഷൻ അല്ലെങ്കിൽ സ്ത്രീ തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn birth_date_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter a date of birth in the past.",
        Ml => "കഴിഞ്ഞുപോയ ഒരു ജനനത്തീയതി നൽകുക.",
    }
}

pub fn pincode_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "A PIN code has six digits.",
        Ml => "പിൻകോഡിന് ആറക്കങ്ങൾ വേണം.",
    }
}

pub fn state_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose a state from the list.",
        Ml => "പട്ടികയിൽ നിന്ന് സംസ്ഥാനം തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn state_first(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose the state first.",
        Ml => "ആദ്യം സംസ്ഥാനം തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn district_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose a district of that state.",
        Ml => "ആ സംസ്ഥാനത്തെ ഒരു ജില്ല തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn profile_saved(lang: Lang) -> &'static str {
    match lang {
        En => "Your profile is saved.",
        Ml => "നിങ്ങളുടെ പ്രൊഫൈൽ സേവ് ചെയ്തു.",
    }
}

pub fn reset_mailed(lang: Lang) -> &'static str {
    match lang {
        En => "If this address has an account, a mail with a link is on its way. The link works for one hour.",
        Ml => "ഈ വിലാസത്തിൽ അക്കൗണ്ടുണ്ടെങ്കിൽ ലിങ്കുള്ള ഒരു മെയിൽ അയച്ചിട്ടുണ്ട്. ലിങ്ക് ഒരു മണിക്കൂർ പ്രവർത്തിക്കും.",
    }
}

pub fn password_changed(lang: Lang) -> &'static str {
    match lang {
        En => "Your password is changed. Please log in.",
        Ml => "പാസ്‌വേഡ് മാറ്റി. ദയവായി ലോഗിൻ ചെയ്യുക.",
    }
}

pub fn own_password_changed(lang: Lang) -> &'static str {
    match lang {
        En => "Your password is changed. Every other session has ended.",
        Ml => "പാസ്‌വേഡ് മാറ്റി. മറ്റെല്ലാ സെഷനുകളും അവസാനിച്ചു.",
    }
}

pub fn role_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose whose password it is.",
        Ml => "ആരുടെ പാസ്‌വേഡാണെന്ന് തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn password_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "The password is not correct.",
        Ml => "പാസ്‌വേഡ് ശരിയല്ല.",
    }
}

pub fn password_needed(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter your password to change the e-mail address or the number.",
        Ml => "ഇ-മെയിൽ വിലാസമോ നമ്പറോ മാറ്റാൻ നിങ്ങളുടെ പാസ്‌വേഡ് നൽകുക.",
    }
}

pub fn link_sent(lang: Lang, email: &str) -> String {
    match lang {
        En => format!("We sent a link to {email}. Until you open it, your old address counts."),
        Ml => format!("{email} എന്ന വിലാസത്തിലേക്ക് ഒരു ലിങ്ക് അയച്ചു. അത് തുറക്കുന്നതുവരെ നിങ്ങളുടെ പഴയ വിലാസം തന്നെ തുടരും."),
    }
}

pub fn email_confirmed(lang: Lang) -> &'static str {
    match lang {
        En => "Your new e-mail address is confirmed.",
        Ml => "നിങ്ങളുടെ പുതിയ ഇ-മെയിൽ വിലാസം സ്ഥിരീകരിച്ചു.",
    }
}

pub fn email_taken_meanwhile(lang: Lang) -> &'static str {
    match lang {
        En => "Another account has this e-mail address by now. Your old address still counts.",
        Ml => "ഈ ഇ-മെയിൽ വിലാസം ഇതിനിടെ മറ്റൊരു അക്കൗണ്ടിന്റേതായി. നിങ്ങളുടെ പഴയ വിലാസം തന്നെ തുടരും.",
    }
}

pub fn email_change_cancelled(lang: Lang) -> &'static str {
    match lang {
        En => "Your e-mail address stays as it is.",
        Ml => "നിങ്ങളുടെ ഇ-മെയിൽ വിലാസം മാറ്റമില്ലാതെ തുടരും.",
    }
}

pub fn no_email_waits(lang: Lang) -> &'static str {
    match lang {
        En => "No new e-mail address is waiting to be confirmed.",
        Ml => "സ്ഥിരീകരിക്കാൻ പുതിയ ഇ-മെയിൽ വിലാസമൊന്നും ബാക്കിയില്ല.",
    }
}

/// The product's own words, to the letter.
pub fn hospital_refused(lang: Lang) -> &'static str {
    match lang {
        En => "Hospital not complited",
        Ml => "ആശുപത്രി രജിസ്ട്രേഷൻ പൂർത്തിയായിട്ടില്ല",
    }
}

/// The product's own words, to the letter.
pub fn pharmacy_refused(lang: Lang) -> &'static str {
    match lang {
        En => "Pharmacy not complited",
        Ml => "ഫാർമസി രജിസ്ട്രേഷൻ പൂർത്തിയായിട്ടില്ല",
    }
}

pub fn too_young(lang: Lang) -> &'static str {
    match lang {
        En => "You must be at least 18 years old.",
        Ml => "കുറഞ്ഞത് 18 വയസ്സ് വേണം.",
    }
}
