//! What a task asks Slurm for, and how Slurm writes times and sizes.

use serde::{Deserialize, Serialize};

/// What each task of the array asks for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resources {
    /// Partition, where not the default one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partition: Option<String>,
    /// Account to charge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<String>,
    /// Quality of service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub qos: Option<String>,
    /// Features that nodes must have: one kind of processor makes timed games comparable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<String>,
    /// Seconds that a task may last.
    pub seconds: u64,
    /// Tasks at the same time, where limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array_limit: Option<u64>,
    /// Cores of a task.
    pub cpus: usize,
    /// Mebibytes of a task.
    pub memory: u64,
    /// Further options of `sbatch`, as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
}

impl Resources {
    /// Seconds after which a task stops itself: so long before Slurm would that running games can end and be written.
    #[must_use]
    pub fn own_seconds(&self) -> u64 {
        let margin =
            if self.has_warning() { (self.seconds / 10).clamp(120, 300) } else { (self.seconds / 4).clamp(15, 120) };
        self.seconds.saturating_sub(margin).max(1)
    }

    /// Whether the task is long enough for Slurm's own warning, which comes up to a minute early, to come after the task's
    /// own end.
    #[must_use]
    pub fn has_warning(&self) -> bool {
        self.seconds >= 600
    }
}

/// Reads a time as Slurm writes it (minutes, minutes:seconds, hours:minutes:seconds, days-hours, days-hours:minutes,
/// days-hours:minutes:seconds), or a number with m, h or d; in seconds.
///
/// # Errors
/// When it is none of these, or shorter than a minute, which Slurm cannot keep.
pub fn parse_time(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a time: write 90 (minutes), 90m, 2h, 2:30:00 or 1-12:00:00");
    let number = |word: &str| word.parse::<u64>().map_err(|_| wrong());
    let seconds = if let Some((days, rest)) = text.split_once('-') {
        let parts = rest.split(':').map(number).collect::<Result<Vec<u64>, String>>()?;
        if parts.len() > 3 {
            return Err(wrong());
        }
        number(days)? * 86_400 + parts.iter().zip([3600, 60, 1]).map(|(part, unit)| part * unit).sum::<u64>()
    } else if let Some(unit) = text.chars().last().and_then(|last| match last {
        'm' => Some(60.0),
        'h' => Some(3600.0),
        'd' => Some(86_400.0),
        _ => None,
    }) {
        let value: f64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
        if !(value.is_finite() && value > 0.0) {
            return Err(wrong());
        }
        (value * unit).round() as u64
    } else {
        match text.split(':').map(number).collect::<Result<Vec<u64>, String>>()?[..] {
            [minutes] => minutes * 60,
            [minutes, seconds] => minutes * 60 + seconds,
            [hours, minutes, seconds] => hours * 3600 + minutes * 60 + seconds,
            _ => return Err(wrong()),
        }
    };
    if seconds < 60 { Err(format!("`{text}` is too short: a task needs a minute at least")) } else { Ok(seconds) }
}

/// Writes seconds as Slurm does.
#[must_use]
pub fn time_text(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let clock = format!("{:02}:{:02}:{:02}", rest / 3600, rest % 3600 / 60, rest % 60);
    if days > 0 { format!("{days}-{clock}") } else { clock }
}

/// Reads a size as Slurm and Java write it: 512M, 4G, 4g; a bare number is in mebibytes. In mebibytes.
///
/// # Errors
/// When it is none of these.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a size: write 800M, 4G or 1T");
    let (number, unit) = match text.chars().last() {
        Some('m' | 'M') => (&text[..text.len() - 1], 1.0),
        Some('g' | 'G') => (&text[..text.len() - 1], 1024.0),
        Some('t' | 'T') => (&text[..text.len() - 1], 1024.0 * 1024.0),
        _ => (text, 1.0),
    };
    match number.parse::<f64>() {
        Ok(value) if value.is_finite() && value * unit >= 1.0 => Ok((value * unit) as u64),
        _ => Err(wrong()),
    }
}

/// Writes mebibytes as Slurm reads them.
#[must_use]
pub fn memory_text(mebibytes: u64) -> String {
    if mebibytes.is_multiple_of(1024) { format!("{}G", mebibytes / 1024) } else { format!("{mebibytes}M") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_slurm_reads_them() {
        for (text, seconds) in [
            ("90", 5400),
            ("90m", 5400),
            ("1.5h", 5400),
            ("2d", 172_800),
            ("10:30", 630),
            ("2:00:00", 7200),
            ("1-12", 129_600),
            ("1-0:30", 88_200),
            ("1-02:03:04", 93_784),
        ] {
            assert_eq!(parse_time(text), Ok(seconds), "{text}");
        }
        for wrong in ["", "x", "1:2:3:4", "h", "-5", "0", "0:30", "1-2:3:4:5", "-1h"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
        assert_eq!((time_text(5400), time_text(93_784)), ("01:30:00".to_owned(), "1-02:03:04".to_owned()));
    }

    #[test]
    fn sizes_are_read_and_written() {
        assert_eq!((parse_memory("4G"), parse_memory("800m"), parse_memory("1.5g")), (Ok(4096), Ok(800), Ok(1536)));
        assert!(parse_memory("much").is_err() && parse_memory("0").is_err() && parse_memory("").is_err());
        assert_eq!((memory_text(4096), memory_text(1500)), ("4G".to_owned(), "1500M".to_owned()));
    }

    #[test]
    fn tasks_stop_themselves_in_time() {
        let task = |seconds| Resources {
            partition: None,
            account: None,
            qos: None,
            constraint: None,
            seconds,
            array_limit: None,
            cpus: 1,
            memory: 2048,
            others: Vec::new(),
        };
        assert_eq!([60, 300, 600, 3600, 86_400].map(|time| task(time).own_seconds()), [45, 225, 480, 3300, 86_100]);
    }
}
