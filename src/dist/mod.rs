//! Exact weights and finite distributions: pure mathematics.
