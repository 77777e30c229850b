//! The law of the target `checking`; see `tests/inside/fuzz.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tablewright::inside::fuzz("checking", bytes));
