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
  headers: Record<string, string>;
}

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
    const { status = 200, type, body, headers } = await page.serve({ params, nonce: reply.nonce });
    reply.headers(headers);
    const { etag } = headers;
    if (etag && request.headers['if-none-match'] === etag) return reply.code(304).send();
    const isText = type.startsWith('text/');
    return reply
      .code(status)
      .type(isText ? `${type}; charset=utf-8` : type)
      .send(body);
  });
}
