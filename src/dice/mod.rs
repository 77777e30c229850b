//! Faces, pools, and one registry of pool operators.
