import { afterEach, expect, test, vi } from "vitest";
import { signIn, tokenOf } from "../lib/session";
import { Refused } from "./problem";
import { upload } from "./upload";

/** An XMLHttpRequest that the test answers. */
class StandIn {
  static last: StandIn;
  static answer: { status: number; body: string } | undefined;
  headers: Record<string, string> = {};
  upload: { onprogress?: (event: object) => void } = {};
  status = 0;
  responseText = "";
  target = "";
  sent = new FormData();
  onload?: () => void;
  onerror?: () => void;

  constructor() {
    StandIn.last = this;
  }
  open(method: string, path: string): void {
    this.target = `${method} ${path}`;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(form: FormData): void {
    this.sent = form;
    this.upload.onprogress?.({ lengthComputable: true, loaded: 30, total: 40 });
    this.status = StandIn.answer?.status ?? 0;
    this.responseText = StandIn.answer?.body ?? "";
    (StandIn.answer ? this.onload : this.onerror)?.();
  }
}

function answer(status: number, body: unknown): void {
  StandIn.answer = { status, body: typeof body === "string" ? body : JSON.stringify(body) };
  vi.stubGlobal("XMLHttpRequest", StandIn);
}

afterEach(() => vi.unstubAllGlobals());

function filled(): FormData {
  const form = new FormData();
  form.set("city", "Kochi");
  form.set("image", new File(["x"], "me.jpg", { type: "image/jpeg" }));
  form.set("nothing", new File([], ""));
  return form;
}

test("a form goes out with the language and the role's token, and without empty files", async () => {
  answer(200, { message: "Saved" });
  signIn("worker", "secret", "w1");
  const progress = vi.fn();
  const body = await upload("PUT", "/somewhere", filled(), { role: "worker", onProgress: progress });
  expect(body).toEqual({ message: "Saved" });
  expect(StandIn.last.target).toBe("PUT /somewhere");
  expect(StandIn.last.headers).toEqual({ "Accept-Language": "en", Authorization: "Bearer secret" });
  expect([...StandIn.last.sent.keys()]).toEqual(["city", "image"]);
  expect(progress).toHaveBeenCalledWith(0.75);
});

test("a refusal is thrown as the other calls throw it", async () => {
  answer(422, {
    code: "invalid_fields",
    message: "Check",
    errors: [{ field: "image", message: "No photo" }],
  });
  await expect(upload("POST", "/somewhere", filled())).rejects.toMatchObject({
    name: "Refused",
    fields: { image: "No photo" },
  });
});

test("a refused token ends the role's session; any other refusal does not", async () => {
  signIn("worker", "secret", "w1");
  answer(401, { code: "wrong_credentials", message: "No" });
  await upload("PUT", "/somewhere", filled(), { role: "worker" }).catch(() => undefined);
  expect(tokenOf("worker")).toBe("secret");
  answer(401, { code: "unauthenticated", message: "No" });
  await upload("PUT", "/somewhere", filled(), { role: "worker" }).catch(() => undefined);
  expect(tokenOf("worker")).toBeNull();
});

test.each([
  ["a proxy's page", 200, "<html>"],
  ["a proxy's error", 502, "<html>"],
])("%s is a failure without a reason", async (_, status, body) => {
  answer(status, body);
  const error = await upload("POST", "/somewhere", filled()).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(Refused);
});

test("no answer at all is a failure too", async () => {
  answer(0, "");
  StandIn.answer = undefined;
  await expect(upload("POST", "/somewhere", filled())).rejects.toMatchObject({ outcome: "unknown" });
  vi.stubGlobal("navigator", { onLine: false });
  await expect(upload("POST", "/somewhere", filled())).rejects.toMatchObject({ outcome: "nothing_sent" });
});
