//! Divisions of the Standard Industrial Classification (SIC manual, divisions A to J).

/// Name of the division of a code.
pub fn division(sic: Option<i64>) -> &'static str {
    match sic {
        Some(100..=999) => "Agriculture, forestry, fishing",
        Some(1000..=1499) => "Mining",
        Some(1500..=1799) => "Construction",
        Some(2000..=3999) => "Manufacturing",
        Some(4000..=4999) => "Transport, communication, utilities",
        Some(5000..=5199) => "Wholesale trade",
        Some(5200..=5999) => "Retail trade",
        Some(6000..=6799) => "Finance, insurance, real estate",
        Some(7000..=8999) => "Services",
        Some(9100..=9729) => "Public administration",
        _ => "Not classified",
    }
}
