ARG BUN_VERSION=1

FROM oven/bun:${BUN_VERSION} AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY patches ./patches
RUN bun install --frozen-lockfile
COPY tsconfig.json ./
COPY src ./src
COPY web ./web
COPY db ./db
COPY docs/pictures ./docs/pictures
RUN bun web/build.ts

FROM oven/bun:${BUN_VERSION} AS dependencies
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY patches ./patches
RUN bun install --frozen-lockfile --production --omit=peer

FROM oven/bun:${BUN_VERSION} AS runtime
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Bun's allocator looks for free pages all the time otherwise, half of what an idle server costs.
ENV MIMALLOC_PURGE_HOLES_MIN_INTERVAL=10000
# Reads greetings out to callers that come by SIP.
RUN apt-get update && apt-get install -y --no-install-recommends espeak-ng && rm -rf /var/lib/apt/lists/*
RUN mkdir /data && chown bun:bun /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json bunfig.toml tsconfig.json ./
COPY src ./src
COPY db ./db
# The texts of letters, of printed statements and of `bun run doctor`.
COPY web/locales ./web/locales
COPY --from=build /app/dist ./dist
USER bun
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["bun", "-e", "process.exit((await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`)).ok ? 0 : 1)"]
CMD ["bun", "src/main.ts"]
