//! The mails to donors and requesters. None to a requester holds a donor's name or number: a mail cannot be taken back.
//! The requester's own stand in the one to a donor who said yes.

use jiff::Timestamp;

use super::donors::Donor;
use super::requests::{Ask, Request, RequestStatus};
use crate::platform::clock::india;
use crate::platform::format;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::mail::{Letter, Mail};

/// To a new donor, or to a donor's new address.
pub fn welcome(donor: &Donor, link: String) -> Mail {
    let (title, text, hint) = match donor.lang {
        En => (
            "Thank you for becoming a blood donor",
            "When somebody nearby needs blood that fits, we ask you by mail. You decide each time, and your number stays \
             hidden until you say yes. The blood centre always has the last word.",
            "Keep this mail: with its private link you can pause, change your details, report a donation or erase \
             yourself. If you did not register, open the link and erase the registration.",
        ),
        Ml => (
            "രക്തദാതാവായതിന് നന്ദി",
            "സമീപത്ത് ആർക്കെങ്കിലും ചേരുന്ന രക്തം ആവശ്യമുള്ളപ്പോൾ ഞങ്ങൾ മെയിലിൽ ചോദിക്കും. ഓരോ തവണയും തീരുമാനം നിങ്ങളുടേതാണ്; \
             നിങ്ങൾ സമ്മതിക്കും വരെ നമ്പർ ആരും കാണില്ല. അന്തിമ തീരുമാനം ബ്ലഡ് സെന്ററിന്റേതാണ്.",
            "ഈ മെയിൽ സൂക്ഷിക്കുക: ഇതിലെ സ്വകാര്യ ലിങ്ക് വഴി ഇടവേള എടുക്കാം, വിവരങ്ങൾ മാറ്റാം, രക്തദാനം അറിയിക്കാം, രജിസ്ട്രേഷൻ മായ്ക്കാം. \
             നിങ്ങളല്ല രജിസ്റ്റർ ചെയ്തതെങ്കിൽ ലിങ്ക് തുറന്ന് മായ്ക്കുക.",
        ),
    };
    to_donor(donor, title, vec![text.into(), hint.into()], Vec::new(), Some(own_page(donor.lang, link)))
}

/// A fresh link to a donor's page, where a second registration may wait.
pub fn own_link(donor: &Donor, change_waits: bool, link: String) -> Mail {
    let (title, text) = match (donor.lang, change_waits) {
        (En, false) => (
            "Your private link",
            "With this link you can pause, change your details, report a donation or erase yourself.",
        ),
        (Ml, false) => {
            ("നിങ്ങളുടെ സ്വകാര്യ ലിങ്ക്", "ഈ ലിങ്ക് വഴി ഇടവേള എടുക്കാം, വിവരങ്ങൾ മാറ്റാം, രക്തദാനം അറിയിക്കാം, രജിസ്ട്രേഷൻ മായ്ക്കാം.")
        }
        (En, true) => (
            "Please confirm the change of your registration",
            "Somebody, probably you, registered again as a donor with your name and number. Nothing has changed yet: open \
             your page and take the change over, or discard it.",
        ),
        (Ml, true) => (
            "രജിസ്ട്രേഷനിലെ മാറ്റം സ്ഥിരീകരിക്കുക",
            "നിങ്ങളുടെ പേരിലും നമ്പറിലും ആരോ (ഒരുപക്ഷേ നിങ്ങൾ തന്നെ) വീണ്ടും രജിസ്റ്റർ ചെയ്തു. ഒന്നും മാറിയിട്ടില്ല: നിങ്ങളുടെ പേജ് തുറന്ന് \
             മാറ്റം സ്വീകരിക്കുകയോ ഒഴിവാക്കുകയോ ചെയ്യുക.",
        ),
    };
    to_donor(donor, title, vec![text.into()], Vec::new(), Some(own_page(donor.lang, link)))
}

/// Tells a donor's old address that another has taken its place.
pub fn address_changed(donor: &Donor) -> Mail {
    let (title, text) = match donor.lang {
        En => (
            "Your donor registration has another e-mail address",
            "Mails about blood requests no longer go to this address. If it was not you, please contact us at once.",
        ),
        Ml => (
            "ദാതാവിന്റെ ഇ-മെയിൽ വിലാസം മാറ്റി",
            "രക്ത അഭ്യർത്ഥനകളെക്കുറിച്ചുള്ള മെയിലുകൾ ഇനി ഈ വിലാസത്തിലേക്ക് വരില്ല. നിങ്ങളല്ല മാറ്റിയതെങ്കിൽ ഉടൻ ഞങ്ങളെ ബന്ധപ്പെടുക.",
        ),
    };
    to_donor(donor, title, vec![text.into()], Vec::new(), None)
}

/// Asks a donor, without the requester's name or number.
pub fn question(donor: &Donor, request: &Request, link: String) -> Mail {
    let (title, text, hint, button) = match donor.lang {
        En => (
            format!("{} blood is needed in {}", request.wish.group, request.wish.district),
            "Somebody near you needs blood that yours may fit. Can you help?",
            "Please answer, also with a no: then somebody else is asked sooner. If you say yes, you and the requester see \
             each other's numbers. The blood centre checks you and decides.",
            "Answer",
        ),
        Ml => (
            format!("{} ജില്ലയിൽ {} രക്തം ആവശ്യമുണ്ട്", request.wish.district, request.wish.group),
            "നിങ്ങളുടെ സമീപത്ത് ഒരാൾക്ക് നിങ്ങളുടേതുമായി ചേരാവുന്ന രക്തം വേണം. സഹായിക്കാമോ?",
            "പറ്റില്ലെങ്കിലും മറുപടി നൽകുക: അപ്പോൾ മറ്റൊരാളോട് വേഗം ചോദിക്കാം. സമ്മതിച്ചാൽ നിങ്ങൾക്കും അഭ്യർത്ഥകനും പരസ്പരം നമ്പർ കാണാം. \
             ബ്ലഡ് സെന്റർ പരിശോധിച്ച് തീരുമാനിക്കും.",
            "മറുപടി നൽകുക",
        ),
    };
    to_donor(donor, &title, vec![text.into(), hint.into()], need(request, donor.lang), Some((button.into(), link)))
}

/// After a donor's yes: whom to call.
pub fn accepted_to_donor(donor: &Donor, request: &Request, link: String) -> Mail {
    let (title, text, button) = match donor.lang {
        En => (
            "Thank you for saying yes",
            "Please call the requester and agree on a time. Eat something and drink enough before you go, and take an \
             identity card along. If you cannot come after all, take your yes back on this page.",
            "Open the request",
        ),
        Ml => (
            "സമ്മതിച്ചതിന് നന്ദി",
            "അഭ്യർത്ഥകനെ വിളിച്ച് സമയം തീരുമാനിക്കുക. പോകുന്നതിനു മുമ്പ് ഭക്ഷണം കഴിക്കുകയും വെള്ളം കുടിക്കുകയും ചെയ്യുക; തിരിച്ചറിയൽ രേഖ കരുതുക. \
             വരാൻ കഴിയില്ലെങ്കിൽ ഈ പേജിൽ സമ്മതം പിൻവലിക്കുക.",
            "അഭ്യർത്ഥന തുറക്കുക",
        ),
    };
    let wish = &request.wish;
    let mut facts = vec![
        (label(donor.lang, "Contact", "ബന്ധപ്പെടേണ്ടയാൾ"), wish.contact_name.as_str().to_owned()),
        (label(donor.lang, "Phone", "ഫോൺ"), wish.phone.as_str().to_owned()),
        (label(donor.lang, "Patient", "രോഗി"), wish.patient_name.as_str().to_owned()),
    ];
    facts.extend(need(request, donor.lang));
    to_donor(donor, title, vec![text.into()], facts, Some((button.into(), link)))
}

/// When a request that a donor said yes to has ended.
pub fn ended(donor: &Donor, request: &Request, link: String) -> Mail {
    let (title, text) = match (donor.lang, request.status == RequestStatus::Fulfilled) {
        (En, true) => (
            "Thank you: the patient has the blood",
            "If you gave, please report the donation on your page, so that nobody asks you while you rest.",
        ),
        (Ml, true) => {
            ("നന്ദി: രോഗിക്ക് രക്തം ലഭിച്ചു", "നിങ്ങൾ രക്തം നൽകിയെങ്കിൽ നിങ്ങളുടെ പേജിൽ അത് അറിയിക്കുക; വിശ്രമകാലത്ത് ആരും ചോദിക്കില്ല.")
        }
        (En, false) => (
            "The blood is no longer needed",
            "The request that you said yes to is closed. Thank you for your readiness.",
        ),
        (Ml, false) => ("രക്തം ഇനി ആവശ്യമില്ല", "നിങ്ങൾ സമ്മതിച്ച അഭ്യർത്ഥന അവസാനിച്ചു. സന്നദ്ധതയ്ക്ക് നന്ദി."),
    };
    let hidden = label(
        donor.lang,
        "The requester no longer sees your name and number. Your page tells when they were seen.",
        "അഭ്യർത്ഥകൻ ഇനി നിങ്ങളുടെ പേരും നമ്പറും കാണില്ല. എപ്പോഴാണ് അവ കണ്ടതെന്ന് നിങ്ങളുടെ പേജിലുണ്ട്.",
    );
    to_donor(donor, title, vec![text.into(), hidden], need(request, donor.lang), Some(own_page(donor.lang, link)))
}

/// When a request that had ended runs again, to whoever said yes to it.
pub fn goes_on(donor: &Donor, request: &Request, link: String) -> Mail {
    let (title, text, button) = match donor.lang {
        En => (
            "The blood is still needed",
            "The request that you said yes to has more time now. Your yes counts again, and the requester sees your name \
             and number again. If you cannot come, please take your yes back on this page.",
            "Open the request",
        ),
        Ml => (
            "രക്തം ഇപ്പോഴും ആവശ്യമുണ്ട്",
            "നിങ്ങൾ സമ്മതിച്ച അഭ്യർത്ഥനയുടെ സമയം നീട്ടി. നിങ്ങളുടെ സമ്മതം വീണ്ടും കണക്കാക്കും; അഭ്യർത്ഥകൻ നിങ്ങളുടെ പേരും നമ്പറും വീണ്ടും കാണും. \
             വരാൻ കഴിയില്ലെങ്കിൽ ഈ പേജിൽ സമ്മതം പിൻവലിക്കുക.",
            "അഭ്യർത്ഥന തുറക്കുക",
        ),
    };
    to_donor(donor, title, vec![text.into()], need(request, donor.lang), Some((button.into(), link)))
}

/// Asks the requester to confirm.
pub fn confirm_request(request: &Request, link: String) -> Mail {
    let (title, text, hint, button) = match request.lang {
        En => (
            "Please confirm your request for blood",
            "No donor is asked before you confirm. The link is also your page: there you see who says yes.",
            "If you did not ask for blood, nothing needs to be done; the request is forgotten tomorrow.",
            "Confirm the request",
        ),
        Ml => (
            "രക്തത്തിനുള്ള അഭ്യർത്ഥന സ്ഥിരീകരിക്കുക",
            "നിങ്ങൾ സ്ഥിരീകരിക്കും മുമ്പ് ഒരു ദാതാവിനോടും ചോദിക്കില്ല. ആരാണ് സമ്മതിച്ചതെന്നും ഈ ലിങ്കിൽ കാണാം.",
            "നിങ്ങളല്ല അഭ്യർത്ഥിച്ചതെങ്കിൽ ഒന്നും ചെയ്യേണ്ടതില്ല; നാളെ ഇത് മറക്കും.",
            "അഭ്യർത്ഥന സ്ഥിരീകരിക്കുക",
        ),
    };
    let action = Some((button.into(), link));
    to_requester(request, title, vec![text.into(), hint.into()], need(request, request.lang), action)
}

/// Tells the requester that somebody said yes. Who it is stands on the page alone, as long as the yes stands.
pub fn accepted_to_requester(request: &Request, link: String) -> Mail {
    let (title, text, hint) = match request.lang {
        En => (
            "A donor has said yes",
            "Open your request: there you find the name and number. Please call soon and agree on a time.",
            "They are for this request only and are shown while it is open: please do not pass them on. The cross-match \
             at the blood centre decides.",
        ),
        Ml => (
            "ഒരു ദാതാവ് സമ്മതിച്ചു",
            "നിങ്ങളുടെ അഭ്യർത്ഥന തുറക്കുക: പേരും നമ്പറും അവിടെയുണ്ട്. വേഗം വിളിച്ച് സമയം തീരുമാനിക്കുക.",
            "ഇവ ഈ ആവശ്യത്തിനു മാത്രമാണ്, അഭ്യർത്ഥന തുറന്നിരിക്കുമ്പോൾ മാത്രമേ കാണൂ: മറ്റാർക്കും കൈമാറരുത്. ബ്ലഡ് സെന്ററിലെ ക്രോസ്-മാച്ച് ആണ് \
             തീരുമാനിക്കുന്നത്.",
        ),
    };
    let action = Some(request_page(request.lang, link));
    to_requester(request, title, vec![text.into(), hint.into()], need(request, request.lang), action)
}

/// Tells the requester that a donor cannot come after all: which one, by what does not name them.
pub fn withdrawn(ask: &Ask, request: &Request, link: String) -> Mail {
    let (group, when) = (ask.group, moment(ask.accepted_at.unwrap_or(ask.asked_at), request.lang));
    let (title, text) = match request.lang {
        En => (
            "A donor cannot come after all",
            format!("The donor with {group} who said yes on {when} has taken it back. We are asking others now."),
        ),
        Ml => {
            ("ഒരു ദാതാവിന് വരാൻ കഴിയില്ല", format!("{when}-ന് സമ്മതിച്ച {group} ദാതാവ് സമ്മതം പിൻവലിച്ചു. ഞങ്ങൾ മറ്റുള്ളവരോട് ചോദിക്കുന്നു."))
        }
    };
    to_requester(request, title, vec![text], need(request, request.lang), Some(request_page(request.lang, link)))
}

fn moment(millis: i64, lang: Lang) -> String {
    let at = Timestamp::from_millisecond(millis).unwrap_or_default().to_zoned(india());
    format!("{}, {}", format::day(at.date(), lang), format::time(at.time(), lang))
}

/// The day has passed.
pub fn expired(request: &Request, link: String) -> Mail {
    let (title, text) = match request.lang {
        En => (
            "Your request for blood has ended",
            "Its day has passed, so nobody is asked any more. If blood is still needed, please ask again.",
        ),
        Ml => (
            "രക്തത്തിനുള്ള അഭ്യർത്ഥന അവസാനിച്ചു",
            "പറഞ്ഞ ദിവസം കഴിഞ്ഞതിനാൽ ഇനി ആരോടും ചോദിക്കില്ല. ഇപ്പോഴും രക്തം വേണമെങ്കിൽ വീണ്ടും അഭ്യർത്ഥിക്കുക.",
        ),
    };
    to_requester(request, title, vec![text.into()], need(request, request.lang), Some(request_page(request.lang, link)))
}

pub fn closed_by_admin(request: &Request, reason: Option<&str>) -> Mail {
    let (title, text) = match request.lang {
        En => (
            "Your request for blood was closed",
            "Our administrator has closed it. If you think that this is a mistake, please contact us.",
        ),
        Ml => ("രക്തത്തിനുള്ള അഭ്യർത്ഥന അവസാനിപ്പിച്ചു", "അഡ്മിനിസ്ട്രേറ്റർ ഇത് അവസാനിപ്പിച്ചു. തെറ്റാണെന്ന് തോന്നുന്നുവെങ്കിൽ ഞങ്ങളെ ബന്ധപ്പെടുക."),
    };
    let mut facts = need(request, request.lang);
    facts.extend(reason.map(|reason| (label(request.lang, "Why", "കാരണം"), reason.to_owned())));
    to_requester(request, title, vec![text.into()], facts, None)
}

fn label(lang: Lang, en: &str, ml: &str) -> String {
    match lang {
        En => en.into(),
        Ml => ml.into(),
    }
}

fn own_page(lang: Lang, link: String) -> (String, String) {
    (label(lang, "Open my donor page", "എന്റെ ദാതാവ് പേജ് തുറക്കുക"), link)
}

fn request_page(lang: Lang, link: String) -> (String, String) {
    (label(lang, "Open my request", "എന്റെ അഭ്യർത്ഥന തുറക്കുക"), link)
}

/// What is needed, where and until when: nothing that tells who asks.
fn need(request: &Request, lang: Lang) -> Vec<(String, String)> {
    let wish = &request.wish;
    let mut facts = vec![
        (label(lang, "Blood group", "രക്തഗ്രൂപ്പ്"), wish.group.to_string()),
        (label(lang, "Units", "യൂണിറ്റ്"), wish.units.to_string()),
        (label(lang, "Hospital", "ആശുപത്രി"), format!("{}, {}", wish.hospital, wish.district)),
        (label(lang, "Needed by", "ആവശ്യമുള്ള തീയതി"), format::day(wish.needed_by, lang)),
    ];
    facts.extend(wish.reason.as_ref().map(|reason| (label(lang, "Reason", "കാരണം"), reason.clone())));
    facts
}

type Facts = Vec<(String, String)>;
type Action = Option<(String, String)>;

fn to_donor(donor: &Donor, title: &str, paragraphs: Vec<String>, facts: Facts, action: Action) -> Mail {
    let footer = label(
        donor.lang,
        "You receive this mail because this address is registered for a blood donor on Doc Care.",
        "ഈ വിലാസം Doc Care-ൽ രക്തദാതാവിനായി രജിസ്റ്റർ ചെയ്തതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
    );
    let letter = Letter { lang: donor.lang, title: title.into(), paragraphs, facts, action, footer };
    letter.into_mail(donor.details.email.as_str(), title)
}

fn to_requester(request: &Request, title: &str, paragraphs: Vec<String>, facts: Facts, action: Action) -> Mail {
    let footer = label(
        request.lang,
        "You receive this mail because somebody asked for blood on Doc Care with this address.",
        "ഈ വിലാസം ഉപയോഗിച്ച് Doc Care-ൽ രക്തം അഭ്യർത്ഥിച്ചതിനാലാണ് ഈ മെയിൽ ലഭിക്കുന്നത്.",
    );
    let letter = Letter { lang: request.lang, title: title.into(), paragraphs, facts, action, footer };
    letter.into_mail(request.wish.email.as_str(), title)
}
