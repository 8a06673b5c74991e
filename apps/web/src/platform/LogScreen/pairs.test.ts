import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDateTime } from '../format.ts';
import { digestOf } from './digest.ts';
import { acrossPages, askedOfAll, foldedBy, pairOf, type Message } from './pairs.ts';
import { curlOf, formOf, linesOf } from './read.ts';
import { saidOf } from './said.ts';
import type { Became } from './types.ts';

const said = (id: string, side: Message['side'], name: string, second: number): Message => ({
  id,
  side,
  name,
  at: `2026-11-20T10:00:${String(second).padStart(2, '0')}.000Z`,
});

test('AT-05, AT-06, EL-08 an answer belongs to the last request of its name before it', () => {
  const all = [
    said('lost', 'request', 'Capture', 1),
    said('asked', 'request', 'Capture', 3),
    said('other', 'request', 'Refund', 4),
    { ...said('answered', 'answer', 'Capture', 5), durationMs: 365 },
    said('unasked', 'answer', 'Capture', 9),
    said('other answer', 'answer', 'Refund', 8),
  ];
  const halves = (id: string) => {
    const { request, answer, durationMs } = pairOf(all, id);
    return [request?.id ?? null, answer?.id ?? null, durationMs];
  };
  assert.deepEqual(halves('asked'), ['asked', 'answered', 365]);
  assert.deepEqual(halves('answered'), ['asked', 'answered', 365]);
  assert.deepEqual(halves('lost'), ['lost', null, null]);
  assert.deepEqual(halves('unasked'), [null, 'unasked', null]);
  assert.deepEqual(halves('other answer'), ['other', 'other answer', 4000]);
  assert.deepEqual(halves('nobody'), [null, null, null]);
  assert.deepEqual(
    pairOf([said('b', 'answer', 'X', 1), said('a', 'request', 'X', 1)], 'a').answer?.id,
    'b',
  );
});

const message = (messageType: string, more: object) => JSON.stringify({ messageType, ...more });

test('AT-05, AT-06 a message is read by its values, in XML and JSON; what is neither stays raw', () => {
  assert.deepEqual(
    linesOf(
      `<?xml version="1.0"?><s:Envelope xmlns:s="x"><s:Body><p:CaptureRequest><p:amount currency="EUR">31.50</p:amount><p:holder>A &amp;amp; B</p:holder><p:empty/></p:CaptureRequest></s:Body></s:Envelope>`,
    ),
    [
      { label: 'Amount', value: '31.50 EUR' },
      { label: 'Holder', value: 'A &amp; B' },
      { label: 'Empty', value: '' },
    ],
  );
  assert.deepEqual(
    linesOf('{"messageType":"CRes","transStatus":"Y","a":[{"purchaseId":1},null]}'),
    [
      { label: 'Message type', value: 'CRes' },
      { label: 'Trans status', value: 'Y', words: 'payer authenticated' },
      { label: 'Purchase ID', value: '1', part: 'A 1' },
      { label: 'A 2', value: '' },
    ],
  );
  assert.deepEqual(linesOf('{"amountCents":1234,"currency":"EUR"}'), [
    { label: 'Amount', value: '12.34' },
    { label: 'Currency', value: 'EUR' },
  ]);
  // what a gateway carries along of 3-D Secure, each part under its own name
  assert.deepEqual(
    linesOf(
      JSON.stringify({
        outcome: 'approved',
        threeDSecure: 'asNeeded',
        authentication: {
          result: 'Y',
          messages: [
            { type: 'AReq', result: null, payload: message('AReq', { acsTransID: 'f00d' }) },
            {
              type: 'ARes',
              result: 'Y',
              payload: message('ARes', { threeDSServerTransID: 'b0b' }),
            },
          ],
        },
      }),
    ).map(({ part, label, value, words }) => [part, label, value, words]),
    [
      [undefined, 'Outcome', 'approved', undefined],
      [undefined, '3-D Secure', 'asNeeded', undefined],
      ['Authentication', 'Result', 'Y', 'payer authenticated'],
      ['AReq', 'Result', '', undefined],
      ['AReq', 'Message type', 'AReq', undefined],
      ['AReq', 'ACS trans ID', 'f00d', undefined],
      ['ARes', 'Result', 'Y', 'payer authenticated'],
      ['ARes', 'Message type', 'ARes', undefined],
      ['ARes', '3DS server trans ID', 'b0b', undefined],
    ],
  );
  // codes, instants and the amounts of schemes, as the console writes them
  assert.deepEqual(
    linesOf(
      '{"status":"PAID","loanStatus":"WAITING_FOR_CONFIRMATION","changed":"2026-11-27T15:16:07.091Z","purchaseAmount":"4399","purchaseCurrency":"978"}',
    ).map(({ value, sent }) => [value, sent]),
    [
      ['Paid', 'PAID'],
      ['Waiting for confirmation', 'WAITING_FOR_CONFIRMATION'],
      [formatDateTime('2026-11-27T15:16:07.091Z'), '2026-11-27T15:16:07.091Z'],
      ['43.99', '4399'],
      ['EUR', '978'],
    ],
  );
  assert.deepEqual(linesOf('<amount>3155.00</amount>'), [
    { label: 'Amount', value: "3'155.00", sent: '3155.00' },
  ]);
  assert.deepEqual(linesOf('nothing of both'), []);
  assert.deepEqual(['<a>1</a>', '{"a":1}', 'neither'].map(formOf), ['XML', 'JSON', '']);
});

test('EL-08 a request as curl has its body and its kind, and no header that proves who asks, nor a password out of an address', () => {
  assert.match(
    curlOf('{}', 'https://shop:s3cret@shop.test/paydesk?at=@'),
    /^curl --request POST 'https:\/\/shop\.test\/paydesk\?at=@' /,
  );
  const curl = curlOf(`{"name":"O'Neill"}`, 'https://shop.test/it%20s/paydesk');
  assert.match(curl, /^curl --request POST 'https:\/\/shop\.test\/it%20s\/paydesk' /);
  assert.match(curl, /--header 'Content-Type: application\/json'/);
  assert.match(curl, /--data-binary '\{"name":"O'\\''Neill"\}'$/);
  assert.equal(curl.match(/--header/g)?.length, 1);
  // no host is made up: the shell asks for one
  assert.match(
    curlOf('<a/>', null),
    /^curl --request POST "\$\{RECEIVER_URL:\?[^}]+\}" .*text\/xml/s,
  );
});

/** A row in one line, as the list has it. */
const lineOf = (text: string, known: readonly string[] = []) => {
  const { outcome, about, facts: others } = digestOf(text, known);
  const facts = [...about, ...others];
  const ended = [outcome?.words, outcome?.why].filter(Boolean).join(': ');
  return [...(outcome ? [`${ended} [${outcome.tone}]`] : []), ...facts].join(' · ');
};
const soap = (body: string) =>
  `<?xml version="1.0"?><soap:Envelope xmlns:soap="x"><soap:Body>${body}</soap:Body></soap:Envelope>`;

test('AT-05, AT-06, EL-06 a row says how its message ended and what it is about, and not what all rows say', () => {
  const id = '019a0000-0000-7000-8000-000000000001';
  const lines: [text: string, line: string, known?: string[]][] = [
    [
      soap(
        `<pay:reference>${id}</pay:reference><pay:amount currency="EUR">31.50</pay:amount><pay:pan>520000******6017</pay:pan><pay:expiry>****</pay:expiry>`,
      ),
      '31.50 EUR · •• 6017',
    ],
    [
      soap('<pay:result>APPROVED</pay:result><pay:authorisation>123456</pay:authorisation>'),
      'Approved [success] · authorisation 123456',
    ],
    [
      soap('<pay:result>REFUSED</pay:result><pay:code>51</pay:code>'),
      'Refused: There is not enough money on the card (51) [error]',
    ],
    [
      soap('<soap:Fault><faultcode>soap:Server</faultcode></soap:Fault>'),
      'Failed: a fault on the other side [error]',
    ],
    [
      '{"kind":"REFUND","transactionId":"x-1","amountCents":1399,"currency":"EUR"}',
      '13.99 EUR',
      ['x-1'],
    ],
    [
      '{"kind":"CAPTURE","amountCents":1399,"currency":"EUR","heldCents":2000}',
      '13.99 EUR · held 20.00',
    ],
    [
      '{"outcome":"notTaken","reason":"Never heard of"}',
      'The money was not taken: Never heard of [error]',
    ],
    [
      '{"messageType":"AReq","messageVersion":"2.2.0","acctNumber":"520000******6017","purchaseAmount":"4399","purchaseCurrency":"978"}',
      '43.99 EUR · •• 6017',
    ],
    [
      '{"messageType":"CRes","transStatus":"Y","eci":"05"}',
      'Payer authenticated [success] · the issuer is liable',
    ],
    ['{"messageType":"CRes","transStatus":"N"}', 'Payer not authenticated [error]', ['CRes', 'N']],
    ['{"messageType":"CReq","challengeWindowSize":"02"}', 'challenge window size 02'],
    [
      '<purchcomplreq><changed>2026-11-23T21:23:27.132Z</changed><status>SETTLED</status><amount>2755.00</amount><currency>EUR</currency></purchcomplreq>',
      "Settled [success] · 2'755.00 EUR",
    ],
    [
      '<pmtreq><externalId>A-1</externalId><currency>EUR</currency><item><amount>7.00</amount></item><item><amount>8.00</amount></item></pmtreq>',
      '2 items · external ID A-1',
    ],
    [
      '<pmtresp><result>REJECTED</result><reasonCode>X</reasonCode><reason>The shop is closed</reason></pmtresp>',
      'Rejected: The shop is closed [error] · reason code X',
    ],
    // an event first, and each value once
    [
      '<purchcomplreq><event>RECURRING_EXPIRED</event><status>PENDING</status><amount>2755.00</amount><loanStatus>WAITING_FOR_BANK</loanStatus><orderNumber>PAID_1</orderNumber><recurringStatus>EXPIRED</recurringStatus><recurringAmount>2755.00</recurringAmount></purchcomplreq>',
      "Recurring expired [ended] · 2'755.00 · purchase pending · loan status waiting for bank · order number PAID_1",
    ],
    // a gateway's, and not what it carries along, which has rows of its own
    [
      '{"outcome":"approved","amountCents":612550,"currency":"EUR","reference":"x","authentication":{"result":"Y","eci":"05","messages":[{"type":"AReq","result":null,"payload":"{\\"messageType\\":\\"AReq\\",\\"purchaseAmount\\":\\"1\\"}"}]}}',
      "Approved [success] · 6'125.50 EUR",
    ],
    [
      '{"outcome":"card","card":{"first6":"520000","last4":"6017"}}',
      'The card is known [success] · •• 6017',
    ],
    // what a row would else show as it was sent
    [`{ "sessionId": "${id}" }`, 'session ID …000001'],
    [soap(`<pay:reference>${id}</pay:reference>`), 'reference …000001'],
    ['nothing of both', ''],
  ];
  for (const [text, line, known] of lines) assert.equal(lineOf(text, known), line);
});

test('AT-05, AT-06, EL-06 how a message ended has a column of its own with its colour; the message says why, and all of it where that column is not shown', () => {
  const saying = { request: null, known: [], tookMs: 60, became: null };
  const refused = saidOf({
    ...saying,
    text: soap('<pay:result>REFUSED</pay:result><pay:code>51</pay:code>'),
  });
  assert.deepEqual(refused.result?.words, 'Refused');
  assert.equal(refused.result?.tone, 'error');
  assert.equal(refused.lead?.words, 'There is not enough money on the card (51)');
  assert.equal(refused.outcome?.words, 'Refused: There is not enough money on the card (51)');
  assert.equal(refused.rest, 'after 60 ms');
  const text = '<purchcomplreq><status>SETTLED</status><amount>5.00</amount></purchcomplreq>';
  const told = (became: Became) => saidOf({ ...saying, text, tookMs: null, became });
  const delivered = told({ words: 'Delivered', why: 'x', more: [], tone: 'success' });
  assert.deepEqual(delivered.result, { words: 'Delivered', tone: 'success' });
  assert.deepEqual([delivered.lead?.words, delivered.rest], ['Settled', '5.00']);
  assert.deepEqual(
    [delivered.outcome?.words, delivered.restAlone],
    ['Settled', '5.00 · delivered'],
  );
  const failed: Omit<Became, 'why'> = {
    words: 'Not delivered',
    more: ['4 attempts'],
    tone: 'error',
  };
  const answered = told({ ...failed, code: '503', why: 'The address answered 503' });
  assert.deepEqual(answered.result, { words: 'Not delivered 503', tone: 'error' });
  assert.deepEqual([answered.lead, answered.rest], [null, 'Settled · 5.00 · 4 attempts']);
  assert.equal(answered.restAlone, 'Settled · 5.00 · The address answered 503 · 4 attempts');
  // what has no number says why in words
  assert.equal(
    told({ ...failed, why: 'The name is not known' }).rest,
    'Settled · 5.00 · The name is not known · 4 attempts',
  );
  // a request has not ended
  assert.equal(saidOf({ ...saying, text: '<pmtreq><amount>7.00</amount></pmtreq>' }).result, null);
});

test('AT-05, AT-06, GT-25 a request and its answer on two pages are one line, on the page of the answer', () => {
  const log = {
    conversation: ({ of }: { of: string | null }) => (of ? { f_id: of } : null),
    message: ({ name, side }: Message) => ({ name, side }),
  };
  const newer = [rowOf('a1', '1', 'PMT', 8), rowOf('a2', '2', 'PMT', 7)];
  const older = [
    rowOf('r2', '2', 'PMT', 3),
    rowOf('r1', '1', 'PMT', 2),
    rowOf('r3', '3', 'PMT', 1),
  ];
  const first = acrossPages(newer, [], log);
  assert.deepEqual([ids(first), first.alone], [['a1', 'a2'], { request: false, answer: true }]);
  const whole = acrossPages(newer, older, log);
  assert.deepEqual(ids(whole), ['a1', 'a2']);
  assert.equal(whole.asked.get('a2')?.request.id, 'r2');
  assert.deepEqual(whole.alone, { request: false, answer: false });
  // and the page that begins with their requests tells its own alone, even while the one before is still shown
  assert.deepEqual(ids(acrossPages(older, newer, log)), ['r3']);
  assert.deepEqual(ids(acrossPages(newer, [...newer, ...older], log)), ['a1', 'a2']);
});

const ids = ({ lines }: { lines: readonly { id: string }[] }) => lines.map(({ id }) => id);

const rowOf = (id: string, of: string | null, name: string, second: number) => ({
  ...said(id, id.startsWith('a') ? 'answer' : 'request', name, second),
  of,
  createdDate: `2026-11-20T10:00:${String(second).padStart(2, '0')}.000Z`,
});

test('AT-05, AT-06, EL-05 an answer’s row says its request too where that is on the page, of the same payment', () => {
  const rows = [
    rowOf('a1', '1', 'PMT', 4),
    rowOf('r1', '1', 'PMT', 1),
    rowOf('r2', '2', 'PMT', 3),
    rowOf('a3', '3', 'PMT', 5),
    rowOf('r4', null, 'PMT', 6),
    rowOf('a4', null, 'PMT', 7),
  ];
  const asked = askedOfAll(rows, {
    conversation: ({ of }) => (of ? { f_id: of } : null),
    message: ({ name, side }) => ({ name, side }),
  });
  assert.deepEqual(
    [...asked].map(([id, { request, tookMs }]) => [id, request.id, tookMs]),
    [['a1', 'r1', 3000]],
  );
  // a request that nobody answered, and what belongs to nothing, stand by themselves
  assert.deepEqual(
    foldedBy(rows, asked).map(({ id }) => id),
    ['a1', 'r2', 'a3', 'r4', 'a4'],
  );
});
