/**
 * A server in front of a test's own program whose web app can be upgraded and rolled back: the same app with another version and other
 * names of its scripts, as a release has them. It can also be cut off, which a service worker notices as a lost connection.
 */
import { readdirSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { dist } from "./site";

export interface ServedVersions {
  origin: string;
  /** From now on it serves the build as it is ("first"), or under other names ("next"). */
  serve: (version: "first" | "next") => void;
  /** Breaks all connections and accepts no more, until `false`. */
  cut: (isCut: boolean) => void;
  /** Holds back every response of these addresses for so long. */
  delay: (addresses: RegExp, milliseconds: number) => void;
  /** Method and path of every request that arrived. */
  arrived: string[];
  close: () => Promise<void>;
}

const { version } = JSON.parse(dist("manifest.json"));
const reversed = (text: string) => [...text].reverse().join("");

/** The names of the scripts in the next version, and its version. */
const renamed = new Map<string, string>(
  readdirSync(new URL("../web/dist/assets/", import.meta.url))
    .filter((file) => file.endsWith(".js.br"))
    .map((file) => file.slice(0, -".js.br".length))
    .map((stem) => [`${stem}.js`, `${stem.slice(0, -8)}${reversed(stem.slice(-8))}.js`]),
).set(version, reversed(version));
const namedAtFirst = new Map([...renamed].map(([first, next]) => [next, first]));

function replaced(text: string, names: ReadonlyMap<string, string>): string {
  const any = [...names.keys()].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text.replace(new RegExp(any, "g"), (name) => names.get(name) ?? name);
}

const isText = (kind = "") => /^text\/(html|javascript)/.test(kind);

export async function servedVersions(program: string): Promise<ServedVersions> {
  const { hostname, port } = new URL(program);
  const arrived: string[] = [];
  const sockets = new Set<Socket>();
  let isNext = false;
  let isCut = false;
  let delayed = { addresses: /^$/, milliseconds: 0 };

  function pass(asked: IncomingMessage, answer: ServerResponse): void {
    const { method = "GET", url = "/" } = asked;
    arrived.push(`${method} ${url}`);
    const path = isNext ? replaced(url, namedAtFirst) : url;
    // Scripts of the version that it does not have.
    const isGone = isNext
      ? path === url && renamed.has(url.slice("/assets/".length))
      : namedAtFirst.has(url.slice("/assets/".length));
    if (isGone) {
      answer.writeHead(404).end();
      return;
    }
    const { "accept-encoding": _encoding, "if-none-match": _tag, ...headers } = asked.headers;
    const passed = request({ hostname, port, method, path, headers }, (given) => {
      const { etag: _etag, "content-length": length, ...fields } = given.headers;
      if (isNext && fields["doccare-version"]) fields["doccare-version"] = reversed(version);
      if (isNext && fields.link) fields.link = replaced(String(fields.link), renamed);
      const status = given.statusCode ?? 502;
      if (!isNext || !isText(given.headers["content-type"])) {
        answer.writeHead(status, { ...fields, ...(length && { "content-length": length }) });
        given.pipe(answer);
        return;
      }
      let text = "";
      given.setEncoding("utf8");
      given.on("data", (part) => {
        text += part;
      });
      given.on("end", () => answer.writeHead(status, fields).end(replaced(text, renamed)));
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    asked.pipe(passed);
  }

  const server = createServer((asked, answer) => {
    const wait = delayed.addresses.test(asked.url ?? "") ? delayed.milliseconds : 0;
    setTimeout(pass, wait, asked, answer).unref();
  });
  server.on("connection", (socket) => {
    if (isCut) socket.destroy();
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("no port");
  const breakOff = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${address.port}`,
    serve: (next) => {
      isNext = next === "next";
    },
    cut: (next) => {
      isCut = next;
      if (isCut) breakOff();
    },
    delay: (addresses, milliseconds) => {
      delayed = { addresses, milliseconds };
    },
    arrived,
    close: async () => {
      breakOff();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
