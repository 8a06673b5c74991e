import { routes as routesOfList, type Names } from './templates.ts';

/** The same for a record: its list, its screen, two actions, and the nets that know each call. */
export interface RecordNames extends Names {
  /** 'deliveryCompany', and its kin */
  one: string;
  One: string;
  /** 'delivery company' */
  words: string;
  entity: string;
}

const calls = ({ path }: Names) => ({
  disable: `POST /api${path}/{id}/actions/disable`,
  activate: `POST /api${path}/{id}/actions/activate`,
});

export const contract = (names: RecordNames) => {
  const { slug, camel, title, path, serves, one, One, words, entity } = names;
  const { disable, activate } = calls(names);
  return `\
import type { RowOf } from '../kernel/columns.ts';
import { endpoints, listEndpoints } from '../kernel/endpoint.ts';
import { record, recordAction, recordEndpoints } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';

export const ${entity}_STATUSES = { ACTIVE: 'Active', DISABLED: 'Disabled' } as const;

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
    id: { label: 'ID', kind: 'id' },
    name: { label: 'Name', kind: 'text', sort: true },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: ${entity}_STATUSES },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
  },
});

type State = Pick<RowOf<typeof ${camel}.columns>, 'name' | 'status'>;
const asks = { anyOf: ${camel}.read, roles: ['BACKOFFICE_ADMIN'] } as const;

export const disable${One} = recordAction<State>({
  label: 'Disable',
  summary: 'Disable one ${words}',
  serves: '${serves}',
  audited: 'DISABLE_${entity}',
  asks,
  whyNot: ({ status }) => (status.name === 'ACTIVE' ? null : 'It is disabled already'),
  dialog: {
    title: ({ name }) => \`Disable \${name}?\`,
    consequence: 'It can’t be used until somebody activates it again.',
    submit: 'Disable',
  },
  danger: true,
  success: 'Action completed successfully',
});

export const activate${One} = recordAction<State>({
  label: 'Activate',
  summary: 'Activate one ${words}',
  serves: '${serves}',
  audited: 'ACTIVATE_${entity}',
  asks,
  whyNot: ({ status }) => (status.name === 'DISABLED' ? null : 'It is active already'),
  success: 'Action completed successfully',
});

export const ${one} = record({
  of: ${camel},
  name: '${One}',
  entity: '${entity}',
  one: {
    path: '/api${path}/{id}',
    summary: 'One ${words}',
    serves: '${serves}',
    history: '${serves}',
  },
  fields: { updatedDate: { label: 'Changed', kind: 'dateTime', nullable: true } },
  shown: { name: 'Name', status: 'Status', createdDate: 'Created', updatedDate: 'Changed' },
  actions: { '${disable}': disable${One}, '${activate}': activate${One} },
});

export const ${camel}Endpoints = endpoints(() => ({
  ...listEndpoints(${camel}),
  ...recordEndpoints(${one}),
}));
`;
};

export const server = (names: RecordNames) => {
  const { slug, camel, snake, one } = names;
  const { disable, activate } = calls(names);
  return `\
import { ${camel}, ${one} } from '@paydesk/contract/resources/${slug}.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';
import { defineRecord } from '../platform/record.ts';

export const ${camel}List = defineList({
  resource: ${camel},
  from: '${snake} r',
  id: 'r.id',
  columns: { id: 'r.id', name: 'r.name', status: 'r.status', createdDate: 'r.created_date' },
});

export const ${one}Record = defineRecord({
  record: ${one},
  list: ${camel}List,
  table: '${snake}',
  columns: { updatedDate: 'r.updated_date' },
  actions: {
    '${disable}': () => ({ set: { status: 'DISABLED' } }),
    '${activate}': () => ({ set: { status: 'ACTIVE' } }),
  },
});

export const manifest = defineManifest({ lists: [${camel}List], records: [${one}Record] });
`;
};

export const schema = ({ snake, pascal }: RecordNames) => `\
export interface ${pascal}Tables {
  ${snake}: {
    id: string;
    name: string;
    status: string;
    created_date: string;
    updated_date: string | null;
    updated_by: string | null;
  };
}
`;

export const migration = ({ snake, title }: RecordNames) => `\
-- ${title}.

create table ${snake} (
  id uuid primary key,
  name text not null,
  status text not null check (status in ('ACTIVE', 'DISABLED')),
  created_date timestamptz(3) not null,
  updated_date timestamptz(3),
  updated_by text
);
create index on ${snake} (created_date, id);
create index on ${snake} (name, id);
create index on ${snake} (status, id);
select tell_changes('${snake}');
`;

/** What its columns tell of a person. */
export const classes = `none: 'id name status created_date updated_date', actor: 'updated_by'`;

export const screen = (names: RecordNames) => {
  const { slug, camel, pascal, serves, one, One } = names;
  const { disable, activate } = calls(names);
  return `\
import { ${camel}, ${one} } from '@paydesk/contract/resources/${slug}.ts';
import { paths } from '../paths.ts';
import { RecordScreen } from '../platform/DetailScreen/record.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { StatusChip } from '../ui/Chip.tsx';
import { IconBan, IconCircleCheck } from '../ui/icons.ts';

/** ${serves} */
export const ${pascal}Screen = () => (
  <ListScreen
    resource={${camel}}
    rowLink={({ id }) => paths.${one}(id)}
    nothingYet="Say here why there is none, and what brings the first."
  />
);

export const ${One}Screen = () => (
  <RecordScreen
    record={${one}}
    parts={({ name, status, createdDate }) => ({
      title: name,
      chips: <StatusChip status={status} />,
      date: createdDate,
    })}
    icons={{
      '${disable}': <IconBan size={16} aria-hidden />,
      '${activate}': <IconCircleCheck size={16} aria-hidden />,
    }}
  />
);
`;
};

export const test = (names: RecordNames) => {
  const { path, snake, title, entity } = names;
  const { disable, activate } = calls(names);
  return `\
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { testServer, type TestServer } from '../testing/server.ts';

describe('${title}', () => {
  let server: TestServer;
  let id: string;
  before(async () => {
    server = await testServer();
    ({ id } = await server.one<{ id: string }>(
      \`insert into ${snake} (id, name, status, created_date)
       values (gen_random_uuid(), 'North', 'ACTIVE', now()) returning id\`,
    ));
  });
  after(() => server.close());

  it('are listed, read, disabled and activated by administrators, and their history tells it', async () => {
    const admin = await server.as('admin@paydesk.test');
    const technical = await server.as('technical@paydesk.test');
    const params = { id };
    const { body } = await technical.call('GET /api${path}', { query: { f_status: 'ACTIVE' } });
    assert.equal(body.content[0]?.name, 'North');
    assert.equal((await technical.call('${disable}', { params })).status, 403);
    const disabled = await admin.call('${disable}', { params });
    assert.equal(disabled.body.status.name, 'DISABLED');
    const again = await admin.call('${disable}', { params });
    assert.deepEqual(again.error.errors, [{ field: 'status', message: 'It is disabled already' }]);
    assert.equal((await admin.call('${activate}', { params })).status, 200);
    const query = { f_result: 'SUCCESS' };
    const history = await technical.call('GET /api${path}/{id}/history', { params, query });
    assert.deepEqual(
      history.body.content.map(({ action }) => action),
      ['ACTIVATE_${entity}', 'DISABLE_${entity}'],
    );
  });
});
`;
};

export const access = (names: RecordNames) => `\
**-- GET /api${names.path}/{id}
**-- GET /api${names.path}/{id}/history
${Object.values(calls(names))
  .map((call) => `*--- ${call}\n`)
  .join('')}`;

export const routes = (names: RecordNames, place: number) => {
  const { slug, title, path, one, One, words } = names;
  return routesOfList(
    names,
    place,
    `\
  '${words.replaceAll(' ', '-')}': {
    path: '${path}/{${one}Id}',
    title: '${title}',
    intro: 'Say here in one line what somebody does with one ${words}.',
    parent: '${slug}',
    screen: screen(() => import('./${slug}.tsx'), '${One}Screen'),
  },
`,
  );
};

/** A call of each action, for the tests that go through all that change something. */
export const changing = (names: RecordNames) =>
  Object.entries(calls(names))
    .map(
      ([action, call]) => `
  '${call}': async (server) => {
    const { id } = await server.one<{ id: string }>(
      \`insert into ${names.snake} (id, name, status, created_date)
       values (gen_random_uuid(), 'Case', '${action === 'disable' ? 'ACTIVE' : 'DISABLED'}', now()) returning id\`,
    );
    const by = await server.as('admin@paydesk.test');
    return { action: '${action.toUpperCase()}_${names.entity}', by, staffs: true, params: { id } };
  },`,
    )
    .join('');

export const changed = (names: RecordNames) => {
  const { disable, activate } = calls(names);
  return `
  '${disable}': { status: ['ACTIVE', 'DISABLED'] },
  '${activate}': { status: ['DISABLED', 'ACTIVE'] },`;
};

/** A record of its own for each row of the table that asks for one. */
export const examples = (names: RecordNames) => {
  const { path, snake } = names;
  const made = (status: string) =>
    `{ ofDemo: \`with made as (insert into ${snake} (id, name, status, created_date)
      values (gen_random_uuid(), 'Example', '${status}', now()) returning id) select id from made\` }`;
  const { disable, activate } = calls(names);
  return `
  'GET /api${path}/{id}': ${made('ACTIVE')},
  'GET /api${path}/{id}/history': ${made('ACTIVE')},
  '${disable}': ${made('ACTIVE')},
  '${activate}': ${made('DISABLED')},`;
};
