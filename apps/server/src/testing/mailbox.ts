import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';

/** A mail as it was delivered. */
export interface Received {
  from: string;
  to: string[];
  /** By their names in small letters. */
  headers: Record<string, string>;
  text: string;
  html: string;
  /** The address that the text and the button lead to. */
  link: string;
}

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

const PATIENCE_MS = 15_000;

export interface MailboxOptions {
  port?: number;
  /** Whoever signs in must know it. */
  password?: string;
  /** The status that it refuses with at this step; 0 takes it. */
  refuse?: (step: 'MAIL FROM' | 'RCPT TO' | 'DATA', address: string) => number | Promise<number>;
}

/** A real SMTP server on a free port that keeps what it is sent. */
export async function openMailbox({ port = 0, password, refuse = () => 0 }: MailboxOptions = {}) {
  async function ask(
    step: Parameters<typeof refuse>[0],
    address: string,
    done: (error?: Error) => void,
  ) {
    const responseCode = await refuse(step, address);
    done(responseCode ? Object.assign(new Error('Not taken'), { responseCode }) : undefined);
  }
  async function take(
    raw: Promise<string>,
    envelope: Pick<Received, 'from' | 'to'>,
    done: (error?: Error) => void,
  ) {
    const mail = readMail(await raw);
    await ask('DATA', envelope.to.join(), (error) => {
      if (!error) mails.push({ ...mail, ...envelope });
      done(error);
    });
  }
  const mails: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) =>
      auth.password === password
        ? done(null, { user: auth.username })
        : done(new Error('Wrong password')),
    disabledCommands: ['STARTTLS'],
    logger: false,
    onMailFrom: ({ address }, _session, done) => void ask('MAIL FROM', address, done),
    onRcptTo: ({ address }, _session, done) => void ask('RCPT TO', address, done),
    onData(stream, { envelope }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : '';
      const to = envelope.rcptTo.map(({ address }) => address);
      void take(text(stream), { from, to }, done);
    },
  });
  // a client that goes away in the middle is none of the tests' business
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address() as { port: number };
  const to = (email: string) => mails.filter((mail) => mail.to.includes(email));
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    to,
    /** The nth mail to the address, as soon as it is there. */
    async next(email: string, nth = 1): Promise<Received> {
      for (const since = Date.now(); Date.now() - since < PATIENCE_MS; await sleep(20)) {
        const mail = to(email)[nth - 1];
        if (mail) return mail;
      }
      throw new Error(`No mail ${nth} to ${email}`);
    },
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}

/** The two forms of a mail, out of what went over the wire. */
function readMail(raw: string): Omit<Received, 'from' | 'to'> {
  const { headers, body } = part(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1];
  if (!boundary) throw new Error('One form only');
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((one) => part(one.slice(2)));
  const form = (type: string) => {
    const found = parts.find((one) => one.headers['content-type']?.startsWith(type));
    if (!found) throw new Error(`No ${type}`);
    return decoded(found);
  };
  const plain = form('text/plain');
  const link = /^https?:\/\/\S+$/m.exec(plain)?.[0];
  if (!link) throw new Error(`No link in ${plain}`);
  return { headers, text: plain, html: form('text/html'), link };
}

function part(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name.toLowerCase(), value.join(': ')];
    }),
  );
  return { headers, body: raw.slice(end + 4) };
}

function decoded({ headers, body }: ReturnType<typeof part>): string {
  const encoding = headers['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n');
}
