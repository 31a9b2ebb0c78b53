#!/bin/sh
# nginx.conf and Caddyfile before the real program, with a certificate of this test's own: TLS and HTTP/2, the program's headers,
# event streams that come at once, uploads that fit, and the addresses of people, which nobody else can choose. Needs no root.
. "$(dirname "$0")/ground.sh"
need nginx caddy openssl curl node

host=doccare.example.org
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$host" -addext "subjectAltName=DNS:$host" \
  -keyout "$scratch/tls.key" -out "$scratch/tls.pem" 2> "$scratch/openssl.log"
head -c 5000000 /dev/zero > "$scratch/large.jpg"

inside=$(free_port)
export DOCCARE_DATA_DIR="$scratch/data" DOCCARE_LISTEN="127.0.0.1:$inside" DOCCARE_PUBLIC_URL="https://$host"
# People come from 127.0.0.2 and 127.0.0.3 here, both proxies from 127.0.0.1.
export DOCCARE_TRUSTED_PROXIES=127.0.0.1
"$PROGRAM" demo --doctors 2 > "$scratch/demo.log" 2>&1
login=$(sed -n 's/^ *Administrator *[^ ]* *\([^ ]*\) *\([^ ]*\).*/{"email":"\1","password":"\2"}/p' "$scratch/demo.log")

ask() { # a request through the proxy
  curl -sS --max-time 30 --cacert "$scratch/tls.pem" --connect-to "$host:443:127.0.0.1:$outside" --connect-to "$host:80:127.0.0.1:$plain" "$@"
}

answers() { # ask, and say the status alone
  ask -o "$scratch/answer" -w '%{http_code}' "$@"
}

write_to_us() { # FROM [FORGED]: one of ten messages that a network may send in a minute
  answers --interface "$1" -H "X-Forwarded-For: ${2:-198.51.100.1}" -H 'Content-Type: application/json' -d '{}' "https://$host/user/api/contact"
}

hears() { # WORD [LINES]: whether the stream says a word, after so many lines, within eight seconds; by itself it speaks every 20
  tries=0
  until tail -n "+$((${2:-0} + 1))" "$scratch/stream" | grep -q "$1"; do
    tries=$((tries + 1))
    [ "$tries" -lt 16 ] || return 1
    sleep 0.5
  done
}

try_proxy() {
  # The administrator of the demo data set signs in through the proxy, which makes the site a public one.
  start program "$PROGRAM" serve --demo
  wait_for "$PROGRAM" healthcheck
  wait_for ask -f -o "$scratch/answer" "https://$host/readyz"

  moved=$(ask -o "$scratch/answer" -w '%{http_code} %{redirect_url}' "http://$host/finddoctors?x=1")
  [ "$moved" = "308 https://$host/finddoctors?x=1" ] || fail "$1: http:// is answered $moved"

  ask --http2 -D "$scratch/head" -o "$scratch/answer" --compressed "https://$host/"
  for line in '^HTTP/2 200' '^strict-transport-security: max-age=31536000' '^content-security-policy: ' '^content-encoding: br' '^x-request-id: '; do
    grep -qi "$line" "$scratch/head" || fail "$1: the answer lacks $line: $(cat "$scratch/head")"
  done
  [ "$(grep -ci '^strict-transport-security' "$scratch/head")" = 1 ] || fail "$1: a header comes twice"

  # A stream's words come at once, also those after its first, although the answer never ends: somebody writes to us, and the
  # administrator's page hears of it.
  token=$(ask -H 'Content-Type: application/json' -d "$login" "https://$host/admin/api/login" | sed -n 's/.*"token":"\([^"]*\)".*/\1/p')
  [ -n "$token" ] || fail "$1: no login"
  : > "$scratch/stream"
  start stream ask -N --max-time 60 -H "Authorization: Bearer $token" -H 'Accept: text/event-stream' -o "$scratch/stream" "https://$host/admin/api/events"
  hears . || fail "$1: the event stream says nothing"
  begun=$(wc -l < "$scratch/stream")
  message='{"name":"Anil Kumar","email":"anil@example.org","message":"When does the clinic in Kollam open?"}'
  status=$(answers -H 'Content-Type: application/json' -d "$message" "https://$host/user/api/contact")
  [ "$status" = 201 ] || fail "$1: a message is answered $status"
  hears '^event: news' "$begun" || fail "$1: the event stream is held back"

  # Three photos in one form are read by the program (which finds other faults); four are too many: refused, or cut off.
  photos="-F a=@$scratch/large.jpg -F b=@$scratch/large.jpg -F c=@$scratch/large.jpg"
  # shellcheck disable=SC2086 # one word each
  status=$(answers $photos "https://$host/user/api/doctor/register")
  [ "$status" = 422 ] || fail "$1: a form with three photos is answered $status"
  # shellcheck disable=SC2086
  status=$(answers $photos -F "d=@$scratch/large.jpg" "https://$host/user/api/doctor/register" 2> "$scratch/cut.log" || true)
  case $status in 413 | 000) ;; *) fail "$1: a form with four photos is answered $status" ;; esac

  # Whatever address a stranger claims, tries are counted for the one that they come from; others have their own.
  for try in 1 2 3 4 5 6 7 8 9 10; do
    [ "$(write_to_us 127.0.0.2 "198.51.100.$try")" = 422 ] || fail "$1: message $try was not read"
  done
  [ "$(write_to_us 127.0.0.2 198.51.100.99)" = 429 ] || fail "$1: a stranger chooses the address by which it is counted"
  [ "$(write_to_us 127.0.0.3)" = 422 ] || fail "$1: all people count as one"
  answers "https://$host/user/api/finddoctors?q=9847012345" > "$scratch/status"
  stop
  echo "$1: TLS, headers, streams, uploads and addresses are as they should be"
}

# --- nginx: the file as it stands but for ports and folders ------------------------------------------------------
outside=$(free_port)
plain=$(free_port)
sed -e "s#127.0.0.1:8080#127.0.0.1:$inside#; /listen \[::\]/d; s#listen 80;#listen 127.0.0.1:$plain;#; s#listen 443 #listen 127.0.0.1:$outside #" \
  -e "s#/etc/ssl/doccare#$scratch#; s#/var/log/nginx#$scratch#" deploy/nginx.conf > "$scratch/site.conf"
mkdir -p "$scratch/nginx"
{
  echo "daemon off; pid $scratch/nginx.pid; error_log stderr; events {} http { access_log off;"
  for kind in client_body proxy fastcgi uwsgi scgi; do echo "${kind}_temp_path $scratch/nginx/$kind;"; done
  echo "include $scratch/site.conf; }"
} > "$scratch/nginx.conf"
[ "$(id -u)" != 0 ] || sed -i '1s/^/user root; /' "$scratch/nginx.conf"
nginx -t -q -p "$scratch" -c "$scratch/nginx.conf" > "$scratch/nginx-t.log" 2>&1 || fail "nginx refuses its file"
! grep -q warn "$scratch/nginx-t.log" || fail "nginx warns of its file"
start nginx nginx -p "$scratch" -c "$scratch/nginx.conf"
try_proxy nginx
grep -q '"GET /user/api/finddoctors" 200' "$scratch/doccare.log" || fail "nginx logs no requests"
! grep -q 9847012345 "$scratch"/doccare*.log || fail "nginx logs what people search for"

# --- Caddy: the file itself, told of other ports and of a certificate that is there ------------------------------
outside=$(free_port)
plain=$(free_port)
{
  printf '{\n\tadmin off\n\thttp_port %s\n\thttps_port %s\n\tdefault_bind 127.0.0.1\n\tskip_install_trust\n}\n' "$plain" "$outside"
  # Its own certificates need the world's authorities.
  sed "s#^{\\\$DOCCARE_HOST.*#&\n\ttls $scratch/tls.pem $scratch/tls.key#" deploy/Caddyfile
} > "$scratch/Caddyfile"
export DOCCARE_HOST=$host DOCCARE_UPSTREAM="127.0.0.1:$inside" XDG_DATA_HOME="$scratch/caddy" XDG_CONFIG_HOME="$scratch/caddy"
caddy validate --adapter caddyfile --config deploy/Caddyfile > "$scratch/validate.log" 2>&1 || fail "Caddy refuses its file"
start caddy caddy run --adapter caddyfile --config "$scratch/Caddyfile"
try_proxy Caddy
