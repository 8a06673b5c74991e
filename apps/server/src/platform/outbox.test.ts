import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { smtpMailer } from '../gateways/mail.ts';
import { openMailbox, type Mailbox, type MailboxOptions } from '../testing/mailbox.ts';
import { testServer, type TestServer } from '../testing/server.ts';
import { encryption } from './encryption.ts';
import { layOut } from './mail-layout.ts';
import { AGEING } from './ageing.ts';
import { housekeeping } from './housekeeping.ts';
import { ageOutbox } from './outbox/ageing.ts';
import { AddressFails } from './outbox/work.ts';
import { deliverOutbox, post, type Deliveries } from './outbox.ts';

const FROM = 'Paydesk <no-reply@paydesk.test>';

const mail = (to: string) =>
  layOut(
    {
      to,
      subject: 'Māksājums <1> & more',
      heading: 'A heading',
      before: ['Zane Krūmiņa wrote <script>alert("1")</script> & left.'],
      action: { label: 'Open', link: 'https://paydesk.test/x?reset=abc&b=1' },
      after: ['Good bye.'],
    },
    'Paydesk',
  );

const over = (mailbox: { url: string }): Partial<Deliveries> => ({
  MAIL: smtpMailer(mailbox.url, FROM).send,
});

/** Between marks that isolate it. */
const alone = (name: string) => `\u2068${name}\u2069`;

const nowhere = () => Promise.reject(new AddressFails('The name is not known'));

interface Row {
  id: string;
  attempts: number;
  delivered: boolean;
  given_up: boolean;
  error: string | null;
  /** Seconds until the next attempt. */
  wait: number;
}

test('AM-47 in a mail a name that is read from right to left turns no amount beside it', () => {
  const [shop, tea, turns] = ['مقهى 24 الشاي', 'תה ירוק & נענע', '\u202e'];
  const { subject, text, html } = layOut(
    {
      to: 'anna@mail.test',
      subject: `Receipt from ${shop}: 24.00 EUR`,
      heading: `${shop}: 24.00 EUR`,
      before: [
        `${shop} has your payment.`,
        `2 × ${tea}: 12.00 EUR`,
        `Tea${turns}: 5.00 EUR`,
        'Latin: 1.00 EUR',
      ],
      action: { label: 'See the receipt', link: 'https://paydesk.test/x?b=1&c=2' },
      after: [],
    },
    'שלום',
  );
  assert.equal(subject, `Receipt from ${alone(shop)}: 24.00 EUR`);
  assert.deepEqual(text.split(/\n+/), [
    `${alone(shop)}: 24.00 EUR`,
    `${alone(shop)} has your payment.`,
    `2 × ${alone(tea)}: 12.00 EUR`,
    'Tea: 5.00 EUR',
    'Latin: 1.00 EUR',
    'See the receipt:',
    'https://paydesk.test/x?b=1&c=2',
    `${alone('שלום')} sent this mail automatically; replies are not read.`,
    '',
  ]);
  assert.match(html, /<html lang="en" dir="ltr">/);
  assert.match(html, /<h1><bdi>مقهى 24 الشاي<\/bdi>: 24\.00 EUR<\/h1>/);
  assert.match(html, /<p>2 × <bdi>תה ירוק &amp; נענע<\/bdi>: 12\.00 EUR<\/p>/);
  // every name stands in one of its own, and none in another
  assert.doesNotMatch(
    html.replaceAll(/<bdi>[^<]*<\/bdi>/g, '').replace(/<title>.*/, ''),
    /\p{Script=Hebrew}|\p{Script=Arabic}/u,
  );
  const plain = layOut(
    {
      to: 'anna@mail.test',
      subject: 'Māksājums',
      heading: 'Maksājums',
      before: ['Привет, Zoë: 1.00 EUR'],
      action: { label: 'Open', link: 'https://paydesk.test/x' },
      after: [],
    },
    'Paydesk',
  );
  assert.doesNotMatch(`${plain.subject}${plain.text}`, /[\u2066-\u2069]/, 'of these alone');
});

describe('the outbox', () => {
  let server: TestServer;
  const mailboxes: Mailbox[] = [];
  before(async () => {
    server = await testServer({ settings: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  });
  afterEach(async () => {
    await server.pool.query('delete from outbox');
    for (const mailbox of mailboxes.splice(0)) await mailbox.close();
  });
  after(() => server.close());

  async function open(options: MailboxOptions = {}) {
    const mailbox = await openMailbox(options);
    mailboxes.push(mailbox);
    return mailbox;
  }

  const send = async (to: string, minutes = 60) => {
    // in a millisecond of its own, by which its id sorts
    await sleep(2);
    await server.database.transaction('all', (tx) =>
      post(tx, server.services, 'MAIL', mail(to), { minutes }),
    );
  };
  const run = (by: Partial<Deliveries>) => deliverOutbox(server.services, () => by).run();

  test('AM-47 of shops that answer nowhere a demo’s log says nothing, so that its sign-ins stay in sight; any other log does', async () => {
    for (const [demo, lines] of [
      [true, []],
      [false, ['not delivered, tried again']],
    ] as const) {
      const said: string[] = [];
      const log = Object.assign(Object.create(server.services.log), {
        warn: (_: object, text: string) => said.push(text),
      });
      await send('a@b.test');
      await deliverOutbox({ ...server.services, demo, log }, () => ({ MAIL: nowhere })).run();
      assert.deepEqual(said, lines);
      await server.pool.query('delete from outbox');
    }
  });
  const rows = () =>
    server.all<Row>(
      `select id, attempts, delivered_date is not null as delivered, error,
         given_up_date is not null as given_up,
         extract(epoch from due_date - now())::float as wait
       from outbox order by id`,
    );
  const hurry = () => server.pool.query(`update outbox set due_date = now() - interval '1 second'`);

  test('AM-47 a mail arrives whole: text and HTML with the same link, escaped, to one address', async () => {
    const mailbox = await open();
    await send('zane@amber.test');
    await run(over(mailbox));
    const [{ id, delivered }] = (await rows()) as [Row];
    assert.equal(delivered, true);
    assert.equal(mailbox.mails.length, 1);
    const got = mailbox.mails[0]!;
    assert.deepEqual(got.to, ['zane@amber.test']);
    assert.equal(got.from, 'no-reply@paydesk.test');
    assert.equal(got.link, 'https://paydesk.test/x?reset=abc&b=1');
    assert.equal(got.headers['message-id'], `<${id}@paydesk.test>`);
    assert.equal(got.headers['auto-submitted'], 'auto-generated');
    assert.match(got.text, /Zane Krūmiņa wrote <script>alert\("1"\)<\/script> & left\./);
    assert.match(
      got.html,
      /Zane Krūmiņa wrote &lt;script&gt;alert\(&quot;1&quot;\)&lt;\/script&gt; &amp; left\./,
    );
    assert.equal(got.html.split('href="https://paydesk.test/x?reset=abc&amp;b=1"').length, 3);
    assert.match(got.html, /prefers-color-scheme:dark/);
    assert.doesNotMatch(got.html, /<img|<script|url\(|@import|<link/, 'nothing remote');
    // a comma in an address makes no second receiver
    await send('a@amber.test,b@baltic.test');
    await run(over(mailbox));
    assert.equal(mailbox.mails.length, 1);
    assert.deepEqual(mailbox.to('b@baltic.test'), []);
  });

  test('AM-47 what is rolled back is not sent, and what waits is sealed', async () => {
    const mailbox = await open();
    const rolledBack = server.database.transaction('all', async (tx) => {
      await post(tx, server.services, 'MAIL', mail('gone@amber.test'), { minutes: 60 });
      throw new Error('no');
    });
    await assert.rejects(rolledBack);
    await run(over(mailbox));
    assert.equal(mailbox.mails.length, 0);
    await send('sealed@amber.test');
    const { payload } = await server.one<{ payload: Buffer }>('select payload from outbox');
    assert.ok(!payload.includes('sealed@') && !payload.includes('reset='));
    // another key reads nothing, and loses nothing
    const stranger = { ...server.services, encryption: encryption('another key, long enough too') };
    await deliverOutbox(stranger, () => over(mailbox)).run();
    assert.equal((await rows())[0]!.delivered, false);
    await hurry();
    await run(over(mailbox));
    assert.equal(mailbox.mails.length, 1);
  });

  test('AM-47 a 4xx is tried again under the same id, after longer and longer pauses', async () => {
    let attempts = 0;
    const mailbox = await open({ refuse: (step) => (step === 'DATA' && ++attempts < 4 ? 451 : 0) });
    await send('busy@amber.test');
    const waits: number[] = [];
    for (let nth = 1; nth < 4; nth++) {
      await run(over(mailbox));
      const [row] = (await rows()) as [Row];
      assert.equal(row.attempts, nth);
      assert.equal(row.delivered, false);
      assert.match(row.error!, /451/);
      waits.push(row.wait);
      // not before its time
      await run(over(mailbox));
      assert.equal(attempts, nth);
      await hurry();
    }
    for (const [nth, expected] of [2, 4, 8].entries())
      assert.ok(Math.abs(waits[nth]! - expected) < 1, `${waits}`);
    await run(over(mailbox));
    const [row] = (await rows()) as [Row];
    assert.deepEqual([row.delivered, row.error], [true, null]);
    assert.equal(mailbox.mails.length, 1);
    await server.pool.query(
      `update outbox set delivered_date = null, attempts = 50, due_date = now() - interval '1 second'`,
    );
    attempts = -100;
    await run(over(mailbox));
    assert.ok((await rows())[0]!.wait <= 3600, 'an hour at the longest');
  });

  test('AM-47 a receiver that is refused for good is given up at once; a sender is our own matter', async () => {
    const mailbox = await open({
      refuse: (step, address) =>
        (step === 'RCPT TO' && address.startsWith('nobody')) ||
        (step === 'DATA' && address.startsWith('spam'))
          ? 550
          : 0,
    });
    await send('nobody@amber.test');
    await send('spam@amber.test');
    await send('somebody@amber.test');
    await run(over(mailbox));
    assert.deepEqual(
      (await rows()).map(({ delivered, given_up }) => [delivered, given_up]),
      [
        [false, true],
        [false, true],
        [true, false],
      ],
    );
    await hurry();
    await run(over(mailbox));
    assert.deepEqual(
      (await rows()).map(({ attempts }) => attempts),
      [1, 1, 1],
    );
    const strict = await open({ refuse: (step) => (step === 'MAIL FROM' ? 553 : 0) });
    await send('somebody@amber.test');
    await run(over(strict));
    const last = (await rows()).at(-1)!;
    assert.deepEqual([last.delivered, last.given_up], [false, false]);
  });

  test('AM-47 a mail server that is away is waited for', async () => {
    const gone = await openMailbox();
    await gone.close();
    await send('patient@amber.test');
    const by = over(gone);
    await run(by);
    const [row] = (await rows()) as [Row];
    assert.deepEqual([row.delivered, row.given_up], [false, false]);
    assert.match(row.error!, /ECONNREFUSED/);
    const back = await open({ port: gone.port });
    await hurry();
    await run(by);
    assert.equal(back.to('patient@amber.test').length, 1);
    // a restart between two mails
    await back.close();
    mailboxes.length = 0;
    const again = await open({ port: gone.port });
    await send('patient@amber.test');
    await run(by);
    assert.equal(again.mails.length, 1);
  });

  test('AM-47 a mail server that takes the call and says nothing is not waited for long', async () => {
    // a socket that the other end leaves is closed
    const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    await send('quiet@amber.test');
    await run({ MAIL: smtpMailer(`smtp://127.0.0.1:${port}`, FROM, 200).send });
    silent.close();
    const [row] = (await rows()) as [Row];
    assert.deepEqual([row.delivered, row.given_up, row.attempts], [false, false, 1]);
    assert.match(row.error!, /Greeting never received|Timeout/);
  });

  test('AM-47 two workers at once send each mail once', async () => {
    const mailbox = await open({ refuse: () => sleep(5, 0) });
    for (let nth = 0; nth < 40; nth++) await send(`person${nth}@amber.test`);
    await Promise.all([run(over(mailbox)), run(over(mailbox)), run(over(mailbox))]);
    assert.equal(mailbox.mails.length, 40);
    assert.equal(new Set(mailbox.mails.map(({ to }) => to[0])).size, 40);
    assert.ok((await rows()).every(({ delivered, attempts }) => delivered && attempts === 1));
  });

  test('AM-47 what a worker took along when it ended is sent by another, once its lease is over', async () => {
    const mailbox = await open();
    await send('lost@amber.test');
    const { promise: late, reject: fail } = Promise.withResolvers<void>();
    const end = new AbortController();
    const dying = deliverOutbox(server.services, () => ({ MAIL: () => late })).run(end.signal);
    for (let tries = 0; !(await rows())[0]!.attempts; tries++) {
      assert.ok(tries < 3000);
      await sleep(10);
    }
    end.abort();
    await run(over(mailbox));
    assert.equal(mailbox.mails.length, 0, 'within the lease it is left alone');
    assert.ok((await rows())[0]!.wait > 50);
    await hurry();
    await run(over(mailbox));
    assert.equal(mailbox.mails.length, 1);
    // the first one's failure comes late and changes nothing
    fail(new Error('cut'));
    await dying;
    const [row] = (await rows()) as [Row];
    assert.deepEqual([row.delivered, row.error, row.attempts], [true, null, 2]);
  });

  test('AM-47 a link that has run out is not sent any more; what is over is taken away', async () => {
    const mailbox = await open();
    await send('late@amber.test');
    await send('later@amber.test');
    await server.pool.query(`update outbox set expires_date = now() - interval '1 second'
      where id = (select min(id::text)::uuid from outbox)`);
    await run(over(mailbox));
    assert.deepEqual(
      mailbox.mails.map(({ to }) => to),
      [['later@amber.test']],
    );
    assert.equal((await rows())[0]!.given_up, true);
    // what waits for a mail server that never comes is ended too
    await send('waiting@amber.test');
    const after = async (days: number) => {
      const then = {
        ...server.services,
        now: () => new Date(Date.now() + days * 86_400_000),
      };
      const messages = AGEING.filter(({ table }) => table === 'outbox');
      const runs = [await ageOutbox(then).run(), await housekeeping(then, messages).run()];
      return { processed: runs.reduce((sum, run) => sum + (run?.processed ?? 0), 0) };
    };
    assert.equal((await after(0)).processed, 0);
    assert.equal((await after(6.9)).processed, 1);
    const [, , ended] = await rows();
    assert.equal(ended!.given_up, true);
    assert.match(ended!.error!, /^It could not be sent before/);
    assert.equal((await after(7.1)).processed, 1, 'delivered a week ago');
    assert.equal((await rows()).length, 2);
    assert.equal((await after(29)).processed, 0);
    // the last of them was given up a week later than it was posted
    assert.equal((await after(38)).processed, 2);
    assert.equal((await rows()).length, 0);
  });

  test('AM-47 without a mail server mails wait, and other kinds are still delivered', async () => {
    const without = { ...server.services, mailer: () => null };
    await server.database.transaction('all', (tx) =>
      post(tx, without, 'MAIL', mail('waiting@amber.test'), { minutes: 60 }),
    );
    // whoever looks at what waits reads why
    assert.match((await rows())[0]!.error!, /^No mail server is set/);
    const seen: string[] = [];
    await run({ RECOVERY: async (_id, { email }) => void seen.push(email) });
    await run({});
    await server.database.transaction('all', (tx) =>
      post(
        tx,
        server.services,
        'RECOVERY',
        { email: 'x@amber.test', address: '::1', askedDate: new Date().toISOString() },
        { minutes: 60 },
      ),
    );
    await run({ RECOVERY: async (_id, { email }) => void seen.push(email) });
    assert.deepEqual(seen, ['x@amber.test']);
    assert.deepEqual(
      (await rows()).map(({ delivered, attempts }) => [delivered, attempts]),
      [
        [false, 0],
        [true, 1],
      ],
    );
  });
});
