//! The imports of the program's modules, read from its sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::Visit;
use syn::{ItemMod, UseTree};

use super::sources::source_files;

type ModulePath = Vec<String>;

/// The module of a file: `appointments/booking/http.rs` is `appointments::booking::http`.
fn module_of(path: &Path) -> Vec<String> {
    let mut parts: Vec<String> = path.with_extension("").iter().map(|part| part.to_string_lossy().into()).collect();
    if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

/// The paths in the sources outside their unit tests.
#[derive(Default)]
pub struct Imports {
    pub files: BTreeSet<ModulePath>,
    /// The files, and their inline modules.
    modules: BTreeSet<ModulePath>,
    /// Every path as it is written, with the module that contains it.
    named: Vec<(ModulePath, ModulePath)>,
    /// The names that `use` brings into a module: others may import them from there.
    imported: BTreeMap<ModulePath, (ModulePath, ModulePath)>,
    /// The current module.
    module: ModulePath,
}

impl Imports {
    pub fn of_program() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("server/src");
        let mut files = Vec::new();
        source_files(&root, &mut files);
        assert!(files.len() > 20);
        let mut imports = Self::default();
        for file in files {
            imports.read(module_of(file.strip_prefix(&root).unwrap()), &fs::read_to_string(&file).unwrap());
        }
        imports
    }

    pub fn read(&mut self, module: ModulePath, code: &str) {
        self.files.insert(module.clone());
        self.modules.insert(module.clone());
        self.module = module;
        self.visit_file(&syn::parse_file(code).unwrap());
    }

    fn add_tree(&mut self, before: &[String], tree: &UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        let (path, name) = match tree {
            UseTree::Path(path) => return self.add_tree(&with(&path.ident), &path.tree),
            UseTree::Group(group) => return group.items.iter().for_each(|item| self.add_tree(before, item)),
            UseTree::Name(name) => (with(&name.ident), Some(&name.ident)),
            UseTree::Rename(rename) => (with(&rename.ident), Some(&rename.rename)),
            UseTree::Glob(_) => (before.to_vec(), None),
        };
        if let Some(name) = name {
            let name = [self.module.as_slice(), &[name.to_string()]].concat();
            self.imported.insert(name, (self.module.clone(), path.clone()));
        }
        self.named.push((self.module.clone(), path));
    }

    /// A path from the root of the crate; one of another crate begins with `extern`.
    fn absolute(&self, module: &[String], path: &[String]) -> ModulePath {
        let above = path.iter().take_while(|part| *part == "super").count();
        let local = [module, &path[..1]].concat();
        let mut absolute = match path[0].as_str() {
            "crate" | "doccare" => path[1..].to_vec(),
            "self" => [module, &path[1..]].concat(),
            "super" => [&module[..module.len() - above], &path[above..]].concat(),
            _ if self.modules.contains(&local) => [module, path].concat(),
            // A path of another crate, or a name from a `use`, which is resolved there.
            _ => [&["extern".to_owned()] as &[String], path].concat(),
        };
        if absolute.last().is_some_and(|last| last == "self") {
            absolute.pop();
        }
        absolute
    }

    /// Every path with the module that contains it, both from the root of the crate.
    pub fn all(&self) -> impl Iterator<Item = (&ModulePath, ModulePath)> {
        self.named.iter().map(move |(module, path)| (module, self.absolute(module, path)))
    }

    /// The module that declares the item of a path, through any number of re-exports; `None` in another crate.
    pub fn module_that_declares(&self, path: &[String]) -> Option<ModulePath> {
        let known = (0..=path.len()).rev().map(|length| &path[..length]).find(|part| self.modules.contains(*part))?;
        let imported = path.get(known.len()).and_then(|_| self.imported.get(&path[..=known.len()]));
        match imported {
            Some((module, target)) => {
                let target = self.absolute(module, target);
                assert!(target != path, "{} names itself", path.join("::"));
                self.module_that_declares(&[&target, &path[known.len() + 1..]].concat())
            }
            None => (!known.is_empty()).then(|| known.to_vec()),
        }
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        let is_test = module.attrs.iter().any(|attribute| attribute.path().is_ident("cfg"));
        if let (Some((_, items)), false) = (&module.content, is_test) {
            self.module.push(module.ident.to_string());
            self.modules.insert(self.module.clone());
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
            self.named.push((self.module.clone(), names));
        }
        syn::visit::visit_path(self, path);
    }
}
