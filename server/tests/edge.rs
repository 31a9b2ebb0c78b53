//! The edge: connections that do nothing, that ask too much, and that ask by HTTP/2 or TLS.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use doccare::app::{App, Contents};
use doccare::platform::connections::tls::{Certificate, TlsFiles};
use doccare::platform::connections::{self, Edge, Limits};
use doccare::platform::db::Db;
use doccare::platform::live::ADMINISTRATION;
use doccare::platform::mail::{Body, Content, Finished, Mail, Mailer};
use doccare::server;
use futures::future::join_all;
use jiff::Timestamp;
use reqwest::{StatusCode, Version};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::harness::{TestServer, client_builder, http_client, on_both_engines};
use crate::process::Server;

/// Short enough for a test, and so far apart that one is not taken for the other.
const IMPATIENT: Limits = Limits {
    in_all: 500,
    of_a_network: 100,
    head: Duration::from_millis(100),
    quiet: Duration::from_millis(400),
    look: Duration::from_millis(20),
};

/// Nothing ends by itself.
const PATIENT: Limits = Limits { head: Duration::from_hours(1), quiet: Duration::from_hours(1), ..IMPATIENT };

/// The product behind limits of its own, where 127.0.0.1 is our proxy and 127.0.0.2 a stranger.
struct Door {
    address: SocketAddr,
    serving: JoinHandle<()>,
    server: TestServer,
}

impl Drop for Door {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Door {
    async fn open(server: TestServer, limits: Limits, certificate: Option<Arc<Certificate>>) -> Self {
        let app = App::from(Contents { certificate, ..Contents::clone(&server.app) });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(connections::serve(listener, server::edge(&app, limits)));
        Self { address, serving, server }
    }

    async fn connect(&self, from: &str) -> TcpStream {
        connect(self.address, from).await.unwrap()
    }

    async fn is_served(&self, from: &str) -> bool {
        let mut stream = self.connect(from).await;
        let asked = stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: care\r\nConnection: close\r\n\r\n").await;
        let mut answer = String::new();
        asked.is_ok() && stream.read_to_string(&mut answer).await.is_ok() && answer.starts_with("HTTP/1.1 200")
    }
}

async fn connect(address: SocketAddr, from: &str) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(format!("{from}:0").parse().unwrap())?;
    socket.connect(address).await
}

async fn with_door<F: AsyncFn(Door)>(limits: Limits, test: F) {
    on_both_engines(async |url| {
        let proxies = "127.0.0.1".parse().unwrap();
        let server = TestServer::start_with(url, |config| config.trusted_proxies = proxies).await;
        test(Door::open(server, limits, None).await).await;
    })
    .await;
}

const STRANGER: &str = "127.0.0.2";
const PROXY: &str = "127.0.0.1";

/// Returns when the other side has ended the connection.
async fn ended(mut stream: TcpStream) {
    let mut rest = Vec::new();
    let _ = stream.read_to_end(&mut rest).await;
}

#[tokio::test]
async fn slow_heads_are_given_up_and_meanwhile_nobody_else_notices() {
    with_door(Limits { quiet: PATIENT.quiet, ..IMPATIENT }, async |door| {
        let slow = join_all((0..100).map(async |_| {
            let mut stream = door.connect(STRANGER).await;
            stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: ").await.unwrap();
            // One byte after the other, for as long as it is let.
            while stream.write_all(b"x").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }));
        let others = async {
            for _ in 0..100 {
                assert!(door.is_served(PROXY).await);
            }
        };
        futures::join!(slow, others);
        // Their places are free again.
        while !door.is_served(STRANGER).await {}
    })
    .await;
}

#[tokio::test]
async fn who_says_nothing_before_or_after_a_request_is_given_up() {
    with_door(IMPATIENT, async |door| {
        let silent = door.connect(STRANGER).await;
        let mut answered = door.connect(STRANGER).await;
        answered.write_all(b"GET /healthz HTTP/1.1\r\nHost: care\r\n\r\n").await.unwrap();
        let mut greeted = door.connect(STRANGER).await;
        greeted.write_all(&greeting()).await.unwrap();
        futures::join!(ended(silent), ended(answered), ended(greeted));
    })
    .await;
}

#[tokio::test]
async fn between_requests_a_connection_may_rest_for_longer_than_a_head_may_take() {
    with_door(Limits { head: IMPATIENT.look, ..PATIENT }, async |door| {
        let mut kept = door.connect(STRANGER).await;
        for _ in 0..10 {
            kept.write_all(b"GET /healthz HTTP/1.1\r\nHost: care\r\n\r\n").await.unwrap();
            let mut answer = [0; 15];
            kept.read_exact(&mut answer).await.unwrap();
            assert_eq!(&answer, b"HTTP/1.1 200 OK");
            while !kept.try_read(&mut [0; 1000]).is_ok_and(|read| read > 0) {
                kept.readable().await.unwrap();
            }
            tokio::time::sleep(3 * IMPATIENT.look).await;
        }
    })
    .await;
}

#[tokio::test]
async fn answers_that_are_never_read_are_given_up() {
    with_door(Limits { of_a_network: 1, head: PATIENT.head, ..IMPATIENT }, async |door| {
        let mut deaf = door.connect(STRANGER).await;
        let large = "GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: care\r\n\r\n";
        deaf.write_all(large.repeat(20).as_bytes()).await.unwrap();
        // The one place of this network is free again.
        while !door.is_served(STRANGER).await {}
    })
    .await;
}

#[tokio::test]
async fn one_network_has_its_share_of_the_connections() {
    with_door(Limits { of_a_network: 2, ..PATIENT }, async |door| {
        let held = [door.connect(STRANGER).await, door.connect(STRANGER).await];
        ended(door.connect(STRANGER).await).await;
        assert!(door.is_served("127.0.0.3").await, "another network is not concerned");
        drop(held);
        // The server hears of it a moment later.
        while !door.is_served(STRANGER).await {}
    })
    .await;
}

#[tokio::test]
async fn a_proxy_has_all_it_needs_until_there_is_none_left() {
    with_door(Limits { in_all: 8, of_a_network: 2, ..PATIENT }, async |door| {
        let held = join_all((0..8).map(|_| door.connect(PROXY))).await;
        ended(door.connect(PROXY).await).await;
        drop(held);
        while !door.is_served(PROXY).await {}
    })
    .await;
}

#[tokio::test]
async fn a_head_that_is_too_long_or_has_too_many_lines_is_refused() {
    with_door(PATIENT, async |door| {
        for (lines, status) in [
            ("X-A: b\r\n".repeat(60), "HTTP/1.1 200"),
            ("X-A: b\r\n".repeat(70), "HTTP/1.1 431"),
            (format!("X-A: {}\r\n", "b".repeat(10_000)), "HTTP/1.1 200"),
            (format!("X-A: {}\r\n", "b".repeat(20_000)), "HTTP/1.1 431"),
        ] {
            let mut stream = door.connect(STRANGER).await;
            let head = format!("GET /healthz HTTP/1.1\r\nHost: care\r\nConnection: close\r\n{lines}\r\n");
            // Whoever is refused may not be read to the end.
            let _ = stream.write_all(head.as_bytes()).await;
            let mut answer = vec![0; status.len()];
            stream.read_exact(&mut answer).await.unwrap();
            assert_eq!(String::from_utf8(answer).unwrap(), status);
        }
    })
    .await;
}

/// A frame of HTTP/2 (RFC 9113).
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// What a client of HTTP/2 begins with: its preface and its settings.
fn greeting() -> Vec<u8> {
    [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".as_slice(), &frame(4, 0, 0, &[])].concat()
}

/// `GET http://care` and a path, whole.
fn request(stream: u32, path: &str) -> Vec<u8> {
    let length = [u8::try_from(path.len()).unwrap()];
    frame(1, 0b101, stream, &[b"\x82\x86\x41\x04care\x04", &length[..], path.as_bytes()].concat())
}

/// A greeting by a client that takes so much of each answer until it says more.
fn greeting_with_window(bytes: u32) -> Vec<u8> {
    let window = [&4_u16.to_be_bytes()[..], &bytes.to_be_bytes()].concat();
    [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".as_slice(), &frame(4, 0, 0, &window)].concat()
}

/// A ping, as often as the connection takes one, whose answers are read.
async fn ping(stream: TcpStream) {
    let (mut reading, mut writing) = stream.into_split();
    let read = async { while reading.read(&mut [0; 10_000]).await.is_ok_and(|read| read > 0) {} };
    let write = async {
        while writing.write_all(&frame(6, 0, 0, &[7; 8])).await.is_ok() {
            tokio::time::sleep(IMPATIENT.look).await;
        }
    };
    futures::join!(read, write);
}

/// `GET http://care/`, whole, and at once taken back.
fn taken_back(stream: u32) -> Vec<u8> {
    let request = frame(1, 0b101, stream, b"\x82\x86\x84\x41\x04care");
    [request, frame(3, 0, stream, &8_u32.to_be_bytes())].concat()
}

#[tokio::test]
async fn http2_is_spoken_in_clear_with_whoever_begins_with_it_and_nobody_is_moved_to_it() {
    with_door(PATIENT, async |door| {
        let client = client_builder().http2_prior_knowledge().build().unwrap();
        let answer = client.get(format!("http://{}/healthz", door.address)).send().await.unwrap();
        assert_eq!((answer.version(), answer.status()), (Version::HTTP_2, StatusCode::OK));
        let mut stream = door.connect(STRANGER).await;
        let upgrade = "Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n";
        let head = format!("GET /healthz HTTP/1.1\r\nHost: care\r\n{upgrade}\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    })
    .await;
}

#[tokio::test]
async fn a_flood_of_requests_that_are_taken_back_ends_its_connection_only() {
    with_door(PATIENT, async |door| {
        let mut stream = door.connect(STRANGER).await;
        let flood: Vec<u8> = (0..1000).flat_map(|number| taken_back(2 * number + 1)).collect();
        // It may be over before all of it is sent.
        let _ = stream.write_all(&[greeting(), flood].concat()).await;
        ended(stream).await;
        assert!(door.is_served(STRANGER).await);
    })
    .await;
}

#[tokio::test]
async fn answers_that_are_never_taken_over_http2_are_given_up_however_much_is_pinged_and_asked() {
    with_door(Limits { head: PATIENT.head, ..IMPATIENT }, async |door| {
        for (window, path) in [(0, "/healthz"), (0, "/api/docs/swagger-ui-bundle.js"), (1, "/healthz")] {
            let mut deaf = door.connect(STRANGER).await;
            deaf.write_all(&[greeting_with_window(window), request(1, path)].concat()).await.unwrap();
            ping(deaf).await;
        }
        // One that is never taken, beside others that are.
        let mut busy = door.connect(STRANGER).await;
        let never_taken = [greeting_with_window(0), request(1, "/api/docs/swagger-ui-bundle.js")].concat();
        busy.write_all(&never_taken).await.unwrap();
        let (mut reading, mut writing) = busy.into_split();
        let read = async { while reading.read(&mut [0; 10_000]).await.is_ok_and(|read| read > 0) {} };
        let write = async {
            for stream in (3..).step_by(2) {
                let more = frame(8, 0, stream, &10_000_u32.to_be_bytes());
                if writing.write_all(&[request(stream, "/healthz"), more].concat()).await.is_err() {
                    break;
                }
                tokio::time::sleep(IMPATIENT.look).await;
            }
        };
        futures::join!(read, write);
    })
    .await;
}

#[tokio::test]
async fn who_only_pings_is_given_up() {
    with_door(Limits { head: PATIENT.head, ..IMPATIENT }, async |door| {
        let mut idle = door.connect(STRANGER).await;
        idle.write_all(&[greeting(), request(1, "/healthz")].concat()).await.unwrap();
        ping(idle).await;
    })
    .await;
}

/// Of large answers that wait for their client only a few are in memory.
#[tokio::test]
async fn a_client_of_http2_that_takes_nothing_is_made_few_large_answers() {
    let made = Arc::new(AtomicUsize::new(0));
    let counted = made.clone();
    let answer = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        std::future::ready(vec![b'x'; 100_000])
    };
    let router = Router::new().route("/large", get(answer));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let edge =
        Edge { router, limits: PATIENT, proxies: "".parse().unwrap(), tls: None, stop: CancellationToken::new() };
    let serving = tokio::spawn(connections::serve(listener, edge));
    let mut deaf = connect(address, STRANGER).await.unwrap();
    let asked: Vec<u8> = (0..64).flat_map(|number| request(2 * number + 1, "/large")).collect();
    deaf.write_all(&[greeting_with_window(0), asked].concat()).await.unwrap();
    let large = || made.load(Ordering::Relaxed);
    let wait = || tokio::time::sleep(IMPATIENT.look);
    while large() == 0 {
        wait().await;
    }
    for _ in 0..20 {
        wait().await;
    }
    assert_eq!(large(), 8);
    // Whoever takes them gets all.
    let more: Vec<u8> = (0..64).flat_map(|number| frame(8, 0, 2 * number + 1, &100_000_u32.to_be_bytes())).collect();
    deaf.write_all(&[frame(8, 0, 0, &10_000_000_u32.to_be_bytes()), more].concat()).await.unwrap();
    let mut read = 0;
    while read < 6_400_000 {
        read += deaf.read(&mut vec![0; 100_000]).await.unwrap();
    }
    assert_eq!(large(), 64);
    serving.abort();
}

#[tokio::test]
async fn an_event_stream_over_http2_lives_while_it_is_read() {
    with_door(Limits { head: PATIENT.head, ..IMPATIENT }, async |door| {
        let token = door.server.admin_token().await;
        let client = client_builder().http2_prior_knowledge().local_address(STRANGER.parse::<IpAddr>().unwrap());
        let asked = client.build().unwrap().get(format!("http://{}/admin/api/events", door.address)).bearer_auth(token);
        let mut stream = asked.send().await.unwrap();
        assert_eq!(stream.version(), Version::HTTP_2);
        assert!(stream.chunk().await.unwrap().unwrap().starts_with(b": open"));
        let begun = std::time::Instant::now();
        while begun.elapsed() < 4 * IMPATIENT.quiet {
            tokio::time::sleep(IMPATIENT.quiet / 8).await;
            door.server.app.live.publish(ADMINISTRATION);
            assert!(stream.chunk().await.unwrap().unwrap().starts_with(b"event: "));
        }
    })
    .await;
}

/// A certificate for `localhost`, made out by itself.
fn make_certificate(folder: &Path, name: &str) -> TlsFiles {
    let files =
        TlsFiles { certificate: folder.join(format!("{name}.pem")), key: folder.join(format!("{name}.key.pem")) };
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-nodes", "-days", "2", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]);
    openssl.args(["-subj", &format!("/CN={name}"), "-addext", "subjectAltName=DNS:localhost"]);
    openssl.args(["-addext", "basicConstraints=critical,CA:FALSE"]);
    openssl.arg("-keyout").arg(&files.key).arg("-out").arg(&files.certificate);
    assert!(openssl.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success());
    files
}

/// Asks over TLS, trusting that certificate alone.
async fn ask_by_tls(port: u16, trusted: &Path, only_http1: bool) -> reqwest::Result<(Version, StatusCode)> {
    let root = reqwest::Certificate::from_pem(&std::fs::read(trusted).unwrap()).unwrap();
    let client = client_builder().tls_certs_only([root]);
    let client = if only_http1 { client.http1_only() } else { client };
    let answer = client.build().unwrap().get(format!("https://localhost:{port}/healthz")).send().await?;
    Ok((answer.version(), answer.status()))
}

#[tokio::test]
async fn tls_speaks_both_versions_and_shows_a_new_certificate_when_there_is_one_that_works() {
    on_both_engines(async |url| {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (make_certificate(folder.path(), "first"), make_certificate(folder.path(), "second"));
        let used = TlsFiles { certificate: folder.path().join("used.pem"), key: folder.path().join("used.key.pem") };
        let copy = |from: &Path, to: &Path| std::fs::copy(from, to).unwrap();
        copy(&first.certificate, &used.certificate);
        copy(&first.key, &used.key);
        let certificate = Arc::new(Certificate::load(used.clone()).unwrap());
        let door = Door::open(TestServer::start(url.clone()).await, PATIENT, Some(certificate.clone())).await;
        let port = door.address.port();
        let ask = async |trusted: &TlsFiles| ask_by_tls(port, &trusted.certificate, false).await;
        assert_eq!(ask(&first).await.unwrap(), (Version::HTTP_2, StatusCode::OK));
        let by_http1 = ask_by_tls(port, &first.certificate, true).await;
        assert_eq!(by_http1.unwrap(), (Version::HTTP_11, StatusCode::OK));
        // Half of a change: the new certificate does not belong to the old key.
        copy(&second.certificate, &used.certificate);
        certificate.reload();
        assert!(ask(&first).await.is_ok() && ask(&second).await.is_err());
        copy(&second.key, &used.key);
        certificate.reload();
        assert!(ask(&first).await.is_err() && ask(&second).await.is_ok());
        std::fs::write(&used.certificate, "nonsense").unwrap();
        certificate.reload();
        std::fs::remove_file(&used.key).unwrap();
        certificate.reload();
        assert!(ask(&second).await.is_ok(), "what works stays");
        let impatient = Door::open(TestServer::start(url).await, IMPATIENT, Some(certificate)).await;
        ended(impatient.connect(STRANGER).await).await;
    })
    .await;
}

#[tokio::test]
async fn the_program_serves_by_tls_is_healthy_and_names_a_file_that_is_wrong() {
    let data = tempfile::tempdir().unwrap();
    let files = make_certificate(data.path(), "care");
    let (certificate, key) = (files.certificate.to_str().unwrap(), files.key.to_str().unwrap());
    let settings = [("DOCCARE_TLS_CERT", certificate), ("DOCCARE_TLS_KEY", key)];
    let server = Server::start(data.path(), &settings);
    let port = server.url.rsplit(':').next().unwrap().parse().unwrap();
    assert!(server.url.starts_with("https://"), "{}", server.url);
    assert_eq!(ask_by_tls(port, &files.certificate, false).await.unwrap(), (Version::HTTP_2, StatusCode::OK));
    let address = format!("127.0.0.1:{port}");
    let healthy = [settings.as_slice(), &[("DOCCARE_LISTEN", &address)]].concat();
    let checked = crate::process::run(data.path(), &["healthcheck"], &healthy);
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    server.terminate();
    assert!(server.ended().0);
    for (name, settings) in [
        ("DOCCARE_TLS_CERT", [("DOCCARE_TLS_CERT", "/nowhere.pem"), settings[1]]),
        ("DOCCARE_TLS_KEY", [settings[0], ("DOCCARE_TLS_KEY", certificate)]),
    ] {
        let refused = crate::process::run(data.path(), &["serve"], &settings);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(!refused.status.success() && said.contains(name) && said.lines().count() == 1, "{said}");
    }
}

/// The first words of a TLS client that offers one version at most and these cipher suites, with what TLS 1.2 asks for beside
/// them. One that offers 1.3 too says so in an extension.
fn client_hello(version: u8, suites: &[[u8; 2]], offers_newest: bool) -> Vec<u8> {
    let with_length = |bytes: &[u8]| [&u16::try_from(bytes.len()).unwrap().to_be_bytes(), bytes].concat();
    let (groups, signatures, formats) = ([0, 23], [4, 3], [1, 0]);
    let extension = |kind: u8, content: Vec<u8>| [&[0, kind][..], &with_length(&content)].concat();
    let mut extensions = vec![
        extension(10, with_length(&groups)),
        extension(13, with_length(&signatures)),
        extension(11, formats.into()),
    ];
    if offers_newest {
        // Both versions, the older one first, and no keys yet: the server asks for one.
        extensions.extend([extension(43, vec![4, 3, 3, 3, 4]), extension(51, vec![0, 0])]);
    }
    let hello = [
        &[3, version][..],
        &[7; 32],
        &[0],
        &with_length(&suites.concat()),
        &[1, 0],
        &with_length(&extensions.concat()),
    ];
    let hello = hello.concat();
    let message = [&[1, 0][..], &with_length(&hello)].concat();
    [&[22, 3, 1][..], &with_length(&message)].concat()
}

/// Nothing that is broken is spoken, even with whoever knows nothing else.
#[tokio::test]
async fn tls_is_1_2_or_1_3_with_good_suites_and_nothing_else() {
    const HANDSHAKE: u8 = 22;
    const ALERT: u8 = 21;
    const ECDHE_AES_GCM: [u8; 2] = [0xc0, 0x2b];
    const ECDHE_AES_CBC: [u8; 2] = [0xc0, 0x09];
    const OF_TLS_1_3: [u8; 2] = [0x13, 0x01];
    // The extension by which a server chooses TLS 1.3.
    const CHOSEN_1_3: [u8; 6] = [0, 43, 0, 2, 3, 4];
    let folder = tempfile::tempdir().unwrap();
    let certificate = Arc::new(Certificate::load(make_certificate(folder.path(), "care")).unwrap());
    on_both_engines(async |url| {
        let door = Door::open(TestServer::start(url).await, PATIENT, Some(certificate.clone())).await;
        let say = async |hello: &[u8]| {
            let mut stream = door.connect(STRANGER).await;
            stream.write_all(hello).await.unwrap();
            let mut head = [0; 5];
            stream.read_exact(&mut head).await.unwrap();
            let mut answer = vec![0; usize::from(u16::from_be_bytes([head[3], head[4]]))];
            stream.read_exact(&mut answer).await.unwrap();
            (head[0], answer.windows(6).any(|part| part == CHOSEN_1_3))
        };
        for (version, suite, answered) in [
            (3, ECDHE_AES_GCM, HANDSHAKE),
            // TLS 1.1, 1.0 and SSL 3, with what they know.
            (2, ECDHE_AES_CBC, ALERT),
            (1, ECDHE_AES_CBC, ALERT),
            (0, ECDHE_AES_CBC, ALERT),
            // What a key such as ours could do: block chaining, 3DES, RC4, no encryption.
            (3, ECDHE_AES_CBC, ALERT),
            (3, [0xc0, 0x0a], ALERT),
            (3, [0xc0, 0x08], ALERT),
            (3, [0xc0, 0x07], ALERT),
            (3, [0xc0, 0x06], ALERT),
        ] {
            let (kind, is_newest) = say(&client_hello(version, &[suite], false)).await;
            assert_eq!((kind, is_newest), (answered, false), "version 3.{version}, {suite:?}");
        }
        // Whoever knows both is answered by the newer one.
        let both = say(&client_hello(3, &[ECDHE_AES_GCM, OF_TLS_1_3], true)).await;
        assert_eq!(both, (HANDSHAKE, true));
    })
    .await;
}

/// How a client of ours ends the handshake with a server whose certificate nobody has signed.
async fn handshake(listener: TcpListener, certificate: Arc<Certificate>, is_database: bool) -> io::Result<()> {
    let (mut stream, _) = listener.accept().await?;
    if is_database {
        // The question for TLS, and the yes to it.
        stream.read_exact(&mut [0; 8]).await?;
        stream.write_all(b"S").await?;
    }
    certificate.acceptor().accept(stream).await.map(drop)
}

#[tokio::test]
async fn a_database_or_mail_server_with_a_certificate_of_nobody_is_not_spoken_to() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = Arc::new(Certificate::load(make_certificate(folder.path(), "nobody")).unwrap());
    for is_database in [true, false] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let served = tokio::spawn(handshake(listener, certificate.clone(), is_database));
        if is_database {
            let url = format!("postgres://u@localhost:{port}/care?sslmode=require").parse().unwrap();
            let asked = Db::open(&url).unwrap().read(async |tx| tx.count("SELECT 1", &[]).await).await;
            assert!(asked.is_err());
        } else {
            let url = format!("smtps://u:p@localhost:{port}");
            let mailer = Mailer::open(Some(&url), "care@example.org", folder.path()).unwrap();
            let content = Content {
                subject: "x".into(),
                body: Body::Finished(Finished { text: "x".into(), html: "x".into(), calendar: None }),
                stop: None,
                until: None,
                anyway: false,
            };
            let mail = Mail { to: "asha@example.org".into(), content, about: None };
            assert!(mailer.send("1", &mail, Timestamp::UNIX_EPOCH).await.is_err());
        }
        assert!(served.await.unwrap().is_err(), "they hang up before a word was said");
    }
}

#[tokio::test]
async fn a_mail_server_and_a_bucket_are_believed_by_the_machines_roots_and_by_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let files = make_certificate(folder.path(), "company");
    let certificate = Arc::new(Certificate::load(files.clone()).unwrap());
    for is_known in [false, true] {
        let (mail, bucket) =
            (TcpListener::bind("127.0.0.1:0").await.unwrap(), TcpListener::bind("127.0.0.1:0").await.unwrap());
        let port = |listener: &TcpListener| listener.local_addr().unwrap().port();
        let smtp = format!("smtps://u:p@localhost:{}", port(&mail));
        let photos = format!("s3://photos?endpoint=https://localhost:{}&region=x", port(&bucket));
        let heard = [mail, bucket].map(|listener| tokio::spawn(handshake(listener, certificate.clone(), false)));
        let mut settings = vec![
            ("DOCCARE_ADMIN_EMAIL", "first@example.org"),
            ("DOCCARE_ADMIN_PASSWORD", "a long password"),
            ("DOCCARE_SMTP_URL", smtp.as_str()),
            ("DOCCARE_PHOTOS_URL", photos.as_str()),
            ("AWS_ACCESS_KEY_ID", "key"),
            ("AWS_SECRET_ACCESS_KEY", "secret"),
        ];
        if is_known {
            settings.push(("SSL_CERT_FILE", files.certificate.to_str().unwrap()));
        }
        let data = tempfile::tempdir().unwrap();
        let server = Server::start(data.path(), &settings);
        let forgot = http_client()
            .post(format!("{}/user/api/password/forgot", server.url))
            .json(&serde_json::json!({"role": "admin", "email": "first@example.org"}));
        assert_eq!(forgot.send().await.unwrap().status(), 200);
        // Whether it is answered does not matter: the bucket hangs up behind the handshake.
        let photo = http_client().get(format!("{}/photos/{}-320.webp", server.url, "a".repeat(32)));
        let asking = tokio::spawn(photo.send());
        for one in heard {
            let shaken = one.await.unwrap();
            assert_eq!(shaken.is_ok(), is_known, "{shaken:?}");
        }
        asking.abort();
    }
}

/// Whoever stands between could be made to read another end than we do.
#[tokio::test]
async fn a_request_that_says_in_two_ways_where_it_ends_is_read_in_one_way_or_refused() {
    with_door(PATIENT, async |door| {
        let ask = async |lengths: &str, body: &str| {
            let mut stream = door.connect(STRANGER).await;
            let head = "POST /user/api/login HTTP/1.1\r\nHost: care\r\nContent-Type: application/json";
            let asked = format!("{head}\r\n{lengths}Connection: close\r\n\r\n{body}");
            stream.write_all(asked.as_bytes()).await.unwrap();
            let mut answer = String::new();
            stream.read_to_string(&mut answer).await.unwrap();
            assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{lengths}: {answer}");
            answer[9..12].to_owned()
        };
        let chunked = "2\r\n{}\r\n0\r\n\r\n";
        assert_eq!(ask("Content-Length: 2\r\n", "{}").await, "422");
        assert_eq!(ask("Transfer-Encoding: chunked\r\n", chunked).await, "422");
        // Chunks win, as RFC 9112 has it: the answer comes without a hundred bytes.
        assert_eq!(ask("Content-Length: 100\r\nTransfer-Encoding: chunked\r\n", chunked).await, "422");
        for lengths in [
            "Content-Length: 2\r\nContent-Length: 3\r\n",
            "Content-Length: +2\r\n",
            "Content-Length: 2, 3\r\n",
            "Transfer-Encoding: chunked, identity\r\n",
        ] {
            assert_eq!(ask(lengths, "{}").await, "400", "{lengths}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_body_that_says_that_it_is_too_large_is_refused_before_it_comes() {
    with_door(PATIENT, async |door| {
        let calls = [("register", "application/json"), ("doctor/register", "multipart/form-data; boundary=line")];
        for (call, kind) in calls {
            let mut stream = door.connect(STRANGER).await;
            let head = format!(
                "POST /user/api/{call} HTTP/1.1\r\nHost: care\r\nContent-Length: 1000000000\r\n\
                 Content-Type: {kind}\r\n\r\n"
            );
            stream.write_all(head.as_bytes()).await.unwrap();
            let mut answer = [0; 12];
            stream.read_exact(&mut answer).await.unwrap();
            assert_eq!(&answer, b"HTTP/1.1 413", "{kind}");
        }
    })
    .await;
}

/// The small form of what decision 0041 measured with a thousand of each.
#[tokio::test]
async fn slow_heads_and_half_uploads_cost_little_memory_and_the_others_are_served() {
    const OF_EACH: usize = 200;
    let data = tempfile::tempdir().unwrap();
    let server =
        Server::start(data.path(), &[("DOCCARE_TRUSTED_PROXIES", "127.0.0.1"), ("DOCCARE_RATE_LIMITS", "off")]);
    let address: SocketAddr = server.url.trim_start_matches("http://").parse().unwrap();
    let before = server.resident();
    // Where few files may be open, some of them find no place.
    let held = join_all((0..2 * OF_EACH).map(async |number| {
        let mut stream = connect(address, STRANGER).await.ok()?;
        let sent = if number % 2 == 0 { "GET / HTTP/1.1\r\nHost: ".into() } else { half_an_upload() };
        stream.write_all(sent.as_bytes()).await.ok().map(|()| stream)
    }))
    .await;
    let other = http_client();
    for _ in 0..20 {
        let answer = other.get(format!("{}/user/api/reference", server.url)).send().await.unwrap();
        assert_eq!(answer.status(), 200);
    }
    let after = server.resident();
    let count = held.iter().flatten().count();
    println!("{before} MB at the start, {after} MB with {count} slow clients");
    assert!(after <= before + 60, "{before} MB at the start, {after} MB with {count} slow clients");
}

/// The first 100 KB of a photo.
fn half_an_upload() -> String {
    let head = "POST /user/api/doctor/register HTTP/1.1\r\nHost: care\r\nContent-Length: 4000000\r\n\
                Content-Type: multipart/form-data; boundary=line\r\n\r\n";
    let part = "--line\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a\"\r\n\r\n";
    format!("{head}{part}{}", "7".repeat(100_000))
}
