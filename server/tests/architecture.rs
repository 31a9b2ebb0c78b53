//! Import rules of `docs/ARCHITECTURE.md`, checked on every path that the code names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::harness::imports::Imports;
use crate::harness::sources::{shipped_files, source_files};

/// From left to right: a feature may use those to its left.
///
/// Booking is eight of them. `statistics` takes plain values. `scheduling` says when a doctor can be booked, and what is reserved for people
/// on the waitlist. `appointments` books, moves, cancels and decides. `clinic_day` runs the day with its queue, `waitlist` offers what becomes
/// free, `follow_ups` proposes the next visit, `reminders` reminds, and `privacy` ends what all of them keep of somebody.
const FEATURES: [&str; 14] = [
    "reference",
    "identity",
    "directory",
    "statistics",
    "scheduling",
    "appointments",
    "clinic_day",
    "waitlist",
    "follow_ups",
    "reminders",
    "privacy",
    "blood",
    "contact",
    "admin",
];
/// A folder of a feature is a subject, and a file in it one of these.
const LAYERS: [&str; 7] = ["model", "rules", "store", "service", "mails", "texts", "http"];

/// Subjects of a single file, and the layer whose rules apply to the file.
const SUBJECT_FILES: [(&str, &str); 27] = [
    ("appointments/change_kind.rs", "model"),
    ("appointments/mail_texts.rs", "texts"),
    ("directory/schedule/visit_mode.rs", "model"),
    ("scheduling/availability/find_query.rs", "http"),
    ("scheduling/availability_index/search_keys.rs", "model"),
    ("appointments/phone_notices.rs", "mails"),
    ("appointments/pushes.rs", "mails"),
    ("appointments/visit_note.rs", "model"),
    ("blood/mail_rate_limit.rs", "service"),
    ("blood/public_text.rs", "rules"),
    ("blood/requests/contact_disclosure.rs", "service"),
    ("blood/requests/matching.rs", "service"),
    ("blood/surge_alert.rs", "service"),
    ("directory/approval_policy.rs", "model"),
    ("directory/listing.rs", "store"),
    ("identity/consents.rs", "store"),
    ("identity/error.rs", "service"),
    ("identity/failed_logins.rs", "service"),
    ("identity/login_rate_limits.rs", "service"),
    ("identity/mailed_links.rs", "store"),
    ("identity/person.rs", "model"),
    ("identity/phone/limits.rs", "service"),
    ("identity/phone_login/login_links.rs", "service"),
    ("reference/blood.rs", "model"),
    ("reference/holidays.rs", "model"),
    ("reference/regions.rs", "model"),
    ("reference/specialities.rs", "model"),
];

/// The layer of a module or a name.
fn layer_of(path: &[String]) -> Option<&str> {
    path.iter().map(String::as_str).find(|part| LAYERS.contains(part))
}

/// The layer of the importing module: a subject of a single file has its own.
fn layer_of_module(module: &[String]) -> Option<&str> {
    let file = format!("{}.rs", module.join("/"));
    SUBJECT_FILES.iter().find(|(path, _)| *path == file).map(|(_, layer)| *layer).or_else(|| layer_of(module))
}

fn place(feature: Option<&String>) -> Option<usize> {
    FEATURES.iter().position(|name| Some(*name) == feature.map(String::as_str))
}

/// Why a module may not import a name, if it may not.
fn forbidden(module: &[String], name: &[String]) -> Option<&'static str> {
    let (own, target) = (place(module.first()), place(name.first()));
    let is = |path: &[String], first: &str| path.first().is_some_and(|part| part == first);
    let outside = is(name, "extern").then(|| name.get(1).map(String::as_str)).flatten();
    let in_db = module.starts_with(&["platform".into(), "db".into()]);
    if outside.is_some_and(|name| ["rusqlite", "tokio_postgres"].contains(&name)) && !in_db {
        return Some("knows an engine");
    }
    if is(module, "platform") && (target.is_some() || ["app", "router", "server"].iter().any(|top| is(name, top))) {
        return Some("platform uses a feature");
    }
    let own = own?;
    if target.is_some_and(|target| target > own) || is(name, "router") {
        return Some("uses what is on its right");
    }
    let uses = |layer: &str| target.is_some() && layer_of(name) == Some(layer);
    // The decoding of a type from a column is declared next to the type.
    let is_decoding = name.ends_with(&["FromColumn".into()]);
    let uses_db = (name.starts_with(&["platform".into(), "db".into()]) && !is_decoding) || is(name, "app");
    match layer_of_module(module) {
        Some("model" | "rules") if uses_db || uses("store") || uses("service") => Some("pure code uses the database"),
        Some("model" | "rules") if outside.is_some_and(|name| ["axum", "tokio"].contains(&name)) => Some("is not pure"),
        Some("store") if uses("rules") || uses("service") || uses("http") => Some("a store uses what is above it"),
        Some("http") if uses("store") => Some("http goes around the service"),
        Some("service" | "mails" | "texts") if uses("http") => Some("uses its own caller"),
        _ => None,
    }
}

#[test]
fn nothing_imports_what_is_on_its_left() {
    let imports = Imports::of_program();
    let wrong: Vec<String> = imports
        .all()
        .filter_map(|(module, name)| {
            let why = forbidden(module, &name)?;
            Some(format!("{} uses {}: {why}", module.join("::"), name.join("::")))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_rules_see_through_folders_groups_and_full_paths() {
    for (module, code, wrong) in [
        ("appointments::http::own", "use super::super::store;", 1),
        ("appointments::http::own", "use crate::appointments::{model::Slot, store::find};", 1),
        ("appointments::http::own", "fn a() { crate::appointments::store::find(); }", 1),
        ("admin::http", "use crate::{identity, blood::requests::store as other};", 1),
        ("appointments::service", "use crate::blood;", 1),
        ("appointments::service", "pub use crate::blood;", 1),
        ("appointments::service", "use super::store; use crate::identity;", 0),
        ("appointments::service", "#[cfg(test)] mod tests { use crate::blood; }", 0),
        ("appointments::model", "use crate::platform::db::Tx;", 1),
        ("platform::mail", "use crate::identity::Email;", 1),
        ("appointments::store", "fn a(x: rusqlite::Error) {}", 1),
    ] {
        let mut imports = Imports::default();
        imports.read(module.split("::").map(String::from).collect(), code);
        let found = imports.all().filter(|(module, name)| forbidden(module, name).is_some()).count();
        assert_eq!(found, wrong, "{module}: {code}");
    }
}

/// The imports between parts of the program, by name.
type Uses = BTreeMap<String, BTreeSet<String>>;

impl Imports {
    /// The imports among the files and folders of one folder. Items declared in its `mod.rs` are available to all of them and are not a
    /// part. That features use `App` is left out, see [`STATE_OF_FEATURES`].
    fn uses_in(&self, folder: &[String]) -> Uses {
        let part = |path: &[String]| path.strip_prefix(folder)?.first().cloned();
        let mut found = Uses::new();
        for (module, name) in self.all() {
            let Some(declaring) = self.module_that_declares(&name) else { continue };
            if let (Some(user), Some(target)) = (part(module), part(&declaring))
                && user != target
                && !(folder.is_empty() && place(Some(&user)).is_some() && target == "app")
            {
                found.entry(user).or_default().insert(target);
            }
        }
        found
    }
}

/// The groups whose members all import each other, directly or through others: the strongly connected components.
fn circles(uses: &Uses) -> BTreeSet<BTreeSet<String>> {
    let reached_from = |name: &String| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![name]);
        while let Some(name) = open.pop() {
            open.extend(uses.get(name).into_iter().flatten().filter(|used| reached.insert((*used).clone())));
        }
        reached
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = uses.keys().map(|name| (name, reached_from(name))).collect();
    let circle_of = |(name, names): (&&String, &BTreeSet<String>)| {
        let uses_back = |other: &&String| reached.get(other).is_some_and(|names| names.contains(*name));
        names.iter().filter(uses_back).cloned().collect()
    };
    reached.iter().map(circle_of).filter(|circle: &BTreeSet<String>| !circle.is_empty()).collect()
}

/// Files and folders of one folder that import each other because they are one subject: the folder, its members, and the reason.
const ONE_SUBJECT: [(&str, &[&str], &str); 4] = [
    ("directory::desk", &["invitations", "service"], "who is at a desk, and who is invited to it"),
    (
        "platform::db",
        &["connection", "lock", "postgres", "sqlite", "tx"],
        "a transaction on a connection of either engine",
    ),
    ("platform::phone_messages", &["client", "store"], "the queue, and the client that empties it"),
    ("platform::push", &["client", "store"], "the queue, and the client that empties it"),
];

/// In no folder do files or folders import each other in a circle; this includes the top level and `platform`.
#[test]
fn no_circle_of_files_or_folders() {
    let imports = Imports::of_program();
    let folders: BTreeSet<&[String]> = imports.files.iter().filter_map(|file| Some(file.split_last()?.1)).collect();
    let names: BTreeSet<String> = folders.iter().map(|folder| folder.join("::")).collect();
    assert!(names.contains("") && names.contains("platform"));
    let mut wrong = Vec::new();
    let mut unused: BTreeSet<&str> = ONE_SUBJECT.iter().map(|(folder, ..)| *folder).collect();
    for folder in folders {
        let name = folder.join("::");
        for circle in circles(&imports.uses_in(folder)) {
            let has = |members: &[&str]| circle.iter().all(|part| members.contains(&part.as_str()));
            if ONE_SUBJECT.iter().any(|(subject, members, _)| *subject == name && has(members)) {
                unused.remove(name.as_str());
            } else {
                wrong.push(format!("in `{name}`: {circle:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(unused.is_empty(), "no circle any more, so no exception: {unused:?}");
}

#[test]
fn import_cycles_are_found_through_others_and_through_reexports() {
    let mut imports = Imports::default();
    for (module, code) in [
        ("desk", "mod one { mod inner; pub use inner::Thing; } mod two; mod three; mod four;"),
        ("desk::one::inner", "use crate::desk::two;"),
        ("desk::two", "use super::three::a;"),
        ("desk::three", "pub fn a(thing: super::one::Thing) { super::four::b() }"),
        ("desk::four", "use crate::desk::Shared; #[cfg(test)] mod tests { use super::super::two; }"),
    ] {
        imports.read(module.split("::").map(String::from).collect(), code);
    }
    let found = circles(&imports.uses_in(&["desk".into()]));
    assert_eq!(found, BTreeSet::from([["one", "two", "three"].map(String::from).into()]));
}

/// The in-memory state of features that `App` holds. Axum passes one state to every handler, so features name `App`, and `App` has to name
/// the types of its fields: the one circle that is accepted. `app.rs` uses nothing else of a feature.
const STATE_OF_FEATURES: [&str; 4] = [
    "clinic_day::live_queue::LiveQueues",
    "identity::FailedLogins",
    "identity::passwords::PasswordHasher",
    "scheduling::availability_index::AvailabilityIndex",
];

#[test]
fn app_names_only_the_state_of_features() {
    let imports = Imports::of_program();
    let of_app = imports.all().filter(|(module, name)| module.join("::") == "app" && place(name.first()).is_some());
    let named: BTreeSet<String> = of_app.map(|(_, name)| name.join("::")).collect();
    assert_eq!(named, STATE_OF_FEATURES.map(String::from).into());
}

/// A file of a whole subject contains only modules that are layers, and their re-exports.
fn has_only_layers(file: &Path) -> bool {
    let code = syn::parse_file(&fs::read_to_string(file).unwrap()).unwrap();
    let is_layer = |item: &syn::Item| match item {
        syn::Item::Mod(module) => LAYERS.contains(&module.ident.to_string().as_str()),
        item => matches!(item, syn::Item::Use(_)),
    };
    code.items.iter().any(|item| matches!(item, syn::Item::Mod(_))) && code.items.iter().all(is_layer)
}

#[test]
fn every_folder_is_a_subject_and_every_file_in_it_a_layer_or_a_subject_of_layers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    let is_layer = |name: &&str| LAYERS.contains(name);
    let mut strange: Vec<&str> = files.iter().filter_map(|file| file.strip_prefix(&root).ok()?.to_str()).collect();
    strange.retain(|path| {
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
        let name = file.trim_end_matches(".rs");
        let has_layers = FEATURES.contains(&folder.split('/').next().unwrap_or_default());
        let is_subject = SUBJECT_FILES.iter().any(|(known, _)| known == path);
        let is_known = name == "mod" || is_layer(&name) || is_subject || has_only_layers(&root.join(path));
        has_layers && (folder.split('/').any(|name| is_layer(&name)) || !is_known)
    });
    assert!(strange.is_empty(), "{strange:#?}");
}

/// Writes without a logged-in caller: by a visitor, by the holder of a mailed link, or by the program itself. All others go through
/// `Caller::write`, which checks again that its caller may act.
const WITHOUT_A_CALLER: [&str; 83] = [
    "startup.rs: forget_lost_key",
    "startup.rs: note_key",
    "startup.rs: renew_push_key",
    "admin/bounces.rs: forget_old",
    "admin/bounces.rs: take",
    "admin/erasure.rs: erase",
    "admin/impersonation.rs: report",
    "blood/donors/service.rs: confirm",
    "blood/donors/service.rs: end_other_links",
    "blood/donors/service.rs: forget_unconfirmed",
    "blood/donors/service.rs: try_update",
    "blood/donors/service.rs: erase",
    "blood/donors/registration/service.rs: register",
    "blood/donors/registration/service.rs: send_links",
    "blood/links/service.rs: open",
    "blood/requests/answers/service.rs: accept",
    "blood/requests/answers/service.rs: decline",
    "blood/requests/answers/service.rs: find",
    "blood/requests/answers/service.rs: report",
    "blood/requests/matching.rs: send_next_wave",
    "blood/requests/matching.rs: expire",
    "blood/requests/service.rs: forget_old",
    "blood/requests/service.rs: submit",
    "blood/requests/service.rs: close",
    "blood/requests/service.rs: confirm",
    "blood/requests/service.rs: find",
    "blood/requests/service.rs: report",
    "appointments/clinic_moves/service.rs: announce_batch",
    "appointments/missed_calls/service.rs: choose",
    "appointments/move_answers/service.rs: accept_by_link",
    "appointments/move_answers/service.rs: decline_by_link",
    "appointments/session_moves/service.rs: end_due_of",
    "appointments/session_moves/service.rs: forget_past",
    "follow_ups/links/service.rs: take",
    "follow_ups/service.rs: propose_one",
    "clinic_day/door/service.rs: arrive",
    "clinic_day/door/service.rs: take_token",
    "clinic_day/service.rs: forget_old",
    "clinic_day/screens/service.rs: start_pairing",
    "reminders/missed/service.rs: notify_of",
    "reminders/service.rs: remind_of",
    "reminders/service.rs: stop",
    "appointments/unanswered/service.rs: count_unanswered_anew",
    "appointments/unanswered/service.rs: end_due",
    "appointments/unanswered/service.rs: send_digest",
    "privacy/retention/service.rs: anonymise_old",
    "privacy/retention/service.rs: announce_if_idle",
    "privacy/retention/service.rs: erase_if_idle",
    "waitlist/offers/service.rs: accept",
    "waitlist/offers/service.rs: decline",
    "waitlist/service.rs: forget_past",
    "waitlist/service.rs: leave_by_link",
    "waitlist/service.rs: settle",
    "scheduling/availability_index/service.rs: prune_change_log",
    "contact/service.rs: forget_old",
    "contact/service.rs: send",
    "directory/desk/service.rs: forget_ended",
    "directory/applications/service.rs: apply",
    "directory/desk/invitations/service.rs: accept",
    "identity/callers/service.rs: write",
    "identity/consents.rs: forget_ended",
    "identity/contact_change/service.rs: confirm",
    "identity/password_change/service.rs: ask",
    "identity/password_change/service.rs: redeem",
    "identity/phone_login/service.rs: ask_for_login",
    "identity/phone_login/service.rs: enter",
    "identity/phone_login/login_links.rs: log_in",
    "identity/phone_login/login_links.rs: mail_link",
    "identity/messaging/service.rs: report",
    // The key is the installation's.
    "identity/push_devices/service.rs: own",
    "identity/second_factor/service.rs: reset_admin",
    "identity/service.rs: create_admin",
    "identity/service.rs: invite_admin",
    "identity/logins/service.rs: enter",
    "identity/logins/service.rs: enter_by_code",
    "identity/service.rs: forget_ended",
    "identity/logins/service.rs: log_out_of",
    "identity/sessions/service.rs: refresh",
    "identity/users/service.rs: register",
    "identity/failed_logins.rs: record_due",
    "jobs.rs: forget_old_audit",
    "jobs.rs: forget_old_messages",
    "jobs.rs: seal_audit",
];

#[test]
fn whoever_is_signed_in_writes_through_their_caller() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    let mut unknown = Vec::new();
    for file in files {
        let path = file.strip_prefix(&root).unwrap();
        if path.starts_with("platform") {
            continue;
        }
        let code = fs::read_to_string(&file).unwrap();
        let production = code.split("#[cfg(test)]").next().unwrap_or_default();
        for function in production.split("fn ").skip(1) {
            let name = function.split(['(', '<']).next().unwrap_or_default();
            let code: String = function.split_whitespace().collect();
            let place = format!("{}: {name}", path.display());
            if ["db.write(", "db.write_one(", "db.write_for_account("].iter().any(|write| code.contains(write))
                && !WITHOUT_A_CALLER.contains(&place.as_str())
            {
                unknown.push(place);
            }
        }
    }
    assert!(unknown.is_empty(), "write as a caller, or say here why there is none: {unknown:#?}");
}

/// `println!` panics once the reader has closed the pipe, as `head` does: `commands::output` does not.
#[test]
fn standard_output_is_written_by_one_function() {
    let prints = |file: &std::path::PathBuf| {
        let text = fs::read_to_string(file).unwrap();
        text.lines().map(str::trim_start).any(|line| line.starts_with("println!(") || line.starts_with("print!("))
    };
    let printing: Vec<_> = shipped_files().into_iter().filter(prints).collect();
    assert!(printing.is_empty(), "{printing:#?}");
}
