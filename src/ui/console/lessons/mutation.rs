//! Planted changes that an experiment should detect.
//!
//! An experiment with the same result after every change proves nothing. Each mutation is a planted fault or a changed
//! search setting; it applies to every search of the experiment and overrides the settings in the experiment's
//! commands.

use crate::instrument::faults::Faults;
use crate::play::Options;
use crate::ui::settings;

/// A change to the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mutation {
    /// A planted fault.
    Fault(&'static str, Faults),
    /// A setting and its value.
    Setting(&'static str, &'static str),
}

/// Changed settings. An experiment about one of these settings should detect that it has changed.
const SETTINGS: &str = "\
    null=off pv-first=off zero-window=off history=off quiescence=off deepening=off select=sort
    history.bonus=one null.reduction=2 null.limit=off null.nest=free null.pv=root null.min-depth=4
    null.returns=beta null.frontier=skip null.clear-ep=on null.counts-ply=on null.raise-alpha=on
    null.skip-mates=on null.verify=research null.mate-ext=any null-move=off lmr=off table=off
    search.null-reduction=7 search.null-depth-divisor=2 search.null-material=1500";

impl Mutation {
    /// All mutations, faults first.
    pub fn all() -> impl Iterator<Item = Mutation> {
        let faults = Faults::NAMES.iter().map(|&(name, fault)| Mutation::Fault(name, fault));
        let settings = SETTINGS.split_whitespace().filter_map(|setting| setting.split_once('='));
        faults.chain(settings.map(|(name, value)| Mutation::Setting(name, value)))
    }

    /// Applies the change to the options of a search. A setting that the selected search does not use has no effect.
    pub fn apply(self, options: &mut Options) {
        match self {
            Mutation::Fault(_, fault) => options.instrument.faults |= fault,
            Mutation::Setting(name, value) => drop(settings::set(options, name, value)),
        }
    }

    /// The name of the fault, or NAME=VALUE.
    pub fn name(self) -> String {
        match self {
            Mutation::Fault(name, _) => name.into(),
            Mutation::Setting(name, value) => format!("{name}={value}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mutation_changes_the_options() {
        for mutation in Mutation::all() {
            let mut options = Options::default();
            mutation.apply(&mut options);
            let [before, after] =
                [Options::default(), options].map(|options| format!("{:?}{:?}", options.instrument, options.modern));
            assert!(before != after, "{}", mutation.name());
        }
    }
}
