import { randomUUIDv7 } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Acquirer, Route } from '../gateways/acquirer.ts';
import { hearing } from '../gateways/wire.ts';
import { masked } from '../platform/card-numbers.ts';
import type { Database } from '../platform/db/database.ts';
import { together } from '../platform/db/together.ts';
import { errorLine, type Log } from '../platform/log.ts';

/** What goes over the wire to an acquirer and comes back, call by call (AT-05). */

/** What each call is named in the logs; of what is named nowhere nothing is kept. */
const NAMES = {
  openCardPage: 'OpenCardPage',
  inquireCard: 'InquireCard',
  authorise: 'Authorise',
  inquireAuthorisation: 'InquireAuthorisation',
  move: 'Move',
  inquire: 'Inquire',
  inquirePayment: 'InquirePayment',
} as const satisfies { [K in keyof Acquirer]?: string };
type Name = keyof typeof NAMES;

interface About {
  transactionId: string;
  merchantId: string;
}

/** What is said to it, and whom it is about, as far as the call tells. */
interface Call {
  operation: string;
  request: object;
  transactionId?: string;
  /** By which the payment is found, where the call does not name it. */
  operationId?: string;
  merchantId?: string | null | undefined;
}

const CALLS: { [K in Name]: (...given: Parameters<Acquirer[K]>) => Call } = {
  openCardPage: ({ route, ...request }) => ({
    operation: NAMES.openCardPage,
    request,
    transactionId: request.paymentId,
    merchantId: route?.of ?? request.merchantId,
  }),
  inquireCard: (sessionId, route) => ({
    operation: NAMES.inquireCard,
    request: { sessionId },
    transactionId: sessionId,
    merchantId: route?.of,
  }),
  authorise: ({ route, ...request }) => ({
    operation: NAMES.authorise,
    request,
    transactionId: request.transactionId,
    merchantId: route?.of,
  }),
  inquireAuthorisation: (operationId, route) =>
    inquiry(NAMES.inquireAuthorisation, operationId, route),
  move: ({ route, ...request }) => ({
    operation: request.kind.charAt(0) + request.kind.slice(1).toLowerCase(),
    request,
    transactionId: request.transactionId,
    merchantId: route?.of,
  }),
  inquire: (operationId, route) => inquiry(NAMES.inquire, operationId, route),
  inquirePayment: ({ route, ...request }) => ({
    operation: NAMES.inquirePayment,
    request,
    transactionId: request.transactionId,
    merchantId: route?.of,
  }),
};

const inquiry = (operation: string, operationId: string, route: Route | undefined): Call => ({
  operation,
  request: { operationId },
  operationId,
  merchantId: route?.of,
});

/** A name of a card by which money can be taken is for the acquirer alone. */
const hidden = (key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return Number(value);
  return key === 'token' && typeof value === 'string' ? `…${value.slice(-4)}` : value;
};

const payloadOf = (content: object): string => masked(JSON.stringify(content, hidden, 2));

/**
 * The acquirer with all that it is asked and answers in the logs: the call as it leaves, its answer with how long
 * it took, both under one number. A log that can't be written holds up no money.
 */
export function logged(
  acquirer: Acquirer,
  { database, log }: { database: Database; log: Log },
): Acquirer {
  // what many payments at once say goes by few statements
  const insert = together((rows: readonly RawBuilder<unknown>[]) =>
    sql`
      insert into soap_logs (id, transaction_id, merchant_id, direction, operation, http_status, duration_ms,
        payload, created_date, exchange_id)
      values ${sql.join(rows)}`.execute(database.kysely),
  );
  const write = async (
    about: Promise<About | null>,
    row: { direction: 'REQUEST' | 'RESPONSE'; operation: string; payload: string },
    exchangeId: string,
    httpStatus: number | null,
    durationMs: number | null,
  ): Promise<void> => {
    try {
      const of = await about;
      if (!of) return;
      const { direction, operation, payload } = row;
      await insert(
        sql`(${randomUUIDv7()}::uuid, ${of.transactionId}::uuid, ${of.merchantId}::uuid, ${direction},
          ${operation}, ${httpStatus}::int, ${durationMs}::int, ${payload}, clock_timestamp(), ${exchangeId}::uuid)`,
      );
    } catch (error) {
      log.warn(
        { why: errorLine(error), operation: row.operation },
        'a call to the acquirer is not in the logs',
      );
    }
  };

  const one =
    <K extends Name>(name: K) =>
    async (...given: Parameters<Acquirer[K]>) => {
      const { operation, request, ...who } = CALLS[name](...given);
      const about = aboutOf(database, who);
      const exchangeId = randomUUIDv7();
      const asked = write(
        about,
        { direction: 'REQUEST', operation, payload: payloadOf(request) },
        exchangeId,
        null,
        null,
      );
      const since = performance.now();
      const ask = acquirer[name] as (...given: unknown[]) => Promise<object>;
      const [answer, { httpStatus }] = await hearing(() => ask(...given));
      const tookMs = Math.round(performance.now() - since);
      await asked;
      await write(
        about,
        { direction: 'RESPONSE', operation, payload: payloadOf(answer) },
        exchangeId,
        httpStatus,
        tookMs,
      );
      return answer;
    };

  return {
    settlement: (day, route) => acquirer.settlement(day, route),
    close: () => acquirer.close(),
    ...(Object.fromEntries(
      (Object.keys(NAMES) as Name[]).map((name) => [name, one(name)]),
    ) as unknown as Pick<Acquirer, Name>),
  };
}

/** Whose payment a call is about; null where nobody knows. */
async function aboutOf(
  { kysely }: Database,
  { transactionId, operationId, merchantId }: Omit<Call, 'operation' | 'request'>,
): Promise<About | null> {
  if (transactionId && merchantId) return { transactionId, merchantId };
  const { rows } = await sql<About>`
    select attempt_id as "transactionId", merchant_id as "merchantId"
      from payment_operations where id = ${operationId ?? null}::uuid
    union all select transaction_id, merchant_id from money_operations where id = ${operationId ?? null}::uuid
    union all select id, merchant_id from recurring_charges where id = ${operationId ?? null}::uuid
    union all select id, merchant_id from transactions where id = ${transactionId ?? null}::uuid
    limit 1`.execute(kysely);
  return rows[0] ?? null;
}
