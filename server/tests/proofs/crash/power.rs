//! A machine whose power can be cut: the disk then has everything that was synced, and any part of what was written later.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::TempDir;

use crate::process::Server;
use crate::proofs::dice::Dice;
use crate::proofs::preload;

/// The size of an atomic write.
const SECTOR: usize = 512;

pub struct Machine {
    folder: TempDir,
    dice: Mutex<Dice>,
    /// Whether its disk reports a sync that it has not done.
    lies: bool,
}

impl Machine {
    /// For a database without writers.
    pub fn new(database: &Path, lies: bool) -> Self {
        let machine = Self { folder: TempDir::new().unwrap(), dice: Mutex::new(Dice(1)), lies };
        // A reader may close the database at this moment, which removes its log.
        while !machine.take(database) {}
        machine
    }

    /// Copies a database, and returns whether no file was removed meanwhile.
    fn take(&self, database: &Path) -> bool {
        for folder in [self.disk(), self.synced()] {
            drop(fs::remove_dir_all(&folder));
            fs::create_dir(&folder).unwrap();
            for file in files_in(database).into_iter().filter(|file| is_kept(file)) {
                match fs::copy(&file, folder.join(file.file_name().unwrap())) {
                    Err(error) if error.kind() == ErrorKind::NotFound => return false,
                    copied => drop(copied.unwrap()),
                }
            }
        }
        true
    }

    pub fn disk(&self) -> PathBuf {
        self.folder.path().join("disk")
    }

    fn synced(&self) -> PathBuf {
        self.folder.path().join("synced")
    }

    pub fn start(&self, settings: &[(&str, &str)]) -> Server {
        let paths = [preload::compile("crash/forgetful_disk.c"), self.disk(), self.synced()]
            .map(|path| path.to_str().unwrap().to_owned());
        let names = ["LD_PRELOAD", "FORGETFUL_DISK", "FORGETFUL_SYNCED"];
        let mut settings = settings.to_vec();
        settings.extend(names.into_iter().zip(paths.iter().map(String::as_str)));
        if self.lies {
            settings.push(("FORGETFUL_LIES", "1"));
        }
        Server::start(&self.disk(), &settings)
    }

    /// The server is stopped. Each sector written since the last sync is kept or lost at random.
    pub fn cut_power(&self) {
        for synced in files_in(&self.synced()) {
            let written = self.disk().join(synced.file_name().unwrap());
            let after = self.after_the_cut(&fs::read(&synced).unwrap(), &fs::read(&written).unwrap_or_default());
            fs::write(&synced, after).unwrap();
        }
        fs::remove_dir_all(self.disk()).unwrap();
        fs::create_dir(self.disk()).unwrap();
        for file in files_in(&self.synced()) {
            fs::copy(&file, self.disk().join(file.file_name().unwrap())).unwrap();
        }
    }

    fn after_the_cut(&self, synced: &[u8], written: &[u8]) -> Vec<u8> {
        let (mut after, mut dice) = (synced.to_vec(), self.dice.lock().unwrap());
        // Of a longer file the end may be kept as well.
        let length = if written.len() > after.len() && dice.coin() { written.len() } else { after.len() };
        after.resize(length, 0);
        for (old, new) in after.chunks_mut(SECTOR).zip(written.chunks(SECTOR)) {
            if old.len() == new.len() && old != new && dice.coin() {
                old.copy_from_slice(new);
            }
        }
        after
    }
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.is_file()).collect()
}

/// SQLite recreates the index of its log.
fn is_kept(file: &Path) -> bool {
    file.to_str().is_some_and(|path| !path.ends_with("-shm"))
}
