//! What requests hold, with refusals in one form.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::error::ApiError;

/// A body of any kind.
pub(super) struct Raw(pub(super) Bytes);

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Raw, ApiError> {
        let bytes = Bytes::from_request(request, state).await;
        bytes.map(Raw).map_err(|rejection: BytesRejection| {
            let why = match rejection.status() {
                StatusCode::PAYLOAD_TOO_LARGE => {
                    "the request is longer than is read here".to_owned()
                }
                _ => rejection.body_text(),
            };
            ApiError::new(rejection.status(), why)
        })
    }
}

/// A body of JSON, whatever it says that it is.
pub(super) struct Body<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        let Raw(bytes) = Raw::from_request(request, state).await?;
        let read = serde_json::from_slice(&bytes);
        read.map(Body).map_err(|error| {
            ApiError::malformed(format!("the request is not what is expected here: {error}"))
        })
    }
}

/// What stands behind the question mark.
pub(super) struct Asked<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, ApiError> {
        let query = Query::from_request_parts(parts, state).await;
        query
            .map(|Query(asked)| Asked(asked))
            .map_err(|error| ApiError::malformed(error.body_text()))
    }
}

/// What the address names.
pub(super) struct Named<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named<T>, ApiError> {
        let path = Path::from_request_parts(parts, state).await;
        path.map(|Path(named)| Named(named)).map_err(|error| ApiError::malformed(error.body_text()))
    }
}
