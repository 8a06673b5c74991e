import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { after, before, describe, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { outbound, type OutboundOptions } from './outbound.ts';
import { isPublic, readAllowList } from './outbound/addresses.ts';

/** Something inside that must never be reached: counts who comes. */
async function inside(answer: RequestListener, host = '127.0.0.1') {
  let connections = 0;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.host}${request.url}`);
    answer(request, response);
  }).on('connection', () => connections++);
  await listening(server, host);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    asked,
    connections: () => connections,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const listening = (server: Server, host: string) =>
  new Promise<void>((done) => server.listen(0, host, done));

const call = (url: string, options: Partial<OutboundOptions> = {}) =>
  outbound({ allow: '', ...options }).call({ method: 'OPTIONS', url });

const never = () => new Promise<never>(() => {});
const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Names and what an attacker's name server would say; anything else is unknown. */
const NAMES: Record<string, string[]> = {
  'loopback.test': ['127.0.0.1'],
  'private.test': ['10.1.2.3'],
  'metadata.test': ['169.254.169.254'],
  'mixed.test': ['93.184.215.14', '127.0.0.1'],
  'mixed-six.test': ['2606:4700::1111', '::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'zone.test': ['fe80::1%lo'],
  'odd.test': ['0x7f000001'],
  'trailing.test.': ['127.0.0.1'],
  'nothing.test': [],
};
const resolve = async (host: string) => {
  const found = NAMES[host];
  if (!found) throw new Error('ENOTFOUND');
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

const opens = async (allow: string, address: string) =>
  (await call(address, { allow, resolve })).answered;

/** Each with PORT for the one that listens inside. */
const HOSTILE = [
  // this machine, in every way to write it
  'http://127.0.0.1:PORT/',
  'http://127.0.0.2:PORT/',
  'http://127.1:PORT/',
  'http://127.0.1:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0x7f.0.0.1:PORT/',
  'http://0x7f.1:PORT/',
  'http://017700000001:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://0177.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://１２７.０.０.１:PORT/',
  'http://127%2e0%2e0%2e1:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0:PORT/',
  'http://0.1.2.3:PORT/',
  // IPv6, and IPv4 in it
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://[::]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[0:0:0:0:0:ffff:7f00:0001]:PORT/',
  'http://[::ffff:0:127.0.0.1]:PORT/',
  'http://[::ffff:8.8.8.8]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[64:ff9b:1::7f00:1]:PORT/',
  'http://[2002:7f00:1::1]:PORT/',
  'http://[2001:0:7f00:1::1]:PORT/',
  'http://[fc00::1]:PORT/',
  'http://[fd12:3456:789a::1]:PORT/',
  'http://[fe80::1]:PORT/',
  'http://[fec0::1]:PORT/',
  'http://[ff02::1]:PORT/',
  'http://[2001:db8::1]:PORT/',
  'http://[3fff::1]:PORT/',
  'http://[100::1]:PORT/',
  'http://[4000::1]:PORT/',
  // networks that are not the public internet
  'http://10.0.0.1:PORT/',
  'http://172.16.0.1:PORT/',
  'http://172.31.255.255:PORT/',
  'http://192.168.1.1:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1:PORT/',
  'http://192.0.0.192:PORT/',
  'http://192.0.2.1:PORT/',
  'http://198.51.100.1:PORT/',
  'http://203.0.113.1:PORT/',
  'http://198.18.0.1:PORT/',
  'http://192.88.99.1:PORT/',
  'http://224.0.0.1:PORT/',
  'http://240.0.0.1:PORT/',
  'http://255.255.255.255:PORT/',
  // names
  'http://loopback.test:PORT/',
  'http://LOOPBACK.test:PORT/',
  'https://loopback.test:PORT/',
  'http://trailing.test.:PORT/',
  'http://private.test:PORT/',
  'http://metadata.test/latest/meta-data/',
  'http://mixed.test:PORT/',
  'http://mixed-six.test:PORT/',
  'http://mapped.test:PORT/',
  'http://zone.test:PORT/',
  'http://odd.test:PORT/',
  'http://nothing.test:PORT/',
  'http://unknown.test:PORT/',
  // credentials, and hosts dressed as credentials
  'http://user:secret@93.184.215.14:PORT/',
  'http://93.184.215.14@127.0.0.1:PORT/',
  'http://93.184.215.14%40127.0.0.1:PORT/',
  'http://127.0.0.1:PORT\\@93.184.215.14/',
  'http:\\\\127.0.0.1:PORT\\',
  'http:127.0.0.1:PORT/',
  '\thttp://127.0.0.1:PORT/',
  'http://127.0.0\n.1:PORT/',
  // no web addresses at all
  'file:///etc/passwd',
  'ftp://127.0.0.1:PORT/',
  'gopher://127.0.0.1:PORT/_GET',
  'data:text/plain,x',
  'javascript:alert(1)',
  'unix:/var/run/docker.sock',
  '//127.0.0.1:PORT/',
  '127.0.0.1:PORT',
  '',
  // ports of other services
  'http://loopback.test:22/',
  'http://93.184.215.14:25/',
  'http://93.184.215.14:0/',
];

// of shop.test, made for this test and trusted by nobody else
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgnfQckx4giTX7jCNW
MkLWELz7T3FgsuDOmPJEMrnZbo+hRANCAARGsFo2tJJaUiYvttO5A2KKWJDdnDvK
3e9zswili9uehSh0xIwZxoyxvlLULYu+B6oj/Yb0yIqDORfSwRAcUF9r
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUdTkgETeh2MDE38TvV2CcBtWjyiAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJc2hvcC50ZXN0MCAXDTI2MTEyMTA1MjkzMloYDzIxMjYxMDI4
MDUyOTMyWjAUMRIwEAYDVQQDDAlzaG9wLnRlc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARGsFo2tJJaUiYvttO5A2KKWJDdnDvK3e9zswili9uehSh0xIwZxoyx
vlLULYu+B6oj/Yb0yIqDORfSwRAcUF9ro2kwZzAdBgNVHQ4EFgQUwUWifGi67YJb
vDzXbU2Qj+Sz7AEwHwYDVR0jBBgwFoAUwUWifGi67YJbvDzXbU2Qj+Sz7AEwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglzaG9wLnRlc3QwCgYIKoZIzj0EAwID
SQAwRgIhAOTF/ltbSY7jlJGaEdAW/0XeNKdy3PB5fVu4k8mDayGnAiEA17AUpVMc
UtvDgYdK8NpQ67hAzC6F2mvKlzQa4doHZu8=
-----END CERTIFICATE-----`;

describe('the way out to addresses that merchants give', () => {
  let target: Awaited<ReturnType<typeof inside>>;
  before(async () => {
    target = await inside((_request, response) => response.end('secret'));
  });
  after(() => target.close());

  test(`SB-29 ${HOSTILE.length} hostile addresses: each is refused at once, in words, and nothing inside is reached`, async () => {
    assert.ok(HOSTILE.length >= 40);
    for (const address of HOSTILE) {
      const url = address.replace('PORT', String(target.port));
      const outcome = await call(url, { resolve });
      assert.equal(outcome.answered, false, url);
      assert.match(
        outcome.reason,
        /^(The address (is no URL|must begin|must not hold|is not one of the public)|The host |Port \d+ is not allowed)/,
        url,
      );
      assert.ok(outcome.durationMs < 4000, url);
    }
    // and the names that this machine itself knows
    for (const host of ['localhost', 'localhost.', 'LocalHost'])
      assert.equal((await call(`http://${host}:${target.port}/`)).answered, false);
    assert.equal(target.connections(), 0);
    // it would have answered
    const allowed = await call(`http://127.0.0.1:${target.port}/`, { allow: '127.0.0.1' });
    assert.equal(allowed.answered && allowed.body, 'secret');
    assert.equal(target.connections(), 1);
  });

  test('SB-29 a name that says something else the second time is asked once, and only what it said counts', async () => {
    const outside = await inside((_request, response) => response.end('outside'));
    const within = await inside((_request, response) => response.end('within'), '::1').catch(
      () => null,
    );
    let asked = 0;
    const rebinding = async () =>
      asked++
        ? [{ address: '::1', family: 6 }]
        : // stands for the public address, which a test does not call
          [{ address: '127.0.0.1', family: 4 }];
    const guard = outbound({ allow: '127.0.0.1/32', resolve: rebinding });
    const url = `http://rebind.test:${outside.port}/hook`;
    const first = await guard.call({ method: 'OPTIONS', url });
    assert.equal(first.answered && first.body, 'outside');
    assert.equal(asked, 1);
    assert.deepEqual(outside.asked, [`OPTIONS rebind.test:${outside.port}/hook`]);
    const second = await guard.call({ method: 'OPTIONS', url });
    assert.equal(second.answered, false);
    assert.equal(asked, 2);
    assert.equal(outside.connections(), 1);
    assert.equal(within?.connections() ?? 0, 0);
    outside.close();
    within?.close();
  });

  test('SB-29 a redirect is an answer like any other, and is not followed', async () => {
    const redirecting = await inside((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${target.port}/` }).end(),
    );
    const before = target.connections();
    const outcome = await call(`http://127.0.0.1:${redirecting.port}/`, { allow: '127.0.0.1' });
    assert.equal(outcome.answered && outcome.status, 307);
    assert.equal(target.connections(), before);
    redirecting.close();
  });

  test('SB-29 CALLBACK_ALLOW opens what it names: an address, a range, or one host with one port', async () => {
    const url = `http://127.0.0.1:${target.port}/`;
    const named = `http://loopback.test:${target.port}/`;
    assert.equal(await opens('127.0.0.0/8', url), true);
    assert.equal(await opens('10.0.0.0/8, 127.0.0.1', named), true);
    assert.equal(await opens(`loopback.test:${target.port}`, named), true);
    assert.equal(await opens(`loopback.test:${target.port}`, url), false);
    assert.equal(await opens(`loopback.test:${target.port + 1}`, named), false);
    assert.equal(await opens('10.0.0.0/8', url), false);
    assert.equal(await opens('::1', url), false);
    for (const wrong of ['127.1', 'nonsense', '10.0.0.0/33', 'http://a.test', 'a.test'])
      assert.equal(readAllowList(wrong), null, wrong);
    assert.throws(() => outbound({ allow: 'nonsense' }), /CALLBACK_ALLOW/);
  });

  test('SB-29 status, headers and timing of an answer; a method, headers and a body go out as given', async () => {
    const seen: unknown[] = [];
    const echo = await inside((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => seen.push(text));
      seen.push(request.method, request.headers['x-event'], request.headers.authorization);
      response.writeHead(202, { 'x-a': ['1', '2'] }).end('ok');
    });
    const outcome = await outbound({ allow: '127.0.0.1' }).call({
      method: 'PUT',
      url: `http://127.0.0.1:${echo.port}/`,
      headers: { 'x-event': '7' },
      body: '{}',
    });
    assert.ok(outcome.answered);
    assert.equal(outcome.status, 202);
    assert.deepEqual(
      outcome.headers.find(({ name }) => name === 'x-a'),
      { name: 'x-a', value: '1, 2' },
    );
    assert.ok(outcome.durationMs >= 0 && outcome.durationMs < 5000);
    assert.deepEqual(seen, ['PUT', '7', undefined, '{}']);
    echo.close();
  });

  test('SB-29 an answer that is too long, or has too many headers, is left', async () => {
    const long = await inside((_request, response) => response.end(Buffer.alloc(65 * 1024)));
    const wordy = await inside((_request, response) =>
      response.writeHead(200, { 'x-long': 'x'.repeat(70_000) }).end(),
    );
    const reasons = [];
    for (const { port } of [long, wordy]) {
      const outcome = await call(`http://127.0.0.1:${port}/`, { allow: '127.0.0.1' });
      reasons.push(!outcome.answered && outcome.reason);
    }
    assert.deepEqual(reasons, [
      'The answer is longer than 64 KB',
      'The headers of the answer are too long',
    ]);
    long.close();
    wordy.close();
  });

  test('SB-29 five seconds are for all of it: a name, a connection, headers and a body that drips', async () => {
    const options = { allow: '127.0.0.1', timeoutMs: 300 };
    const silent = await inside(() => {});
    const dripping = await inside((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    for (const [url, more] of [
      [`http://127.0.0.1:${silent.port}/`, {}],
      [`http://127.0.0.1:${dripping.port}/`, {}],
      ['http://slow.test/', { resolve: never }],
    ] as const) {
      const outcome = await call(url, { ...options, ...more });
      assert.equal(
        !outcome.answered && outcome.reason,
        'There was no whole answer within 0.3 seconds',
        url,
      );
      assert.ok(outcome.durationMs < 4500, url);
    }
    silent.close();
    dripping.close();
  });

  test('SB-29 over https the certificate must be trusted, and be that of the name', async () => {
    const secure = createTlsServer({ key: KEY, cert: CERTIFICATE }, (_request, response) =>
      response.end('secure'),
    );
    await listening(secure, '127.0.0.1');
    const options = {
      allow: '127.0.0.1',
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    };
    const of = (host: string) => call(`https://${host}:${portOf(secure)}/`, options);
    const invalid = 'The certificate of the address is not valid';
    const untrusted = await of('shop.test');
    assert.equal(!untrusted.answered && untrusted.reason, invalid);
    const trusted = getCACertificates();
    setDefaultCACertificates([...trusted, CERTIFICATE]);
    const right = await of('shop.test');
    assert.equal(right.answered && right.body, 'secure');
    for (const host of ['other.test', '127.0.0.1']) {
      const wrong = await of(host);
      assert.equal(!wrong.answered && wrong.reason, invalid, host);
    }
    setDefaultCACertificates(trusted);
    secure.closeAllConnections();
    secure.close();
  });

  test('SB-29 what does not answer is said in plain words, with nothing of the insides', async () => {
    const sockets: Socket[] = [];
    const speaks = async (work: (socket: Socket) => void) => {
      const server = createTcpServer((socket) => {
        sockets.push(socket.on('error', () => {}));
        work(socket);
      });
      await listening(server, '127.0.0.1');
      return server;
    };
    const cutting = await speaks((socket) => socket.destroy());
    const babbling = await speaks((socket) => socket.end('SSH-2.0-x\r\n'));
    const closed = await speaks(() => {});
    const closedPort = portOf(closed);
    closed.close();
    const options = { allow: '127.0.0.1' };
    const reason = async (url: string) => {
      const outcome = await call(url, options);
      return !outcome.answered && outcome.reason;
    };
    const of = (port: number, scheme = 'http') => reason(`${scheme}://127.0.0.1:${port}/`);
    assert.equal(await of(closedPort), 'Nothing listens at the address');
    assert.equal(await of(portOf(cutting)), 'The connection was cut before an answer');
    const odd = 'The address did not answer as a web server does';
    assert.equal(await of(portOf(babbling)), odd);
    assert.match(String(await of(target.port, 'https')), /did not answer as|certificate/);
    for (const socket of sockets) socket.destroy();
    cutting.close();
    babbling.close();
  });

  test('SB-29 addresses of the public internet, and none besides', () => {
    for (const address of ['8.8.8.8', '93.184.215.14', '2606:4700::1111', '2a00:1450:4001::1'])
      assert.equal(isPublic(address), true, address);
    for (const address of ['', 'x', '8.8.8', '010.8.8.8', '0x08080808', '8.8.8.8%1'])
      assert.equal(isPublic(address), false, address);
  });
});
