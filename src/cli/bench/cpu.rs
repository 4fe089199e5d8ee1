//! Processor time of the thread at hand: what others do on the same machine does not count.

use std::time::Duration;

/// What [`CpuClock`] measures here, for the head of a table.
#[cfg(unix)]
pub(super) const MEASURED: &str = "processor time of one thread";
/// What [`CpuClock`] measures here, for the head of a table.
#[cfg(not(unix))]
pub(super) const MEASURED: &str = "time on the wall";

/// Runs while its thread does.
#[derive(Debug, Clone, Copy)]
pub(super) struct CpuClock {
    #[cfg(unix)]
    began: Duration,
    #[cfg(not(unix))]
    began: std::time::Instant,
}

impl CpuClock {
    /// A clock that starts now and belongs to this thread.
    #[cfg(unix)]
    pub(super) fn start() -> Self {
        Self { began: now() }
    }

    /// A clock that starts now.
    #[cfg(not(unix))]
    pub(super) fn start() -> Self {
        Self { began: std::time::Instant::now() }
    }

    /// Time since the start.
    #[cfg(unix)]
    pub(super) fn elapsed(&self) -> Duration {
        now().saturating_sub(self.began)
    }

    /// Time since the start.
    #[cfg(not(unix))]
    pub(super) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Seconds since the start.
    pub(super) fn seconds(&self) -> f64 {
        self.elapsed().as_secs_f64()
    }
}

#[cfg(unix)]
fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn sleep_costs_nothing_and_work_does() {
        let clock = CpuClock::start();
        std::thread::sleep(Duration::from_millis(60));
        assert!(clock.seconds() < 0.05, "{} s of sleep", clock.seconds());
        let mut sum = 0u64;
        while clock.seconds() < 0.06 {
            sum = std::hint::black_box(sum.wrapping_add(1));
        }
        assert!(sum > 0);
    }
}
