//! Whether every result of a table's die has exactly one row.
