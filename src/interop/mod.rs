//! Markdown, CSV and Foundry, in and out.
