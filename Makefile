# Every command people need. `make run` and `make test` install what they need themselves.

BINARY := target/release/doccare
DEMO   := --data-dir data/demo
SERVER := $(shell find server migrations -type f) Cargo.toml Cargo.lock
WEB    := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -not -path 'web/.prerender/*' -not -path '*/paraglide/*' -not -path '*/cache/*') \
          $(wildcard server/src/reference/*.json)

.PHONY: run build test field check generate dev bench lighthouse clean tools

run: build ## build everything and serve the product with demo data on SQLite
	@$(BINARY) demo $(DEMO)
	@echo "Serving on http://127.0.0.1:8080 (ctrl-c stops)"
	@exec $(BINARY) serve $(DEMO)

build: $(BINARY) ## leave target/release/doccare, the web app inside

test: tools check build ## everything: lints, unit, integration on both engines, browser
	cd web && npm run test && npm run budget
	cargo test --locked
	cd web && npm run e2e

field: tools build ## what needs an idle machine or real infrastructure around it; not a part of `make test`
	cargo test --release --locked -- --ignored

check: web/node_modules ## format, lints, types, generated files
	cargo fmt --check
	cargo clippy --locked --all-targets -- -D warnings
	cd web && npm run check

generate: web/node_modules ## the API's description and the web app's types from the server's code
	cargo run --quiet -- openapi > target/openapi.json
	mv target/openapi.json web/src/api/openapi.json
	cd web && npm run generate

dev: web/node_modules ## Vite with live reload on http://127.0.0.1:5173, the server behind it
	cargo run --release -- demo $(DEMO)
	cargo run --release -- serve $(DEMO) & server=$$!; trap "kill $$server" EXIT; cd web && npm run dev

bench: ## the database seam: group commit against one commit per write
	cargo build --release --locked --bench db
	bench/run

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
