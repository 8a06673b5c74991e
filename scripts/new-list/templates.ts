/** The names of one list, all out of its slug. */
export interface Names {
  /** 'delivery-companies' */
  slug: string;
  /** 'deliveryCompanies' */
  camel: string;
  /** 'DeliveryCompanies' */
  pascal: string;
  /** 'delivery_companies' */
  snake: string;
  title: string;
  /** Where it stands on the web, and behind '/api' on the server: '/delivery/companies' */
  path: string;
  /** The rows of the specification that it serves. */
  serves: string;
}

export const contract = ({ slug, camel, title, path, serves }: Names) => `\
import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import { resource } from '../kernel/resource.ts';

export const ${camel} = resource({
  slug: '${slug}',
  title: '${title}',
  path: '/api${path}',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  csv: {},
  serves: '${serves}',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    name: { label: 'Name', kind: 'text', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  },
});

export const ${camel}Endpoints = endpoints(() => listEndpoints(${camel}));
`;

export const server = ({ slug, camel, snake }: Names) => `\
import { ${camel} } from '@paydesk/contract/resources/${slug}.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';

export const ${camel}List = defineList({
  resource: ${camel},
  from: '${snake} r',
  id: 'r.id',
  columns: {
    id: 'r.id',
    name: 'r.name',
    createdDate: 'r.created_date',
  },
});

export const manifest = defineManifest({ lists: [${camel}List] });
`;

export const migration = ({ snake, title }: Names) => `\
-- ${title}.

create table ${snake} (
  id uuid primary key,
  name text not null,
  created_date timestamptz(3) not null
);
create index on ${snake} (created_date, id);
create index on ${snake} (name, id);
select tell_changes('${snake}');
`;

/** What its columns tell of a person. */
export const classes = `none: 'id name created_date'`;

export const screen = ({ slug, camel, pascal, serves }: Names) => `\
import { ${camel} } from '@paydesk/contract/resources/${slug}.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';

/** ${serves} */
export function ${pascal}Screen() {
  return (
    <ListScreen resource={${camel}} nothingYet="Say here why there is none, and what brings the first." />
  );
}
`;

export const test = ({ path, snake, title }: Names) => `\
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { testServer, type TestServer } from '../testing/server.ts';

describe('${title}', () => {
  let server: TestServer;
  before(async () => {
    server = await testServer();
    await server.pool.query('delete from ${snake}');
    await server.pool.query(
      \`insert into ${snake} (id, name, created_date) values
         (gen_random_uuid(), 'North', now() - interval '1 day'),
         (gen_random_uuid(), 'South', now())\`,
    );
  });
  after(() => server.close());

  it('are listed to staff, the newest first, and found by name', async () => {
    const staff = await server.as('admin@paydesk.test');
    const all = await staff.call('GET /api${path}');
    assert.deepEqual(
      all.body.content.map(({ name }) => name),
      ['South', 'North'],
    );
    const found = await staff.call('GET /api${path}', { query: { f_name: 'nor' } });
    assert.equal(found.body.totalElements, 1);
    const { text } = await staff.call('GET /api${path}.csv', { query: { f_name: 'nor' } });
    assert.match(text, /^\\uFEFFName,Created\\r\\nNorth,[^\\r\\n]+\\r\\n$/);
  });
});
`;

/** Who may call it, in the tests' own words. */
export const access = ({ path }: Names) => `\
**-- GET /api${path}
**-- GET /api${path}.csv
**-- GET /api${path}.csv/count
`;

/** Its routes, and its place in the menu. */
export const routes = ({ slug, pascal, title }: Names, place: number, more = '') => `\
import { backOffice, screen } from '../platform/routing.ts';

export const manifest = backOffice({
  '${slug}': {
    title: '${title}',
    intro: 'Say here in one line what somebody does on the screen ${title}.',
    menu: { in: 'Set-up', place: ${place} },
    screen: screen(() => import('./${slug}.tsx'), '${pascal}Screen'),
  },
${more}});
`;
