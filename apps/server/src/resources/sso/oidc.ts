import { createHash } from 'node:crypto';
import { cut, isPlainLine, plainLine } from '@paydesk/contract/kernel/texts.ts';
import type { Services } from '../../platform/services.ts';

/** The talk with a provider, by openid-client, over the guarded way out (ADR 30, ADR 152). */

export interface Provider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What is kept while somebody is away at the provider. */
export interface Question {
  state: string;
  nonce: string;
  verifier: string;
}

export const hashOf = (text: string) => createHash('sha256').update(text).digest();

export const callbackOf = ({ publicUrl }: Pick<Services, 'publicUrl'>) => `${publicUrl()}/sso`;

const TIMEOUT_SECONDS = 5;
const SCOPE = 'openid email profile';

/** A provider that could not be asked, or that answered what may not be believed; its words are for people. */
export class Unbelievable extends Error {}

/** Loaded when somebody signs in by it. */
const library = () => import('openid-client');

/** As `fetch`, but by the one guarded way: names resolved once, no redirects, 64 KB, five seconds. */
const guarded =
  ({ outbound }: Pick<Services, 'outbound'>) =>
  async (
    url: string,
    { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
  ): Promise<Response> => {
    const given = body === undefined || body === null ? {} : { body: textOf(body) };
    const answer = await outbound.call({
      method: method as 'GET' | 'POST',
      url,
      headers,
      ...given,
    });
    if (!answer.answered) throw new Unbelievable(answer.reason);
    const empty = [204, 205, 304].includes(answer.status);
    return new Response(empty ? null : answer.body, {
      status: answer.status,
      headers: answer.headers.map(({ name, value }): [string, string] => [name, value]),
    });
  };

function textOf(body: unknown): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body);
  throw new Unbelievable('A body of another kind than forms');
}

/** The provider as it describes itself; its issuer must be the one that was written down. */
async function configured(services: Services, { issuer, clientId, clientSecret }: Provider) {
  const client = await library();
  const insecure = new URL(issuer).protocol === 'http:';
  const config = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    [client.customFetch]: guarded(services) as never,
    timeout: TIMEOUT_SECONDS,
    // where it may be called at all the guard says: this machine and named neighbours
    execute: insecure ? [client.allowInsecureRequests] : [],
  });
  // its tokens are believed by its signature, and not only because of the line that they came by
  client.enableNonRepudiationChecks(config);
  return { client, config };
}

/** Where the browser goes, and what is kept until it comes back. */
export async function leaveFor(
  services: Services,
  provider: Provider,
  email: string | null,
): Promise<{ url: string; question: Question }> {
  return told(async () => {
    const { client, config } = await configured(services, provider);
    const question = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: callbackOf(services),
      scope: SCOPE,
      state: question.state,
      nonce: question.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(question.verifier),
      code_challenge_method: 'S256',
      ...(email && { login_hint: email }),
    });
    return { url: url.href, question };
  });
}

export type Claims = Record<string, unknown> & { sub: string };

/** OpenID Connect Core 2: a provider's own name for somebody has at most so many signs. */
const MOST_OF_A_SUBJECT = 255;

/** What the provider says of whoever came back, once all of it was checked. */
export async function claimsOf(
  services: Services,
  provider: Provider,
  question: Question,
  answer: { code?: string | null; iss?: string | null; error?: string | null },
): Promise<Claims> {
  return told(async () => {
    if (answer.error) throw new Unbelievable(`The provider refused: ${answer.error}`);
    const { client, config } = await configured(services, provider);
    const came = new URL(callbackOf(services));
    came.searchParams.set('state', question.state);
    if (answer.code) came.searchParams.set('code', answer.code);
    if (answer.iss) came.searchParams.set('iss', answer.iss);
    const tokens = await client.authorizationCodeGrant(config, came, {
      pkceCodeVerifier: question.verifier,
      expectedState: question.state,
      expectedNonce: question.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims()!;
    if (claims.sub.length > MOST_OF_A_SUBJECT || !isPlainLine(claims.sub))
      throw new Unbelievable('The provider calls you by what is no name of anybody');
    // what does not fit into the token stands at the provider's door for it
    const more =
      claims['email'] === undefined && config.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
        : {};
    return { ...more, ...claims } as Claims;
  });
}

/** Whatever goes wrong out there, in a sentence that says no more than who set it up may know. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { message, cause } = error as Error;
    const inner = cause instanceof Error ? cause : null;
    if (error instanceof Unbelievable) throw error;
    if (inner instanceof Unbelievable) throw inner;
    const why = inner?.message && inner.message !== message ? `: ${inner.message}` : '';
    throw new Unbelievable(cut(plainLine(`${message}${why}`), 500));
  }
}
