#!/bin/sh
# The compose file by the Compose Specification's schema (which the linter dclint carries), what must fit together in it, and the
# secrets as its head makes them.
. "$(dirname "$0")/ground.sh"
need npm openssl
python_with_schemas
npm pack --silent --pack-destination "$scratch" dclint@3.1.0 > "$scratch/npm.log" 2>&1
tar -C "$scratch" -xzf "$scratch"/dclint-*.tgz package/schemas/compose.schema.json

# The commands of the file's head, in a folder beside a copy of it.
mkdir "$scratch/deploy"
cp deploy/compose.yml deploy/Caddyfile "$scratch/deploy"
sed -n 's/^#   //p' deploy/compose.yml | grep -v '^docker ' > "$scratch/head.sh"
[ "$(wc -l < "$scratch/head.sh")" = 5 ] || fail "the head of the file has other commands than were expected"
(cd "$scratch/deploy" && sh -eu ../head.sh)

"$venv/bin/python" - "$scratch" <<'PYTHON'
import ipaddress, json, os, sys, urllib.parse, yaml
from jsonschema import Draft7Validator
scratch = sys.argv[1]
schema = json.load(open(f"{scratch}/package/schemas/compose.schema.json"))
Draft7Validator.check_schema(schema)
file = yaml.safe_load(open(f"{scratch}/deploy/compose.yml"))
wrong = [f"{list(error.path)}: {error.message}" for error in Draft7Validator(schema).iter_errors(file)]
assert not wrong, wrong
# The schema can say no.
assert list(Draft7Validator(schema).iter_errors({"services": {"doccare": {"imagine": "x"}}}))

services = file["services"]
program, database = services["doccare"], services["database"]
for name, service in services.items():
    assert set(service.get("networks", [])) <= set(file["networks"]), name
    assert set(service.get("secrets", [])) <= set(file["secrets"]), name
    assert set(service.get("depends_on", [])) <= set(services), name
    for volume in service.get("volumes", []):
        source = volume.split(":")[0]
        assert source in file["volumes"] or os.path.exists(f"{scratch}/deploy/{source}"), volume
for secret in file["secrets"].values():
    assert os.path.getsize(f"{scratch}/deploy/{secret['file']}") > 20
url = urllib.parse.urlsplit(open(f"{scratch}/deploy/secrets/database-url").read().strip())
password = open(f"{scratch}/deploy/secrets/database-password").read().strip()
assert (url.hostname, url.username, url.password) == ("database", database["environment"]["POSTGRES_USER"], password)
assert url.path == "/" + database["environment"]["POSTGRES_DB"]
# Caddy reaches the program by a network whose addresses are believed, and the database by none.
assert not set(services["caddy"]["networks"]) & set(database["networks"])
subnet = file["networks"]["outside"]["ipam"]["config"][0]["subnet"]
assert ipaddress.ip_network(subnet) == ipaddress.ip_network(program["environment"]["DOCCARE_TRUSTED_PROXIES"])
assert services["caddy"]["environment"]["DOCCARE_UPSTREAM"] == "doccare:8080" and program["read_only"] and program["cap_drop"] == ["ALL"]
PYTHON
