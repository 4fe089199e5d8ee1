//! When Ludii is warm: its speed keeps rising while Java compiles what it runs, and no longer after that.

/// Seconds of processor between two looks at the compiler.
pub(super) const LOOK: f64 = 0.25;
/// The compiler is at rest when it works for less than this share of the time.
const AT_REST: f64 = 0.05;
/// So many looks in a row must find it at rest: it pauses while code is still being counted.
const LOOKS: u32 = 3;
/// Seconds before which it is not trusted to be at rest.
const LEAST: f64 = 1.5;

/// How far a process is with warming up.
#[derive(Debug)]
pub(super) struct WarmUp {
    most: f64,
    spent: f64,
    compiled: f64,
    at_rest: u32,
}

impl WarmUp {
    /// One that ends after so many seconds of processor, compiler at rest or not.
    pub(super) fn new(most: f64) -> Self {
        Self { most, spent: 0.0, compiled: 0.0, at_rest: 0 }
    }

    /// Notes that so many seconds were spent on play-outs, and for how long the compiler has worked since the process began.
    pub(super) fn note(&mut self, seconds: f64, compiled: f64) {
        let share = (compiled - self.compiled) / seconds.max(1e-9);
        self.at_rest = if share < AT_REST { self.at_rest + 1 } else { 0 };
        self.spent += seconds;
        self.compiled = compiled;
    }

    /// Whether it can be measured.
    pub(super) fn is_over(&self) -> bool {
        self.spent >= self.most || (self.spent >= LEAST && self.at_rest >= LOOKS)
    }

    /// Seconds of processor that it took.
    pub(super) fn spent(&self) -> f64 {
        self.spent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After how many looks it is over, when the compiler works for so long in each and for as long as in the last from then on.
    fn looks(most: f64, work: &[f64]) -> usize {
        let mut warm_up = WarmUp::new(most);
        let (mut compiled, mut count) = (0.0, 0);
        while !warm_up.is_over() {
            compiled += work[count.min(work.len() - 1)];
            warm_up.note(LOOK, compiled);
            count += 1;
        }
        count
    }

    #[test]
    fn it_is_over_when_the_compiler_rests_and_at_last_in_any_case() {
        assert_eq!(looks(10.0, &[0.0]), 6, "never before a second and a half");
        let busy = [0.2; 9];
        assert_eq!(looks(10.0, &[&busy[..], &[0.001]].concat()), 12, "three looks after the last work");
        assert_eq!(looks(10.0, &[&busy[..], &[0.001, 0.001, 0.2, 0.001]].concat()), 15, "a pause is no rest");
        assert_eq!(looks(2.0, &[0.2]), 8, "no longer than asked for");
        assert_eq!(looks(0.0, &[0.2]), 0, "not at all where none is wanted");
    }
}
