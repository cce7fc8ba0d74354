//! Refusals that many endpoints share, for the OpenAPI description.

use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::{ContentBuilder, OpenApi, Ref};

/// Schema of the body of an error.
const ERROR: &str = "ErrorBody";

/// Adds the responses to a request that takes too long to all endpoints, and those to a malformed
/// request and to a body that is too long to the endpoints that read parameters or a body.
pub(super) fn describe(description: &mut OpenApi) {
    for operation in description.paths.paths.values_mut().flat_map(operations) {
        add(operation, "408", "the request has taken too long");
        let has_body = operation.request_body.is_some();
        if has_body || operation.parameters.is_some() {
            add(operation, "400", "malformed request");
        }
        if has_body {
            add(operation, "413", "the body is too long");
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    let PathItem { get, post, delete, .. } = item;
    [get, post, delete].into_iter().flatten()
}

/// Adds an error, unless the operation describes that status itself.
fn add(operation: &mut Operation, status: &str, what: &str) {
    let schema = ContentBuilder::new().schema(Some(Ref::from_schema_name(ERROR))).build();
    let response = ResponseBuilder::new().description(what).content("application/json", schema);
    let responses = &mut operation.responses.responses;
    responses.entry(status.to_owned()).or_insert_with(|| response.build().into());
}
