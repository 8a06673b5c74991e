import { buildIfStale } from './build.ts';

/** The build and the database's start share the two cores; the server is ready when both are. */
const webReady = buildIfStale().then(() => undefined);
// Refused before the server awaits it, it must not end the process by itself.
webReady.catch(() => undefined);

const { main } = await import('../apps/server/src/main.ts');
await main({ webReady, shop: true });
