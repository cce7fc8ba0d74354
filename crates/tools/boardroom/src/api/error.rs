use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// A request that is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ApiError {
    status: StatusCode,
    why: String,
}

/// What is answered to a request that is refused.
#[derive(Serialize, ToSchema)]
pub(crate) struct ErrorBody {
    /// What is wrong, in a sentence that says what to do.
    error: String,
}

#[allow(clippy::needless_pass_by_value, reason = "errors come by value from `map_err`")]
impl ApiError {
    pub(crate) fn new(status: StatusCode, why: impl ToString) -> ApiError {
        ApiError { status, why: why.to_string() }
    }

    /// A request that cannot be understood.
    pub(crate) fn malformed(why: impl ToString) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, why)
    }

    /// A request that is understood, and asks for what is not possible.
    pub(crate) fn impossible(why: impl ToString) -> ApiError {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, why)
    }

    /// A request for what is not there.
    pub(crate) fn missing(why: impl ToString) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, why)
    }

    /// A fault of this program, or of the disk's.
    pub(crate) fn broken(why: impl ToString) -> ApiError {
        ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, why)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(ErrorBody { error: self.why })).into_response()
    }
}

pub(super) async fn no_such_address() -> ApiError {
    ApiError::missing("there is nothing at this address: /api/openapi.json lists what there is")
}

pub(super) async fn no_such_method() -> ApiError {
    let why = "this address does not take that method: /api/openapi.json lists those that it takes";
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, why)
}
