//! The course and its figures: golden tables, lessons, example programs and the laboratory's claims.

#[allow(clippy::duplicate_mod)] // Each program is complete, with its own copy of the chapters before.
mod examples;
mod golden;
mod lab;
mod learner;
mod lessons;
