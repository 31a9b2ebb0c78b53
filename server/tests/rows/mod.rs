//! Rows and lists: stored rows are readable whatever today's rules are, and no statement reads more than it needs.

mod calls;
mod columns;
mod plans;
mod stored;
