// PostGraphile 5 as its own pages have it, with the preset that they name first.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

const served = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'] })],
});
const server = createServer();
await served.createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () =>
  console.log(`ready at http://127.0.0.1:${server.address().port}`),
);
