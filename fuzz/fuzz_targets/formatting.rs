//! The law of the target `formatting`; see `tests/inside/fuzz.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| tablewright::inside::fuzz("formatting", bytes));
