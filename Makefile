# Every command people need. `make run` and `make test` install what they need themselves.

BINARY := target/release/doccare
DEMO   := --data-dir data/demo
SERVER := $(shell find server migrations -type f) Cargo.toml Cargo.lock
WEB    := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -not -path 'web/.prerender/*' -not -path '*/paraglide/*' -not -path '*/cache/*') \
          $(wildcard server/src/reference/*.json)

.PHONY: run build test test-server test-web field check check-server check-web generate dev bench bench-db lighthouse clean tools

run: build ## build everything and serve the product with demo data on SQLite
	@$(BINARY) demo $(DEMO)
	@echo "Serving on http://127.0.0.1:8080 (ctrl-c stops)"
	@exec $(BINARY) serve $(DEMO)

build: $(BINARY) ## leave target/release/doccare, the web app inside

test: tools web/dist/manifest.json ## everything: lints, unit, integration on both engines, browser
	@echo "The server's tests and the web app's run side by side; each part's output comes when it ends."
	@$(MAKE) --jobs=2 --output-sync=target --no-print-directory test-server test-web
	cd web && npm run e2e

test-server: check-server
	cargo test --locked

test-web: check-web build
	cd web && npm run test && npm run budget

field: tools build ## what needs an idle machine or real infrastructure around it; not a part of `make test`
	cargo test --release --locked -- --ignored

check: check-server check-web ## format, lints, types, generated files

check-server:
	cargo fmt --check
	cargo clippy --locked --all-targets -- -D warnings

check-web: web/node_modules
	cd web && npm run check

generate: web/node_modules ## the API's description and the web app's types from the server's code
	cargo run --quiet -- openapi > target/openapi.json
	mv target/openapi.json web/src/api/openapi.json
	cd web && npm run generate

dev: web/node_modules ## Vite with live reload on http://127.0.0.1:5173, the server behind it
	cargo run --release -- demo $(DEMO)
	cargo run --release -- serve $(DEMO) & server=$$!; trap "kill $$server" EXIT; cd web && npm run dev

bench: build ## the product under load on both engines, beside an earlier program and beside its peers: bench/RESULTS.md
	@scripts/install-tools wrk python3-venv
	cargo build --release --locked --bench bare --bench tokens
	node bench/run.mjs $(BENCH)

bench-db: ## the database seam: group commit against one commit per write
	cargo build --release --locked --bench db
	bench/db-run

lighthouse: tools build ## medians of 3 on the public pages
	cd web && npm run lighthouse

clean:
	rm -rf target web/dist web/node_modules web/src/paraglide data/demo

tools: ## Chromium and the PostgreSQL server, when they are missing
	@scripts/install-tools

$(BINARY): $(SERVER) web/dist/manifest.json
	cargo build --release --locked
	@touch $@

web/dist/manifest.json: $(WEB) web/node_modules
	cd web && npm run build

web/node_modules: web/package-lock.json
	cd web && npm ci --no-audit --no-fund
	@touch $@
