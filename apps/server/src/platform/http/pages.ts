import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The page that the route serves. */
    page?: Page;
  }
}

/** Lets pages of any site read an answer, or load it as a script. */
export const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/** What is served to everybody beside the API: a page for people without a session, a script. */
export interface Page {
  /** '/pay/{id}'. */
  path: string;
  /** The shopper's: where the checkout has a host of its own it is there alone, or there too. */
  onCheckoutHost?: true | 'too';
  serve(request: { params: Record<string, string>; nonce: string }): Promise<PageAnswer>;
}

export interface PageAnswer {
  status?: number;
  type:
    | 'text/html'
    | 'text/javascript'
    | 'text/css'
    | 'text/plain'
    | 'application/pdf'
    | 'image/png';
  body: string | Buffer;
  /** The same as Brotli, where the build has made it. */
  brotli?: Buffer | undefined;
  headers: Record<string, string>;
}

const takesBrotli = (header: string | string[] = ''): boolean =>
  String(header)
    .toLowerCase()
    .split(',')
    .some((one) => {
      const [name, ...params] = one.split(';').map((part) => part.trim());
      return name === 'br' && !params.some((param) => /^q=0(\.0*)?$/.test(param));
    });

/** A page counts as a call of its address; who has it already, by its ETag, gets 304. */
export function servePage(
  app: FastifyInstance,
  page: Page,
  count: (request: FastifyRequest) => Promise<void>,
): void {
  const path = page.path.replace(/\{(\w+)\}/g, ':$1');
  app.get(path, { config: { page } }, async (request, reply) => {
    await count(request);
    const params = request.params as Record<string, string>;
    const answer = await page.serve({ params, nonce: reply.nonce });
    const { status = 200, type, body, brotli, headers } = answer;
    reply.headers(headers);
    if (brotli) reply.header('vary', 'accept-encoding');
    const { etag } = headers;
    if (etag && request.headers['if-none-match'] === etag) return reply.code(304).send();
    const isText = type.startsWith('text/');
    const packed = takesBrotli(request.headers['accept-encoding']) ? brotli : undefined;
    if (packed) reply.header('content-encoding', 'br');
    return reply
      .code(status)
      .type(isText ? `${type}; charset=utf-8` : type)
      .send(packed ?? body);
  });
}
