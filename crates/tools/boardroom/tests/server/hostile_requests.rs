//! Generated requests to every endpoint of the OpenAPI description, valid ones and hostile ones: no
//! response is a fault of the server, and every error is a described one with a message.

use std::collections::BTreeMap;

use fastrand::Rng;
use serde_json::{Map, Value, json};
use ureq::http::Method;

use crate::support::{Server, agent};

/// Number of requests to each endpoint.
const REQUESTS: usize = 40;

/// End of the endpoints that draw pictures: seconds of work, which other tests check.
const SLOW: &str = "/picture";

/// Levels of a generated body that may hold further ones.
const MAX_DEPTH: usize = 4;

/// Values of every type that a client may send in place of another one.
const HOSTILE: [&str; 16] = [
    "null",
    "true",
    "-1",
    "0",
    "1.5",
    "1e400",
    "18446744073709551615",
    "18446744073709551616",
    "\"\"",
    "\"..\"",
    "\"\\u0000\"",
    "\"\\ud83d\\ude00\"",
    "\"%2e%2e%2f\"",
    "[]",
    "{}",
    "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]",
];

/// Generator of requests from the schemas of a description.
struct Generator<'a> {
    description: &'a Value,
    rng: Rng,
    /// Identifiers of sessions and record files that exist.
    ids: Vec<String>,
}

impl Generator<'_> {
    fn is_rare(&mut self) -> bool {
        self.rng.u8(..) < 16
    }

    /// Returns a value that a schema allows, or a hostile one in its place.
    fn value(&mut self, name: &str, schema: &Value, depth: usize) -> Value {
        if self.is_rare() {
            let text = self.rng.choice(HOSTILE).unwrap();
            return serde_json::from_str(text).unwrap_or_else(|_| json!("x".repeat(5000)));
        }
        if let Some(reference) = schema["$ref"].as_str() {
            let target = self.description.pointer(&reference[1..]).unwrap().clone();
            return self.value(name, &target, depth);
        }
        for choice in ["enum", "oneOf", "anyOf"] {
            let Some(options) = schema[choice].as_array() else { continue };
            let option = self.rng.choice(options).unwrap();
            return if choice == "enum" { option.clone() } else { self.value(name, option, depth) };
        }
        let types = match &schema["type"] {
            Value::Array(types) => types.clone(),
            one => vec![one.clone()],
        };
        match self.rng.choice(&types).and_then(Value::as_str) {
            Some("string") => json!(self.text(name)),
            Some("integer") => json!(self.rng.u32(..=3)),
            Some("number") => json!(self.rng.f64()),
            Some("boolean") => json!(self.rng.bool()),
            Some("array") if depth < MAX_DEPTH => {
                let count = self.rng.usize(..4);
                (0..count).map(|_| self.value(name, &schema["items"], depth + 1)).collect()
            }
            Some("object") => {
                let mut fields = Map::new();
                for (field, schema) in schema["properties"].as_object().into_iter().flatten() {
                    if !self.is_rare() {
                        fields.insert(field.clone(), self.value(field, schema, depth + 1));
                    }
                }
                fields.into()
            }
            _ => Value::Null,
        }
    }

    fn text(&mut self, name: &str) -> String {
        let known: &[&str] = match name {
            "game" => &["breakthrough", "jungle", "stratego", "chess"],
            "moves" | "mv" | "move" => &["a2a3", "b7b6", "0 6 0 5", "a3-a4", "F", "pass"],
            "start" => &["pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w", "7/7/7 r 0"],
            "file" => &["file1", "file5"],
            _ => &["1", "0", "breakthrough", "x"],
        };
        match self.rng.choice(&self.ids).filter(|_| name == "id") {
            Some(id) => id.clone(),
            None => (*self.rng.choice(known).unwrap()).to_owned(),
        }
    }

    /// Returns the path and the query of a request.
    fn path(&mut self, template: &str, operation: &Value) -> String {
        let mut url = url::Url::parse("http://server/api").unwrap();
        let mut path = template.to_owned();
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            let text = match self.value(name, &parameter["schema"], 0) {
                Value::String(text) => text,
                value => value.to_string(),
            };
            match parameter["in"].as_str() {
                Some("path") => {
                    let text: String =
                        url::form_urlencoded::byte_serialize(text.as_bytes()).collect();
                    path = path.replace(&format!("{{{name}}}"), &text);
                }
                _ if parameter["required"] == true || self.rng.bool() => {
                    url.query_pairs_mut().append_pair(name, &text);
                }
                _ => {}
            }
        }
        let query = url.query().map_or(String::new(), |query| format!("?{query}"));
        format!("/api{path}{query}")
    }

    /// Returns the body of a request, of which one in some is cut off.
    fn body(&mut self, operation: &Value) -> String {
        let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
        let mut body = self.value("", schema, 0).to_string();
        if self.is_rare() {
            let end = self.rng.usize(..=body.len());
            body.truncate((0..=end).rev().find(|&end| body.is_char_boundary(end)).unwrap());
        }
        body
    }
}

#[test]
fn no_request_that_the_description_suggests_is_a_fault_of_the_server() {
    let server = Server::with_records();
    let description = server.found("/api/openapi.json");
    let mut generator = Generator {
        description: &description,
        rng: Rng::with_seed(1),
        ids: vec!["file1".to_owned()],
    };
    let (mut done, mut refused, mut undescribed) = (0, 0, BTreeMap::new());
    let is_quick = |(template, _): &(&String, &Value)| !template.ends_with(SLOW);
    for (template, operations) in description["paths"].as_object().unwrap().iter().filter(is_quick)
    {
        for (method, operation) in operations.as_object().unwrap() {
            for _ in 0..REQUESTS {
                let path = generator.path(template, operation);
                let body = generator.body(operation);
                let method: Method = method.to_uppercase().parse().unwrap();
                let request = format!("{method} {path} {body}");
                let sent = ureq::http::Request::builder().method(&method).uri(server.url(&path));
                let response = agent().run(sent.body(body).unwrap());
                let mut response = response.unwrap_or_else(|error| panic!("{request}: {error}"));
                let status = response.status().as_u16();
                if operation["responses"][status.to_string()].is_null() {
                    undescribed
                        .entry(format!("{method} {template}: {status}"))
                        .or_insert(request.clone());
                }
                assert!(status < 500, "{request}: {status}");
                if status < 400 {
                    done += 1;
                } else {
                    refused += 1;
                    let text = response.body_mut().read_to_string().unwrap();
                    let error: Value = serde_json::from_str(&text).unwrap_or_default();
                    let message = error["error"].as_str().unwrap_or_default();
                    assert!(!message.is_empty() && !message.contains('\n'), "{request}: {text}");
                    continue;
                }
                if status == 201 {
                    let text = response.body_mut().read_to_string().unwrap();
                    let session: Value = serde_json::from_str(&text).unwrap();
                    generator.ids.extend(session["id"].as_str().map(str::to_owned));
                }
            }
        }
    }
    assert!(undescribed.is_empty(), "{undescribed:#?}");
    assert!(done > 100 && refused > 100, "{done} requests were served and {refused} refused");
}
