//! Who may import whom: the rules of `docs/ARCHITECTURE.md`, read from every path that the code names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::Visit;
use syn::{ItemMod, UseTree};

use crate::harness::sources::source_files;

/// From left to right: a feature may use those to its left.
///
/// Booking is eight of them. `statistics` takes plain values. `scheduling` says when a doctor can be booked, and what is reserved for people
/// on the waitlist. `appointments` books, moves, cancels and decides. `clinic_day` runs the day with its queue, `waitlist` offers what becomes
/// free, `follow_ups` proposes the next visit, `reminders` reminds, and `privacy` ends what all of them keep of somebody.
const FEATURES: [&str; 15] = [
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
    "demo",
];
/// The demo data set is made once and asked for nothing.
const LAYERED: &[&str] = FEATURES.split_last().unwrap().1;
/// A folder of a feature is a subject, and a file in it one of these.
const LAYERS: [&str; 7] = ["model", "rules", "store", "service", "mails", "texts", "http"];

/// Subjects of one file, and the layer whose rules hold for the file.
const SUBJECT_FILES: [(&str, &str); 17] = [
    ("blood/public_text.rs", "rules"),
    ("blood/requests/contact_disclosure.rs", "service"),
    ("blood/requests/matching.rs", "service"),
    ("blood/surge_alert.rs", "service"),
    ("directory/approval_policy.rs", "model"),
    ("directory/listing.rs", "store"),
    ("identity/consents.rs", "store"),
    ("identity/failed_logins.rs", "service"),
    ("identity/login_rate_limits.rs", "service"),
    ("identity/mailed_links.rs", "store"),
    ("identity/person.rs", "model"),
    ("identity/phone/limits.rs", "service"),
    ("identity/phone/login_links.rs", "service"),
    ("reference/blood.rs", "model"),
    ("reference/holidays.rs", "model"),
    ("reference/regions.rs", "model"),
    ("reference/specialities.rs", "model"),
];

/// The module that a file is: `appointments/booking/http.rs` is `appointments::booking::http`.
fn module_of(path: &Path) -> Vec<String> {
    let mut parts: Vec<String> = path.with_extension("").iter().map(|part| part.to_string_lossy().into()).collect();
    if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

/// The layer that a module or a name belongs to.
fn layer_of(path: &[String]) -> Option<&str> {
    path.iter().map(String::as_str).find(|part| LAYERS.contains(part))
}

/// The layer of the module that names something: a file of one subject has its own.
fn layer_of_module(module: &[String]) -> Option<&str> {
    let file = format!("{}.rs", module.join("/"));
    SUBJECT_FILES.iter().find(|(path, _)| *path == file).map(|(_, layer)| *layer).or_else(|| layer_of(module))
}

/// Every path that a file names outside its unit tests, from the root of the crate or of another one.
struct Names {
    module: Vec<String>,
    found: Vec<Vec<String>>,
}

impl Names {
    fn add(&mut self, path: &[String]) {
        let mut base = self.module.clone();
        let mut rest = path;
        match path.first().map(String::as_str) {
            Some("crate") => (base, rest) = (Vec::new(), &path[1..]),
            Some("self") => rest = &path[1..],
            Some("super") => {
                while rest.first().is_some_and(|part| part == "super") {
                    base.pop();
                    rest = &rest[1..];
                }
            }
            // Another crate's, or a name that a `use` brought here, which is read there.
            _ => base = vec!["extern".into()],
        }
        base.extend(rest.iter().cloned());
        self.found.push(base);
    }

    fn add_tree(&mut self, before: &[String], tree: &UseTree) {
        let with = |name: String| [before, &[name]].concat();
        match tree {
            UseTree::Path(path) => self.add_tree(&with(path.ident.to_string()), &path.tree),
            UseTree::Group(group) => group.items.iter().for_each(|item| self.add_tree(before, item)),
            UseTree::Name(name) => self.add(&with(name.ident.to_string())),
            UseTree::Rename(rename) => self.add(&with(rename.ident.to_string())),
            UseTree::Glob(_) => self.add(before),
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        let is_test = module.attrs.iter().any(|attribute| attribute.path().is_ident("cfg"));
        if let (Some((_, items)), false) = (&module.content, is_test) {
            self.module.push(module.ident.to_string());
            for item in items {
                self.visit_item(item);
            }
            self.module.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.add_tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if names.len() > 1 {
            self.add(&names);
        }
        syn::visit::visit_path(self, path);
    }
}

fn place(feature: Option<&String>) -> Option<usize> {
    FEATURES.iter().position(|name| Some(*name) == feature.map(String::as_str))
}

/// Why a module may not use a name, if it may not.
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
    // How a type is read from a column is declared beside the type.
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    assert!(files.len() > 20);
    let mut wrong = Vec::new();
    for file in files {
        let module = module_of(file.strip_prefix(&root).unwrap());
        let code = syn::parse_file(&fs::read_to_string(&file).unwrap()).unwrap();
        let mut names = Names { module: module.clone(), found: Vec::new() };
        names.visit_file(&code);
        for name in names.found {
            if let Some(why) = forbidden(&module, &name) {
                wrong.push(format!("{} uses {}: {why}", module.join("::"), name.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_rules_see_through_folders_groups_and_full_paths() {
    let names = |module: &str, code: &str| {
        let module: Vec<String> = module.split("::").map(String::from).collect();
        let mut names = Names { module: module.clone(), found: Vec::new() };
        names.visit_file(&syn::parse_file(code).unwrap());
        names.found.iter().filter_map(|name| forbidden(&module, name)).count()
    };
    for (module, code, wrong) in [
        ("appointments::http::own", "use super::super::store;", 1),
        ("appointments::http::own", "use crate::appointments::{model::Slot, store::find};", 1),
        ("appointments::http::own", "fn a() { crate::appointments::store::find(); }", 1),
        ("admin::http", "use crate::{identity, blood::requests::store as other};", 1),
        ("appointments::service", "use crate::blood;", 1),
        ("appointments::service", "use super::store; use crate::identity;", 0),
        ("appointments::service", "#[cfg(test)] mod tests { use crate::blood; }", 0),
        ("appointments::model", "use crate::platform::db::Tx;", 1),
        ("platform::mail", "use crate::identity::Email;", 1),
        ("appointments::store", "fn a(x: rusqlite::Error) {}", 1),
    ] {
        assert_eq!(names(module, code), wrong, "{module}: {code}");
    }
}

/// Subjects of one feature that still use each other, to be cut by whoever works on the feature.
const KNOWN_CIRCLES: [&str; 5] = ["identity", "directory", "clinic_day", "blood", "admin"];

/// The subject of a feature that a module belongs to: `appointments::booking::http` is in `booking`.
fn subject_of(feature: &str, path: &[String]) -> Option<String> {
    (path.first()? == feature).then(|| path.get(1).cloned()).flatten()
}

/// Two subjects, or a subject and a shared file, of one feature do not use each other: who reads one need not read the other.
#[test]
fn no_circle_of_subjects_inside_a_booking_feature() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    for feature in LAYERED.iter().filter(|feature| !KNOWN_CIRCLES.contains(feature)) {
        let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for file in files.iter().filter(|file| file.starts_with(root.join(feature))) {
            let module = module_of(file.strip_prefix(&root).unwrap());
            let Some(own) = subject_of(feature, &module) else { continue };
            let code = syn::parse_file(&fs::read_to_string(file).unwrap()).unwrap();
            let mut names = Names { module, found: Vec::new() };
            names.visit_file(&code);
            let is_subject = |name: &String| {
                root.join(feature).join(name).is_dir() || root.join(feature).join(format!("{name}.rs")).is_file()
            };
            let others = names.found.iter().filter_map(|name| subject_of(feature, name)).filter(|name| *name != own);
            uses.entry(own.clone()).or_default().extend(others.filter(is_subject));
        }
        // What uses nothing that is left goes, again and again; what stays is a circle or uses one.
        while let Some(last) = uses.iter().find(|(_, used)| used.is_empty()).map(|(name, _)| name.clone()) {
            uses.remove(&last);
            for used in uses.values_mut() {
                used.remove(&last);
            }
        }
        assert!(uses.is_empty(), "a circle in {feature}: {uses:#?}");
    }
}

/// A file that holds a whole subject has nothing but modules that are layers, and what they export.
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
        let has_layers = LAYERED.contains(&folder.split('/').next().unwrap_or_default());
        let is_subject = SUBJECT_FILES.iter().any(|(known, _)| known == path);
        let is_known = name == "mod" || is_layer(&name) || is_subject || has_only_layers(&root.join(path));
        has_layers && (folder.split('/').any(|name| is_layer(&name)) || !is_known)
    });
    assert!(strange.is_empty(), "{strange:#?}");
}

/// What is written without anybody who is signed in: by a visitor, by the holder of a mailed link, or by the program
/// itself. Everything else goes through `Caller::write`, which asks again whether its caller may act.
const WITHOUT_A_CALLER: [&str; 72] = [
    "startup.rs: forget_lost_key",
    "startup.rs: note_key",
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
    "follow_ups/service.rs: propose_one",
    "clinic_day/service.rs: forget_old",
    "clinic_day/screens/service.rs: start_pairing",
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
    "identity/second_factor/service.rs: enter",
    "identity/consents.rs: forget_ended",
    "identity/contact_change/service.rs: confirm",
    "identity/password_change/service.rs: ask",
    "identity/password_change/service.rs: redeem",
    "identity/phone/service.rs: ask_for_login",
    "identity/phone/service.rs: enter",
    "identity/phone/login_links.rs: log_in",
    "identity/phone/login_links.rs: mail_link",
    "identity/messaging/service.rs: report",
    "identity/second_factor/service.rs: reset_admin",
    "identity/service.rs: create_admin",
    "identity/service.rs: invite_admin",
    "identity/sessions/service.rs: enter",
    "identity/service.rs: forget_ended",
    "identity/sessions/service.rs: log_out_of",
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
        if path.starts_with("platform") || path.starts_with("demo") {
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    let prints = |file: &&std::path::PathBuf| {
        let text = fs::read_to_string(file).unwrap();
        text.lines().map(str::trim_start).any(|line| line.starts_with("println!(") || line.starts_with("print!("))
    };
    let printing: Vec<_> = files.iter().filter(prints).collect();
    assert!(printing.is_empty(), "{printing:#?}");
}
