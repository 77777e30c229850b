//! The machine that steps through a plan: state, time, prompts, the log.
