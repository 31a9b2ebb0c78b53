//! Photos in a bucket of a real server that speaks S3 and checks every signature.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::Response;
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};

use super::tool;
use crate::harness::{http_client, until};
use crate::process::Server;
use crate::workers::application;

const SECRET: &str = "a secret of the bucket";
/// No request for a photo takes longer, whatever the bucket does.
const SOON: Duration = Duration::from_secs(15);

struct Bucket {
    folder: TempDir,
    port: u16,
    running: Child,
}

impl Bucket {
    async fn start() -> Self {
        let folder = TempDir::new().unwrap();
        fs::create_dir(folder.path().join("care")).unwrap();
        let port = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().port();
        let mut command = Command::new(tool("bin/s3s-fs"));
        command.args(["--host", "127.0.0.1", "--port", &port.to_string()]);
        command.args(["--access-key", "care", "--secret-key", SECRET]).arg(folder.path());
        let running = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        until("the bucket listens", async || TcpStream::connect(("127.0.0.1", port)).await).await;
        Self { folder, port, running }
    }

    fn stop(&mut self) {
        let _ = self.running.kill();
        let _ = self.running.wait();
    }

    /// The program with this bucket, and a secret for it.
    fn serve(&self, data: &Path, secret: &str) -> Server {
        let url = format!("s3://care/photos?endpoint=http://127.0.0.1:{}&region=ap-south-1", self.port);
        let settings =
            [("DOCCARE_PHOTOS_URL", url.as_str()), ("AWS_ACCESS_KEY_ID", "care"), ("AWS_SECRET_ACCESS_KEY", secret)];
        Server::start(data, &settings)
    }

    /// The names of the photos, sorted.
    fn names(&self) -> Vec<String> {
        let Ok(files) = fs::read_dir(self.folder.path().join("care/photos")) else { return Vec::new() };
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> =
            names.filter(|name| Path::new(name).extension().is_some_and(|kind| kind == "webp")).collect();
        names.sort();
        names
    }
}

impl Drop for Bucket {
    fn drop(&mut self) {
        self.stop();
    }
}

async fn get(server: &Server, name: &str) -> Response {
    http_client().get(format!("{}/photos/{name}", server.url)).send().await.unwrap()
}

async fn apply(server: &Server, email: &str, id: &str) -> u16 {
    let form = application(&[("email", Some(email)), ("doctor_ID", Some(id))]);
    let request = http_client().post(format!("{}/user/api/doctor/register", server.url)).multipart(form);
    request.send().await.unwrap().status().as_u16()
}

#[ignore = "needs s3s-fs: `make field`"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn photos_are_stored_in_a_real_bucket_and_a_failing_bucket_fails_fast() {
    let (mut bucket, data) = (Bucket::start().await, TempDir::new().unwrap());
    let server = bucket.serve(data.path(), SECRET);
    assert_eq!(apply(&server, "asha@example.org", "TCMC 1").await, 201);
    let names = bucket.names();
    assert_eq!(names.len(), 2, "{names:?}");
    for name in &names {
        let shown = get(&server, name).await;
        assert_eq!((shown.status().as_u16(), &shown.headers()["content-type"]), (200, &"image/webp".parse().unwrap()));
        let stored = fs::read(bucket.folder.path().join("care/photos").join(name)).unwrap();
        assert_eq!(shown.bytes().await.unwrap(), stored);
    }
    let missing = format!("{}-320.webp", "a".repeat(32));
    assert_eq!(get(&server, &missing).await.status(), 404);
    drop(server);

    // Unreferenced photos are deleted once they are old, and the others stay.
    let forgotten = bucket.folder.path().join("care/photos").join(&missing);
    fs::write(&forgotten, "x").unwrap();
    let old = fs::metadata(&forgotten).unwrap().modified().unwrap() - Duration::from_hours(30 * 24);
    File::options().write(true).open(&forgotten).unwrap().set_modified(old).unwrap();
    let server = bucket.serve(data.path(), SECRET);
    until("it is swept", async || if forgotten.exists() { Err(()) } else { Ok(()) }).await;
    assert_eq!(bucket.names(), names);
    drop(server);

    // A client with another secret gets an error, and users get 503.
    let stranger = bucket.serve(data.path(), "another secret");
    assert_eq!(get(&stranger, &names[0]).await.status(), 503);
    assert_eq!(apply(&stranger, "binu@example.org", "TCMC 2").await, 503);
    assert_eq!(bucket.names(), names);
    drop(stranger);

    let server = bucket.serve(data.path(), SECRET);
    bucket.stop();
    let begun = Instant::now();
    assert_eq!(get(&server, &names[0]).await.status(), 503);
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}
