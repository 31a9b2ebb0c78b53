#!/bin/sh
# The Debian package in a Debian 12 of its own: installed, started as the unit starts it, installed again over changed settings,
# removed, and purged, with the data still there. Needs root (a chroot); no systemd runs in it, so the program is started by hand,
# as the unit's user with the unit's settings.
. "$(dirname "$0")/ground.sh"
need_root
need dpkg-deb dpkg chroot
deb=$(realpath "$OUT"/doccare_*_"$(dpkg --print-architecture)".deb)
root=$scratch/root
debian_root "$root"
cp "$deb" "$root/tmp/doccare.deb"

inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
of_unit() { sed -n "s/^$1=//p" "$root/lib/systemd/system/doccare.service"; }
# What the unit does: its user, its settings, its folder. It becomes the command, so that what is started is what is stopped.
as_unit() {
  exec chroot --userspec="$(of_unit User):$(of_unit Group)" "$root" /usr/bin/env -i PATH=/usr/bin:/bin \
    sh -ac ". $(of_unit EnvironmentFile); cd $(of_unit WorkingDirectory); exec \"\$@\"" sh "$@"
}
program() { (as_unit /usr/bin/doccare "$@"); }
start_as_unit() {
  # shellcheck disable=SC2046 # the unit's command, word by word
  start program as_unit $(of_unit ExecStart)
  wait_for program healthcheck
}

inside dpkg -i /tmp/doccare.deb > "$scratch/install.log" 2>&1 || fail "the package cannot be installed"
[ "$(inside stat -c '%U:%G %a' /etc/doccare/doccare.env)" = "root:doccare 640" ] || fail "others can read or change the settings"
[ "$(inside stat -c '%U:%G %a' /var/lib/doccare)" = "doccare:doccare 700" ] || fail "others can read the data"
inside test -e /etc/systemd/system/multi-user.target.wants/doccare.service || fail "the service is not started with the machine"
for file in copyright LICENSE-MIT LICENSE-APACHE THIRD-PARTY.txt; do
  [ -s "$root/usr/share/doc/doccare/$file" ] || fail "the package lacks $file"
done
links_lead_somewhere "$root/usr/share/doc/doccare" README.md docs/OPERATIONS.md docs/SCALING.md deploy/README.md

# Settings of one's own, and people in the database.
port=$(free_port)
sed -i "s/^DOCCARE_LISTEN=.*/DOCCARE_LISTEN=127.0.0.1:$port/" "$root/etc/doccare/doccare.env"
start_as_unit
program admin create first@example.org > "$scratch/admin.log"
grep -q "Administrator first@example.org created" "$scratch/admin.log" || fail "no administrator could be made"
stop
key=$(sha256sum < "$root/var/lib/doccare/key")

# The same package again, as an upgrade: settings and data stay.
inside dpkg -i /tmp/doccare.deb > "$scratch/again.log" 2>&1 || fail "the package cannot be installed again"
grep -q "^DOCCARE_LISTEN=127.0.0.1:$port$" "$root/etc/doccare/doccare.env" || fail "an upgrade changed the settings"
start_as_unit
! program admin create first@example.org > "$scratch/admin.log" 2>&1 || fail "the administrator is gone"
stop

inside dpkg -r doccare > "$scratch/remove.log" 2>&1 || fail "the package cannot be removed"
[ ! -e "$root/usr/bin/doccare" ] || fail "the program is still there"
[ -e "$root/etc/doccare/doccare.env" ] || fail "removing took the settings"

inside dpkg -P doccare > "$scratch/purge.log" 2>&1 || fail "the package cannot be purged"
[ ! -e "$root/etc/doccare" ] || fail "purging left the settings"
[ ! -e "$root/etc/systemd/system/multi-user.target.wants/doccare.service" ] || fail "purging left the service"
[ "$key" = "$(sha256sum < "$root/var/lib/doccare/key")" ] && [ -s "$root/var/lib/doccare/doccare.db" ] || fail "purging took the data"
inside id doccare > "$scratch/id.log" || fail "nobody owns the data any more"
grep -q "people's data" "$scratch/purge.log" || fail "nobody was told that the data stays"
