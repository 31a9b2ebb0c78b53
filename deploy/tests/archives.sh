#!/bin/sh
# The release archives: their sums are right, everything is in them, every link of their pages leads to a file, and the program of each
# starts, that of another machine by qemu (Debian: qemu-user-static, and libc6-arm64-cross for the C library).
. "$(dirname "$0")/ground.sh"
need sha256sum
(cd "$OUT" && sha256sum --check --quiet SHA256SUMS)

for archive in "$OUT"/doccare-*.tar.gz; do
  machine=$(basename "$archive" | sed 's/^doccare-[^-]*-\(.*\)-linux.tar.gz$/\1/')
  mkdir "$scratch/$machine"
  tar -C "$scratch/$machine" --strip-components=1 -xzf "$archive"
  for file in doccare README.md LICENSE LICENSE-MIT LICENSE-APACHE THIRD-PARTY.txt; do
    [ -s "$scratch/$machine/$file" ] || fail "$archive lacks $file"
  done
  links_lead_somewhere "$scratch/$machine" README.md docs/OPERATIONS.md docs/SCALING.md deploy/README.md
  if [ "$machine" = "$(uname -m)" ]; then
    run="$scratch/$machine/doccare"
  else
    need "qemu-$machine-static"
    run="qemu-$machine-static -L /usr/$machine-linux-gnu $scratch/$machine/doccare"
  fi
  DOCCARE_LISTEN="127.0.0.1:$(free_port)"
  DOCCARE_DATA_DIR="$scratch/data-$machine"
  export DOCCARE_LISTEN DOCCARE_DATA_DIR
  # shellcheck disable=SC2086 # a command, word by word
  start "$machine" $run serve
  # shellcheck disable=SC2086
  wait_for $run healthcheck
  curl -sSf -o "$scratch/page" "http://$DOCCARE_LISTEN/"
  grep -q '<html' "$scratch/page" || fail "$machine: the web app is not inside"
  stop
  echo "$machine: unpacked, started, asked, stopped"
done
