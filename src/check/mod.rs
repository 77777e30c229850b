//! Names to ids, kinds and units, overrides, lints with fixes.
