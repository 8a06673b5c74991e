import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soapLogsList } from './resources/soap-logs.ts';
import * as resources from './manifests.ts';
import { lists, tasksOf } from './resources.ts';
import { housekeeping } from './platform/housekeeping.ts';
import { defineManifest, type Whole } from './platform/manifest.ts';
import type { Services } from './platform/services.ts';

// what is expected not to compile fails the type check where it does
type With<M> = Whole<typeof resources & { another: M }>;
const taken = <M>(one: M, why: keyof With<M>) => assert.ok(one && why);

test('a row, a list, a task, a way out or a search source given twice does not compile', () => {
  const handlers = defineManifest({ handlers: resources.permissions.handlers });
  taken(handlers, 'GET /api/permissions is given twice');
  const record = defineManifest({ records: resources.rules.records });
  taken(record, 'GET /api/settings/rules/{id} is given twice');
  const list = defineManifest({ lists: [soapLogsList] });
  taken(list, 'soap-logs is given twice');
  const task = defineManifest({ tasks: { ORDER_EXPIRY: housekeeping } });
  taken(task, 'ORDER_EXPIRY is given twice');
  const way = defineManifest({ outgoing: resources.session.outgoing });
  taken(way, 'RECOVERY is given twice');
  const search = defineManifest({ search: resources.orders.search });
  taken(search, 'order is given twice');
  // @ts-expect-error nobody else keeps house
  taken(defineManifest({ tasks: { HOUSEKEEPING: housekeeping } }), 'HOUSEKEEPING is given twice');
});

test('what nobody serves does not compile, nor a word that no manifest knows', () => {
  type Without = Whole<Omit<typeof resources, 'soapLogs' | 'orders'>>;
  const missing: (keyof Without)[] = [
    'soap-logs is a list that nobody serves',
    'GET /api/orders/{id} has no handler',
    'ORDER_EXPIRY is a task that nobody runs',
    'order is searched nowhere',
  ];
  assert.equal(missing.length, 4);
  // @ts-expect-error lists
  defineManifest({ list: [soapLogsList] });
});

test('a task has the type that its manifest gives it', () => {
  assert.ok(lists.includes(soapLogsList));
  const tasks = tasksOf({ config: {}, now: () => new Date() } as unknown as Services);
  const types = Object.fromEntries(tasks.flatMap(({ type, name }) => (type ? [[type, name]] : [])));
  assert.equal(types['ORDER_EXPIRY'], 'expire-orders');
  assert.equal(types['AUDIT_SEAL'], 'seal-audit');
  assert.equal(Object.keys(types).length, 17);
});
