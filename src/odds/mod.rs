//! The exact driver, batches and reports.
