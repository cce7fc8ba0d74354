//! What requests hold, with refusals in one form.

use axum::RequestExt as _;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use tokio_stream::StreamExt as _;

use super::error::ApiError;

/// A body of any kind.
pub(super) struct Raw(pub(super) Bytes);

/// Pieces of a body that are read and thrown away when it is too long. Who is still sending while the
/// connection closes would not hear why.
const DRAINED: usize = 4096;

impl<S: Send + Sync> FromRequest<S> for Raw {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Raw, ApiError> {
        let mut pieces = request.with_limited_body().into_body().into_data_stream();
        let mut bytes = Vec::new();
        while let Some(piece) = pieces.next().await {
            match piece {
                Ok(piece) => bytes.extend_from_slice(&piece),
                Err(error) => {
                    let why = error.into_inner();
                    if !why.is::<LengthLimitError>() {
                        return Err(ApiError::malformed(why));
                    }
                    let mut rest = pieces.take(DRAINED);
                    while rest.next().await.is_some() {}
                    let why = "the request is longer than is read here";
                    return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, why));
                }
            }
        }
        Ok(Raw(bytes.into()))
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
pub(super) struct QueryParams<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<QueryParams<T>, ApiError> {
        let query = Query::from_request_parts(parts, state).await;
        query
            .map(|Query(asked)| QueryParams(asked))
            .map_err(|error| ApiError::malformed(error.body_text()))
    }
}

/// What the address names.
pub(super) struct PathParams<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<PathParams<T>, ApiError> {
        let path = Path::from_request_parts(parts, state).await;
        path.map(|Path(named)| PathParams(named))
            .map_err(|error| ApiError::malformed(error.body_text()))
    }
}
