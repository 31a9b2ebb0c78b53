//! TLS for installations without a proxy. The certificate is reloaded when its files change.

use std::fmt;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::verify_server_name;
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::{ClientHello, ParsedCertificate, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls::{ClientConfig, ClientConnection, DigitallySignedStruct, ServerConfig, SignatureScheme, StreamOwned};
use tokio_rustls::TlsAcceptor;
use x509_cert::der::Decode;

pub const HTTP2: &[u8] = b"h2";
const HTTP1: &[u8] = b"http/1.1";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TlsFiles {
    pub certificate: PathBuf,
    pub key: PathBuf,
}

pub struct Certificate {
    files: TlsFiles,
    shown: RwLock<Arc<CertifiedKey>>,
    /// The contents last read, or why they could not be read.
    seen: Mutex<Result<Contents, String>>,
}

#[derive(Clone, PartialEq, Eq)]
struct Contents {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

/// The file, and its error.
#[derive(Debug, thiserror::Error)]
#[error("{}: {why}", file.display())]
pub struct WrongFile {
    pub file: PathBuf,
    pub is_key: bool,
    why: String,
}

impl Certificate {
    pub fn load(files: TlsFiles) -> Result<Self, WrongFile> {
        let contents = files.read()?;
        let shown = files.parse(&contents)?;
        Ok(Self { files, shown: RwLock::new(Arc::new(shown)), seen: Mutex::new(Ok(contents)) })
    }

    /// Serves a changed certificate from now on. One that cannot be used is logged once, and the old one stays.
    pub fn reload(&self) {
        let found = self.files.read().map_err(|wrong| wrong.to_string());
        let mut seen = self.seen.lock();
        if *seen == found {
            return;
        }
        let usable = found.as_ref().map_err(Clone::clone);
        match usable.and_then(|contents| self.files.parse(contents).map_err(|wrong| wrong.to_string())) {
            Ok(new) => {
                *self.shown.write() = Arc::new(new);
                tracing::info!("a new TLS certificate is shown");
            }
            Err(wrong) => tracing::error!(wrong, "the new TLS certificate cannot be used; the one before stays"),
        }
        *seen = found;
    }

    /// When it expires, in UTC seconds; `None` if that cannot be read.
    pub fn ends_at(&self) -> Option<i64> {
        let shown = self.shown.read().clone();
        let parsed = x509_cert::Certificate::from_der(shown.end_entity_cert().ok()?).ok()?;
        i64::try_from(parsed.tbs_certificate.validity.not_after.to_unix_duration().as_secs()).ok()
    }

    pub fn is_for(&self, host: &str) -> bool {
        let shown = self.shown.read().clone();
        let (Ok(end), Ok(name)) = (shown.end_entity_cert(), ServerName::try_from(host)) else { return false };
        ParsedCertificate::try_from(end).is_ok_and(|parsed| verify_server_name(&parsed, &name).is_ok())
    }

    pub fn acceptor(self: &Arc<Self>) -> TlsAcceptor {
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("ring knows the versions that are safe");
        let mut config = config.with_no_client_auth().with_cert_resolver(self.clone());
        config.alpn_protocols = vec![HTTP2.into(), HTTP1.into()];
        TlsAcceptor::from(Arc::new(config))
    }
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(self.shown.read().clone())
    }
}

/// Hides the key.
impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certificate").field("files", &self.files).finish_non_exhaustive()
    }
}

impl TlsFiles {
    fn read(&self) -> Result<Contents, WrongFile> {
        let certificate = std::fs::read(&self.certificate).map_err(|error| self.certificate_is(&error))?;
        let key = std::fs::read(&self.key).map_err(|error| self.key_is(&error))?;
        Ok(Contents { certificate, key })
    }

    fn parse(&self, contents: &Contents) -> Result<CertifiedKey, WrongFile> {
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&contents.certificate).collect();
        let chain = chain.map_err(|error| self.certificate_is(&error))?;
        if chain.is_empty() {
            return Err(self.certificate_is(&"holds no certificate"));
        }
        let key = PrivateKeyDer::from_pem_slice(&contents.key).map_err(|error| self.key_is(&error))?;
        CertifiedKey::from_der(chain, key, &ring::default_provider()).map_err(|error| self.key_is(&error))
    }

    fn certificate_is(&self, wrong: &dyn fmt::Display) -> WrongFile {
        WrongFile { file: self.certificate.clone(), is_key: false, why: wrong.to_string() }
    }

    fn key_is(&self, wrong: &dyn fmt::Display) -> WrongFile {
        WrongFile { file: self.key.clone(), is_key: true, why: wrong.to_string() }
    }
}

/// A TLS client that accepts any certificate, for the health check of our own program: nothing secret is sent, and the certificate is
/// for another name than the listen address.
pub fn without_proof(stream: TcpStream) -> io::Result<impl Read + Write> {
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(AnyCertificate(provider)))
        .with_no_client_auth();
    let name = ServerName::IpAddress(stream.peer_addr()?.ip().into());
    let connection = ClientConnection::new(Arc::new(config), name).map_err(io::Error::other)?;
    Ok(StreamOwned::new(connection, stream))
}

#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
