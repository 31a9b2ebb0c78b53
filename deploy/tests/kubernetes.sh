#!/bin/sh
# The Kubernetes manifest by Kubernetes' own schemas, where no word may be unknown, and what schemas do not see: that names of
# labels, ports, volumes and secrets fit together, and that the pod may do as little as the strictest standard says.
. "$(dirname "$0")/ground.sh"
python_with_schemas
# The oldest version that the README promises, and the newest that there are schemas of.
for version in 1.30 1.37; do
  "$venv/bin/kubernetes-validate" --strict --kubernetes-version "$version" deploy/kubernetes.yaml > "$scratch/validate.log" 2>&1 || fail "the manifest is not one of Kubernetes $version"
  [ "$(grep -c passed "$scratch/validate.log")" = 7 ] || fail "not every part of the manifest was looked at"
done

"$venv/bin/python" - deploy/kubernetes.yaml <<'PYTHON'
import sys, yaml
parts = {part["kind"]: part for part in yaml.safe_load_all(open(sys.argv[1]))}
spec = parts["Deployment"]["spec"]
pod = spec["template"]["spec"]
container = pod["containers"][0]
labels = spec["template"]["metadata"]["labels"]
assert all(part["metadata"]["namespace"] == "doccare" for part in parts.values())
assert spec["selector"]["matchLabels"] == labels == parts["Service"]["spec"]["selector"] == parts["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"]
ports = {port["name"] for port in container["ports"]}
assert {port["targetPort"] for port in parts["Service"]["spec"]["ports"]} == ports
backend = parts["Ingress"]["spec"]["rules"][0]["http"]["paths"][0]["backend"]["service"]
assert backend["name"] == parts["Service"]["metadata"]["name"] and backend["port"]["name"] in {port["name"] for port in parts["Service"]["spec"]["ports"]}
volumes = {volume["name"]: volume for volume in pod["volumes"]}
assert {mount["name"] for mount in container["volumeMounts"]} == set(volumes)
assert volumes["backups"]["persistentVolumeClaim"]["claimName"] == parts["PersistentVolumeClaim"]["metadata"]["name"]
mounts = {mount["mountPath"]: volumes[mount["name"]] for mount in container["volumeMounts"]}
settings = parts["ConfigMap"]["data"]
for name in ("DOCCARE_DATABASE_URL_FILE", "DOCCARE_SMTP_URL_FILE"):
    folder, file = settings[name].rsplit("/", 1)
    assert file in {item["path"] for item in mounts[folder]["secret"]["items"]}, name
assert settings["DOCCARE_BACKUP_DIR"] in mounts
# It drains, then running requests have 20 seconds.
assert int(settings["DOCCARE_DRAIN"]) + 20 < pod["terminationGracePeriodSeconds"]
assert settings["DOCCARE_PUBLIC_URL"] == "https://" + parts["Ingress"]["spec"]["rules"][0]["host"]
# Whoever is trusted can name any visitor's address: a few addresses, not a network of pods.
import ipaddress
for network in settings["DOCCARE_TRUSTED_PROXIES"].split(","):
    network = ipaddress.ip_network(network)
    assert network.num_addresses <= 256, f"{network} is too wide to be trusted"
    assert not network.overlaps(ipaddress.ip_network("10.0.0.0/8")), network
policy = parts["NetworkPolicy"]["spec"]
assert policy["podSelector"]["matchLabels"] == labels and set(policy["policyTypes"]) == {"Ingress", "Egress"}
assert all(rule["from"] and rule["ports"] for rule in policy["ingress"]), "nobody else connects"
assert ports <= {port["port"] for rule in policy["ingress"] for port in rule["ports"]}, "the ingress reaches the product's port"
outside = [peer["ipBlock"] for rule in policy["egress"] for peer in rule["to"] if "ipBlock" in peer]
metadata = ipaddress.ip_network("169.254.169.254/32")
for block in outside:
    if ipaddress.ip_network(block["cidr"]).version == 4:
        assert any(metadata.subnet_of(ipaddress.ip_network(gap)) for gap in block["except"]), "the metadata service is out of reach"
# The restricted standard for pods.
own = container["securityContext"]
assert pod["securityContext"]["runAsNonRoot"] and pod["securityContext"]["seccompProfile"]["type"] == "RuntimeDefault"
assert own["capabilities"]["drop"] == ["ALL"] and not own["allowPrivilegeEscalation"] and own["readOnlyRootFilesystem"]
PYTHON
