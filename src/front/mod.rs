//! The command line, the REPL and everything that draws.
