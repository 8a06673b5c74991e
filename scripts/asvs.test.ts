import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The requirements of ASVS 5.0 of levels 1 and 2: section, and the numbers in it. */
const REQUIRED = `
  1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2
  2.1:1-3 2.2:1-3 2.3:1-4 2.4:1
  3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2
  4.1:1-3 4.2:1 4.3:1-2 4.4:1-4
  5.1:1 5.2:1-3 5.3:1-2 5.4:1-3
  6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4
  7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2
  8.1:1-2 8.2:1-3 8.3:1 8.4:1
  9.1:1-3 9.2:1-4
  10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3
  11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1
  12.1:1-3 12.2:1-2 12.3:1-4
  13.1:1 13.2:1-5 13.3:1-2 13.4:1-5
  14.1:1-2 14.2:1-4 14.3:1-3
  15.1:1-3 15.2:1-3 15.3:1-7
  16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3
  17.1:1 17.2:1-4 17.3:1-2
`;

const numbersOf = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .flatMap((part) => {
      const [section = '', list = ''] = part.split(':');
      return list.split(',').flatMap((range) => {
        const [from = 0, to = from] = range.split('-').map(Number);
        return Array.from({ length: to - from + 1 }, (_, at) => `${section}.${from + at}`);
      });
    });

const ROW = /^\| (\d+\.\d+\.\d+) +\| (\S[^|]*?) +\| ([^|]*?) +\| `([^`]+)` +\|$/;

interface Row {
  number: string;
  state: string;
  why: string;
  file: string;
}

const rows: Row[] = read('docs/asvs.md')
  .split('\n')
  .flatMap((line) => {
    const [, number = '', state = '', why = '', file = ''] = ROW.exec(line) ?? [];
    return number ? [{ number, state, why, file }] : [];
  });

const count = (wanted: string) => rows.filter(({ state }) => state === wanted).length;

describe('the table of ASVS 5.0, levels 1 and 2', () => {
  test('has each requirement once, and no other', () => {
    const numbers = numbersOf(REQUIRED);
    assert.equal(numbers.length, 253);
    assert.deepEqual(
      rows.map(({ number }) => number),
      numbers,
    );
  });

  test('says of each how it is and why, and names a test that is there', () => {
    for (const { number, state, why, file } of rows) {
      assert.ok(['holds', 'does not apply', '**open**'].includes(state), `${number}: ${state}`);
      assert.ok(why.length > 2, number);
      assert.match(file, /\.(test|spec)\.ts$/, number);
      assert.ok(existsSync(join(root, file)), `${number}: ${file}`);
    }
    assert.ok(rows.filter(({ state }) => state === 'holds').length >= 140);
  });

  test('tells at its head how many hold, do not apply and are open', () => {
    const told = `${count('holds')} hold, ${count('does not apply')} do not apply, ${count('**open**')} are open`;
    assert.ok(read('docs/asvs.md').includes(told), told);
  });
});

/** What is absent, and what would give it away: in the name of a package that is served, or in the code. */
const ABSENT: Readonly<Record<string, { package?: RegExp; code?: RegExp }>> = {
  GraphQL: { package: /graphql|apollo/, code: /graphql/i },
  WebRTC: { package: /webrtc|wrtc|mediasoup/, code: /RTCPeerConnection/ },
  WebSocket: { package: /^ws$|websocket|socket\.io/, code: /new WebSocket|upgrade: websocket/i },
  LDAP: { package: /ldap/, code: /ldap:/i },
  'XML of others': { package: /xml|xpath|sax(es)?$|saml/, code: /DOMParser|XPath/ },
  LaTeX: { package: /latex/, code: /pdflatex|xelatex/ },
  memcache: { package: /memcache|memjs/ },
  Java: { package: /^java|jndi/, code: /jndi:/i },
  SMS: { package: /twilio|vonage|nexmo|messagebird/ },
  'questions of knowledge': { code: /secret question|mother’s maiden/i },
  'a template engine': { package: /ejs|handlebars|mustache|nunjucks|^pug$|liquid|eta$|velocity/ },
  Markdown: { package: /^marked$|markdown|remark|showdown/ },
  'code made of text': {
    code: /\beval\(|new Function\(|from 'node:vm'|set(Timeout|Interval)\(\s*['"`]/,
  },
  archives: { package: /zip|^tar$|unrar|7z/ },
  'a TLS server': { code: /https\.createServer|createSecureServer|tls\.createServer/ },
  'an authorization server': { package: /oidc-provider|oauth2-server|oauth2orize/ },
  'back-channel logout': { code: /logout\+jwt|backchannel/i },
  'plug-ins': { code: /<(applet|embed)[\s>]|application\/x-shockwave/i },
  'MD5, and ciphers of before': {
    code: /createHash\('md5'|createHash\('md4'|des-ede|aes-\d+-(ecb|cbc)|rc4/i,
  },
  'cookies that the server reads': { package: /cookie/, code: /set-cookie|headers\.cookie/i },
};

/** What has such a word and is none of it: why. */
const ALLOWED: Readonly<Record<string, string>> = {
  cookie: 'of light-my-request, by which tests call Fastify without a line',
  'set-cookie-parser': 'the same',
  'cookie-es': 'of the router’s part for servers, which is not used',
  'apps/shop/src/server.ts': 'the demo’s shop has a session of its own',
};

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean }>;
}

/** The packages that run in production, by the lock. */
const served = Object.entries((JSON.parse(read('package-lock.json')) as Lock).packages)
  .filter(([path, { dev }]) => path.includes('node_modules/') && !dev)
  .map(([path]) => path.split('node_modules/').at(-1)!);

const sources = globSync('{apps,packages}/*/src/**/*.{ts,tsx,js}', { cwd: root })
  .filter((path) => !/\.(test|spec)\.ts$|\/testing\//.test(path))
  .map((path) => ({ path, text: read(path) }));

describe('what is absent', () => {
  for (const [what, { package: named, code }] of Object.entries(ABSENT))
    test(`no ${what}`, () => {
      const found = [
        ...(named ? served.filter((name) => named.test(name)) : []),
        ...(code ? sources.filter(({ text }) => code.test(text)).map(({ path }) => path) : []),
      ].filter((one) => !(one in ALLOWED));
      assert.deepEqual(found, []);
    });

  test('no code of our own in a language without memory safety, but what moves the clock of a proof', () => {
    const found = globSync('{apps,packages,scripts}/**/*.{c,cc,cpp,h,rs,go,node,wasm,gyp}', {
      cwd: root,
    });
    assert.deepEqual(
      found.filter((path) => !path.includes('node_modules')),
      // compiled by `npm run prove -- clocks` alone, and loaded by what that starts
      ['scripts/clocks/waits.c'],
    );
  });

  test('programs are started with lists of arguments; one line for a shell is the operator’s own', () => {
    const found = sources.filter(
      ({ text }) =>
        /execSync\(|[^.\w]exec\(|shell: true/.test(text) && text.includes('node:child_process'),
    );
    assert.deepEqual(
      found.map(({ path }) => path),
      ['apps/server/src/platform/key-sources.ts'],
    );
  });

  test('SHA-1 stands where nothing rests on it', () => {
    const found = sources.filter(({ text }) => /createHash\('sha1'/.test(text));
    assert.deepEqual(found.map(({ path }) => path).toSorted(), [
      'apps/server/src/gateways/acquirer-sandbox/authentication.ts',
      'apps/server/src/platform/db/plans.ts',
      'apps/server/src/platform/db/reading.ts',
    ]);
  });

  test('Node takes no call of two lengths, and TRACE is no method of ours', async (t) => {
    let calls = 0;
    const server = createServer((_, response) => {
      calls++;
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const heads = [
      'Content-Length: 4\r\nTransfer-Encoding: chunked',
      'Content-Length: 4\r\nContent-Length: 5',
      'Transfer-Encoding: chunked, identity',
    ];
    for (const head of heads) {
      const socket = connect(port, '127.0.0.1');
      socket.end(`POST / HTTP/1.1\r\nHost: a\r\n${head}\r\n\r\n0\r\n\r\n`);
      assert.match(await textOf(socket), /^HTTP\/1\.1 400 /, head);
    }
    assert.equal(calls, 0);
    assert.match(
      read('apps/server/src/platform/http/app.ts'),
      /const METHODS: [^;]*\['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'\]/,
    );
  });
});
