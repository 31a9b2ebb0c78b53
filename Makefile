# Every command people need. `make run` and `make test` install what they need themselves.

# What `make run` serves and the browser tests drive: built with the tests' profile, so that dependencies are compiled once for both.
PROGRAM := target/debug/doccare
# The everyday optimised program.
BINARY := target/release/doccare
# What is packaged and installed.
DIST   := target/dist/doccare
# npm writes this file at the end of an installation. The folder's own date changes whenever a tool keeps a cache in it.
PACKAGES := web/node_modules/.package-lock.json
TOOLS  := target/tools/bin
DEMO   := --data-dir data/demo
SERVER := $(shell find server demo program migrations -type f) Cargo.toml Cargo.lock
WEB    := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -not -path 'web/.prerender/*' -not -path '*/messages/generated/*' -not -path '*/cache/*') \
          $(wildcard server/src/reference/*.json)

.PHONY: run build dist test test-server test-web field soak check check-server check-web generate dev bench bench-db lighthouse audit sbom package packages-test clean tools

run: $(PROGRAM) ## build everything and serve the product with demo data on SQLite
	@$(PROGRAM) demo $(DEMO)
	@echo "Serving on http://127.0.0.1:8080 (ctrl-c stops)"
	@exec $(PROGRAM) serve $(DEMO)

build: $(BINARY) ## leave target/release/doccare, the web app inside

dist: $(DIST) ## the program as it is packaged: slower to build, faster; target/dist/doccare

test: tools web/dist/manifest.json ## everything: lints, unit, integration on both engines, browser
	@echo "The server's tests and the web app's run side by side; each part's output comes when it ends."
	@$(MAKE) --jobs=2 --output-sync=target --no-print-directory test-server test-web
	cd web && npm run e2e

# Two tests for each core: while one waits for its database, another runs.
test-server: check-server
	RUST_TEST_THREADS=$$((2 * $$(nproc))) cargo test --locked --quiet

# `npm run test` has the tests in src/checks, which are a part of `npm run check`, too.
test-web: web/dist/manifest.json
	cd web && npm run lint && npm run test && npm run budget

field: tools build $(TOOLS)/s3s-fs ## what needs an idle machine or real infrastructure around it; not a part of `make test`
	@scripts/install-tools patroni
	@scripts/unpack-exim target/tools/exim
	cargo test --release --locked -- --ignored --skip soak_

soak: tools build ## the long proofs, an hour at most each: make soak PROOF=soak_histories; docs/RELIABILITY.md
	@scripts/install-tools python3-venv
	DOCCARE_PROGRAM=$(CURDIR)/$(BINARY) cargo test --locked --test server -- --ignored --nocapture --test-threads=1 $(or $(PROOF),soak_)

check: check-server check-web ## format, lints, types, generated files

check-server:
	cargo fmt --all --check
	cargo clippy --locked --quiet --all-targets -- -D warnings

check-web: $(PACKAGES)
	cd web && npm run check

generate: $(PACKAGES) ## what is written from the server's code: the API's description, the web app's types, docs/API.md, DATA-MAP.md and CONFIGURATION.md
	cargo run --quiet --locked -- openapi > target/openapi.json
	mv target/openapi.json web/src/api/openapi.json
	cargo run --quiet --locked -- data-map > target/data-map.md
	mv target/data-map.md docs/DATA-MAP.md
	cargo run --quiet --locked -- configuration > target/configuration.md
	mv target/configuration.md docs/CONFIGURATION.md
	cd web && npm run generate
	WRITE_API_PAGE=1 cargo test --quiet --locked --test server -- matrix::examples

dev: $(PROGRAM) ## Vite with live reload on http://127.0.0.1:5173, the server behind it
	$(PROGRAM) demo $(DEMO)
	$(PROGRAM) serve $(DEMO) & server=$$!; trap "kill $$server" EXIT; cd web && npm run dev

bench: build ## the product under load on both engines, beside an earlier program and beside its peers: bench/RESULTS.md
	@scripts/install-tools wrk python3-venv
	cargo build --release --locked --bench bare --bench tokens
	node bench/run.mjs $(BENCH)

bench-db: ## the database seam: group commit against one commit per write
	cargo build --release --locked --bench db
	bench/db-run

lighthouse: tools build ## medians of 3 on the public pages
	cd web && npm run lighthouse

audit: $(TOOLS)/cargo-audit $(TOOLS)/cargo-deny ## known weaknesses, licences, sources, duplicates: make audit ADVISORIES=advisory-db.tar.gz
	@test -e "$(ADVISORIES)" || { echo "ADVISORIES: expected a copy of the RustSec advisory database, a folder or a .tar.gz"; exit 1; }
	rm -rf target/advisories && mkdir -p target/advisories
	case "$(ADVISORIES)" in *.tar.gz) tar -xzf "$(ADVISORIES)" --strip-components=1 -C target/advisories ;; *) cp -R "$(ADVISORIES)/." target/advisories ;; esac
	$(TOOLS)/cargo-audit audit --db target/advisories --no-fetch --stale --deny warnings
	$(TOOLS)/cargo-deny --locked --offline check bans licenses sources
	@cd web && if npm audit --package-lock-only --json 2>/dev/null | grep -q auditReportVersion; then npm audit --package-lock-only; \
		else echo "npm's advisories were NOT asked: no registry with advisories can be reached."; fi

sbom: $(TOOLS)/cargo-cyclonedx ## what the program is made of: target/sbom/*.cdx.json (CycloneDX)
	mkdir -p target/sbom
	$(TOOLS)/cargo-cyclonedx cyclonedx --format json --spec-version 1.5 --target all --override-filename doccare.cdx
	mv doccare.cdx.json target/sbom/doccare.cdx.json
	rm -f server/doccare.cdx.json demo/doccare.cdx.json
	cd web && npm sbom --package-lock-only --sbom-format cyclonedx --omit dev > ../target/sbom/web.cdx.json

package: dist $(TOOLS)/cargo-deb ## archives and Debian packages for x86-64 and arm64, with their sums, in target/package: make package TARGETS=…
	@scripts/install-tools cross
	scripts/package $(TARGETS)

packages-test: package ## everything in deploy/ tried with the real program; needs root; not a part of `make test`
	@scripts/install-tools packages
	@for test in deploy/tests/*.sh; do case $$test in */ground.sh) ;; *) $$test || exit 1 ;; esac; done

$(TOOLS)/cargo-audit:
	cargo install --locked --root target/tools --target-dir target/tools/build cargo-audit@0.22.2

$(TOOLS)/cargo-deny:
	cargo install --locked --root target/tools --target-dir target/tools/build cargo-deny@0.20.2

$(TOOLS)/s3s-fs:
	cargo install --locked --root target/tools --target-dir target/tools/build --features binary s3s-fs@0.14.1

$(TOOLS)/cargo-cyclonedx:
	cargo install --locked --root target/tools --target-dir target/tools/build cargo-cyclonedx@0.5.9

$(TOOLS)/cargo-deb:
	cargo install --locked --root target/tools --target-dir target/tools/build cargo-deb@3.8.0

clean:
	rm -rf target web/dist web/node_modules web/src/messages/generated data/demo

tools: ## Chromium, the PostgreSQL server and Prometheus, when they are missing
	@scripts/install-tools prometheus

$(PROGRAM): $(SERVER) web/dist/manifest.json
	cargo build --locked
	@touch $@

$(BINARY): $(SERVER) web/dist/manifest.json
	cargo build --release --locked
	@touch $@

$(DIST): $(SERVER) web/dist/manifest.json
	cargo build --profile dist --locked
	@touch $@

web/dist/manifest.json: $(WEB) $(PACKAGES)
	cd web && npm run build

$(PACKAGES): web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $@
