/** The browser for tests and measurements: Chromium without a window system, which needs less CPU time. */
export const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
/** The whole browser, for what the one without a window system does not have: the back-forward cache. */
export const wholeChromium = process.env.WHOLE_CHROMIUM ?? "/usr/bin/chromium";
/** No sandbox as root; and no requests to Google's hosts. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The waiting room's screen may play sounds without a press.
  "--autoplay-policy=no-user-gesture-required",
];
