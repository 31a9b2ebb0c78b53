//! What the blood pages say to people.

use crate::platform::lang::Lang::{self, En, Ml};

pub fn group_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose a blood group.",
        Ml => "രക്തഗ്രൂപ്പ് തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn age_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter the age in years.",
        Ml => "വയസ്സ് അക്കത്തിൽ നൽകുക.",
    }
}

pub fn too_young(lang: Lang) -> &'static str {
    match lang {
        En => "Thank you for wanting to help. Donors are 18 or older; please come back then.",
        Ml => "സഹായിക്കാൻ മുന്നോട്ടുവന്നതിന് നന്ദി. 18 വയസ്സ് തികഞ്ഞവർക്കേ രക്തം നൽകാനാകൂ; അപ്പോൾ വീണ്ടും വരൂ.",
    }
}

pub fn too_old(lang: Lang) -> &'static str {
    match lang {
        En => "Thank you for wanting to help. Donors are at most 65 years old, for their own safety.",
        Ml => "സഹായിക്കാൻ മുന്നോട്ടുവന്നതിന് നന്ദി. ദാതാക്കളുടെ സുരക്ഷയ്ക്കായി 65 വയസ്സ് വരെയുള്ളവർക്കേ രക്തം നൽകാനാകൂ.",
    }
}

pub fn units_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter how many units are needed, 1 to 10.",
        Ml => "എത്ര യൂണിറ്റ് വേണമെന്ന് നൽകുക, 1 മുതൽ 10 വരെ.",
    }
}

pub fn hospital_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please enter the hospital.",
        Ml => "ആശുപത്രിയുടെ പേര് നൽകുക.",
    }
}

pub fn needed_by_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose a day from today up to 30 days ahead.",
        Ml => "ഇന്നു മുതൽ 30 ദിവസത്തിനുള്ളിലെ ഒരു തീയതി തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn contact_hidden(lang: Lang) -> &'static str {
    match lang {
        En => "Please leave phone numbers and e-mail addresses out here. Donors see your number once they say yes.",
        Ml => "ഇവിടെ ഫോൺ നമ്പറോ ഇ-മെയിലോ എഴുതരുത്. സമ്മതിക്കുന്ന ദാതാവ് നിങ്ങളുടെ നമ്പർ കാണും.",
    }
}

pub fn donor_registered(lang: Lang) -> &'static str {
    match lang {
        En => "Thank you! We have sent you a mail with your private link.",
        Ml => "നന്ദി! നിങ്ങളുടെ സ്വകാര്യ ലിങ്ക് മെയിലിൽ അയച്ചിട്ടുണ്ട്.",
    }
}

pub fn link_sent(lang: Lang) -> &'static str {
    match lang {
        En => "If this address is a donor's, a mail with the private link is on its way.",
        Ml => "ഈ വിലാസം ഒരു ദാതാവിന്റേതാണെങ്കിൽ സ്വകാര്യ ലിങ്കുള്ള മെയിൽ ഉടൻ എത്തും.",
    }
}

pub fn donor_taken(lang: Lang) -> &'static str {
    match lang {
        En => "A donor with this name and number is registered already.",
        Ml => "ഈ പേരും നമ്പറുമുള്ള ദാതാവ് ഇതിനകം രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്.",
    }
}

pub fn too_many_donors(lang: Lang) -> &'static str {
    match lang {
        En => "Too many donors are registered with this e-mail address. Please use another.",
        Ml => "ഈ ഇ-മെയിൽ വിലാസത്തിൽ കൂടുതൽ ദാതാക്കളെ രജിസ്റ്റർ ചെയ്തിട്ടുണ്ട്. മറ്റൊരു വിലാസം ഉപയോഗിക്കുക.",
    }
}

pub fn donor_saved(lang: Lang) -> &'static str {
    match lang {
        En => "Your details are saved.",
        Ml => "വിവരങ്ങൾ സൂക്ഷിച്ചു.",
    }
}

pub fn pause_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose a day from today on.",
        Ml => "ഇന്നോ അതിനു ശേഷമോ ഉള്ള ഒരു ദിവസം തിരഞ്ഞെടുക്കുക.",
    }
}

pub fn donor_paused(lang: Lang) -> &'static str {
    match lang {
        En => "You are on a pause. Nobody will ask you.",
        Ml => "നിങ്ങൾ ഇടവേളയിലാണ്. ആരും നിങ്ങളോട് ചോദിക്കില്ല.",
    }
}

pub fn donor_resumed(lang: Lang) -> &'static str {
    match lang {
        En => "Welcome back! You may be asked again.",
        Ml => "തിരികെ സ്വാഗതം! ആവശ്യമുള്ളപ്പോൾ ഇനി നിങ്ങളോട് ചോദിക്കാം.",
    }
}

pub fn donation_wrong(lang: Lang) -> &'static str {
    match lang {
        En => "Please choose a day of the last year, today at the latest.",
        Ml => "കഴിഞ്ഞ ഒരു വർഷത്തിനുള്ളിലെ ഒരു ദിവസം തിരഞ്ഞെടുക്കുക, ഏറ്റവും ഒടുവിൽ ഇന്ന്.",
    }
}

pub fn donation_reported(lang: Lang) -> &'static str {
    match lang {
        En => "Thank you for giving blood! We will not ask you while you rest.",
        Ml => "രക്തം നൽകിയതിന് നന്ദി! വിശ്രമകാലത്ത് ഞങ്ങൾ ചോദിക്കില്ല.",
    }
}

pub fn change_discarded(lang: Lang) -> &'static str {
    match lang {
        En => "Everything stays as it was.",
        Ml => "എല്ലാം മുമ്പത്തെപ്പോലെ തുടരും.",
    }
}

pub fn donor_erased(lang: Lang) -> &'static str {
    match lang {
        En => "Your registration is erased. Thank you for having been a donor.",
        Ml => "നിങ്ങളുടെ രജിസ്ട്രേഷൻ മായ്ച്ചു. ദാതാവായിരുന്നതിന് നന്ദി.",
    }
}

pub fn request_received(lang: Lang) -> &'static str {
    match lang {
        En => "Please open the link in the mail that we have just sent you. No donor is asked before.",
        Ml => "ഞങ്ങൾ ഇപ്പോൾ അയച്ച മെയിലിലെ ലിങ്ക് തുറക്കുക. അതിനു മുമ്പ് ഒരു ദാതാവിനോടും ചോദിക്കില്ല.",
    }
}

pub fn request_known(lang: Lang) -> &'static str {
    match lang {
        En => "This request is open already. Its private link is in the mail that we sent.",
        Ml => "ഈ അഭ്യർത്ഥന ഇതിനകം തുറന്നിട്ടുണ്ട്. സ്വകാര്യ ലിങ്ക് ഞങ്ങൾ അയച്ച മെയിലിലുണ്ട്.",
    }
}

pub fn too_many_requests(lang: Lang) -> &'static str {
    match lang {
        En => "There are too many requests from this address or number. Please wait until one has ended.",
        Ml => "ഈ വിലാസത്തിൽ നിന്നോ നമ്പറിൽ നിന്നോ കൂടുതൽ അഭ്യർത്ഥനകളുണ്ട്. ഒന്ന് അവസാനിക്കും വരെ കാത്തിരിക്കുക.",
    }
}

pub fn requester_blocked(lang: Lang) -> &'static str {
    match lang {
        En => "Requests from this address or number are not taken. Please contact us.",
        Ml => "ഈ വിലാസത്തിൽ നിന്നോ നമ്പറിൽ നിന്നോ ഉള്ള അഭ്യർത്ഥനകൾ സ്വീകരിക്കില്ല. ദയവായി ഞങ്ങളെ ബന്ധപ്പെടുക.",
    }
}

pub fn request_confirmed(lang: Lang) -> &'static str {
    match lang {
        En => "Your request is open. Donors nearby are being asked.",
        Ml => "നിങ്ങളുടെ അഭ്യർത്ഥന തുറന്നു. സമീപത്തുള്ള ദാതാക്കളോട് ചോദിക്കുന്നു.",
    }
}

pub fn request_closed(lang: Lang) -> &'static str {
    match lang {
        En => "The request is closed.",
        Ml => "അഭ്യർത്ഥന അവസാനിപ്പിച്ചു.",
    }
}

pub fn request_extended(lang: Lang) -> &'static str {
    match lang {
        En => "The request has more time now.",
        Ml => "അഭ്യർത്ഥനയുടെ സമയം നീട്ടി.",
    }
}

pub fn link_ended(lang: Lang) -> &'static str {
    match lang {
        En => "This link no longer works. Please use the one in our newest mail.",
        Ml => "ഈ ലിങ്ക് ഇനി പ്രവർത്തിക്കില്ല. ഞങ്ങളുടെ ഏറ്റവും പുതിയ മെയിലിലെ ലിങ്ക് ഉപയോഗിക്കുക.",
    }
}

pub fn request_ended(lang: Lang) -> &'static str {
    match lang {
        En => "This request has ended already.",
        Ml => "ഈ അഭ്യർത്ഥന ഇതിനകം അവസാനിച്ചു.",
    }
}

pub fn blocked_now(lang: Lang) -> &'static str {
    match lang {
        En => "The requester is blocked, and their requests are closed.",
        Ml => "അഭ്യർത്ഥകനെ തടഞ്ഞു; അവരുടെ അഭ്യർത്ഥനകൾ അവസാനിപ്പിച്ചു.",
    }
}

pub fn unblocked_now(lang: Lang) -> &'static str {
    match lang {
        En => "The requester may ask again.",
        Ml => "അഭ്യർത്ഥകന് ഇനി വീണ്ടും ചോദിക്കാം.",
    }
}

pub fn report_missing(lang: Lang) -> &'static str {
    match lang {
        En => "Please say in a sentence what happened.",
        Ml => "എന്താണുണ്ടായതെന്ന് ഒരു വാചകത്തിൽ എഴുതുക.",
    }
}

pub fn reported(lang: Lang) -> &'static str {
    match lang {
        En => "Thank you for telling us. The administrator will look at it.",
        Ml => "അറിയിച്ചതിന് നന്ദി. അഡ്മിനിസ്ട്രേറ്റർ ഇത് പരിശോധിക്കും.",
    }
}

pub fn accepted(lang: Lang) -> &'static str {
    match lang {
        En => "Thank you! You can now reach each other.",
        Ml => "നന്ദി! ഇനി നിങ്ങൾക്ക് പരസ്പരം ബന്ധപ്പെടാം.",
    }
}

pub fn declined(lang: Lang) -> &'static str {
    match lang {
        En => "Thank you for answering.",
        Ml => "മറുപടി നൽകിയതിന് നന്ദി.",
    }
}

pub fn no_longer_needed(lang: Lang) -> &'static str {
    match lang {
        En => "Thank you! Enough donors have said yes already, so you are not needed this time.",
        Ml => "നന്ദി! ആവശ്യമായത്ര ദാതാക്കൾ ഇതിനകം സമ്മതിച്ചു; ഇത്തവണ നിങ്ങൾ വരേണ്ടതില്ല.",
    }
}

/// The heads of the export's columns.
pub fn donor_columns(lang: Lang) -> [&'static str; 10] {
    match lang {
        En => [
            "Name",
            "Blood Group",
            "Gender",
            "Age",
            "Phone Number",
            "Email",
            "District",
            "State",
            "Status",
            "Last donation",
        ],
        Ml => ["പേര്", "രക്തഗ്രൂപ്പ്", "ലിംഗം", "വയസ്സ്", "ഫോൺ നമ്പർ", "ഇ-മെയിൽ", "ജില്ല", "സംസ്ഥാനം", "നില", "അവസാന രക്തദാനം"],
    }
}
