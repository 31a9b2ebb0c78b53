#!/bin/sh
# The service's way through docs/OPERATIONS.md: all its blocks `# root`, in their order and as they stand, in one shell of root's on a Debian 12
# of its own (deploy/tests/machine), under its own systemd. What the page says they print is held against what they print, and what they
# are to lead to is looked at on the way. Needs root, and minutes. That Debian is made once and kept: target/debian-machine-*.tar.
. "$(dirname "$0")/ground.sh"
need_root
need dpkg dpkg-deb dpkg-scanpackages nsenter unshare ip node
page=docs/OPERATIONS.md
architecture=$(dpkg --print-architecture)
deb=$(realpath "$OUT"/doccare_*_"$architecture".deb)
root=$scratch/machine

# A Debian with systemd and nothing else, and, as the only place that its apt knows, a folder with what the page installs.
debian_machine() {
  asked=$(sed -n 's/^apt-get install --yes //p' "$page" | tr ' ' '\n' | grep -v -e '^--' -e '^Dpkg' -e '^\./' | sort -u)
  whole=target/debian-machine-$(echo "$asked" | cksum | cut -d ' ' -f 1).tar
  if [ ! -e "$whole" ]; then
    debian_root "$1"
    # shellcheck disable=SC2086 # one word per package
    chroot "$1" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive sh -c 'apt-get update &&
      apt-get install --yes --no-install-recommends systemd systemd-sysv dbus && apt-get clean &&
      apt-get install --yes --no-install-recommends --download-only "$@"' sh $asked > "$scratch/packages.log" 2>&1 || fail "Debian's packages cannot be had"
    mkdir "$1/packages"
    mv "$1"/var/cache/apt/archives/*.deb "$1/packages"
    (cd "$1/packages" && dpkg-scanpackages . > Packages 2> "$scratch/scan.log")
    echo 'deb [trusted=yes] file:/packages ./' > "$1/etc/apt/sources.list"
    rm -rf "$1"/var/lib/apt/lists/* "$1/etc/resolv.conf"
    tar -C "$1" --numeric-owner -cf "$whole.new" .
    mv "$whole.new" "$whole"
  else
    mkdir "$1"
    tar -C "$1" --numeric-owner -xpf "$whole"
  fi
}

inside() { nsenter --all --target "$(cat "$root.pid")" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
boot() {
  start machine deploy/tests/machine "$root"
  wait_for test -s "$root.pid"
  wait_for inside systemctl is-system-running
}

# The next version of the package: another number, and more words in the file of settings.
next_version() {
  dpkg-deb -R "$deb" "$scratch/next"
  sed -i 's/^Version: .*/&+next/' "$scratch/next/DEBIAN/control"
  echo '# A setting of the next version.' >> "$scratch/next/etc/doccare/doccare.env"
  dpkg-deb --root-owner-group -Znone -b "$scratch/next" "$1" > "$scratch/next.log"
}

debian_machine "$root"
mkdir "$root/root/next"
cp "$deb" "$root/root/"
next_version "$root/root/next/$(basename "$deb" "_$architecture.deb")+next_$architecture.deb"

# The page as one script. Before the blocks of a heading stands the heading, for whoever looks at what was reached.
cat > "$root/root/page.sh" <<'END'
set -eu
cd /root
failed() { echo "$*" >&2; exit 1; }
ask() { curl --silent --show-error --cacert /etc/ssl/doccare/tls.pem --resolve doccare.example.org:443:127.0.0.1 "$@"; }
known() { # somebody who registered before the backup can log in
  ask --fail --output /root/login.json --json '{"email": "kept@example.org", "password": "three boats at noon"}' https://doccare.example.org/user/api/login ||
    failed "whoever was there is not known any more: $1"
}
heading() {
  case $1 in
    TLS)
      systemctl is-enabled doccare
      [ "$(systemctl show doccare --property User --value)" = doccare ] || failed "the service runs as somebody else" ;;
    "Back up")
      ask --fail --output /root/registered.json --json '{"username": "Kept", "email": "kept@example.org", "phone_number": "9400000001",
        "password": "three boats at noon"}' https://doccare.example.org/user/api/register
      known "at once" ;;
    "Rehearse the restore")
      [ "$(head -c 21 /var/backups/doccare/by-hand.backup.age)" = age-encryption.org/v1 ] || failed "the piped backup is not encrypted"
      find /var/backups/doccare -name 'doccare-*.backup' | grep . || failed "the service made no backup by itself" ;;
    "Move from SQLite"*)
      known "after the restore" ;;
    Upgrade)
      known "after the move"
      [ "$(sudo -iu postgres psql --dbname doccare --tuples-only --no-align --command "SELECT email FROM accounts WHERE role = 'admin'")" = you@example.org ] ||
        failed "PostgreSQL does not have the administrator"
      cp /etc/doccare/doccare.env /root/settings
      rm ./doccare_*.deb
      cd /root/next ;;
    "Rotate keys")
      known "after the upgrade"
      dpkg-query --show doccare | grep '+next$' || failed "the package is the old one"
      cmp /root/settings /etc/doccare/doccare.env || failed "the upgrade changed the settings"
      [ -e /etc/doccare/doccare.env.dpkg-dist ] || failed "the new settings' words are nowhere"
      openssl x509 -noout -serial -in /etc/ssl/doccare/tls.pem > /root/serial
      cp /var/lib/doccare/key /root/old-key ;;
    Watch)
      known "with the new keys"
      ! cmp --silent /root/old-key /var/lib/doccare/key || failed "the key is the old one"
      : | openssl s_client -connect 127.0.0.1:443 -servername doccare.example.org 2> /root/tls.log | openssl x509 -noout -serial > /root/served
      ! cmp --silent /root/served /root/serial || failed "nginx has the old certificate" ;;
    "When something is wrong")
      curl --silent --fail http://127.0.0.1:9090/api/v1/rules | grep --quiet DoccareDown || failed "Prometheus does not have the alerts"
      curl --silent --fail --get --data-urlencode 'query=doccare_build_info' http://127.0.0.1:9090/api/v1/query | grep --quiet '"version"' ||
        failed "Prometheus read nothing of the program" ;;
  esac
}
END
# shellcheck disable=SC2016 # JavaScript's own signs
node -e '
  const parts = require("fs").readFileSync(process.argv[1], "utf8").split(/^```/m);
  let blocks = 0;
  let told;
  parts.forEach((part, index) => {
    if (index % 2 === 0) {
      for (const [, heading] of part.matchAll(/^## (.*)$/gm)) console.log(`heading ${JSON.stringify(heading)}`);
      return;
    }
    const [kind] = part.split("\n", 1);
    const text = part.slice(kind.length + 1).replaceAll("_amd64.deb", `_${process.argv[2]}.deb`);
    if (kind === "sh root") {
      told = `/root/said.${++blocks}`;
      console.log(`echo block ${blocks}\n{\n${text}} > ${told} 2>&1`);
    } else if (kind === "text" && told) {
      console.log(`cat > ${told}.expected <<"END OF TEXT"\n${text.trim()}\nEND OF TEXT`);
    } else told = undefined;
  });
  console.log("echo came to the end");
  if (blocks < 15) throw new Error(`only ${blocks} blocks`);' "$page" "$architecture" >> "$root/root/page.sh"

boot
inside timeout 900 bash /root/page.sh > "$scratch/page.log" 2>&1 || {
  cp "$root/root/said.$(sed -n 's/^block //p' "$scratch/page.log" | tail -n 1)" "$scratch/last-block.log" || true
  inside journalctl --no-pager --unit doccare --lines 20 > "$scratch/journal.log" 2>&1 || true
  fail "the page cannot be followed"
}
for expected in "$root"/root/said.*.expected; do
  said=${expected%.expected}
  node -e '
    const [said, expected] = process.argv.slice(1).map((file) => require("fs").readFileSync(file, "utf8").trim());
    if (!said.includes(expected)) { console.error(`it is to say\n${expected}\nand said\n${said}`); process.exit(1); }' "$said" "$expected" ||
    fail "block ${said##*.} does not say what the page tells"
done
[ "$(inside systemctl show doccare --property NRestarts --value)" = 0 ] || fail "the service ended by itself"
! inside systemctl --no-pager --no-legend --failed | grep . || fail "something that was started failed"
inside journalctl --no-pager --unit doccare --output cat > "$scratch/journal"
! grep '"level":"ERROR"' "$scratch/journal" || fail "the service's log has errors"

# Switched off and on: all of it is there again.
inside systemctl poweroff
wait_for test ! -e "$root.pid"
boot
answers() {
  [ "$(inside curl --silent --fail --cacert /etc/ssl/doccare/tls.pem --resolve doccare.example.org:443:127.0.0.1 https://doccare.example.org/readyz)" = ready ] &&
    inside promtool query instant http://127.0.0.1:9090 'up{job="doccare"}' | grep -q '=> 1'
}
wait_for answers
echo "$(grep -c '^block' "$scratch/page.log") blocks of the page were followed"
