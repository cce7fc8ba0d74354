//! Errors of the API: an HTTP status, and a JSON object with a message.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use room::Problem;
use serde::Serialize;
use utoipa::ToSchema;

/// Error response to a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    message: String,
}

/// Body of an error response.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// Message: the problem, and what to do.
    error: String,
}

#[allow(clippy::needless_pass_by_value, reason = "errors come by value from `map_err`")]
impl ApiError {
    /// Returns an error with this status and message.
    pub(crate) fn new(status: StatusCode, message: impl ToString) -> ApiError {
        ApiError { status, message: message.to_string() }
    }

    /// Returns an error for a malformed request (400).
    pub(crate) fn malformed(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, message)
    }

    /// Returns an error for a well-formed request that is not possible (422).
    pub(crate) fn impossible(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// Returns an error for a resource that does not exist (404).
    pub(crate) fn missing(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, message)
    }

    /// Returns an error of this program or of the system (500).
    pub(crate) fn broken(message: impl ToString) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }
}

impl From<Problem> for ApiError {
    fn from(Problem { kind, message }: Problem) -> ApiError {
        let status = StatusCode::from_u16(kind.status());
        ApiError { status: status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), message }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(ErrorBody { error: self.message })).into_response()
    }
}

/// Response to a request for an unknown endpoint.
pub(super) async fn no_such_endpoint() -> ApiError {
    ApiError::missing("no such endpoint: /api/openapi.json lists all endpoints")
}

/// Response to a request with an unsupported method.
pub(super) async fn no_such_method() -> ApiError {
    let message = "method not supported by this endpoint: /api/openapi.json lists the methods";
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, message)
}
