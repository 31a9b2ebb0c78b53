//! An axum server that answers a constant, on the product's runtime: the baseline of `/healthz` in `make bench`. Its argument is the
//! address to serve on.

use axum::Router;
use axum::routing::get;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    // `cargo bench` and `cargo test --benches` pass flags of their own; only `make bench` names an address.
    let Some(address) = std::env::args().nth(1).filter(|argument| !argument.starts_with("--")) else { return Ok(()) };
    let router = Router::new().route("/healthz", get(|| async { "ok" }));
    axum::serve(TcpListener::bind(address).await?, router).await
}
