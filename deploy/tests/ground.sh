# What every test here stands on: a scratch folder, and an end for whatever was started. Sourced first.
# PROGRAM is what is tested (target/dist/doccare); OUT is where `make package` left its files.
set -eu
cd "$(dirname "$0")/../.."
PATH=$PATH:/usr/sbin:/sbin
PROGRAM=$(realpath "${PROGRAM:-target/dist/doccare}")
OUT=${OUT:-target/package}
scratch=$(mktemp -d)
started=""
trap 'end $?' EXIT
trap 'exit 1' INT TERM HUP
# Whoever stops reading what is said here does not stop the end.
trap '' PIPE

end() {
  stop
  [ "$1" = 0 ] || { for log in "$scratch"/*.log; do [ ! -s "$log" ] || { echo "--- $log" >&2; tail -n 20 "$log" >&2; }; done || true; }
  rm -rf --one-file-system "$scratch"
  if [ "$1" = 0 ]; then echo "passed: $(basename "$0")"; else echo "FAILED: $(basename "$0")" >&2; fi
}

fail() {
  echo "$*" >&2
  exit 1
}

need() {
  for tool; do command -v "$tool" >/dev/null || fail "$(basename "$0") needs $tool"; done
}

need_root() {
  [ "$(id -u)" = 0 ] || fail "$(basename "$0") needs root"
}

# Runs a command in the background and notes it for the end: start NAME COMMAND…
start() {
  log=$scratch/$1.log
  shift
  "$@" > "$log" 2>&1 &
  started="$started $!"
}

stop() {
  for id in $started; do kill "$id" 2>/dev/null || true; done
  for id in $started; do wait "$id" 2>/dev/null || true; done
  started=""
}

# Tries a command until it works, for a minute.
wait_for() {
  tries=0
  until "$@" > "$scratch/waiting.log" 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -lt 120 ] || fail "this never worked: $*"
    sleep 0.5
  done
}

free_port() {
  node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

# Every relative link, and every file of deploy/ that is named, in the pages of a folder leads to something in it; among them are those that are
# named: links_lead_somewhere FOLDER PAGE…
links_lead_somewhere() {
  # shellcheck disable=SC2016 # JavaScript's own signs
  node -e '
    const { existsSync, readFileSync, readdirSync } = require("fs");
    const { dirname, join } = require("path");
    const [folder, ...named] = process.argv.slice(1);
    const pages = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".md"));
    const lost = named.filter((page) => !pages.includes(page));
    for (const page of pages) {
      const text = readFileSync(join(folder, page), "utf8");
      const links = [...text.replaceAll(/^```.*?^```/gms, "").matchAll(/\]\((?![a-z]+:)([^)#\s]+)/g)].map(([, link]) => join(dirname(page), link));
      const files = [...text.matchAll(/(?<![\w/])deploy\/[\w./-]*\w/g)].map(([file]) => file);
      const away = [...links, ...files].filter((file) => !existsSync(join(folder, file)));
      lost.push(...away.map((file) => `${page}: ${file}`));
    }
    if (lost.length > 0) { console.error(lost.join("\n")); process.exit(1); }' "$@" || fail "$1: these lead nowhere"
}

# A small Debian 12 in a folder, with what the package needs: made once, kept as target/debian-root.tar. Needs root.
debian_root() {
  kept=target/debian-root.tar
  if [ ! -e "$kept" ]; then
    need debootstrap
    # From where this machine has its own packages.
    # shellcheck disable=SC2016 # apt's own names
    mirror=${MIRROR:-$(apt-get indextargets --format '$(SUITE) $(REPO_URI)' | sed -n 's/^bookworm //p' | head -n 1)}
    debootstrap --variant=minbase --include=adduser,ca-certificates bookworm "$scratch/debian" "$mirror" > "$scratch/debootstrap.log"
    rm -rf "$scratch"/debian/var/cache/apt/archives/*.deb "$scratch"/debian/var/lib/apt/lists/*
    mkdir -p target
    tar -C "$scratch/debian" --numeric-owner -cf "$kept.new" .
    mv "$kept.new" "$kept"
    rm -rf --one-file-system "$scratch/debian"
  fi
  mkdir -p "$1"
  tar -C "$1" --numeric-owner -xpf "$kept"
}

# Python with what checks YAML files by their schemas, from its registry, once: target/tools/schemas.
python_with_schemas() {
  venv=target/tools/schemas
  [ -e "$venv/ready" ] || { need python3 && python3 -m venv "$venv" && "$venv/bin/pip" install -q kubernetes-validate==1.37.0 && touch "$venv/ready"; }
}
