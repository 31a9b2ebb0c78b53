#!/bin/sh
# Every setting of the program is explained in doccare.env, and no file here sets what the program does not know.
. "$(dirname "$0")/ground.sh"

"$PROGRAM" serve --help | grep -o 'env: [A-Z_]*' | sed 's/env: //' | sort -u > "$scratch/known"
[ "$(wc -l < "$scratch/known")" -gt 20 ] || fail "the program's help names too few settings"

grep -oE '^#?(DOCCARE|OTEL)_[A-Z_]*=' deploy/doccare.env | tr -d '#=' | sort > "$scratch/explained"
uniq -d "$scratch/explained" > "$scratch/twice"
diff "$scratch/known" "$scratch/explained" || fail "doccare.env does not explain the program's settings (<), or others (>)"
[ ! -s "$scratch/twice" ] || fail "doccare.env explains something twice: $(cat "$scratch/twice")"

# DOCCARE_HOST and DOCCARE_UPSTREAM are Caddy's.
{ cat "$scratch/known"; echo DOCCARE_HOST; echo DOCCARE_UPSTREAM; } | sort > "$scratch/allowed"
for file in Dockerfile deploy/compose.yml deploy/kubernetes.yaml deploy/Caddyfile deploy/nginx.conf; do
  grep -oE 'DOCCARE_[A-Z_]*[A-Z]' "$file" | sort -u | comm -23 - "$scratch/allowed" > "$scratch/unknown"
  [ ! -s "$scratch/unknown" ] || fail "$file sets what the program does not know: $(cat "$scratch/unknown")"
done

# Event streams of the API are those that nginx does not buffer.
streams=$(sed -n 's/^ *location ~ \(.*\) {$/\1/p' deploy/nginx.conf)
# shellcheck disable=SC2016 # JavaScript's own signs
"$PROGRAM" openapi | node -e '
  const { paths } = JSON.parse(require("fs").readFileSync(0, "utf8"));
  const kept = new RegExp(process.argv[1]);
  let streams = 0;
  for (const [path, calls] of Object.entries(paths)) for (const call of Object.values(calls)) {
    const isStream = "text/event-stream" in (call.responses?.["200"]?.content ?? {});
    if (isStream !== kept.test(path)) throw new Error(`${path}: a stream in the API ${isStream}, in nginx.conf ${kept.test(path)}`);
    streams += isStream ? 1 : 0;
  }
  if (streams < 4) throw new Error(`only ${streams} streams were found`);' "$streams"
