//! Request extractors whose rejections are [`ApiError`]s: body, query and path.

use axum::RequestExt as _;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use tokio_stream::StreamExt as _;

use super::error::ApiError;

/// Raw body of a request.
pub(super) struct Raw(pub(super) Bytes);

/// Maximum number of chunks of a body that are read and dropped if it is too long. A client that is
/// still sending when the connection closes would not receive the error response.
const MAX_DRAINED: usize = 4096;

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Raw, ApiError> {
        let mut chunks = request.with_limited_body().into_body().into_data_stream();
        let mut bytes = Vec::new();
        while let Some(chunk) = chunks.next().await {
            match chunk {
                Ok(chunk) => bytes.extend_from_slice(&chunk),
                Err(error) => {
                    let error = error.into_inner();
                    if !error.is::<LengthLimitError>() {
                        return Err(ApiError::malformed(error));
                    }
                    let mut rest = chunks.take(MAX_DRAINED);
                    while rest.next().await.is_some() {}
                    let message = "the request body is too long";
                    return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message));
                }
            }
        }
        Ok(Raw(bytes.into()))
    }
}

/// JSON body of a request, independent of its content type.
pub(super) struct Body<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        let Raw(bytes) = Raw::from_request(request, state).await?;
        let read = serde_json::from_slice(&bytes);
        read.map(Body)
            .map_err(|error| ApiError::malformed(format!("malformed request body: {error}")))
    }
}

/// Query parameters of a request.
pub(super) struct QueryParams<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<QueryParams<T>, ApiError> {
        let query = Query::from_request_parts(parts, state).await;
        query
            .map(|Query(params)| QueryParams(params))
            .map_err(|error| ApiError::malformed(error.body_text()))
    }
}

/// Path parameters of a request.
pub(super) struct PathParams<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PathParams<T>, ApiError> {
        let path = Path::from_request_parts(parts, state).await;
        path.map(|Path(params)| PathParams(params))
            .map_err(|error| ApiError::malformed(error.body_text()))
    }
}
