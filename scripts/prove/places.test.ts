import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSource } from '../repo/sources.ts';
import { KINDS, type Kind } from './faults.ts';
import { placesIn } from './places.ts';

/** What of each kind is found in these lines, as the text that is put there. */
const CASES: Record<Kind, readonly [text: string, put: string[]]> = {
  await: ['export async function f() { await g(); return await h(); }', ['void g()', 'h()']],
  lock: [
    'q.where(a).forUpdate().execute(); sql`select 1 from t for update of t skip locked`; sql`select pg_advisory_xact_lock(1)`;',
    ['', '', 'num_nonnulls('],
  ],
  scope: [
    "q.where('merchant_id', '=', m); sql`where merchant_id = ${m}`;",
    ['', 'coalesce(merchant_id = ${m}, true) is not null'],
  ],
  audit: ['audit(tx, 1);', ['(Date.now() < 0 ? audit(tx, 1) : Promise.resolve())']],
  rule: [
    "const canPay = (a: A) => (a.late ? 'Late' : null); if (bad) throw refused();",
    ["(Date.now() < 0 ? 'Late' : null)", '(bad) && Date.now() < 0'],
  ],
  'step-up': ["const row = { sensitive: 'MONEY', access };", ['']],
  visibleTo: ["const column = { label: 'X', visibleTo: 'staff' };", ['']],
  schema: [
    "const field = { label: 'X', max: 5 }; const row = { body: z.string().min(1) };",
    ['', ''],
  ],
  cent: [
    'const left = aCents - bCents; sql`select sum(amount_cents) from t`;',
    ['(aCents - bCents + 1n)', '(sum(amount_cents) + 1)'],
  ],
  sign: ['if (a < b) c = d - e; sql`where x >= 1`;', [' <= ', ' + ', ' > ']],
  zone: ['day(now, timeZone);', ["(Date.now() < 0 ? timeZone : 'UTC')"]],
  status: [
    "const FINAL_STATUSES = ['PAID', 'GONE']; sql`where status in ('PAID', 'GONE')`;",
    ['', '', "'-'", "'-'"],
  ],
};

for (const kind of KINDS)
  test(`faults of the kind ${kind} are put where they belong`, () => {
    const [text, put] = CASES[kind];
    const found = placesIn(readSource('apps/server/src/resources/x.ts', text), [kind]);
    const inOrder = found.toSorted((a, b) => a.start - b.start);
    assert.deepEqual(
      inOrder.map((place) => place.text),
      put,
    );
    assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
  });
