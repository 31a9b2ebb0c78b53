//! Rows and lists: what the database holds is read whatever today's rules say, and nothing reads more than it needs.

mod calls;
mod columns;
mod plans;
mod stored;
