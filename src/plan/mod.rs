//! The plan that the engine runs, and how it is made.
