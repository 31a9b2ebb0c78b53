//! Who may import whom: the rules of `docs/ARCHITECTURE.md`, read from every path that the code names.

use std::fs;
use std::path::Path;

use syn::visit::Visit;
use syn::{ItemMod, UseTree};

use crate::harness::sources::source_files;

/// From left to right: a feature may use those to its left.
const FEATURES: [&str; 8] = ["reference", "identity", "directory", "booking", "blood", "contact", "admin", "demo"];
/// The demo data set is made once and asked for nothing.
const LAYERED: &[&str] = FEATURES.split_last().unwrap().1;
/// A folder of a feature is a subject, and a file in it one of these.
const LAYERS: [&str; 7] = ["model", "rules", "store", "service", "mails", "texts", "http"];

/// The module that a file is: `booking/visits/http.rs` is `booking::visits::http`.
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
    let uses_db = name.starts_with(&["platform".into(), "db".into()]) || is(name, "app");
    match layer_of(module) {
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
        ("booking::http::own", "use super::super::store;", 1),
        ("booking::http::own", "use crate::booking::{model::Slot, store::find};", 1),
        ("booking::http::own", "fn a() { crate::booking::store::find(); }", 1),
        ("admin::http", "use crate::{identity, blood::requests::store as other};", 1),
        ("booking::service", "use crate::blood;", 1),
        ("booking::service", "use super::store; use crate::identity;", 0),
        ("booking::service", "#[cfg(test)] mod tests { use crate::blood; }", 0),
        ("booking::model", "use crate::platform::db::Tx;", 1),
        ("platform::mail", "use crate::identity::Email;", 1),
        ("booking::store", "fn a(x: rusqlite::Error) {}", 1),
    ] {
        assert_eq!(names(module, code), wrong, "{module}: {code}");
    }
}

#[test]
fn every_folder_is_a_subject_and_every_file_in_it_a_layer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    let is_layer = |name: &&str| LAYERS.contains(name);
    let mut strange: Vec<&str> = files.iter().filter_map(|file| file.strip_prefix(&root).ok()?.to_str()).collect();
    strange.retain(|path| {
        let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
        let name = file.trim_end_matches(".rs");
        let has_layers = LAYERED.contains(&folder.split('/').next().unwrap_or_default());
        has_layers && (folder.split('/').any(|name| is_layer(&name)) || !(name == "mod" || is_layer(&name)))
    });
    assert!(strange.is_empty(), "{strange:#?}");
}

/// What is written without anybody who is signed in: by a visitor, by the holder of a mailed link, or by the program
/// itself. Everything else goes through `Caller::write`, which asks again whether its caller may act.
const WITHOUT_A_CALLER: [&str; 75] = [
    "app.rs: forget_lost_key",
    "app.rs: note_key",
    "admin/bounces/service.rs: forget_old",
    "admin/bounces/service.rs: take",
    "admin/erasure/service.rs: end_consents_of_gone",
    "admin/erasure/service.rs: erase",
    "admin/impersonation/service.rs: report",
    "blood/donors/service.rs: ask_old_to_confirm",
    "blood/donors/service.rs: confirm",
    "blood/donors/service.rs: end_other_links",
    "blood/donors/service.rs: forget_unconfirmed",
    "blood/donors/service.rs: try_to_alter",
    "blood/donors/service.rs: erase",
    "blood/donors/joining/service.rs: register",
    "blood/donors/joining/service.rs: send_links",
    "blood/links/service.rs: open",
    "blood/requests/answers/service.rs: accept",
    "blood/requests/answers/service.rs: decline",
    "blood/requests/answers/service.rs: find",
    "blood/requests/answers/service.rs: report",
    "blood/requests/matching/service.rs: ask_next",
    "blood/requests/matching/service.rs: expire",
    "blood/requests/service.rs: forget_old",
    "blood/requests/service.rs: ask",
    "blood/requests/service.rs: close",
    "blood/requests/service.rs: confirm",
    "blood/requests/service.rs: find",
    "blood/requests/service.rs: report",
    "booking/clinic_moves/service.rs: announce_batch",
    "booking/follow_ups/service.rs: propose_one",
    "booking/queue/service.rs: forget_old",
    "booking/queue/screens/service.rs: start_pairing",
    "booking/reminders/service.rs: remind_of",
    "booking/reminders/service.rs: stop",
    "booking/waiting/service.rs: count_unanswered_anew",
    "booking/waiting/service.rs: end_due",
    "booking/waiting/service.rs: send_digest",
    "booking/retention/service.rs: anonymise_old",
    "booking/retention/service.rs: announce_if_idle",
    "booking/retention/service.rs: erase_if_idle",
    "booking/waitlist/offers/service.rs: accept",
    "booking/waitlist/offers/service.rs: decline",
    "booking/waitlist/service.rs: forget_past",
    "booking/waitlist/service.rs: leave_by_link",
    "booking/waitlist/service.rs: settle",
    "booking/week/service.rs: forget_notes",
    "contact/service.rs: forget_old",
    "contact/service.rs: send",
    "directory/desk/service.rs: forget_ended",
    "directory/joining/service.rs: apply",
    "directory/desk/invitations/service.rs: accept",
    "identity/callers/service.rs: write",
    "identity/challenges/service.rs: enter",
    "identity/consents/service.rs: forget_ended",
    "identity/login_change/service.rs: confirm",
    "identity/password_change/service.rs: ask",
    "identity/password_change/service.rs: redeem",
    "identity/phone/service.rs: ask_for_login",
    "identity/phone/service.rs: enter",
    "identity/phone/links/service.rs: log_in",
    "identity/phone/links/service.rs: mail_link",
    "identity/messaging/service.rs: report",
    "identity/second_factor/service.rs: reset_admin",
    "identity/service.rs: create_admin",
    "identity/service.rs: invite_admin",
    "identity/sessions/service.rs: enter",
    "identity/service.rs: forget_ended",
    "identity/sessions/service.rs: log_out_of",
    "identity/sessions/service.rs: refresh",
    "identity/users/service.rs: register",
    "identity/wrong_logins/service.rs: write_down",
    "jobs.rs: fold_old_names",
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
            if ["db.write(", "db.write_one(", "db.write_of("].iter().any(|write| code.contains(write))
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
