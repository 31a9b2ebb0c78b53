//! The mails to donors and requesters. None to a requester holds a donor's name or number: a mail cannot be taken back.
//! The requester's own stand in the one to a donor who said yes. Their words are in `mails.json`.

use std::sync::LazyLock;

use jiff::Timestamp;
use serde::Deserialize;

use super::donors::{Donor, FieldName};
use super::requests::{Ask, Request, RequestStatus};
use crate::identity::Contact;
use crate::platform::clock::india;
use crate::platform::format;
use crate::platform::lang::Lang::{self, En, Ml};
use crate::platform::mail::{Letter, Mail};

static WORDS: LazyLock<AllWords> =
    LazyLock::new(|| serde_json::from_str(include_str!("mails.json")).expect("mails.json is checked by a test"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AllWords {
    /// Why somebody receives a mail, and the button to their page.
    donor_footer: Line,
    donor_page: Line,
    requester_footer: Line,
    request_page: Line,
    hospital_footer: Line,
    confirm_donor: Words,
    confirm_known: Words,
    confirm_address: Words,
    own_link: Words,
    own_links: Words,
    confirm_change: Words,
    address_changed: Words,
    question: Words,
    accepted_to_donor: Words,
    fulfilled: Words,
    not_needed: Words,
    goes_on: Words,
    confirm_request: Words,
    already_open: Words,
    held: Words,
    released: Words,
    accepted_to_requester: Words,
    withdrawn: Words,
    look_please: Words,
    expired: Words,
    closed_by_admin: Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    title: Line,
    paragraphs: Vec<Line>,
    /// Where it is not the one to somebody's page.
    button: Option<Line>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    en: String,
    ml: String,
}

impl Line {
    fn in_lang(&self, lang: Lang) -> &str {
        match lang {
            En => &self.en,
            Ml => &self.ml,
        }
    }
}

impl Words {
    /// With values where their names stand.
    fn filled(&self, values: &[(&str, &str)]) -> Self {
        let fill = |text: &String| values.iter().fold(text.clone(), |text, (name, value)| text.replace(name, value));
        let line = |line: &Line| Line { en: fill(&line.en), ml: fill(&line.ml) };
        Self {
            title: line(&self.title),
            paragraphs: self.paragraphs.iter().map(line).collect(),
            button: self.button.as_ref().map(line),
        }
    }
}

/// Asks whoever has the address of a new donor whether they registered.
pub fn confirm_donor(donor: &Donor, link: String) -> Mail {
    to_donor(donor, &WORDS.confirm_donor, Vec::new(), Some(link)).sent_anyway()
}

/// The same to a donor of before this was asked.
pub fn confirm_known(donor: &Donor, link: String) -> Mail {
    to_donor(donor, &WORDS.confirm_known, Vec::new(), Some(link))
}

/// To the new address of a donor, which counts once its link was used.
pub fn confirm_address(donor: &Donor, link: String) -> Mail {
    let mail = to_donor(donor, &WORDS.confirm_address, Vec::new(), Some(link)).sent_anyway();
    let to = donor.new_email.as_ref().unwrap_or(&donor.details.email);
    Mail { to: to.as_str().into(), ..mail }
}

/// A fresh link to a donor's page, where a second registration may wait that tells something else.
pub fn own_link(donor: &Donor, differs: &[FieldName], link: String) -> Mail {
    if differs.is_empty() {
        return to_donor(donor, &WORDS.own_link, Vec::new(), Some(link)).sent_anyway();
    }
    let names: Vec<String> = differs.iter().map(|field| field_label(field, donor.lang)).collect();
    let facts = vec![(label(donor.lang, "What would change", "മാറുന്നത്"), names.join(", "))];
    to_donor(donor, &WORDS.confirm_change, facts, Some(link)).sent_anyway()
}

/// Fresh links to the pages of all donors of one address, each by what cannot be made up: a stranger may have registered one.
pub fn own_links(to: &Donor, pages: &[(&Donor, String)]) -> Mail {
    let told = |donor: &Donor| format!("{}, {}", donor.details.group, donor.details.district);
    let facts = pages.iter().map(|(donor, link)| (told(donor), link.clone())).collect();
    to_donor(to, &WORDS.own_links, facts, None).sent_anyway()
}

fn field_label(field: FieldName, lang: Lang) -> String {
    let (en, ml) = match field {
        "Name" => ("Name", "പേര്"),
        "Blood_group" => ("Blood group", "രക്തഗ്രൂപ്പ്"),
        "Gender" => ("Gender", "ലിംഗം"),
        "Age" => ("Age", "വയസ്സ്"),
        "Email" => ("Email address", "ഇമെയിൽ വിലാസം"),
        "District" => ("District", "ജില്ല"),
        _ => ("Whether we may ask you", "നിങ്ങളോട് ചോദിക്കാമോ എന്നത്"),
    };
    label(lang, en, ml)
}

/// Tells a donor's old address that another has taken its place.
pub fn address_changed(donor: &Donor) -> Mail {
    to_donor(donor, &WORDS.address_changed, Vec::new(), None)
}

/// Asks a donor, without the requester's name or number.
pub fn question(donor: &Donor, request: &Request, link: String) -> Mail {
    let words =
        WORDS.question.filled(&[("{group}", request.wish.group.as_str()), ("{district}", request.wish.district)]);
    to_donor(donor, &words, need(request, donor.lang), Some(link))
}

/// After a donor's yes: whom to call.
pub fn accepted_to_donor(donor: &Donor, request: &Request, link: String) -> Mail {
    let (wish, lang) = (&request.wish, donor.lang);
    let mut facts = vec![
        (label(lang, "Contact", "ബന്ധപ്പെടേണ്ടയാൾ"), wish.contact_name.as_str().to_owned()),
        (label(lang, "Phone", "ഫോൺ"), wish.phone.as_str().to_owned()),
        (label(lang, "Patient", "രോഗി"), wish.patient_name.as_str().to_owned()),
    ];
    facts.extend(need(request, lang));
    to_donor(donor, &WORDS.accepted_to_donor, facts, Some(link))
}

/// When a request that a donor said yes to has ended.
pub fn ended(donor: &Donor, request: &Request, link: String) -> Mail {
    let is_fulfilled = request.status == RequestStatus::Fulfilled;
    let words = if is_fulfilled { &WORDS.fulfilled } else { &WORDS.not_needed };
    to_donor(donor, words, need(request, donor.lang), Some(link))
}

/// When a request that had ended runs again, to whoever said yes to it.
pub fn goes_on(donor: &Donor, request: &Request, link: String) -> Mail {
    to_donor(donor, &WORDS.goes_on, need(request, donor.lang), Some(link))
}

/// Asks the requester to confirm.
pub fn confirm_request(request: &Request, link: String) -> Mail {
    to_requester(request, &WORDS.confirm_request, None, Some(link)).sent_anyway()
}

/// Instead of a second confirmation, when the same request runs already.
pub fn already_open(request: &Request, link: String) -> Mail {
    to_requester(request, &WORDS.already_open, None, Some(link)).sent_anyway()
}

/// Tells the requester that somebody looks at the request before donors are asked.
pub fn held(request: &Request, link: String) -> Mail {
    to_requester(request, &WORDS.held, None, Some(link))
}

/// Tells the requester that donors are asked after all.
pub fn released(request: &Request, link: String) -> Mail {
    to_requester(request, &WORDS.released, None, Some(link))
}

/// Tells the requester that somebody said yes. Who it is stands on the page alone, as long as the yes stands.
pub fn accepted_to_requester(request: &Request, link: String) -> Mail {
    to_requester(request, &WORDS.accepted_to_requester, None, Some(link))
}

/// Tells the requester that a donor cannot come after all: which one, by what does not name them.
pub fn withdrawn(ask: &Ask, request: &Request, link: String) -> Mail {
    let when = moment(ask.accepted_at.unwrap_or(ask.asked_at), request.lang);
    let words = WORDS.withdrawn.filled(&[("{group}", ask.group.as_str()), ("{when}", &when)]);
    to_requester(request, &words, None, Some(link))
}

fn moment(millis: i64, lang: Lang) -> String {
    let at = Timestamp::from_millisecond(millis).unwrap_or_default().to_zoned(india());
    format!("{}, {}", format::day(at.date(), lang), format::time(at.time(), lang))
}

/// Asks the hospital that a request names whether it knows of it. Whose patient it is stands on its page alone.
pub fn look_please(request: &Request, hospital: &Contact, page: String) -> Mail {
    let (lang, words) = (hospital.lang, &WORDS.look_please);
    let button = words.button.as_ref().unwrap_or(&WORDS.request_page);
    let action = Some((button.in_lang(lang).to_owned(), page));
    letter(lang, words, need(request, lang), action, &WORDS.hospital_footer, &hospital.email)
}

/// The day has passed.
pub fn expired(request: &Request, link: String) -> Mail {
    to_requester(request, &WORDS.expired, None, Some(link))
}

pub fn closed_by_admin(request: &Request, reason: Option<&str>) -> Mail {
    to_requester(request, &WORDS.closed_by_admin, reason, None)
}

fn label(lang: Lang, en: &str, ml: &str) -> String {
    match lang {
        En => en.into(),
        Ml => ml.into(),
    }
}

type Facts = Vec<(String, String)>;

/// What is needed, where and until when: nothing that tells who asks.
fn need(request: &Request, lang: Lang) -> Facts {
    let wish = &request.wish;
    let mut hospital = format!("{}, {}", wish.hospital, wish.district);
    if !request.in_directory {
        hospital = format!("{hospital} ({})", label(lang, "not on our list", "ഞങ്ങളുടെ പട്ടികയിലില്ല"));
    }
    let mut facts = vec![
        (label(lang, "Blood group", "രക്തഗ്രൂപ്പ്"), wish.group.to_string()),
        (label(lang, "Units", "യൂണിറ്റ്"), wish.units.to_string()),
        (label(lang, "Hospital", "ആശുപത്രി"), hospital),
        (label(lang, "Needed by", "ആവശ്യമുള്ള തീയതി"), format::day(wish.needed_by, lang)),
    ];
    facts.extend(wish.reason.as_ref().map(|reason| (label(lang, "Reason", "കാരണം"), reason.clone())));
    facts
}

fn to_donor(donor: &Donor, words: &Words, facts: Facts, link: Option<String>) -> Mail {
    let button = words.button.as_ref().unwrap_or(&WORDS.donor_page);
    let action = link.map(|link| (button.in_lang(donor.lang).to_owned(), link));
    letter(donor.lang, words, facts, action, &WORDS.donor_footer, donor.details.email.as_str())
}

/// With what they asked for, and why something was done about it.
fn to_requester(request: &Request, words: &Words, why: Option<&str>, link: Option<String>) -> Mail {
    let lang = request.lang;
    let mut facts = need(request, lang);
    facts.extend(why.map(|why| (label(lang, "Why", "കാരണം"), why.to_owned())));
    let button = words.button.as_ref().unwrap_or(&WORDS.request_page);
    let action = link.map(|link| (button.in_lang(lang).to_owned(), link));
    letter(lang, words, facts, action, &WORDS.requester_footer, request.wish.email.as_str())
}

fn letter(lang: Lang, words: &Words, facts: Facts, action: Option<(String, String)>, footer: &Line, to: &str) -> Mail {
    let title = words.title.in_lang(lang);
    let paragraphs = words.paragraphs.iter().map(|line| line.in_lang(lang).to_owned()).collect();
    let letter = Letter {
        lang,
        title: title.into(),
        paragraphs,
        facts,
        action,
        links: Vec::new(),
        footer: footer.in_lang(lang).to_owned(),
    };
    letter.into_mail(to, title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mail_has_its_words_and_every_name_in_them_is_filled() {
        let question = WORDS.question.filled(&[("{group}", "O+"), ("{district}", "Kollam")]);
        assert_eq!(question.title.in_lang(En), "O+ blood is needed in Kollam");
        let withdrawn = WORDS.withdrawn.filled(&[("{group}", "O+"), ("{when}", "now")]);
        let lines = question.paragraphs.iter().chain(&withdrawn.paragraphs).chain([&question.title, &withdrawn.title]);
        for line in lines {
            assert!(!line.en.contains('{') && !line.ml.contains('{') && line.en != line.ml, "{}", line.en);
        }
    }
}
