# Doc Care as an image: the program, the C library, certificates and nothing else; no shell, no root.
#   docker build -t doccare .
#   docker run --read-only -v doccare:/data -p 8080:8080 -e DOCCARE_PUBLIC_URL=https://doccare.example.org doccare
# The program is made in the image's own stages, or taken from a folder that holds it, one that was built for Debian 12:
#   docker build -t doccare --build-context program=target/dist .
# Other bases than the public ones: --build-arg BASE=… and so on.
ARG NODE_IMAGE=node:20-bookworm-slim
ARG RUST_IMAGE=rust:1.95-bookworm
ARG BASE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS web
WORKDIR /src
# With .npmrc, which forbids the packages' install scripts.
COPY web/.npmrc web/package.json web/package-lock.json web/
RUN cd web && npm ci --no-audit --no-fund
COPY . .
RUN cd web && npm run build

FROM ${RUST_IMAGE} AS compile
WORKDIR /src
COPY . .
COPY --from=web /src/web/dist web/dist
RUN cargo build --profile dist --locked

FROM scratch AS program
COPY --from=compile /src/target/dist/doccare /doccare

# The folders of the image: the program, what it is linked with, certificates of the world, a user and a place for data.
FROM ${BASE} AS folders
COPY --from=program /doccare /image/usr/bin/doccare
RUN set -eu; \
    test -e /etc/ssl/certs/ca-certificates.crt || { apt-get update -q && apt-get install -q -y --no-install-recommends ca-certificates; }; \
    cd /image; chmod 755 usr/bin/doccare; \
    ldd usr/bin/doccare | grep -o '/[^ ]*' | while read -r library; do mkdir -p ".${library%/*}"; cp -L "$library" ".$library"; done; \
    mkdir -p etc/ssl/certs data tmp; cp -L /etc/ssl/certs/ca-certificates.crt etc/ssl/certs/; \
    echo 'doccare:x:65532:65532::/data:/nonexistent' > etc/passwd; echo 'doccare:x:65532:' > etc/group; \
    chown 65532:65532 data; chmod 700 data; chmod 1777 tmp

FROM scratch
COPY --from=folders /image/ /
USER 65532:65532
ENV DOCCARE_LISTEN=0.0.0.0:8080 DOCCARE_DATA_DIR=/data
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s --retries=3 CMD ["/usr/bin/doccare", "healthcheck"]
ENTRYPOINT ["/usr/bin/doccare"]
CMD ["serve"]
