/**
 * Adds to package-lock.json the native builds of other platforms that the registry in use does not offer: `npm run lock`
 * after a change of dependencies. Without these entries `npm ci` refuses the lock file as incomplete.
 */
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));

const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const processors = ["arm64", "arm", "x64", "ppc64", "s390x", "wasm32"];

/** Native packages have their platform in their names. */
function platform(name) {
  const words = name.split(/[-/]/);
  const os = systems.find((word) => words.includes(word));
  const cpu = processors.find((word) => words.includes(word));
  const libc = words.includes("musl") ? ["musl"] : words.includes("gnu") ? ["glibc"] : undefined;
  return { cpu: [cpu], ...(os && { os: [os] }), ...(libc && { libc }) };
}

for (const { optionalDependencies = {}, dev } of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    lock.packages[`node_modules/${name}`] ??= {
      version,
      ...platform(name),
      ...(dev && { dev }),
      optional: true,
    };
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
