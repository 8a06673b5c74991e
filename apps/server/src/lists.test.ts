import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Key } from '@paydesk/contract/index.ts';
import { isFilterable, visibleColumns, type Column } from '@paydesk/contract/kernel/columns.ts';
import { MAX_FILTER_LENGTH } from '@paydesk/contract/kernel/filters.ts';
import { MAX_PAGE_SIZE, type Resource } from '@paydesk/contract/kernel/resource.ts';
import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import { Share } from '@paydesk/contract/testing/proof.ts';
import { readListQuery } from './platform/list/query.ts';
import { lists } from './resources.ts';
import { insertRow, insertTransaction } from './seed/factories.ts';
import { refusalOf } from './testing/answers.ts';
import { insertWaiting } from './testing/approvals.ts';
import { cents, dayIn, filtersOf, typed, type Row } from './testing/oracle.ts';
import { insertMessage } from './testing/messages.ts';
import { newRule } from './testing/rules.ts';
import { insertCase } from './testing/screening.ts';
import { CHANGES_OF, insertTold } from './testing/told.ts';
import { paymentLink } from './testing/payment-links.ts';
import { testServer, type Client, type TestServer } from './testing/server.ts';
import { insertLoanParts } from './testing/loan-parts.ts';

interface Page {
  content: Row[];
  totalElements: number;
  enumerations: Record<string, { name: string; description: string }[]>;
}

const ZONES = [
  'UTC',
  'Europe/Riga',
  'America/Havana', // its clocks turn back from 1:00 to 0:00
  'Atlantic/Azores',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'CET', // to PostgreSQL an abbreviation without a summer
];

/** Every list of the server, whatever its resource: rows, filters, sorts and pages against a second opinion. */
describe('every list', () => {
  let server: TestServer;
  let technical: Client;
  /** Records that lists stand below, with rows in each. */
  let logged: string;
  let merchant: string;
  let signer: string;
  let widget: string;
  let order: string;
  let purchase: string;
  let loan: string;
  let lender: { institution: string; product: string };
  let locker: { method: string; company: string };
  let told: string;
  let customersTold: string;
  let customer: string;
  let rule: string;
  let key: string;
  let link: string;
  let threshold: string;
  let till: string;
  let agreed: string;
  /** A case of screening that somebody has read. */
  let read: string;
  const people = {} as Record<UserRole, Client>;
  const share = new Share('Filters, sorts and refusals of lists');

  before(async () => {
    server = await testServer();
    const merchantId = await server.merchantId('Amber & Oak');
    merchant = merchantId;
    for (const userRole of Object.keys(ROLE_PERMISSIONS) as UserRole[])
      people[userRole] = await server.person({
        userRole,
        merchantId: userRole.startsWith('MERCHANT_') ? merchantId : null,
      });
    technical = people.BACKOFFICE_TECHNICAL;
    await addTroublesomeRows(server, merchantId);
    // the demo's messages have all left
    await insertMessage(server, merchantId, { kind: 'MAIL' });
    await insertMessage(server, merchantId, { givenUp: false, usefulForHours: 2 });
    const oftenAudited = async (type: string) =>
      (
        await server.one<{ id: string }>(
          `select entity_id as id from audit_logs where merchant_id = $1 and entity_type = $2
           group by 1 order by count(*) desc, 1 limit 1`,
          [merchantId, type],
        )
      ).id;
    logged = await oftenAudited('TRANSACTION');
    purchase = await oftenAudited('PURCHASE');
    widget = (
      await server.one<{ id: string }>('select id from widgets where merchant_id = $1 limit 1', [
        merchantId,
      ])
    ).id;
    signer = (await server.as('owner@amber.test')).userId!;
    order = (
      await server.one<{ id: string }>(
        `select entity_id as id from audit_logs where merchant_id = $1 and entity_type = 'ORDER'
         order by created_date limit 1`,
        [merchantId],
      )
    ).id;
    lender = await server.one(
      `select financing_institution_id as institution, id as product from financing_products
       where updated_date is not null order by code limit 1`,
    );
    loan = (
      await server.one<{ id: string }>(
        `select consumer_credit_id as id from consumer_credits_refunds where merchant_id = $1
         group by 1 order by count(*) desc, 1 limit 1`,
        [merchantId],
      )
    ).id;
    await insertLoanParts(server, loan);
    locker = await server.one(
      `select m.id as method, o.company_id as company from delivery_methods m
       join delivery_company_methods o on o.method_id = m.id
       where exists (select from pickup_points p where p.method_id = m.id) order by 1, 2 limit 1`,
    );
    told = await insertTold(server.pool, 'announcements');
    customersTold = await insertTold(server.pool, 'customersAnnouncements');
    const admin = await server.as('admin@paydesk.test');
    for (const [key, id, body] of [
      ['PUT /api/announcements/{id}', told, CHANGES_OF.announcements()],
      ['PUT /api/customers-announcements/{id}', customersTold, CHANGES_OF.customersAnnouncements()],
      ['PUT /api/delivery/companies/{id}', locker.company, CHANGES_OF.deliveryCompanies()],
      ['PUT /api/delivery/methods/{id}', locker.method, CHANGES_OF.deliveryMethods()],
    ] as const) {
      const changed = await admin.call(key, { params: { id }, body });
      assert.equal(changed.status, 200, changed.text);
    }
    // written, changed and tried on what the demo has
    const conditions = [{ field: 'amount', comparison: 'MORE_THAN', value: 10 }] as const;
    const body = newRule(conditions);
    rule = (await admin.call('POST /api/settings/rules', { body: body as never })).body.id;
    const params = { id: rule };
    for (const [key, given] of [
      ['PUT /api/settings/rules/{id}', { body: { ...body, name: 'Payments above ten' } }],
      ['POST /api/settings/rules/{id}/actions/try', {}],
    ] as const) {
      const done = await admin.call(key, { params, ...given });
      assert.equal(done.status, 200, done.text);
    }
    for (const name of ['Ledger', 'Loan desk'])
      key = (await admin.call('POST /api/provider-keys', { body: { name, writesLoans: true } }))
        .body.id;
    await server.pool.query('update provider_keys set last_used_date = now()');
    await admin.call('PUT /api/provider-keys/{id}', {
      params: { id: key },
      body: { name: 'Loans', writesMerchants: true },
    });
    read = await insertCase(server);
    const decided = await admin.call('POST /api/screening/cases/{id}/actions/decide', {
      params: { id: read },
      body: { decision: 'FALSE_HIT', reason: 'Another birthday' },
    });
    assert.equal(decided.status, 200, decided.text);
    const { MERCHANT_ADMIN: owner } = people;
    for (const name of ['Till', 'Stock'])
      await owner.call('POST /api/user-merchant/api-keys', {
        body: { name, readsOrders: true, expirationDate: '2099-01-01T00:00:00.000Z' },
      });
    await server.pool.query(
      `update named_api_keys set last_used_date = now(), last_used_address = '203.0.113.7'`,
    );
    for (const [kind, amount, counts] of [
      ['REFUND', 500, 'EACH'],
      ['REVERSAL', 1000, 'DAY'],
    ] as const) {
      const set = await owner.call('POST /api/approval-thresholds', {
        body: { kind, amount, counts, userRole: 'MERCHANT_OPERATOR' },
      });
      assert.equal(set.status, 200, set.text);
      threshold = set.body.id;
      const id = await insertWaiting(server, merchantId);
      await server.pool.query(
        `update approvals set kind = $2, amount_cents = $3, currency = 'EUR' where id = $1`,
        [id, kind, amount * 100],
      );
    }
    for (const name of ['Till', 'Stock room']) {
      const made = await owner.call('POST /api/roles', {
        body: {
          name,
          description: `For the ${name}`,
          base: 'MERCHANT_OPERATOR',
          rights: ['PAYMENTS'],
        },
      });
      assert.equal(made.status, 200, made.text);
      till = made.body.id;
    }
    const kept = await owner.call('PUT /api/roles/{id}', {
      params: { id: till },
      body: { name: 'Stock', description: 'Shelves', rights: ['PAYMENTS', 'ORDERS'] } as never,
    });
    assert.equal(kept.status, 200, kept.text);
    link = (await owner.call('POST /api/payment-links', { body: paymentLink() })).body.id;
    const ended = await owner.call('PUT /api/payment-links/{id}/disable', { params: { id: link } });
    assert.equal(ended.status, 200, ended.text);
    agreed = (await owner.call('GET /api/recurring', { query: { f_status: 'ACTIVE' } })).body
      .content[0]!.id;
    for (const action of ['pause', 'resume'] as const) {
      const key = `POST /api/recurring/{id}/actions/${action}` as const;
      const done = await owner.call(key, { params: { id: agreed }, body: {} });
      assert.equal(done.status, 200, done.text);
    }
    customer = (
      await server.one<{ id: string }>(
        `select customer_id as id from cards where customer_id in (select entity_id from audit_logs)
         group by 1 order by count(*) desc, 1 limit 1`,
      )
    ).id;
    for (const note of ['Called: pays on Friday', 'Paid']) {
      const params = { id: customer };
      const written = await admin.call('POST /api/customers/{id}/notes', {
        params,
        body: { note },
      });
      assert.equal(written.status, 200, written.text);
    }
  });
  after(async () => {
    await server.close();
    share.tell();
  });
  // a session has so many calls a minute
  beforeEach(async () => {
    for (const [role, { userId }] of Object.entries(people))
      people[role as UserRole] = await server.session(userId!);
    technical = people.BACKOFFICE_TECHNICAL;
  });

  /** The record that a list stands below. */
  const parentOf = ({ path }: Resource) => {
    // of two that fit, the longer one stands first
    const parents: Record<string, string> = {
      '/api/merchants/': merchant,
      '/api/users/': signer,
      '/api/widgets/': widget,
      '/api/financing/financing-institutions/': lender.institution,
      '/api/financing-products/': lender.product,
      '/api/orders/': order,
      '/api/purchases/': purchase,
      '/api/financing/': loan,
      '/api/announcements/': told,
      '/api/customers-announcements/': customersTold,
      '/api/delivery/companies/': locker.company,
      '/api/delivery/methods/': locker.method,
      '/api/customers/': customer,
      '/api/settings/rules/': rule,
      '/api/screening/cases/': read,
      '/api/provider-keys/': key,
      '/api/approval-thresholds/': threshold,
      '/api/roles/': till,
      '/api/payment-links/': link,
      '/api/recurring/': agreed,
    };
    const found = Object.entries(parents).find(([start]) => path.startsWith(start));
    return found?.[1] ?? logged;
  };
  /** Who sees every row and column of a list: staff, or an administrator where it is a merchant's own. */
  const reader = ({ scope }: Resource) => (scope === 'own' ? people.MERCHANT_ADMIN : technical);

  async function page(
    client: Client,
    resource: Resource,
    query: Record<string, string> = {},
  ): Promise<Page> {
    const { path } = resource;
    const params = { id: parentOf(resource) };
    const reply = await client.call(`GET ${path}` as Key, { params, query });
    assert.equal(reply.status, 200, `${path} ${JSON.stringify(query)}: ${reply.text}`);
    return reply.body as unknown as Page;
  }

  async function everyRow(client: Client, resource: Resource, query = {}): Promise<Row[]> {
    const rows: Row[] = [];
    for (let number = 0; ; number++) {
      const { content, totalElements } = await page(client, resource, {
        ...query,
        page: String(number),
        size: String(MAX_PAGE_SIZE),
      });
      rows.push(...content);
      if (content.length < MAX_PAGE_SIZE) {
        assert.equal(totalElements, rows.length, `${resource.slug}: the total is exact`);
        return rows;
      }
    }
  }

  /** By the values of a column, then by the id; texts as the database orders them. */
  async function ordered(rows: Row[], key: string, { kind }: Column, direction: string) {
    const value = (row: Row) => {
      const cell = row[key];
      // 'MM/YY' is a month of a year
      if (key === 'expires') return String(cell).split('/').toReversed().join();
      return typeof cell === 'object' && cell ? (cell as { name: string }).name : cell;
    };
    const { rows: ranks } = await server.pool.query<{ v: string }>(
      'select v from (select distinct unnest($1::text[]) as v) as x order by v',
      [rows.map((row) => String(value(row)))],
    );
    const rankOf = new Map(ranks.map(({ v }, rank) => [v, rank]));
    // what is empty comes last, whichever way
    const last = direction === 'ASC' ? Infinity : -Infinity;
    const rank = (row: Row) =>
      value(row) === null
        ? last
        : kind === 'amount' || kind === 'number'
          ? (value(row) as number)
          : kind === 'dateTime'
            ? Date.parse(value(row) as string)
            : rankOf.get(String(value(row)))!;
    const sign = direction === 'ASC' ? 1 : -1;
    return rows.toSorted(
      (a, b) => sign * (rank(a) === rank(b) ? (a.id < b.id ? -1 : 1) : rank(a) - rank(b)),
    );
  }

  for (const { resource } of lists) {
    const { slug } = resource;
    const columns = Object.entries<Column>(resource.columns);

    test(`AM-33, GT-30, AM-62 ${slug}: each filter of each column finds what it should, and no more`, async () => {
      const rows = await everyRow(reader(resource), resource);
      assert.ok(rows.length > 0, `${slug} has rows`);
      for (const [key, column] of columns) {
        // nobody sees it: what it finds is held by the figures that lead there
        if (!isFilterable(column) || column.filterOnly) continue;
        const zones = column.kind === 'dateTime' ? ZONES : ['UTC'];
        // what is said in a message is looked for in a few days alone
        const day = String(rows[0]![resource.created]).slice(0, 10);
        const days = column.within && { [`f_${resource.created}`]: typed(day) };
        const isWithin = (row: Row) =>
          !column.within || String(row[resource.created]).startsWith(day);
        for (const timeZone of share.of(zones, `${slug} ${key}`, ZONES.length)) {
          const filters = filtersOf(
            column,
            rows.map((row) => row[key]),
            timeZone,
            // a whole message is longer than a filter may be
          ).filter(({ raw }) => !column.within || raw.trim().length <= MAX_FILTER_LENGTH);
          // a value that is there, and of the others one of every twelve
          const others = share.of(filters.slice(1), `${slug} ${key} ${timeZone}`, 24);
          for (const { raw, fits } of [...filters.slice(0, 1), ...others]) {
            const found = await page(reader(resource), resource, {
              [`f_${key}`]: raw,
              ...days,
              timeZone,
              size: '200',
            });
            const expected = rows.filter((row) => fits(row[key]) && isWithin(row));
            const what = `${slug} f_${key}=${raw} in ${timeZone}`;
            assert.equal(found.totalElements, expected.length, `${what}: how many`);
            assert.deepEqual(ids(found.content), ids(expected.slice(0, 200)), `${what}: which`);
          }
        }
      }
    });

    if (resource.totals)
      test(`SB-05, AM-125 ${slug}: what its rows come to is told to the cent, whatever is filtered`, async () => {
        const { of, by, also = [] } = resource.totals!;
        const client = reader(resource);
        const path = `GET ${resource.path}/totals` as 'GET /api/transactions/totals';
        const [one, other] = Object.keys(resource.columns['status']!.enumeration!);
        const today = dayIn('UTC', new Date());
        const asked: Record<string, string>[] = [
          {},
          { f_status: one! },
          { f_status: `${one},${other}` },
          { f_amount: '10..100' },
          // counted by days of the zone, hours of which stick out of any day of UTC
          { f_createdDate: 'last7days', timeZone: 'Asia/Kathmandu' },
          { f_createdDate: `..${typed(today)}`, f_status: one!, timeZone: 'Europe/Riga' },
          { f_amount: '9999999999' },
        ];
        for (const query of asked) {
          const wanted = new Map<string, { count: number; cents: bigint; also: bigint[] }>();
          for (const row of await everyRow(client, resource, query)) {
            const kind = by.map((key) => {
              const value = row[key];
              return typeof value === 'object' ? (value as { name: string }).name : value;
            });
            const before = wanted.get(kind.join()) ?? {
              count: 0,
              cents: 0n,
              also: also.map(() => 0n),
            };
            wanted.set(kind.join(), {
              count: before.count + 1,
              cents: before.cents + cents(row[of]),
              also: also.map((key, at) => before.also[at]! + cents(row[key])),
            });
          }
          const told = await client.call(path, { query });
          assert.equal(told.status, 200, told.text);
          assert.deepEqual(
            new Map(
              told.body.totals.map((total) => [
                by.map((key) => total.by[key]).join(),
                {
                  count: total.count,
                  cents: cents(total.sum),
                  also: also.map((key) => cents(total.also![key])),
                },
              ]),
            ),
            wanted,
            `${slug} ${JSON.stringify(query)}`,
          );
        }
        for (const query of [{ page: '0' }, { sort: 'amount,ASC' }, { f_nonsense: 'x' }])
          assert.equal((await client.call(path, { query: query as never })).status, 400);
      });

    test(`SB-05, GT-11, GT-29, AM-109 ${slug}: each sort, both ways, in pages that neither repeat nor lose a row`, async () => {
      const rows = await everyRow(reader(resource), resource);
      const sortable = columns.filter(([, column]) => column.sort);
      assert.ok(sortable.length > 0);
      for (const [key, column] of sortable)
        for (const direction of ['ASC', 'DESC']) {
          const sort = `${key},${direction}`;
          const expected = ids(await ordered(rows, key, column, direction));
          const forms = share.of(['whole', 'by sevens'], `${slug} ${sort}`, 2);
          if (forms.includes('whole'))
            assert.deepEqual(
              ids(await everyRow(reader(resource), resource, { sort })),
              expected,
              sort,
            );
          if (!forms.includes('by sevens')) continue;
          const small = Math.min(expected.length, 60);
          const pages = [];
          for (let at = 0; at < small; at += 7)
            pages.push(
              ...(await page(reader(resource), resource, { sort, page: String(at / 7), size: '7' }))
                .content,
            );
          assert.deepEqual(
            ids(pages).slice(0, small),
            expected.slice(0, small),
            `${sort} by sevens`,
          );
        }
    });

    // what the specification has no list of may say an order of its own
    const { key: by, direction } = resource.order ?? { key: resource.created, direction: 'DESC' };
    test(`AM-12, GT-23, GT-24 ${slug}: fifty, by ${by} ${direction}, and createdDate stands for the creation time`, async () => {
      const plain = await page(reader(resource), resource);
      const rows = await everyRow(reader(resource), resource);
      const inOrder = async (key: string, way: string) =>
        ids(await ordered(rows, key, resource.columns[key]!, way));
      assert.deepEqual(ids(plain.content), (await inOrder(by, direction)).slice(0, 50));
      const expected = await inOrder(resource.created, 'DESC');
      const alias = await page(reader(resource), resource, {
        sort: 'createdDate,ASC',
        size: '200',
      });
      assert.deepEqual(ids(alias.content), expected.toReversed().slice(0, 200));
      for (const raw of ['last7days', '01.01.2020..'])
        assert.deepEqual(
          await page(reader(resource), resource, { f_createdDate: raw }),
          await page(reader(resource), resource, { [`f_${resource.created}`]: raw }),
        );
    });

    test(`SB-04 ${slug}: a column of another audience is as unknown as one that does not exist`, async () => {
      const key = `GET ${resource.path}` as Key;
      for (const [role, client] of Object.entries(people)) {
        const actor = {
          userId: '',
          merchantId: null,
          userRole: role as UserRole,
          permissions: ROLE_PERMISSIONS[role as UserRole],
        };
        if (!resource.read.some((one) => actor.permissions.includes(one))) continue;
        if (resource.scope === 'own' && !actor.userRole.startsWith('MERCHANT_')) continue;
        const visible = new Map(visibleColumns(resource.columns, actor));
        const ask = async (query: Record<string, string>) => {
          const options = { params: { id: parentOf(resource) }, query };
          const replies = [await client.call(key, options)];
          if (resource.csv) replies.push(await client.call(`${key}.csv` as Key, { query }));
          return replies;
        };
        const unknowns = new Map<string, ReturnType<typeof ask>>();
        /** What is answered to a filter that no list has; the same every time. */
        const askNonsense = (raw: string) => {
          const asked = unknowns.get(raw) ?? ask({ f_nonsense: raw });
          unknowns.set(raw, asked);
          return asked;
        };
        const unsorted = await ask({ sort: 'nonsense,ASC' });
        for (const [name, column] of columns) {
          if (visible.has(name)) continue;
          const one = column.kind === 'dateTime' ? '2026-01-01T00:00:00.000Z' : 'a';
          const [value] = filtersOf(column, [one]);
          const raws = [value!.raw, '', '%', 'x'.repeat(300)];
          for (const raw of share.of(raws, `${slug} ${name} ${role}`, 8)) {
            const hidden = await ask({ [`f_${name}`]: raw });
            const unknown = await askNonsense(raw);
            for (const [index, reply] of hidden.entries()) {
              assert.equal(reply.status, 400, `${slug} f_${name} by ${role}`);
              assert.deepEqual(
                refusalOf(reply),
                JSON.parse(JSON.stringify(refusalOf(unknown[index]!)).replace('nonsense', name)),
              );
            }
          }
          for (const [index, reply] of (await ask({ sort: `${name},ASC` })).entries()) {
            assert.equal(reply.status, 400, `${slug} sort=${name} by ${role}`);
            assert.deepEqual(refusalOf(reply), refusalOf(unsorted[index]!));
          }
        }
        const shown = await page(client, resource);
        for (const row of shown.content)
          assert.deepEqual(
            Object.keys(row).sort(),
            [...visible]
              .flatMap(([name, { fileOnly, filterOnly }]) => (fileOnly || filterOnly ? [] : name))
              .sort(),
            `${slug} by ${role}`,
          );
        const listed = [...visible].filter(([, column]) => column.enumeration);
        assert.deepEqual(
          shown.enumerations,
          Object.fromEntries(
            listed.map(([name, { enumeration }]) => [
              name,
              Object.entries(enumeration!).map(([each, description]) => ({
                name: each,
                description,
              })),
            ]),
          ),
        );
      }
    });

    test(`SB-05 ${slug}: wrong pages, sizes, sorts, filters, zones and repeats are refused by their name`, async () => {
      const wrong: [string, string][] = [
        ...['-1', '1.5', 'one', '', ' 1', '1e2', '99999999999999999999', '0x1'].map(
          (value) => [`page=${encodeURIComponent(value)}`, 'page'] as [string, string],
        ),
        ...['0', '201', '-5', '1000000', 'NaN', '', '50 '].map(
          (value) => [`size=${encodeURIComponent(value)}`, 'size'] as [string, string],
        ),
        ...[
          'id',
          'date',
          'amount,asc',
          'nonsense,ASC',
          'createdDate,ASC,id',
          ',ASC',
          '',
          '1,ASC',
        ].map((value) => [`sort=${encodeURIComponent(value)}`, 'sort'] as [string, string]),
        ['sort=createdDate,ASC;drop table users', 'sort'],
        ['sort=createdDate,ASC--', 'sort'],
        ['f_nonsense=1', 'f_nonsense'],
        ['f_=1', 'f_'],
        ['f___proto__=1', 'f___proto__'],
        ['f_constructor=1', 'f_constructor'],
        ['__proto__=1', '__proto__'],
        ['nonsense=1', 'nonsense'],
        ['dateFrom=2026-01-01', 'dateFrom'],
        ['f_id=1', 'f_id'],
        ['f_id=%00', 'f_id'],
        ['f_createdDate=31.02.2026', 'f_createdDate'],
        ['f_createdDate=2026-13-01', 'f_createdDate'],
        ['f_createdDate=..', 'f_createdDate'],
        ['f_createdDate=02.01.2026..01.01.2026', 'f_createdDate'],
        ['f_createdDate=lastweek', 'f_createdDate'],
        ['f_createdDate=toString', 'f_createdDate'],
        ['page=0&page=1', 'page'],
        ['size=50&size=50', 'size'],
        ['sort=createdDate,ASC&sort=createdDate,DESC', 'sort'],
        ['f_id=a&f_id=b', 'f_id'],
        ['f_id[]=a', 'f_id[]'],
        ...[
          'PST',
          'ACT',
          'Mars/Olympus',
          '%2B02:00',
          'Etc/GMT%2B99',
          'US/Pacific-New',
          '',
          'UTC;',
        ].map((zone) => [`timeZone=${zone}`, 'timeZone'] as [string, string]),
      ];
      for (const [query, field] of share.of(wrong, slug, 8)) {
        const reply = await reader(resource).call(`GET ${resource.path}` as Key, {
          params: { id: parentOf(resource) },
          query,
        });
        assert.equal(reply.status, 400, `${slug}?${query}: ${reply.text.slice(0, 200)}`);
        const { errorCode, errors } = reply.error;
        assert.equal(errorCode, 'VALIDATION_FAILURE', query);
        assert.deepEqual(
          errors.map((each) => each.field),
          [field],
          query,
        );
      }
    });
  }

  test('SB-04 a merchant user can’t filter by merchant, own or other', async () => {
    for (const merchant of ['Amber & Oak', 'Baltic Books'])
      for (const role of ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'] as const) {
        const reply = await people[role].call('GET /api/transactions', {
          query: { f_merchantId: await server.merchantId(merchant) },
        });
        assert.equal(reply.status, 400);
        assert.deepEqual(refusalOf(reply).errors, [
          { field: 'f_merchantId', message: 'Unknown filter' },
        ]);
      }
  });

  test('TX-07..11 the list of transactions is what the tables say', async () => {
    const { resource } = lists.find((list) => list.resource.slug === 'transactions')!;
    const rows = await everyRow(reader(resource), resource);
    const stored = await server.all<Record<string, unknown>>(
      `select t.id, t.amount_cents, t.currency, t.date, t.status, t.description, t.card_pan,
         t.refunded_cents, t.xid, t.external_error_code, t.merchant_id, t.customer_id,
         (select name from merchants m where m.id = t.merchant_id) as merchant,
         (select c.first_name || ' ' || c.last_name from customers c where c.id = t.customer_id) as payer
       from transactions t order by t.date desc, t.id desc`,
    );
    assert.deepEqual(
      rows.map((row) => [
        row.id,
        row['amount'],
        row['currency'],
        row['date'],
        (row['status'] as { name: string }).name,
        row['description'],
        row['cardPan'],
        row['refundedAmount'],
        row['xid'],
        row['externalErrorCode'],
        row['merchantId'],
        row['customerId'],
        row['merchantName'],
        row['payer'],
      ]),
      stored.map((row) => [
        row['id'],
        money(row['amount_cents']),
        row['currency'],
        row['date'],
        row['status'],
        row['description'],
        row['card_pan'],
        money(row['refunded_cents']),
        row['xid'],
        row['external_error_code'],
        row['merchant_id'],
        row['customer_id'],
        row['merchant'],
        row['payer'],
      ]),
    );
  });

  test('AM-13, SB-52 a day is a whole day of the zone, also where the clocks change on it', async () => {
    const { resource } = lists.find((list) => list.resource.slug === 'transactions')!;
    const rows = await everyRow(reader(resource), resource);
    const days = [
      '2026-10-24',
      '2026-10-25',
      '2026-10-26',
      '2026-10-31',
      '2026-11-01',
      '2026-11-02',
    ];
    for (const timeZone of ZONES)
      for (const day of [...days, '2026-03-28', '2026-03-29', '2026-03-30']) {
        const expected = rows.filter((row) => dayIn(timeZone, row['date'] as string) === day);
        assert.ok(expected.length > 10);
        for (const raw of [typed(day), `${typed(day)}..${typed(day)}`]) {
          const found = await page(reader(resource), resource, {
            f_date: raw,
            timeZone,
            size: '200',
          });
          assert.deepEqual(ids(found.content), ids(expected), `${raw} in ${timeZone}`);
        }
      }
    // 25 hours in Riga when the summer time ends, 23 when it begins
    const hours = async (f_date: string) => {
      const half = { f_date, timeZone: 'Europe/Riga', f_description: 'half an hour' };
      return (await page(reader(resource), resource, half)).totalElements / 2;
    };
    assert.equal(await hours('25.10.2026'), 25);
    assert.equal(await hours('29.03.2026'), 23);
  });

  test('FC-09 the one currency is no condition that every row would be read for; another is refused', async () => {
    const { userRole, permissions } = {
      userRole: 'BACKOFFICE_ADMIN',
      permissions: ROLE_PERMISSIONS.BACKOFFICE_ADMIN,
    } as const;
    const actor = { userId: '', merchantId: null, userRole, permissions };
    const transactions = lists.find(({ resource }) => resource.slug === 'transactions')!.resource;
    const read = (currency: string) =>
      readListQuery(transactions, actor, { f_currency: currency, f_status: 'SUCCESS' }, 'page');
    assert.deepEqual(
      read('EUR').filters.map(({ key }) => key),
      ['status'],
    );
    assert.throws(() => read('USD'));
  });

  test('AM-33, AM-68 a card is looked for as it is kept, however it is printed', () => {
    const { userRole, permissions } = {
      userRole: 'BACKOFFICE_ADMIN',
      permissions: ROLE_PERMISSIONS.BACKOFFICE_ADMIN,
    } as const;
    const actor = { userId: '', merchantId: null, userRole, permissions };
    const { resource } = lists.find((list) => list.resource.slug === 'transactions')!;
    const kept = (typed: string, field = 'cardPan') =>
      readListQuery(resource, actor, { [`f_${field}`]: typed }, 'page').filters.map(
        ({ filter }) => 'value' in filter && filter.value,
      );
    for (const [typed, value] of [
      ['•• 8921', '**8921'],
      ['**8921', '**8921'],
      ['520000••••••8921', '520000******8921'],
      ['5200 00•• •••• 8921', '520000******8921'],
      ['8921', '8921'],
    ] as const)
      assert.deepEqual(kept(typed), [value]);
    assert.deepEqual(kept('•• 8921', 'description'), ['•• 8921']);
  });

  test('AM-33 several filters are all held', async () => {
    const { resource } = lists.find((list) => list.resource.slug === 'transactions')!;
    const rows = await everyRow(reader(resource), resource);
    const found = await page(reader(resource), resource, {
      f_status: 'SUCCESS',
      f_amount: '10..50',
      f_description: 'order',
      f_createdDate: 'last30days',
      f_currency: 'EUR',
      size: '200',
    });
    const [recent] = filtersOf({ label: '', kind: 'dateTime' }, [rows[0]!['date']]).filter(
      ({ raw }) => raw === 'last30days',
    );
    const expected = rows.filter(
      (row) =>
        (row['status'] as { name: string }).name === 'SUCCESS' &&
        (row['amount'] as number) >= 10 &&
        (row['amount'] as number) <= 50 &&
        /order/i.test((row['description'] as string | null) ?? '') &&
        recent!.fits(row['date']),
    );
    assert.equal(found.totalElements, expected.length);
    assert.deepEqual(ids(found.content), ids(expected.slice(0, 200)));
  });
});

const ids = (rows: Row[]) => rows.map(({ id }) => id);

const money = (stored: unknown) => Number(`${stored as bigint}`) / 100;

/** Texts that tell a literal from a pattern, amounts at the edge, instants around the change of the clocks. */
async function addTroublesomeRows(server: TestServer, merchantId: string): Promise<void> {
  const texts = ['100% wool', 'under_score', 'back\\slash', 'a\\\\b', 'O’Hara "quoted"', "it's"];
  texts.push(
    'x_y',
    'xzy',
    'Ērgļu ŠĶĒRES',
    'ērgļu šķēres',
    '🙂',
    ' padded ',
    "' or 1=1 --",
    '$1, $2',
  );
  for (const description of texts)
    await insertTransaction(server.pool, {
      merchantId,
      description,
      externalErrorCode: description,
    });
  for (const amountCents of [1n, 2n, 99n, 100n, 999_999_999_999_99n])
    await insertTransaction(server.pool, { merchantId, amountCents });
  for (const start of ['2026-10-23T06:00Z', '2026-10-30T06:00Z', '2026-03-27T06:00Z'])
    for (let halfHours = 0; halfHours < 200; halfHours++)
      await insertTransaction(server.pool, {
        merchantId,
        description: 'half an hour',
        date: new Date(Date.parse(start) + halfHours * 1_800_000),
      });
  // the same instant, so that the id alone decides
  for (let nth = 0; nth < 30; nth++)
    await insertTransaction(server.pool, {
      merchantId,
      date: new Date('2026-09-01T12:00:00.000Z'),
    });
  const about = await server.one<{ transactionId: string; merchantId: string }>(
    'select id as "transactionId", merchant_id as "merchantId" from transactions limit 1',
  );
  for (const [nth, payload] of ['<a/>', '%', 'Ē'].entries()) {
    const createdDate = new Date(Date.now() - nth * 86_400_000 * 9);
    const log = { id: crypto.randomUUID(), ...about, payload, createdDate };
    await insertRow(server.pool, 'soapLogs', {
      ...log,
      direction: nth ? 'REQUEST' : 'RESPONSE',
      operation: `Operation_${nth}%`,
      exchangeId: null,
      httpStatus: nth ? 200 : null,
      durationMs: 12 * nth,
    });
    await insertRow(server.pool, 'mpiLogs', {
      ...log,
      id: crypto.randomUUID(),
      messageType: nth ? 'AReq' : 'CRes',
      eci: nth ? '05' : null,
      result: null,
      xid: `x_${nth}`,
    });
  }
}
