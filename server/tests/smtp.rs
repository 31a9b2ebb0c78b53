//! A mail server on loopback that behaves as a test tells it to.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use crate::eml::Eml;

#[derive(Clone, Copy)]
pub enum Mood {
    Takes,
    /// Answers RCPT with this line.
    Refuses(&'static str),
    /// Answers the connection with this line.
    SendsAway(&'static str),
    /// Accepts the whole mail and disconnects without a reply.
    HangsUp,
    /// Does not answer at all.
    Sulks,
}

pub struct Smtp {
    pub url: String,
    mood: Arc<Mutex<Mood>>,
    mails: Arc<Mutex<Vec<String>>>,
    connected: Arc<Notify>,
}

impl Smtp {
    pub async fn start(mood: Mood) -> Self {
        Self::listen(TcpListener::bind("127.0.0.1:0").await.unwrap(), mood)
    }

    pub fn listen(listener: TcpListener, mood: Mood) -> Self {
        let smtp = Self {
            url: format!("smtp://{}", listener.local_addr().unwrap()),
            mood: Arc::new(Mutex::new(mood)),
            mails: Arc::default(),
            connected: Arc::default(),
        };
        let (mood, mails, connected) = (smtp.mood.clone(), smtp.mails.clone(), smtp.connected.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                connected.notify_one();
                tokio::spawn(converse(stream, mood.clone(), mails.clone()));
            }
        });
        smtp
    }

    pub fn become_one_that(&self, mood: Mood) {
        *self.mood.lock().unwrap() = mood;
    }

    /// Resolves when a client connects.
    pub async fn connection(&self) {
        self.connected.notified().await;
    }

    /// The accepted mails, in the order of arrival.
    pub fn mails(&self) -> Vec<Eml> {
        self.mails.lock().unwrap().iter().map(|mail| Eml::parse(mail)).collect()
    }

    pub fn message_ids(&self) -> Vec<String> {
        self.mails().iter().map(|mail| mail.header("message-id").to_owned()).collect()
    }
}

async fn converse(stream: TcpStream, mood: Arc<Mutex<Mood>>, mails: Arc<Mutex<Vec<String>>>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    let mood = move || *mood.lock().unwrap();
    let greeting = match mood() {
        Mood::SendsAway(line) => line,
        Mood::Sulks => return std::future::pending().await,
        _ => "220 loopback",
    };
    write.write_all(format!("{greeting}\r\n").as_bytes()).await?;
    while let Some(line) = lines.next_line().await? {
        let verb = line.split([' ', ':']).next().unwrap_or_default().to_uppercase();
        let answer = match (verb.as_str(), mood()) {
            ("RCPT", Mood::Refuses(line)) => line,
            ("DATA", _) => {
                write.write_all(b"354 go on\r\n").await?;
                // The sender keeps the mail's last line back until we acknowledge the others, so that happens at once.
                lines.get_ref().get_ref().as_ref().set_quickack(true)?;
                let mut mail = String::new();
                while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                    mail += line.strip_prefix('.').unwrap_or(&line);
                    mail += "\n";
                }
                mails.lock().unwrap().push(mail);
                if matches!(mood(), Mood::HangsUp) {
                    return Ok(());
                }
                "250 taken"
            }
            ("QUIT", _) => "221 bye",
            _ => "250 fine",
        };
        write.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
    Ok(())
}
