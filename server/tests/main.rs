//! The server's tests: one binary, a file per subject, each test on both engines.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod admin;
mod architecture;
mod background;
mod blood;
mod booking;
mod connections;
mod contact;
mod contract;
mod costs;
mod db;
mod demo;
mod directory;
mod edge;
mod eml;
mod harness;
mod hostile;
mod identity;
mod keys;
mod logins;
mod migrations;
mod openapi;
mod origins;
mod outbox;
mod overlaps;
mod patients;
mod photos;
mod platform;
mod practice;
mod process;
mod proofs;
mod record;
mod reference;
mod rows;
mod security;
mod security_page;
mod smtp;
mod tries;
mod uploads;
mod visitors;
mod walk;
mod week;
mod workers;
