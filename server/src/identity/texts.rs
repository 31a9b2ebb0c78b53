//! Texts about accounts.

use crate::platform::lang::{Lang, Text};
pub const EMAIL_MISSING: Text = Text::new("Please enter the email address.", "ഇമെയിൽ വിലാസം നൽകുക.");
pub const EMAIL_WRONG: Text = Text::new("This is not an email address.", "ഇത് ശരിയായ ഇമെയിൽ വിലാസമല്ല.");
pub const PASSWORD_MISSING: Text = Text::new("Please enter the password.", "പാസ്‌വേഡ് നൽകുക.");
pub const PASSWORD_SHORT: Text =
    Text::new("The password needs at least 8 characters.", "പാസ്‌വേഡിന് കുറഞ്ഞത് 8 അക്ഷരങ്ങൾ വേണം.");
pub const PASSWORD_LONG: Text = Text::new(
    "The password is too long: at most 1,024 English or 340 Malayalam letters.",
    "പാസ്‌വേഡ് വളരെ നീണ്ടതാണ്: പരമാവധി 1,024 ഇംഗ്ലീഷ് അക്ഷരങ്ങൾ അല്ലെങ്കിൽ 340 മലയാളം അക്ഷരങ്ങൾ.",
);
pub const PASSWORD_COMMON: Text = Text::new(
    "Many people use this password, so it is easy to guess. Three or four unrelated words are easy to remember and hard to \
     guess.",
    "ഈ പാസ്‌വേഡ് ഒരുപാട് പേർ ഉപയോഗിക്കുന്നതിനാൽ എളുപ്പം ഊഹിക്കാം. തമ്മിൽ ബന്ധമില്ലാത്ത മൂന്നോ നാലോ വാക്കുകൾ ചേർത്താൽ ഓർക്കാൻ എളുപ്പവും ഊഹിക്കാൻ പ്രയാസവുമാണ്.",
);
pub const PASSWORD_PLACE: Text = Text::new(
    "A place, a job or the name of this service is easy to guess, with any digits around it. Three or four unrelated words are \
     easy to remember and hard to guess.",
    "സ്ഥലപ്പേരോ ജോലിയോ ഈ സേവനത്തിന്റെ പേരോ അക്കങ്ങളോടൊപ്പം ചേർത്താൽ, ഏത് അക്കങ്ങളായാലും, എളുപ്പം ഊഹിക്കാം. തമ്മിൽ ബന്ധമില്ലാത്ത മൂന്നോ നാലോ വാക്കുകൾ ചേർത്താൽ ഓർക്കാൻ എളുപ്പവും ഊഹിക്കാൻ പ്രയാസവുമാണ്.",
);
pub const PASSWORD_RUN: Text = Text::new(
    "Sequences and repetitions such as 12345678, qwerty or abcabc are easy to guess. Three or four unrelated words are easy \
     to remember and hard to guess.",
    "12345678, qwerty, abcabc പോലുള്ള തുടർച്ചകളും ആവർത്തനങ്ങളും എളുപ്പം ഊഹിക്കാം. തമ്മിൽ ബന്ധമില്ലാത്ത മൂന്നോ നാലോ വാക്കുകൾ ചേർത്താൽ ഓർക്കാൻ എളുപ്പവും ഊഹിക്കാൻ പ്രയാസവുമാണ്.",
);
pub const PASSWORD_OWN: Text = Text::new(
    "Your own name, email address or number is easy to guess, because others know it. Three or four unrelated words are easy \
     to remember and hard to guess.",
    "സ്വന്തം പേരോ ഇമെയിൽ വിലാസമോ നമ്പറോ പാസ്‌വേഡാക്കരുത്: മറ്റുള്ളവർക്ക് അത് അറിയാം. തമ്മിൽ ബന്ധമില്ലാത്ത മൂന്നോ നാലോ വാക്കുകൾ ചേർത്താൽ ഓർക്കാൻ എളുപ്പവും ഊഹിക്കാൻ പ്രയാസവുമാണ്.",
);
pub const SIGNED_IN: Text = Text::new("You are logged in.", "നിങ്ങൾ ലോഗിൻ ചെയ്തു.");
pub const SIGNED_OUT: Text = Text::new("You are logged out.", "നിങ്ങൾ ലോഗ് ഔട്ട് ചെയ്തു.");
pub const REGISTERED: Text =
    Text::new("Registration successful. Please log in.", "രജിസ്ട്രേഷൻ വിജയിച്ചു. ദയവായി ലോഗിൻ ചെയ്യുക.");
pub const ALREADY_REGISTERED: Text =
    Text::new("This email address is already registered.", "ഈ ഇമെയിൽ വിലാസം ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്.");
pub const LOGIN_MISSING: Text =
    Text::new("Please enter your email address or mobile number.", "ഇമെയിൽ വിലാസമോ മൊബൈൽ നമ്പറോ നൽകുക.");
pub const NAME_MISSING: Text = Text::new("Please enter the name.", "പേര് നൽകുക.");
pub const NAME_LONG: Text = Text::new("The name may have at most 100 characters.", "പേരിന് പരമാവധി 100 അക്ഷരങ്ങളാകാം.");
pub const MOBILE_MISSING: Text = Text::new("Please enter the phone number.", "ഫോൺ നമ്പർ നൽകുക.");
pub const MOBILE_WRONG: Text =
    Text::new("Please enter an Indian mobile number of ten digits.", "പത്തക്കമുള്ള ഇന്ത്യൻ മൊബൈൽ നമ്പർ നൽകുക.");
pub const GENDER_WRONG: Text = Text::new("Please choose Male or Female.", "പുരുഷൻ അല്ലെങ്കിൽ സ്ത്രീ തിരഞ്ഞെടുക്കുക.");
pub const BIRTH_DATE_UNREADABLE: Text =
    Text::new("Please enter the date of birth like 1980-02-03.", "ജനനത്തീയതി 1980-02-03 പോലെ നൽകുക.");
pub const BIRTH_DATE_WRONG: Text =
    Text::new("Please enter a date of birth in the past.", "കഴിഞ്ഞുപോയ ഒരു ജനനത്തീയതി നൽകുക.");
pub const PINCODE_WRONG: Text = Text::new("A PIN code has six digits.", "പിൻകോഡിന് ആറക്കങ്ങൾ വേണം.");
pub const STATE_WRONG: Text = Text::new("Please choose a state from the list.", "പട്ടികയിൽ നിന്ന് സംസ്ഥാനം തിരഞ്ഞെടുക്കുക.");
pub const STATE_FIRST: Text = Text::new("Please choose the state first.", "ആദ്യം സംസ്ഥാനം തിരഞ്ഞെടുക്കുക.");
pub const DISTRICT_WRONG: Text = Text::new("Please choose a district of that state.", "ആ സംസ്ഥാനത്തെ ഒരു ജില്ല തിരഞ്ഞെടുക്കുക.");
pub const PROFILE_SAVED: Text = Text::new("Your profile is saved.", "നിങ്ങളുടെ പ്രൊഫൈൽ സേവ് ചെയ്തു.");
pub const RESET_MAILED: Text = Text::new(
    "If this address has an account, we have sent an email with a link. The link works for one hour.",
    "ഈ വിലാസത്തിൽ അക്കൗണ്ടുണ്ടെങ്കിൽ ലിങ്കുള്ള ഒരു ഇമെയിൽ അയച്ചിട്ടുണ്ട്. ലിങ്ക് ഒരു മണിക്കൂർ പ്രവർത്തിക്കും.",
);
pub const PASSWORD_CHANGED: Text =
    Text::new("Your password is changed. Please log in.", "പാസ്‌വേഡ് മാറ്റി. ദയവായി ലോഗിൻ ചെയ്യുക.");
pub const OWN_PASSWORD_CHANGED: Text =
    Text::new("Your password is changed. Every other session has ended.", "പാസ്‌വേഡ് മാറ്റി. മറ്റെല്ലാ സെഷനുകളും അവസാനിച്ചു.");
pub const DEMO_LOGIN: Text = Text::new(
    "This is a demo login, which works only on the server's own machine. `doccare serve --demo` allows it for everyone.",
    "ഇത് ഡെമോ ഡാറ്റയിലെ ലോഗിനാണ്; സെർവറിന്റെ സ്വന്തം മെഷീനിൽ മാത്രമേ അത് പ്രവർത്തിക്കൂ. `doccare serve --demo` എല്ലാവർക്കും അത് അനുവദിക്കും.",
);
pub const CODE_MISSING: Text = Text::new("Please enter the code.", "കോഡ് നൽകുക.");
pub const CODE_NEEDED: Text =
    Text::new("Please also enter the code from your authenticator app.", "ഓതന്റിക്കേറ്റർ ആപ്പിലെ കോഡും നൽകുക.");
pub const CODE_SHAPE: Text = Text::new(
    "A code has six digits; a recovery code has 24 letters and digits.",
    "കോഡിന് ആറക്കങ്ങളുണ്ട്; വീണ്ടെടുക്കൽ കോഡിന് 24 അക്ഷരങ്ങളും അക്കങ്ങളും.",
);
pub const CODE_WRONG: Text = Text::new(
    "The code is not correct or was already used. Please use another one.",
    "കോഡ് ശരിയല്ല, അല്ലെങ്കിൽ ഇതിനകം ഉപയോഗിച്ചതാണ്. മറ്റൊരു കോഡ് ഉപയോഗിക്കുക.",
);
pub const SECOND_FACTOR_ON: Text = Text::new(
    "Two-factor login is on. Every other session has ended.",
    "രണ്ടുഘട്ട പരിശോധന ഓണാക്കി. മറ്റെല്ലാ സെഷനുകളും അവസാനിച്ചു.",
);
pub const SECOND_FACTOR_OFF: Text = Text::new("Two-factor login is off.", "രണ്ടുഘട്ട പരിശോധന ഓഫാക്കി.");
pub const SECOND_FACTOR_ON_ALREADY: Text = Text::new(
    "Two-factor login is already on. Turn it off first to set up another app.",
    "രണ്ടുഘട്ട പരിശോധന ഇതിനകം ഓണാണ്. മറ്റൊരു ആപ്പ് സജ്ജമാക്കാൻ ആദ്യം അത് ഓഫാക്കുക.",
);
pub const SECOND_FACTOR_OFF_ALREADY: Text = Text::new("Two-factor login is not on.", "രണ്ടുഘട്ട പരിശോധന ഓണല്ല.");
pub const OFFER_ENDED: Text =
    Text::new("Too much time has passed. Please start again.", "സമയം കഴിഞ്ഞു. ദയവായി ആദ്യം മുതൽ തുടങ്ങുക.");
pub const RECOVERY_CODES_RENEWED: Text = Text::new(
    "Here are your new recovery codes. The old ones no longer work.",
    "ഇതാ നിങ്ങളുടെ പുതിയ വീണ്ടെടുക്കൽ കോഡുകൾ. പഴയവ ഇനി പ്രവർത്തിക്കില്ല.",
);
pub const SESSION_ENDED: Text = Text::new("That session has ended.", "ആ സെഷൻ അവസാനിപ്പിച്ചു.");
pub const SESSION_GONE: Text = Text::new("That session had already ended.", "ആ സെഷൻ ഇതിനകം അവസാനിച്ചിരുന്നു.");
pub const OTHER_SESSIONS_ENDED: Text =
    Text::new("You are logged out everywhere else.", "മറ്റെല്ലായിടത്തും നിന്ന് ലോഗ് ഔട്ട് ചെയ്തു.");
pub const ROLE_WRONG: Text = Text::new("Please choose whose password it is.", "ആരുടെ പാസ്‌വേഡാണെന്ന് തിരഞ്ഞെടുക്കുക.");
pub const PASSWORD_WRONG: Text = Text::new("The password is not correct.", "പാസ്‌വേഡ് ശരിയല്ല.");
pub const PASSWORD_NEEDED: Text = Text::new(
    "Please enter your password to change the email address or the number.",
    "ഇമെയിൽ വിലാസമോ നമ്പറോ മാറ്റാൻ നിങ്ങളുടെ പാസ്‌വേഡ് നൽകുക.",
);

pub fn link_sent(lang: Lang, email: &str) -> String {
    match lang {
        Lang::En => format!("We sent a link to {email}. Your old address stays in use until you open it."),
        Lang::Ml => format!("{email} എന്ന വിലാസത്തിലേക്ക് ഒരു ലിങ്ക് അയച്ചു. അത് തുറക്കുന്നതുവരെ നിങ്ങളുടെ പഴയ വിലാസം തന്നെ തുടരും."),
    }
}

pub fn first_link_sent(lang: Lang, email: &str) -> String {
    match lang {
        Lang::En => format!("We sent a link to {email}. The address is yours once you open it."),
        Lang::Ml => format!("{email} എന്ന വിലാസത്തിലേക്ക് ഒരു ലിങ്ക് അയച്ചു. അത് തുറക്കുമ്പോൾ വിലാസം നിങ്ങളുടേതാകും."),
    }
}

pub fn own_link_sent(lang: Lang, email: &str) -> String {
    match lang {
        Lang::En => format!("We sent a link to {email}. Open it to confirm that our emails reach you."),
        Lang::Ml => format!("{email} എന്ന വിലാസത്തിലേക്ക് ഒരു ലിങ്ക് അയച്ചു. ഞങ്ങളുടെ ഇമെയിലുകൾ ലഭിക്കുന്നുണ്ടെന്ന് സ്ഥിരീകരിക്കാൻ അത് തുറക്കുക."),
    }
}

pub const EMAIL_CONFIRMED: Text = Text::new("Your email address is confirmed.", "നിങ്ങളുടെ ഇമെയിൽ വിലാസം സ്ഥിരീകരിച്ചു.");
pub const EMAIL_TAKEN_MEANWHILE: Text = Text::new(
    "Another account now has this email address. Your old address stays in use.",
    "ഈ ഇമെയിൽ വിലാസം ഇതിനിടെ മറ്റൊരു അക്കൗണ്ടിന്റേതായി. നിങ്ങളുടെ പഴയ വിലാസം തന്നെ തുടരും.",
);
pub const EMAIL_CHANGE_CANCELLED: Text =
    Text::new("Your email address stays as it is.", "നിങ്ങളുടെ ഇമെയിൽ വിലാസം മാറ്റമില്ലാതെ തുടരും.");
pub const NO_EMAIL_WAITS: Text =
    Text::new("No new email address is waiting to be confirmed.", "സ്ഥിരീകരിക്കാൻ പുതിയ ഇമെയിൽ വിലാസമൊന്നും ബാക്കിയില്ല.");
/// The exact text of the specification.
pub const HOSPITAL_REFUSED: Text = Text::new("Hospital not complited", "ആശുപത്രി രജിസ്ട്രേഷൻ പൂർത്തിയായിട്ടില്ല");
/// The exact text of the specification.
pub const PHARMACY_REFUSED: Text = Text::new("Pharmacy not complited", "ഫാർമസി രജിസ്ട്രേഷൻ പൂർത്തിയായിട്ടില്ല");
pub const TOO_YOUNG: Text = Text::new("You must be at least 18 years old.", "കുറഞ്ഞത് 18 വയസ്സ് വേണം.");
pub const TOO_MANY_STREAMS: Text = Text::new(
    "Too many pages of this account are open. Please close some of them.",
    "ഈ അക്കൗണ്ടിന്റെ വളരെയധികം പേജുകൾ തുറന്നിരിക്കുന്നു. ചിലത് അടയ്ക്കുക.",
);
pub const NO_MESSAGES: Text =
    Text::new("Messages to phones are not set up here.", "ഫോണിലേക്ക് സന്ദേശം അയയ്ക്കുന്ന സൗകര്യം ഇവിടെ ലഭ്യമല്ല.");
pub const MESSAGES_ARE_THE_ONLY_WAY: Text = Text::new(
    "Your account has no email address, so messages are how we reach you. Add an address first, or choose SMS or WhatsApp.",
    "നിങ്ങളുടെ അക്കൗണ്ടിൽ ഇമെയിൽ വിലാസമില്ല; സന്ദേശങ്ങളിലൂടെയാണ് ഞങ്ങൾ അറിയിക്കുന്നത്. ആദ്യം ഇമെയിൽ വിലാസം ചേർക്കുക, അല്ലെങ്കിൽ SMS-ഓ WhatsApp-ഓ തിരഞ്ഞെടുക്കുക.",
);
pub const NUMBER_NOT_PROVED: Text =
    Text::new("Please confirm your number with a code first.", "ആദ്യം കോഡ് വഴി നിങ്ങളുടെ നമ്പർ സ്ഥിരീകരിക്കുക.");
pub const PHONE_CODE_SHAPE: Text = Text::new("The code has six digits.", "കോഡിന് ആറക്കങ്ങളുണ്ട്.");
pub const PHONE_CODE_SENT: Text = Text::new(
    "We sent a code to your number. It works for five minutes.",
    "നിങ്ങളുടെ നമ്പറിലേക്ക് ഒരു കോഡ് അയച്ചു. അത് അഞ്ച് മിനിറ്റ് പ്രവർത്തിക്കും.",
);
pub const LOGIN_CODE_SENT: Text = Text::new(
    "If this number is confirmed in an account, we have sent a code. It works for five minutes.",
    "ഈ നമ്പർ ഒരു അക്കൗണ്ടിൽ സ്ഥിരീകരിച്ചിട്ടുണ്ടെങ്കിൽ ഒരു കോഡ് അയച്ചിട്ടുണ്ട്. അത് അഞ്ച് മിനിറ്റ് പ്രവർത്തിക്കും.",
);
pub const PHONE_PROVED: Text = Text::new("Your number is confirmed.", "നിങ്ങളുടെ നമ്പർ സ്ഥിരീകരിച്ചു.");
pub const NUMBER_UNUSED: Text = Text::new(
    "This is a new device, and this number has not been used to log in for a long time. Please also enter your password, or ask for a link by email.",
    "ഇത് പുതിയ ഉപകരണമാണ്; ഈ നമ്പർ ഉപയോഗിച്ച് ലോഗിൻ ചെയ്തിട്ട് ഏറെക്കാലമായി. ദയവായി പാസ്‌വേഡും നൽകുക, അല്ലെങ്കിൽ ഇമെയിൽ വഴി ലിങ്ക് ആവശ്യപ്പെടുക.",
);
pub const NUMBER_UNUSED_LINK: Text = Text::new(
    "This is a new device, and this number has not been used to log in for a long time. Please ask for a link by email.",
    "ഇത് പുതിയ ഉപകരണമാണ്; ഈ നമ്പർ ഉപയോഗിച്ച് ലോഗിൻ ചെയ്തിട്ട് ഏറെക്കാലമായി. ദയവായി ഇമെയിൽ വഴി ലിങ്ക് ആവശ്യപ്പെടുക.",
);
pub const NEW_NAME_MISSING: Text = Text::new(
    "This number is new here. Please enter your name for your account.",
    "ഈ നമ്പർ ഇവിടെ പുതിയതാണ്. അക്കൗണ്ടിനായി നിങ്ങളുടെ പേര് നൽകുക.",
);
pub const NUMBER_CODE_SENT: Text = Text::new(
    "We sent a code to this number. It works for five minutes.",
    "ഈ നമ്പറിലേക്ക് ഒരു കോഡ് അയച്ചു. അത് അഞ്ച് മിനിറ്റ് പ്രവർത്തിക്കും.",
);
pub const NO_ADDRESS_FOR_LINK: Text = Text::new(
    "This account has no email address. Please enter its password.",
    "ഈ അക്കൗണ്ടിന് ഇമെയിൽ വിലാസമില്ല. ദയവായി പാസ്‌വേഡ് നൽകുക.",
);
pub const NUMBER_IS_THE_LOGIN: Text = Text::new(
    "You log in with this number alone. Please add an email address or a password first, then change the number.",
    "ഈ നമ്പർ മാത്രം ഉപയോഗിച്ചാണ് നിങ്ങൾ ലോഗിൻ ചെയ്യുന്നത്. ആദ്യം ഒരു ഇമെയിൽ വിലാസമോ പാസ്‌വേഡോ ചേർക്കുക; പിന്നെ നമ്പർ മാറ്റുക.",
);
pub const LOGIN_LINK_MAILED: Text = Text::new(
    "We sent a link to the email address of your account. Open it on this device to log in. It works for one hour.",
    "നിങ്ങളുടെ അക്കൗണ്ടിന്റെ ഇമെയിൽ വിലാസത്തിലേക്ക് ഒരു ലിങ്ക് അയച്ചു. ലോഗിൻ ചെയ്യാൻ ഈ ഉപകരണത്തിൽ അത് തുറക്കുക. ലിങ്ക് ഒരു മണിക്കൂർ പ്രവർത്തിക്കും.",
);
pub const NO_CODES: Text = Text::new(
    "We cannot send codes at the moment. Please log in with your password.",
    "ഇപ്പോൾ കോഡുകൾ അയയ്ക്കുന്നില്ല. ദയവായി പാസ്‌വേഡ് ഉപയോഗിച്ച് ലോഗിൻ ചെയ്യുക.",
);
pub const CODES_USED_UP: Text = Text::new(
    "No more codes can be sent today. Please log in with your password, or try again tomorrow.",
    "ഇന്ന് കൂടുതൽ കോഡുകൾ അയയ്ക്കാനാവില്ല. പാസ്‌വേഡ് ഉപയോഗിച്ച് ലോഗിൻ ചെയ്യുക, അല്ലെങ്കിൽ നാളെ വീണ്ടും ശ്രമിക്കുക.",
);
pub const PHONE_CODE_ENDED: Text = Text::new(
    "Too much time has passed, or too many wrong codes were entered. Please ask for a new code.",
    "സമയം കഴിഞ്ഞു, അല്ലെങ്കിൽ തെറ്റായ കോഡുകൾ കൂടുതലായി. ദയവായി പുതിയ കോഡ് ആവശ്യപ്പെടുക.",
);
pub const CHANNEL_WRONG: Text =
    Text::new("Please choose SMS, WhatsApp or email only.", "SMS, WhatsApp അല്ലെങ്കിൽ ഇമെയിൽ മാത്രം തിരഞ്ഞെടുക്കുക.");
pub const MESSAGES_SAVED: Text = Text::new("Your choice is saved.", "നിങ്ങളുടെ തിരഞ്ഞെടുപ്പ് സേവ് ചെയ്തു.");
pub const SIGNATURE_WRONG: Text =
    Text::new("The signature is missing, wrong or too old.", "ഒപ്പ് ഇല്ല, തെറ്റാണ്, അല്ലെങ്കിൽ പഴയതാണ്.");
pub const REPORTS_TAKEN: Text = Text::new("Thank you.", "നന്ദി.");
pub const PUSH_ON: Text = Text::new("This device now gets notifications.", "ഈ ഉപകരണത്തിൽ ഇനി അറിയിപ്പുകൾ ലഭിക്കും.");
pub const PUSH_ENDED: Text =
    Text::new("This device gets no notifications any more.", "ഈ ഉപകരണത്തിൽ ഇനി അറിയിപ്പുകൾ ലഭിക്കില്ല.");
pub const PUSH_OFF_HERE: Text =
    Text::new("Doc Care sends no notifications here.", "Doc Care ഇവിടെ അറിയിപ്പുകൾ അയയ്ക്കുന്നില്ല.");
pub const PUSH_SERVICE_UNKNOWN: Text = Text::new(
    "Doc Care does not know the service by which this browser gets notifications.",
    "ഈ ബ്രൗസറിലേക്ക് അറിയിപ്പുകൾ അയയ്ക്കുന്ന സേവനം Doc Care-ന് അറിയില്ല.",
);
pub const PUSH_KEYS_WRONG: Text = Text::new("These are not the keys of a browser.", "ഇവ ഒരു ബ്രൗസറിന്റെ കീകളല്ല.");
pub const PUSH_LIMIT: Text = Text::new(
    "You get notifications on five devices already. Please end one of them first.",
    "ഇപ്പോൾത്തന്നെ അഞ്ച് ഉപകരണങ്ങളിൽ അറിയിപ്പുകൾ ലഭിക്കുന്നുണ്ട്. ആദ്യം അതിലൊന്ന് നിർത്തുക.",
);
pub const PUSH_DEVICE_GONE: Text = Text::new("This device gets no notifications.", "ഈ ഉപകരണത്തിൽ അറിയിപ്പുകൾ ലഭിക്കുന്നില്ല.");
