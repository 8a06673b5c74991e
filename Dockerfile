# syntax=docker/dockerfile:1
# Paydesk as an image: not root, its own files read-only, what it keeps under /data.
#   docker build -t paydesk .
#   docker run --read-only --tmpfs /tmp -v paydesk:/data -p 3000:3000 paydesk
# `npm run prove -- image` runs these steps one by one where no engine is.

FROM node:20-bookworm-slim AS build
WORKDIR /paydesk
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build
RUN npm prune --omit=dev --no-audit --no-fund && node scripts/link-node.mjs

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 SHOP_PORT=3001 DATA_DIR=/data
WORKDIR /paydesk
# by name too: initdb asks who it is
RUN groupadd --gid 10001 paydesk && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home paydesk \
  && install -d -o 10001 -g 10001 /data
COPY --from=build /paydesk /paydesk
USER 10001:10001
VOLUME /data
EXPOSE 3000 3001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
  CMD ["node_modules/.bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "scripts/start.ts"]
