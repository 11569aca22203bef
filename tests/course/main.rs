//! The course and its figures: golden tables, lessons, example programs and the laboratory's claims.

#[allow(clippy::duplicate_mod)] // Each program is complete, with its own copy of the chapters before.
mod examples;
mod golden;
#[path = "../console/home.rs"]
mod home;
mod lab;
mod learner;
mod lessons;

/// An empty directory for the program, so that the tester's settings do not affect it.
const HOME: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/course-home");
