import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { ruleRecord } from '../apps/server/src/resources/rules/record.ts';
import { tryOn } from '../apps/server/src/resources/rules/trial.ts';
import { evaluate } from '../apps/server/src/domain/rules/evaluate.ts';
import { measuredDatabase } from './server.ts';
import { quantile } from '../scripts/quantile.ts';

/**
 * `npm run bench -- rules` on the database of DATABASE_URL or DATA_DIR, which `npm run seed` fills
 * before: rules tried over the payments of the last 30 days (`npm run seed -- --transactions 300000`
 * gives about 100,000 of them), from one that looks at the amount alone to one that counts, sums, looks
 * up the card and the screening of each payment as at its moment; then what a live decision takes.
 * What misses its bar, 10 s for 100,000 payments, ends with a !.
 */

const BAR_MS_OF_100K = 10_000;
const LIVE = 200;

const more = (field: string, value: number) => ({ field, comparison: 'MORE_THAN', value });
const TRIED = {
  'amount alone': [more('amount', 1000)],
  'counts and sums of hour, day, month': [
    more('countHour', 2),
    more('countDay', 3),
    more('sumMonth', 500),
  ],
  'everything at once': [
    more('amount', 10),
    more('countHour', 0),
    more('countDay', 0),
    more('countMonth', 1),
    more('sumMonth', 50),
    more('customerDays', 1),
    { field: 'cardCountry', comparison: 'IS_NOT', value: ['ZZ'] },
    { field: 'screening', comparison: 'IS_NOT', value: ['MATCH'] },
    { field: 'riskClass', comparison: 'IS_NOT', value: ['HIGH'] },
    { field: 'mcc', comparison: 'IS_NOT', value: ['0000'] },
  ],
};

const s = (value: number) => (value / 1000).toFixed(2);
const measured = await measuredDatabase();
const database = openDatabase(measured.url, { statementTimeoutMs: 600_000 });
let missed = 0;
try {
  const id = (await database.pool.query<{ id: string }>('select id from rules limit 1')).rows[0]!
    .id;
  console.log(
    `${ruleRecord.record.name} tried\n\n| conditions | payments | met | s | s for 100,000 |`,
  );
  console.log('| --- | --- | --- | --- | --- |');
  for (const [name, conditions] of Object.entries(TRIED)) {
    const began = performance.now();
    // as it is done, hits kept and all, and then forgotten
    const { payments, hits } = await database
      .transaction('all', async (tx) => {
        const made = await tryOn(tx, {
          id,
          name,
          version: name,
          priority: 1,
          createdDate: '',
          outcome: 'REVIEW',
          conditions,
        });
        throw Object.assign(new Error('rolled back'), { made });
      })
      .catch((error: { made?: Awaited<ReturnType<typeof tryOn>> }) => {
        if (!error.made) throw error;
        return error.made;
      });
    const ms = performance.now() - began;
    const of100k = (ms / payments) * 100_000;
    if (of100k > BAR_MS_OF_100K) missed++;
    console.log(
      `| ${name} | ${payments} | ${hits} | ${s(ms)} | ${s(of100k)}${of100k > BAR_MS_OF_100K ? '!' : ''} |`,
    );
  }
  const { rows } = await database.pool.query<{
    merchant_id: string;
    customer_id: string;
    card_pan: string;
  }>(
    `select merchant_id, customer_id, card_pan from transactions
     where customer_id is not null and card_pan is not null order by date desc limit ${LIVE}`,
  );
  const took: number[] = [];
  for (const row of rows) {
    const began = performance.now();
    await database
      .transaction('all', async (tx) => {
        await evaluate(tx, {
          kind: 'PAYMENT',
          merchantId: row.merchant_id,
          customerId: row.customer_id,
          cardPan: row.card_pan,
          cardId: null,
          amountCents: 10_00n,
          currency: 'EUR',
          subject: () => ({ type: 'TRANSACTION', id: row.merchant_id }),
        });
        throw new Error('rolled back');
      })
      .catch(() => {});
    took.push(performance.now() - began);
  }
  const at = (share: number) => quantile(took, share).toFixed(1);
  console.log(
    `\nA live decision by the rules that are on: median ${at(0.5)} ms, p95 ${at(0.95)} ms`,
  );
  console.log(`${missed} figures miss their bar`);
} finally {
  await database.close();
  await measured.stop();
}
