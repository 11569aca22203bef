//! The course and its figures: golden tables, lessons, example programs and the laboratory's claims.

#[allow(clippy::duplicate_mod)] // Each program is complete, with its own copy of the chapters before.
mod examples;
mod golden;
#[path = "../console/home.rs"]
mod home;
mod lab;
mod learner;
mod lessons;

/// Home directory of the program in these tests.
const HOME: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/course-home");
