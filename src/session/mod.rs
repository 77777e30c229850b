//! The one way in for every user: submit, judge, roll, undo, describe.

pub mod odds;
