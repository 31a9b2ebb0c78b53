/** A third-party web client on another host: it logs in, shows a doctor with the photo, and books. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { daysAhead } from "./clinic";
import { expect, test } from "./fixtures";
import { clientPort, everybodys } from "./installation";
import { registered } from "./people";
import { listedDoctor } from "./workers";

// The browser's message if a page may not read a response.
test.use({ expectedComplaints: [/blocked by CORS policy|ERR_FAILED/] });

/** Its only configuration is the API's address; the doctor and the day are in its own. */
const client = `<!doctype html><html lang="en"><head><title>Another client</title><link rel="icon" href="data:,"></head><body>
<form>
  <label>E-mail <input name="email"></label>
  <label>Password <input name="password" type="password"></label>
  <button>Sign in and book</button>
</form>
<img alt="The doctor">
<p role="status"></p>
<script type="module">
const api = "${everybodys.origin}";
const [doctorId, date] = location.hash.slice(1).split("/");
const say = (text) => { document.querySelector("[role=status]").textContent = text; };

async function ask(method, path, token, body) {
  const headers = { ...(token && { Authorization: "Bearer " + token }), ...(body && { "Content-Type": "application/json" }) };
  const answer = await fetch(api + path, { method, headers, body: body && JSON.stringify(body) });
  return answer.json();
}

async function book(form) {
  const login = await ask("POST", "/user/api/login", "", Object.fromEntries(new FormData(form)));
  const profile = await ask("GET", "/user/api/user/profile/" + login.data._id, login.token);
  const doctor = await ask("GET", "/user/api/doctor/" + doctorId);
  document.querySelector("img").src = doctor.data.Image;
  const slots = await ask("GET", "/user/api/doctor/" + doctorId + "/slots?date=" + date);
  const { username: name, phone_number: phoneNumber } = profile.data;
  const path = "/user/api/doctor/" + doctorId + "/appointment/booking/" + login.data._id;
  const booked = await ask("POST", path, login.token, { name, phoneNumber, date, time: slots.data.at(-1).time });
  say(booked.data.status + ": " + booked.message);
}

document.querySelector("form").addEventListener("submit", (event) => {
  event.preventDefault();
  book(event.target).catch((error) => say("No answer: " + error.message));
});
</script></body></html>`;

/** Serves the client until the test ends, and returns its address. */
async function serveClient(port: number): Promise<{ address: string; close: () => void }> {
  const server = createServer((_, response) => response.setHeader("Content-Type", "text/html").end(client));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: given } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${given}/`, close: () => server.close() };
}

test("a client that the settings name books with a photo in sight, another gets no answer", async ({
  page,
  request,
}) => {
  const [person, doctor] = [await registered(request), await listedDoctor(request)];
  const day = (await daysAhead(request, doctor.id)).at(-1)?.day;
  const [named, strange] = [await serveClient(clientPort), await serveClient(0)];
  for (const { address } of [strange, named]) {
    await page.goto(`${address}#${doctor.id}/${day}`);
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password").fill(person.password);
    await page.getByRole("button").click();
    if (address === strange.address) await expect(page.getByRole("status")).toHaveText(/^No answer/);
  }
  await expect(page.getByRole("status")).toHaveText(/^Pending: /);
  const isSeen = (image: HTMLImageElement) => image.src.startsWith("http") && image.naturalWidth === 320;
  await expect.poll(() => page.getByRole("img").evaluate(isSeen)).toBe(true);
  named.close();
  strange.close();
});
