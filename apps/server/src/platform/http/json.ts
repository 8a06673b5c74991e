import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';

/** A body is JSON or it is refused: no other content type gets past the schemas. */
export function onlyJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const { endpoint, hook } = request.routeOptions.config;
    if (hook || endpoint?.row.access === 'machine') request.bodyText = text as string;
    if (text === '') return done(null, undefined);
    return void parse(request, text as string, (error, body) =>
      error || !isTooDeep(body) ? done(error, body) : done(new Refusal('BAD_REQUEST')),
    );
  });
  // a file is read by its row, as it comes, and by no other
  app.addContentTypeParser('text/csv', (request, stream, done) => {
    if (request.routeOptions.config.endpoint?.row.takes) done(null, stream);
    else done(new Refusal('UNSUPPORTED_MEDIA_TYPE'));
  });
}

/** More lists and objects in one another than anybody means: whoever walks through them would run out of stack. */
const MOST_LEVELS = 50;

function isTooDeep(body: unknown): boolean {
  let level = [body];
  for (let depth = 0; depth < MOST_LEVELS; depth++) {
    level = level.flatMap((value) =>
      value && typeof value === 'object' ? (Object.values(value) as unknown[]) : [],
    );
    if (!level.length) return false;
  }
  return true;
}
