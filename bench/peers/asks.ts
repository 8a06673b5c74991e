import { Agent, request } from 'node:http';

export const AT_ONCE = 4;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

/** A page of 50, the newest first, with its total; of one merchant or of all. */
export interface Ask {
  merchantId: string | null;
  page: number;
}

export interface Call {
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Product {
  name: string;
  page(ask: Ask): Call;
  /** What an answer has: rows of this page, and how many there are in all. */
  read(text: string): { rows: number; total: number };
  /** All rows of one merchant in one file; its rows as the product has them where it makes no file. */
  file(merchantId: string): Call;
}

const SIZE = 50;

/** What a row shows: as much as Paydesk's list sends. */
const FIELDS = `id amountCents currency date status description cardPan accountStatementReference batchId
  refundedTransactionId merchantId customerId purchaseId orderId recurringPaymentId refundedCents reversedCents
  hold dispute liabilityShift`;

/** A session may call 6,000 times a minute, so several take turns. */
function turn(tokens: string[]): string {
  const next = tokens.shift()!;
  tokens.push(next);
  return next;
}

export const paydesk = (url: string, tokens: Record<string, string[]>): Product => ({
  name: 'Paydesk',
  page: ({ merchantId, page }) => ({
    url: `${url}/api/transactions?${new URLSearchParams({ page: String(page), size: String(SIZE), sort: 'date,DESC' })}`,
    headers: { authorization: `Bearer ${turn(tokens[merchantId ?? 'staff']!)}` },
  }),
  read: (text) => {
    const { content, totalElements } = JSON.parse(text) as {
      content: unknown[];
      totalElements: number;
    };
    return { rows: content.length, total: totalElements };
  },
  file: (merchantId) => ({
    url: `${url}/api/transactions.csv?f_merchantId=${merchantId}`,
    headers: { authorization: `Bearer ${turn(tokens['staff']!)}` },
  }),
});

export const adminjs = (url: string): Product => {
  const actions = `${url}/admin/api/resources/transactions/actions`;
  return {
    name: 'AdminJS 7',
    page: ({ merchantId, page }) => ({
      url: `${actions}/list?${new URLSearchParams({
        page: String(page + 1),
        perPage: String(SIZE),
        sortBy: 'date',
        direction: 'desc',
        ...(merchantId && { 'filters.merchant_id': merchantId }),
      })}`,
    }),
    read: (text) => {
      const { records, meta } = JSON.parse(text) as { records: unknown[]; meta: { total: number } };
      return { rows: records.length, total: Number(meta.total) };
    },
    file: (merchantId) => ({
      url: `${actions}/file?merchant=${merchantId}`,
    }),
  };
};

const ALL = `query ($first: Int, $offset: Int, $of: TransactionCondition) {
  allTransactions(first: $first, offset: $offset, condition: $of, orderBy: [DATE_DESC]) {
    totalCount nodes { ${FIELDS} merchantByMerchantId { name } } } }`;

export const postgraphile = (url: string): Product => {
  const call = (variables: object): Call => ({
    url: `${url}/graphql`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: ALL, variables }),
  });
  return {
    name: 'PostGraphile 5',
    page: ({ merchantId, page }) =>
      call({ first: SIZE, offset: page * SIZE, of: merchantId && { merchantId } }),
    read: (text) => {
      const { data } = JSON.parse(text) as {
        data: { allTransactions: { totalCount: number; nodes: unknown[] } };
      };
      const { nodes, totalCount } = data.allTransactions;
      return { rows: nodes.length, total: totalCount };
    },
    file: (merchantId) => call({ of: { merchantId } }),
  };
};

/** As AdminJS's, by the names of the table's columns. */
const COLUMNS = FIELDS.split(/\s+/)
  .map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
  .join();

const filterOf = (merchantId: string | null) =>
  merchantId && { filter: JSON.stringify({ merchant_id: { _eq: merchantId } }) };

export const directus = (url: string): Product => {
  const headers = { authorization: 'Bearer bench-peers-directus' };
  const items = (query: object) => `${url}/items/transactions?${new URLSearchParams({ ...query })}`;
  return {
    name: 'Directus 12',
    page: ({ merchantId, page }) => ({
      url: items({
        limit: SIZE,
        offset: page * SIZE,
        sort: '-date',
        meta: 'filter_count',
        fields: `${COLUMNS},merchant_id.name`,
        ...filterOf(merchantId),
      }),
      headers,
    }),
    read: (text) => {
      const { data, meta } = JSON.parse(text) as {
        data: unknown[];
        meta: { filter_count: number };
      };
      return { rows: data.length, total: Number(meta.filter_count) };
    },
    file: (merchantId) => ({
      url: items({ export: 'csv', limit: -1, fields: COLUMNS, ...filterOf(merchantId) }),
      headers,
    }),
  };
};

export function ask({ url, headers = {}, body }: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const call = request(url, { agent, headers, method }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`${url} answered ${answer.statusCode}: ${text.slice(0, 300)}`));
      });
      answer.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}
