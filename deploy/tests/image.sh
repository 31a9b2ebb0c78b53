#!/bin/sh
# The image: built by buildah from the Dockerfile, on a Debian that is made here (no registry is asked) and with PROGRAM in place of
# the stages that compile it; small, without a shell; run by crun with a read-only root, as nobody, without any right, and asked by
# its own health check. Needs root.
# In mounts of its own: crun knows one kind of control groups, and this machine may have both.
[ "${OWN_MOUNTS:-no}" = yes ] || OWN_MOUNTS=yes exec unshare --mount "$0"
. "$(dirname "$0")/ground.sh"
need_root
need buildah crun unshare ip node
mount -t cgroup2 none /sys/fs/cgroup
container=doccare-test-$$

box() { buildah --root "$scratch/storage" --runroot "$scratch/run" --storage-driver vfs "$@"; }

debian_root "$scratch/debian"
base=$(box from scratch)
box add -q "$base" "$scratch/debian" / > "$scratch/base.log"
box commit -q "$base" localhost/base > "$scratch/base.log" 2>&1
box rm "$base" > "$scratch/base.log"
mkdir "$scratch/program"
cp "$PROGRAM" "$scratch/program/doccare"
box build --isolation chroot --format docker --tag localhost/doccare --build-context "program=$scratch/program" \
  --build-arg BASE=localhost/base --build-arg NODE_IMAGE=localhost/base --build-arg RUST_IMAGE=localhost/base . > "$scratch/build.log" 2>&1 || fail "the image cannot be built"

box inspect --type image localhost/doccare > "$scratch/image.json"
opened=$(box from localhost/doccare)
image=$(box mount "$opened")
size=$(du -sm "$image" | cut -f 1)
[ "$size" -le 64 ] || fail "the image has $size MB"
[ -z "$(find "$image" -name '*sh' -type f -perm /111)" ] || fail "there is a shell in the image"
[ -z "$(find "$image" -perm /6000)" ] || fail "something in the image gives its owner's rights away"

# What `docker run --read-only --cap-drop ALL --security-opt no-new-privileges` would ask of crun.
mkdir -m 700 "$scratch/bundle" "$scratch/data"
chown 65532:65532 "$scratch/data"
(cd "$scratch/bundle" && crun spec)
node - "$scratch" "$image" <<'NODE'
const fs = require('node:fs');
const [scratch, image] = process.argv.slice(2);
const { config } = JSON.parse(fs.readFileSync(`${scratch}/image.json`, 'utf8')).Docker;
const spec = JSON.parse(fs.readFileSync(`${scratch}/bundle/config.json`, 'utf8'));
const [uid, gid] = config.User.split(':').map(Number);
if (!(uid > 0 && gid > 0)) throw new Error(`the image runs as ${config.User}`);
if (config.Healthcheck.Test.join(' ') !== 'CMD /usr/bin/doccare healthcheck') throw new Error(`the health check is ${config.Healthcheck.Test}`);
spec.root = { path: image, readonly: true };
spec.process = {
  ...spec.process,
  terminal: false,
  user: { uid, gid },
  args: [...config.Entrypoint, ...config.Cmd],
  env: [...config.Env, 'DOCCARE_PUBLIC_URL=https://doccare.example.org'],
  cwd: config.WorkingDir,
  capabilities: {},
  noNewPrivileges: true,
};
spec.mounts.push({ destination: Object.keys(config.Volumes)[0], type: 'bind', source: `${scratch}/data`, options: ['rbind', 'rw'] });
// The network is that of the test below; control groups are no part of it.
spec.linux.namespaces = spec.linux.namespaces.filter(({ type }) => type !== 'network' && type !== 'cgroup');
spec.mounts = spec.mounts.filter(({ type }) => type !== 'cgroup');
fs.writeFileSync(`${scratch}/bundle/config.json`, JSON.stringify(spec));
NODE
runs() { crun --root "$scratch/crun" --cgroup-manager=disabled "$@"; }
# A network of its own, so that the image's own port is free.
start container unshare --net sh -c "ip link set lo up; exec crun --root '$scratch/crun' --cgroup-manager=disabled run --bundle '$scratch/bundle' $container"
wait_for runs exec "$container" /usr/bin/doccare healthcheck

process=$(runs state "$container" | sed -n 's/.*"pid": *\([0-9]*\).*/\1/p')
[ "$(sed -n 's/^Uid:\t\([0-9]*\).*/\1/p' "/proc/$process/status")" = 65532 ] || fail "the program runs as somebody else"
grep -q '^CapEff:.0000000000000000$' "/proc/$process/status" || fail "the program has rights"
grep -q '^NoNewPrivs:.1$' "/proc/$process/status" || fail "the program may get rights"
awk '$5 == "/" { print $6 }' "/proc/$process/mountinfo" | tail -n 1 | grep -q '^ro' || fail "the root is not read-only"
[ -s "$scratch/data/doccare.db" ] || fail "the data is not in its volume"

runs kill "$container" TERM
wait "${started# }" || fail "the program did not stop as it should"
started=""
echo "The image has $size MB."
