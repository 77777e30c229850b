//! The schemas that JSON is held against.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;

/// The schemas of the repository.
pub struct Schemas {
    by_kind: BTreeMap<String, jsonschema::Validator>,
}

impl Schemas {
    /// Reads every schema.
    pub fn read() -> Schemas {
        let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "docs", "schemas"].iter().collect();
        let mut by_kind = BTreeMap::new();
        for entry in std::fs::read_dir(folder).expect("the folder of the schemas") {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a schema");
            let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
            let kind = schema["title"].as_str().expect("a schema names its kind").to_owned();
            let validator = jsonschema::validator_for(&schema).expect("a schema is valid");
            by_kind.insert(kind, validator);
        }
        Schemas { by_kind }
    }

    /// Holds an object against the schema of its kind.
    pub fn hold(&self, kind: &str, object: &Value) {
        let schema = self.by_kind.get(kind).expect(kind);
        let faults: Vec<String> = schema.iter_errors(object).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{faults:#?}\n{object:#}");
    }
}
