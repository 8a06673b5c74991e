// AdminJS 7 on PostgreSQL by its own adapter. Its plug-in for files reads whole tables only, so the file is made
// here as that makes it, of the rows of one merchant.
import * as express from '@adminjs/express';
import { Adapter, Database, Resource } from '@adminjs/sql';
import AdminJS, { Filter } from 'adminjs';
import app from 'express';
import { parse } from 'json2csv';

AdminJS.registerAdapter({ Database, Resource });
const url = process.env.DATABASE_URL;
const database = await new Adapter('postgresql', {
  connectionString: url,
  database: new URL(url).pathname.slice(1),
}).init();

// what a row refers to is read for each page; here as much of it as Paydesk's list has
const SHOWN = ['merchants', 'customers'];
const transactions = database.table('transactions');
for (const property of transactions.properties)
  if (!SHOWN.includes(property.reference())) property.reference = () => null;

const file = {
  actionType: 'resource',
  component: false,
  handler: async ({ query }, _, { resource }) => {
    const filter = new Filter({ merchant_id: query.merchant }, resource);
    const records = await resource.find(filter, {
      limit: Number.MAX_SAFE_INTEGER,
      sort: { sortBy: 'id', direction: 'asc' },
    });
    return { exportedData: parse(records.map(({ params }) => params)) };
  },
};

const admin = new AdminJS({
  rootPath: '/admin',
  resources: [
    { resource: transactions, options: { actions: { file } } },
    ...SHOWN.map((name) => ({ resource: database.table(name) })),
  ],
});
await admin.initialize();
const server = app();
server.use(admin.options.rootPath, express.buildRouter(admin));
const listening = server.listen(0, '127.0.0.1', () =>
  console.log(`ready at http://127.0.0.1:${listening.address().port}`),
);
