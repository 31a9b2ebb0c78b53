// The licences of everything that is inside the program: node scripts/licences.mjs > THIRD-PARTY.txt
// Rust packages come from `cargo metadata`, without our own and those that only build or test; npm packages from web/package-lock.json.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const isLicence = /^(licen[cs]e|copying|copyright|notice|unlicense)/i;

/** The texts in a package's folder. A package `…-sys` has the C library that it brings in a folder of its own. */
function texts(folder, { deep = false } = {}) {
  const files = readdirSync(folder, { recursive: deep }).filter((file) => isLicence.test(basename(file)) && statSync(join(folder, file)).isFile());
  return [...new Set(files.map((file) => readFileSync(join(folder, file), 'utf8').trim()))].sort();
}

const platforms = ['x86_64', 'aarch64'].map((machine) => `--filter-platform=${machine}-unknown-linux-gnu`);

function rustPackages() {
  const options = { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 };
  const { packages, resolve } = JSON.parse(execFileSync('cargo', ['metadata', '--locked', '--format-version=1', ...platforms], options));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const inside = new Set([resolve.root]);
  for (const id of inside) {
    const linked = nodes.get(id).deps.filter((dep) => dep.dep_kinds.some(({ kind }) => kind === null));
    for (const { pkg } of linked) inside.add(pkg);
  }
  return packages
    .filter(({ id, source }) => source && inside.has(id))
    .map(({ name, version, license, manifest_path }) => ({ name, version, licence: license, texts: texts(dirname(manifest_path), { deep: name.endsWith('-sys') }) }));
}

function webPackages() {
  const { packages } = JSON.parse(readFileSync('web/package-lock.json', 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, optional }]) => path && !dev && !devOptional && !(optional && !existsSync(join('web', path))))
    .map(([path, { version, license }]) => ({
      name: path.replace(/^.*node_modules\//, ''),
      version,
      licence: license,
      texts: texts(join('web', path)),
    }));
}

const all = [...rustPackages(), ...webPackages()];
const unnamed = all.filter(({ licence, texts }) => !licence && texts.length === 0);
if (unnamed.length > 0) throw new Error(`no licence is known of ${unnamed.map(({ name }) => name).join(', ')}`);

// Many packages have exactly the same licence text: it is printed once, below all of them.
const byText = new Map();
for (const { name, version, licence, texts } of all) {
  for (const text of texts.length > 0 ? texts : ['(The package brings no text of its licence.)']) {
    const users = byText.get(text) ?? [];
    byText.set(text, [...users, `${name} ${version} (${licence ?? 'see below'})`]);
  }
}
console.log('Doc Care contains these packages of others, under these licences.\n');
for (const [text, users] of byText) console.log(`${'='.repeat(80)}\n${users.sort().join('\n')}\n${'-'.repeat(80)}\n${text}\n`);
