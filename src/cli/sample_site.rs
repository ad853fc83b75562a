//! The invented SEC site of `run --sample`, served on loopback.
//!
//! A server and not a filled cache: so the sample goes through the same client, checks and kept bodies as a live
//! run, and a newcomer's first run tries all of them. It answers on 127.0.0.1 only, in this process.

use crate::sample::{self, Site};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Response, StatusCode, header};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Starts the site; gives the base address to use for each host of the SEC.
pub async fn serve() -> std::io::Result<BTreeMap<String, String>> {
    let site = Arc::new(sample::site());
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
    let base = format!("http://{}", listener.local_addr()?);
    let app = Router::new().fallback(answer).with_state(site);
    tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, app).await {
            tracing::error!("the sample site stopped: {error}");
        }
    });
    Ok(crate::sec::urls::HOSTS.iter().map(|host| ((*host).to_owned(), base.clone())).collect())
}

async fn answer(State(site): State<Arc<Site>>, request: Request) -> Response<Body> {
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    let page = crate::sec::urls::HOSTS.iter().find_map(|host| site.get(&format!("https://{host}{path}")));
    let (status, content_type, body) = match page {
        Some(page) => (page.status, page.content_type, page.body.clone()),
        None => (404, "text/html", b"<html><title>Not found</title>Invented for the sample: no such page.</html>".to_vec()),
    };
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::NOT_FOUND);
    if let Ok(value) = content_type.parse() {
        response.headers_mut().insert(header::CONTENT_TYPE, value);
    }
    response
}
