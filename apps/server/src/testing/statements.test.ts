import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutMerchant } from './statements.ts';

const TABLES = new Set(['transactions', 'orders', 'offers', 'consumer_credits']);

const SAID = [
  'select * from transactions where id = $1',
  'select * from "transactions" where "id" = $1 and "merchant_id" = $2 for update',
  'update orders set label = $1 where id = $2 and merchant_id = $3',
  'insert into orders (merchant_id, id) values ($1, $2) on conflict (merchant_id, id) do update set label = excluded.label',
  'select from transactions t join orders o on o.id = t.order_id and o.merchant_id = t.merchant_id',
  `with page as (select t.id from transactions t where true)
   select (select json_agg(t) from page join transactions t using (id)), (select count(*) from transactions)`,
  `select (select count(*) from offers o where o.loan = c.id and o.merchant_id = c.merchant_id)
   from consumer_credits c where c.id = $1`,
  `select from orders o where (o.merchant_id, o.id) in ((select o.merchant_id, o.id from orders o)
   union all (select o.merchant_id, o.id from orders o))`,
  'select from merchants m join orders o on o.merchant_id = m.id',
  `select from transactions t join orders o on o.id = t.order_id and o.merchant_id = t.merchant_id
   join offers f on f.merchant_id = o.merchant_id where "t"."merchant_id" = $1 for share`,
  `select from orders o join transactions t on t.id = o.id and t.merchant_id = o.merchant_id
   where o.id in (select id from offers where merchant_id = o.merchant_id) and o.merchant_id = $1
   for no key update of o`,
  "select from orders where merchant_id = '1' and id = any($1) order by id for no key update skip locked",
  `select exists (select from offers f join orders b on b.id = f.id and b.merchant_id = f.merchant_id
     where f.order_id = o.id and f.merchant_id = $2) from orders o where o.id = $1 and o.merchant_id = $2 for share of o`,
  'select from customers where id = $1 for no key update',
  'select from transactions t join customers c on c.id = t.customer_id where t.merchant_id = $1 for share of t',
  'select o.merchant_id, o.id, o.label, count(*) from orders o group by o.merchant_id, o.id',
  'update orders set at = now() where id = $1 and merchant_id = $2 and (at is null or at < now())',
  `update lanes set until = $1, n = case when n > 1 then 1 end where lane = $2 and exists (select from merchants where id = $2)`,
  `select t.id, case when t.other is null then coalesce(
     (select o.label from orders o where o.id = t.order_id and o.merchant_id = $1), '') end
   from transactions t where t.id = $2 and t.merchant_id = $1`,
  'select transactions, day from transaction_counts union all select transactions, day from deltas',
];

const UNSAID: [string, string[]][] = [
  ['select * from "transactions" where "id" = $1 for update', ['transactions']],
  // by no value
  [
    `select from transactions t join unnest($1::uuid[], $2::uuid[]) as v (id, merchant_id)
     on v.id = t.id and v.merchant_id = t.merchant_id for no key update of t`,
    ['transactions'],
  ],
  [
    `select from transactions t join orders o on o.id = t.order_id and o.merchant_id = t.merchant_id
     where t.id = $1 for update of t`,
    ['transactions'],
  ],
  ['select from orders where merchant_id = any($1) for key share', ['orders']],
  [
    `with held as (select id from orders o where o.merchant_id in (select $1) for update)
     select from orders o join held on held.id = o.id where o.merchant_id = $1`,
    ['orders'],
  ],
  ['select from orders where status = $1 limit 5 for update skip locked', ['orders']],
  ['update "orders" as "o" set "label" = $1 where "o"."id" = $2', ['orders']],
  ['delete from orders where id = $1', ['orders']],
  ['select from orders o where o.id in (select o.id from orders o limit 5)', ['orders']],
  ['select from transactions t join orders o on o.id = t.order_id', ['transactions', 'orders']],
  [
    'select from c, orders o left join offers f on f.id = o.id where c.id = o.id',
    ['orders', 'offers'],
  ],
  [
    'select (select count(*) from offers o where o.loan = c.id) from consumer_credits c',
    ['offers'],
  ],
  ['select not exists (select from orders where label = $1) as none', ['orders']],
  [
    'select from customers c where exists (select from orders o where o.customer_id = c.id)',
    ['orders'],
  ],
  [
    `select exists (select from offers f where f.order_id = o.id and f.merchant_id = o.merchant_id)
     from orders o where o.id = $1 and o.merchant_id = $2 for update of o`,
    ['offers'],
  ],
  ['update orders set at = coalesce(at, now()) where id = $1 and merchant_id = $2', ['orders']],
  [
    "update orders set at = now() where id = $1 and merchant_id = $2 and coalesce(at <= pg_catalog.now() - interval '1 minute', true)",
    ['orders'],
  ],
  ['update users set told = ends where id = $1 returning ends - now() as left', ['users']],
  [
    `update lanes set until = case when n > 1 then $1::timestamptz + make_interval(secs => n) end
     where lane = $2 and exists (select from merchants where id = $2)`,
    ['lanes'],
  ],
  [
    `select t.id, (select coalesce((select o.label from orders o where o.id = t.order_id and o.merchant_id = $1), '')
       where t.other is null) from transactions t where t.id = $2 and t.merchant_id = $1`,
    ['orders'],
  ],
  [
    `select t.id from transactions t left join lateral (select exists (select 1 from orders o
       where o.id = t.order_id and o.merchant_id = t.merchant_id) as paid) x on true where t.merchant_id = $1`,
    ['orders'],
  ],
  ['select from customers where id = $1 for share', ['customers']],
  ['select from merchants m where m.id = $1::uuid for key share of m', ['merchants']],
  [
    `select t.amount, c.name from transactions t join customers c on c.id = t.customer_id
     where t.merchant_id = $1 for share of c`,
    ['customers'],
  ],
  ['select o.label, count(*) from orders o group by o.id', ['orders']],
  ['insert into orders (id) values ($1) on conflict (id) do update set label = $2', ['orders']],
  [
    `insert into orders (merchant_id, at) values ($1, now())
     on conflict ("merchant_id") do update set "at" = now()`,
    ['orders'],
  ],
  [`update orders o set label = d.x from (select 1 as x) d where o.id = $1`, ['orders']],
  [
    `with due as (select id from orders where status = $1 for update)
     update orders o set label = $2 from due where o.id = due.id`,
    ['orders'],
  ],
  [
    "select '(' from transactions t join orders o on o.id = t.id -- merchant_id =",
    ['transactions', 'orders'],
  ],
];

test('SB-03 a statement that ties rows of merchants by their ids alone is noticed, and no other', () => {
  for (const text of SAID) assert.deepEqual(withoutMerchant(text, TABLES), [], text);
  for (const [text, tables] of UNSAID)
    assert.deepEqual(withoutMerchant(text, TABLES).toSorted(), tables.toSorted(), text);
});
