//! Probabilities and means as people read them.

use crate::dist::NEARLY_NOTHING;

/// A probability as a percentage with a sensible number of digits.
pub(crate) fn percent(p: f64) -> String {
    let hundred = p * 100.0;
    if p <= 0.0 {
        "0%".to_owned()
    } else if p <= NEARLY_NOTHING {
        format!("less than {:.0e}%", 100.0 * NEARLY_NOTHING)
    } else if p >= 1.0 {
        "100%".to_owned()
    } else if hundred > 99.99 {
        ">99.99%".to_owned()
    } else if hundred >= 0.1 {
        format!("{hundred:.2}%")
    } else if hundred >= 0.000_1 {
        let digits = if hundred >= 0.01 {
            3
        } else if hundred >= 0.001 {
            4
        } else {
            5
        };
        format!("{hundred:.digits$}%")
    } else {
        format!("{hundred:.1e}%")
    }
}

/// What a part is at most, as a percentage: `at most 0.5%`.
pub(crate) fn no_more_than(p: f64) -> String {
    let most = percent(p);
    if most.starts_with("less") { most } else { format!("at most {most}") }
}

/// A mean or deviation: at most four digits after the point, none that say nothing. What is nearly nothing is not
/// said to be nothing, but where it can only come of rounding.
pub(crate) fn decimal(value: f64) -> String {
    const ROUNDING: f64 = 1e-12;
    if value.abs() >= 1e9 {
        return format!("{value:.4e}");
    }
    if (ROUNDING..5e-5).contains(&value.abs()) {
        return format!("{value:.1e}");
    }
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The value with so many significant digits, for JSON and CSV.
pub(crate) fn significant(value: f64, digits: usize) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    format!("{value:.*e}", digits.saturating_sub(1)).parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_chances_keep_their_digits() {
        let shown: Vec<String> =
            [0.0, 1.0, 1.0 / 36.0, 0.0005, 0.00001, 1e-12, 0.999_999].map(percent).into();
        assert_eq!(shown, ["0%", "100%", "2.78%", "0.050%", "0.0010%", "1.0e-10%", ">99.99%"]);
        assert_eq!(percent(NEARLY_NOTHING), "less than 1e-298%");
        assert_eq!([0.25, NEARLY_NOTHING].map(no_more_than), ["at most 25.00%", "less than 1e-298%"]);
    }

    #[test]
    fn decimals_say_no_more_than_they_know() {
        assert_eq!(decimal(7.0), "7");
        assert_eq!(decimal(12.244_598), "12.2446");
        assert_eq!(decimal(-0.000_01), "-1.0e-5");
        assert_eq!(decimal(-1e-15), "0");
        assert_eq!(significant(2.777_777_777, 4), 2.778);
    }
}
