import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Call } from '@paydesk/contract/index.ts';
import type { Client, TestServer } from './server.ts';

/** Providers of identities on this machine: a real one, and one that lies as it is told. */

export const CALLBACK = 'http://127.0.0.1:3000/sso';
export const CLIENT = { clientId: 'paydesk', clientSecret: 'a secret of the provider and Paydesk' };

type Said = Record<string, unknown>;

// by a computed name: it brings no types
const LIBRARY: string = 'oidc-provider';

interface Grant {
  addOIDCScope(scope: string): void;
  save(): Promise<unknown>;
}

interface Context {
  oidc: {
    client: { clientId: string };
    session: { accountId: string };
    provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant };
  };
}

/** As much of it as the tests take. */
type Library = new (
  issuer: string,
  configuration: object,
) => {
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished(
    request: IncomingMessage,
    response: ServerResponse,
    result: { login: { accountId: string } },
  ): Promise<void>;
};

type Serve = (request: IncomingMessage, response: ServerResponse) => unknown;

async function listening(serve: Serve) {
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return { url, close };
}

/** `oidc-provider`, where whoever comes is signed in at once as the person of the moment, and sent back to `callback`. */
export async function realProvider(callback = CALLBACK) {
  const { default: Provider } = (await import(LIBRARY)) as { default: Library };
  let handle: Serve | undefined;
  const { url, close } = await listening((request, response) => handle?.(request, response));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const state = { person: { sub: 'nobody' } as Said & { sub: string } };
  const provider = new Provider(url, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [callback],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['of the tests'] },
    conformIdTokenClaims: false,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'groups'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => state.person }),
    async loadExistingGrant({ oidc }: Context) {
      const { clientId } = oidc.client;
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const serve = provider.callback();
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return serve(request, response);
    const login = { accountId: state.person.sub };
    void provider.interactionFinished(request, response, { login });
  };
  return { url, close, state };
}

/** Goes where a browser is sent, with its cookies, until it comes back; gives what it comes back with. */
export async function walk(start: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let step = 0; step < 10; step++) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = answer.headers.get('location');
    if (!next) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    url = new URL(next, url).href;
    if (url.startsWith(`${CALLBACK}?`)) return Object.fromEntries(new URL(url).searchParams);
  }
  throw new Error(`${start} leads nowhere`);
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** One that answers any code, with a token that says what it is told to say. */
export async function lyingProvider() {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const others = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const state = {
    claims: {} as Said,
    nonce: '',
    forged: false,
    unsigned: false,
    /** In place of the own issuer in its description. */
    issuer: null as string | null,
    asked: [] as URLSearchParams[],
  };
  const { url, close } = await listening(async (request, response) => {
    const send = (value: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    if (request.url === '/.well-known/openid-configuration')
      return void send({
        issuer: state.issuer ?? url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      });
    if (request.url === '/jwks')
      return void send({
        keys: [{ ...keys.publicKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: '1' }],
      });
    state.asked.push(new URLSearchParams(await text(request)));
    const seconds = Math.floor(Date.now() / 1000);
    const head = part({ alg: state.unsigned ? 'none' : 'ES256', kid: '1', typ: 'JWT' });
    const body = part({
      iss: url,
      aud: CLIENT.clientId,
      iat: seconds,
      exp: seconds + 300,
      nonce: state.nonce,
      ...state.claims,
    });
    const { privateKey } = state.forged ? others : keys;
    const signature = state.unsigned
      ? ''
      : sign('sha256', Buffer.from(`${head}.${body}`), {
          key: privateKey,
          dsaEncoding: 'ieee-p1363',
        }).toString('base64url');
    send({
      access_token: 'access',
      token_type: 'bearer',
      expires_in: 60,
      id_token: `${head}.${body}.${signature}`,
    });
  });
  return { url, close, state };
}

export const BINDING = 'one browser, and no other';

/** A connection as its administrator writes it down. */
export const aConnection = (issuer: string, domains: string, more: object = {}) => ({
  name: 'Amber Identity',
  issuer,
  ...CLIENT,
  domains,
  roleClaim: null,
  adminValue: null,
  memberValue: null,
  ...more,
});

type Connection = Call<'POST /api/sso/connections'>['answer'];

/** One that is written down, and whose domains are proved past the DNS. */
export async function insertConnection(
  server: TestServer,
  by: Client,
  body: ReturnType<typeof aConnection>,
): Promise<Connection> {
  const made = await by.call('POST /api/sso/connections', { body });
  if (made.status !== 200) throw new Error(made.text);
  await server.pool.query('update sso_domains set verified_date = now() where connection_id = $1', [
    made.body.id,
  ]);
  return made.body;
}

/** As if it had been tried. */
export async function turnedOn(server: TestServer, { id }: Connection): Promise<void> {
  await server.pool.query(
    'update sso_connections set tried_date = now(), is_on = true where id = $1',
    [id],
  );
}

/** One below no administrator's hand, whose provider is nowhere. */
export async function insertNowhere(server: TestServer, merchantId: string): Promise<string> {
  const id = createHash('sha256').update(crypto.randomUUID()).digest('hex').slice(0, 12);
  const { rows } = await server.pool.query<{ id: string }>(
    `insert into sso_connections (id, merchant_id, name, issuer, client_id, client_secret, created_date)
     values (gen_random_uuid(), $1, $2, 'http://127.0.0.1:1', 'paydesk', $3, now()) returning id`,
    [
      merchantId,
      `Nowhere ${id}`,
      server.services.encryption.seal('a secret', 'single sign-on secret'),
    ],
  );
  await server.pool.query(
    `insert into sso_domains (connection_id, domain, token) values ($1, $2, 'token')`,
    [rows[0]!.id, `${id}.test`],
  );
  return rows[0]!.id;
}
