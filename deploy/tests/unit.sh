#!/bin/sh
# The systemd unit: systemd finds nothing wrong with it, hardly anything is left open, and the system calls that the program
# makes (while it makes a database, serves, reads a form, hashes a password, backs up and stops) are all among those it may.
. "$(dirname "$0")/ground.sh"
need systemd-analyze strace curl
unit=deploy/doccare.service

# Its program stands elsewhere on this machine, its user nowhere.
sed "s#/usr/bin/doccare#$PROGRAM#" "$unit" > "$scratch/doccare.service"
systemd-analyze verify --man=no "$scratch/doccare.service" > "$scratch/verify.log" 2>&1 || fail "systemd refuses the unit"
! grep "doccare.service" "$scratch/verify.log" || fail "systemd finds something wrong with the unit"
systemd-analyze security --offline=true --threshold=20 "$unit" > "$scratch/security.log" || fail "the unit leaves too much open"
tail -n 1 "$scratch/security.log" | tr -d "\n"; echo

# The unit's own list, with its groups written out.
sed -n 's/^SystemCallFilter=//p' "$unit" > "$scratch/filter"
write_out() { # the calls of a group or a name
  case $1 in
    @*) systemd-analyze syscall-filter "$1" | sed '1d; s/#.*//' | while read -r name; do [ -z "$name" ] || write_out "$name"; done ;;
    *) echo "$1" ;;
  esac
}
: > "$scratch/may"
while read -r words; do
  case $words in
    "~"*) for word in ${words#"~"}; do write_out "$word"; done | sort -u > "$scratch/taken"; comm -23 "$scratch/may" "$scratch/taken" > "$scratch/next" ;;
    *) { cat "$scratch/may"; for word in $words; do write_out "$word"; done; } | sort -u > "$scratch/next" ;;
  esac
  mv "$scratch/next" "$scratch/may"
done < "$scratch/filter"

# As root SQLite makes calls that it makes for nobody else, and the service is not root's.
program=$scratch/doccare
cp "$PROGRAM" "$program"
as_user=""
if [ "$(id -u)" = 0 ]; then
  chown nobody "$scratch"
  as_user="setpriv --reuid=nobody --regid=nogroup --clear-groups"
fi

port=$(free_port)
export DOCCARE_DATA_DIR="$scratch/data" DOCCARE_LISTEN="127.0.0.1:$port"
# With -D strace stands aside: what is started, and stopped, is the program itself.
# shellcheck disable=SC2086 # no words, or several
start program $as_user strace -D -f -q -o "$scratch/calls" "$program" serve
wait_for "$program" healthcheck
login='{"email":"nobody@example.org","password":"not the right one"}'
curl -s -o "$scratch/login" -H 'Content-Type: application/json' -d "$login" "http://127.0.0.1:$port/user/api/login"
curl -s -o "$scratch/form" -F "photo=@web/public/icon-192.png" "http://127.0.0.1:$port/user/api/doctor/register"
# shellcheck disable=SC2086
$as_user strace -f -q -o "$scratch/calls.backup" "$program" backup "$scratch/whole.backup" > "$scratch/backup.log"
kill "${started# }"
wait "${started# }" || fail "the program did not stop as it should"
wait_for grep -q "^ *${started# } .*exited with 0" "$scratch/calls"
started=""

cat "$scratch/calls" "$scratch/calls.backup" | sed -n 's/^[0-9]* *\([a-z0-9_]*\)(.*/\1/p' | sort -u > "$scratch/made"
[ "$(wc -l < "$scratch/made")" -gt 30 ] || fail "strace saw hardly any calls"
grep -qx setpriority "$scratch/made" || fail "nothing stood back: no password was hashed"
comm -23 "$scratch/made" "$scratch/may" > "$scratch/refused"
[ ! -s "$scratch/refused" ] || fail "the unit would refuse: $(tr '\n' ' ' < "$scratch/refused")"
echo "$(wc -l < "$scratch/made") system calls are made, $(wc -l < "$scratch/may") are allowed"
