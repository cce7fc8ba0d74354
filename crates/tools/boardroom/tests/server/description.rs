//! Tests of the OpenAPI description: it is complete and matches the responses.

use boardroom::Settings;
use serde_json::Value;

use crate::reviews::{records, review};
use crate::support::{Server, files, settings};

/// Visits every `$ref` in a description.
fn references(value: &Value, visit: &mut dyn FnMut(&str)) {
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                match field.as_str() {
                    Some(text) if name == "$ref" => visit(text),
                    _ => references(field, visit),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, visit)),
        _ => {}
    }
}

#[test]
fn the_api_is_described_and_every_reference_resolves() {
    let server = Server::empty();
    let description = server.found("/api/openapi.json");
    assert!(description["openapi"].as_str().unwrap().starts_with("3.1"));
    let paths = description["paths"].as_object().unwrap();
    for path in ["/games", "/positions", "/replays", "/tables", "/analysis", "/matches/{id}/games"]
    {
        assert!(paths.contains_key(path), "{path}");
    }
    let mut known = 0;
    references(&description, &mut |reference| {
        let path = reference.strip_prefix('#').unwrap();
        assert!(description.pointer(path).is_some(), "{reference}");
        known += 1;
    });
    assert!(known > 20, "{known}");
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().unwrap() {
            assert!(operation["summary"].is_string(), "{method} {path}");
        }
    }
}

#[test]
fn responses_match_their_schemas() {
    let folder = tempfile::tempdir().unwrap();
    review(folder.path(), &records("breakthrough")[0], 100);
    let reviews = Some(folder.path().to_owned());
    let server = Server::start(Settings { files: files(), reviews, ..settings() });
    let description = server.found("/api/openapi.json");
    let check = |schema: &str, value: &Value| {
        let schema = &description["components"]["schemas"][schema];
        let mut properties = Vec::new();
        let mut required = Vec::new();
        for part in schema["allOf"].as_array().unwrap_or(&vec![schema.clone()]) {
            let part = match part["$ref"].as_str() {
                Some(reference) => description.pointer(&reference[1..]).unwrap(),
                None => part,
            };
            properties.extend(part["properties"].as_object().unwrap().keys().cloned());
            required.extend(part["required"].as_array().cloned().unwrap_or_default());
        }
        let fields = value.as_object().unwrap();
        for name in fields.keys() {
            assert!(properties.contains(name), "{name} of {schema}");
        }
        for name in required {
            assert!(fields.contains_key(name.as_str().unwrap()), "{name} of {schema}");
        }
    };
    let replay = server.found("/api/replays/file5/0");
    check("Replay", &replay);
    check("ReplayPly", &replay["plies"][20]);
    check("Frame", &replay["plies"][20]["frames"]["all"]);
    check("GameInfo", &replay["game"]);
    let review = server.found("/api/replays/file1/0")["review"].clone();
    check("GameReview", &review);
    check("PlayerReview", &review["players"][0]);
    check("PhaseReview", &review["players"][0]["phases"][0]);
    check("MoveReview", review["moves"].as_array().unwrap().last().unwrap());
    let body = serde_json::json!({"game": "jungle", "human": 0, "timeMs": 10});
    check("SessionView", &server.post("/api/tables", &body).1);
    let events = server.events("/api/analysis?game=jungle").next().unwrap();
    check("Iteration", &events.1);
    check("PvView", &events.1["lines"][0]);
}
