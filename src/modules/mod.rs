//! Where source text comes from; the only reader of source files.
