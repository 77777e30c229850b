//! Diagnostics as plain data, and the one list of codes.
