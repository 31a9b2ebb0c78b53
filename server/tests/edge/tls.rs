//! TLS: the server's certificates, and the certificate authorities that it accepts.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use doccare::platform::connections::tls::{Certificate, TlsFiles};
use doccare::platform::db::Db;
use doccare::platform::lang::Lang;
use doccare::platform::mail::{Letter, Mailer};
use jiff::Timestamp;
use reqwest::{StatusCode, Version};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::{Door, IMPATIENT, PATIENT, STRANGER, ended};
use crate::harness::{TestServer, client_builder, http_client, on_both_engines};
use crate::process::Server;

/// A self-signed certificate for `localhost`.
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

/// A request over TLS, trusting only that certificate.
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
        // Half of a renewal: the new certificate does not belong to the old key.
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

/// The first message (`ClientHello`) of a client that offers one version at most and these cipher suites, with the extensions that TLS 1.2
/// needs. One that offers 1.3 too says so in an extension.
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
        // Both versions, the older one first, without key shares: the server requests one.
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

/// Broken protocol versions are refused, even if the client offers nothing else.
#[tokio::test]
async fn tls_is_1_2_or_1_3_with_good_suites_and_nothing_else() {
    const HANDSHAKE: u8 = 22;
    const ALERT: u8 = 21;
    const ECDHE_AES_GCM: [u8; 2] = [0xc0, 0x2b];
    const ECDHE_AES_CBC: [u8; 2] = [0xc0, 0x09];
    const OF_TLS_1_3: [u8; 2] = [0x13, 0x01];
    // The extension by which a server selects TLS 1.3.
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
            // TLS 1.1, 1.0 and SSL 3, with their cipher suites.
            (2, ECDHE_AES_CBC, ALERT),
            (1, ECDHE_AES_CBC, ALERT),
            (0, ECDHE_AES_CBC, ALERT),
            // Weak suites that our key would support: block chaining, 3DES, RC4, no encryption.
            (3, ECDHE_AES_CBC, ALERT),
            (3, [0xc0, 0x0a], ALERT),
            (3, [0xc0, 0x08], ALERT),
            (3, [0xc0, 0x07], ALERT),
            (3, [0xc0, 0x06], ALERT),
        ] {
            let (kind, is_newest) = say(&client_hello(version, &[suite], false)).await;
            assert_eq!((kind, is_newest), (answered, false), "version 3.{version}, {suite:?}");
        }
        // A client that offers both gets the newer one.
        let both = say(&client_hello(3, &[ECDHE_AES_GCM, OF_TLS_1_3], true)).await;
        assert_eq!(both, (HANDSHAKE, true));
    })
    .await;
}

/// How the handshake of a client ends with a server whose certificate is not signed by an authority.
async fn handshake(listener: TcpListener, certificate: Arc<Certificate>, is_database: bool) -> io::Result<()> {
    let (mut stream, _) = listener.accept().await?;
    if is_database {
        // The request for TLS, and the acceptance.
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
            let letter = Letter {
                lang: Lang::En,
                title: "x".into(),
                paragraphs: Vec::new(),
                facts: Vec::new(),
                action: None,
                links: Vec::new(),
                footer: "x".into(),
            };
            let mail = letter.into_mail("asha@example.org", "x");
            assert!(mailer.send("1", &mail, Timestamp::UNIX_EPOCH).await.is_err());
        }
        assert!(served.await.unwrap().is_err(), "they hang up before a word was said");
    }
}

/// The program connects to a mail server and a bucket only if their certificate is among the machine's roots.
async fn check_trust(is_known: bool) {
    let folder = tempfile::tempdir().unwrap();
    let files = make_certificate(folder.path(), "company");
    let certificate = Arc::new(Certificate::load(files.clone()).unwrap());
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
    // The response does not matter: the bucket closes the connection after the handshake.
    let photo = http_client().get(format!("{}/photos/{}-320.webp", server.url, "a".repeat(32)));
    let asking = tokio::spawn(photo.send());
    for one in heard {
        let shaken = one.await.unwrap();
        assert_eq!(shaken.is_ok(), is_known, "{shaken:?}");
    }
    asking.abort();
}

#[tokio::test]
async fn a_mail_server_and_a_bucket_with_a_certificate_of_the_machines_roots_are_trusted() {
    check_trust(true).await;
}

#[tokio::test]
async fn a_mail_server_and_a_bucket_with_another_certificate_are_not_trusted() {
    check_trust(false).await;
}
