import { buildIfStale } from './build.ts';

interface Server {
  main(options?: { webReady?: Promise<void> }): Promise<void>;
}

/** The build and the database's start share the two cores; the server is ready when both are. */
const webReady = buildIfStale().then(() => undefined);
// Refused before the server awaits it, it must not end the process by itself.
webReady.catch(() => undefined);

const server = new URL('../apps/server/src/main.ts', import.meta.url).href;
const { main } = (await import(server)) as Server;
await main({ webReady });
