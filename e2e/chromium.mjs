/** The browser of this machine, for the tests and for what is measured: Chromium without a window system, which needs less processor time. */
export const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
/** No sandbox as root; and nothing that looks for Google's hosts. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The screen of a waiting room sounds without a press.
  "--autoplay-policy=no-user-gesture-required",
];
