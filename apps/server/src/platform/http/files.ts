import { entityOfList } from '@paydesk/contract/kernel/second-person.ts';
import type { FileAs } from '@paydesk/contract/kernel/resource.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { audit } from '../audit.ts';
import { stillHeld } from '../auth/session-rights.ts';
import type { SignedIn } from '../auth/sessions.ts';
import { Refusal, unauthorized } from '../errors.ts';
import type { ListDefinition } from '../list/definition.ts';
import { countFile, fileOf, streamFile } from '../list/engine.ts';
import { fileTurns, type Asker } from '../list/turns.ts';
import type { Services } from '../services.ts';
import { goneOf } from './gone.ts';
import { prefers } from './prefer.ts';

/** How long a file waits for its turn, unless the caller would rather be told. */
const TURN_MS = 30_000;
/** And the longest that a caller may ask to wait. */
const LONGEST_WAIT_S = 30;
/** Who does not take the end of a file for that long keeps a socket open for nobody. */
const STALLED_MS = 60_000;
/** A session that ended gets no more of a file for longer, nor one whose person may do something else now. */
const LOOK_MS = 2000;

type Query = Readonly<Record<string, unknown>>;
const TYPES: Readonly<Record<FileAs, { type: string; ending: string }>> = {
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  lines: { type: 'application/jsonl; charset=utf-8', ending: 'jsonl' },
};

type Ended = 'WHOLE' | 'READER_LEFT' | 'READER_STALLED' | 'RIGHTS_LOST' | 'FAILED';

/** The files of lists: whose turn it is, what is told meanwhile, and the audit row of each (SB-06, SB-46). */
export function files(services: Services) {
  const { database, config } = services;
  const limit = config.CSV_RECORDS_LIMIT;
  const turns = fileTurns();

  async function count(list: ListDefinition, request: FastifyRequest) {
    return countFile(database, list, request.signedIn!, request.query as Query, limit);
  }

  async function file(
    list: ListDefinition,
    as: FileAs,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const actor = request.signedIn!;
    const made = await fileOf(database, list, as, actor, request.query as Query, limit);
    const gone = goneOf(reply);
    const wait = preferredWait(request);
    const still = stillHeld(services, actor);
    const turn = await turns.take(askerOf(actor), wait ?? TURN_MS, gone).catch((error: unknown) => {
      if (gone.aborted) return null;
      throw error;
    });
    // nobody is there to be answered
    if (!turn) return void reply.hijack();
    if ('ahead' in turn) {
      if (wait === null) throw new Refusal('UNAVAILABLE', [], { 'retry-after': '5' });
      return reply.code(202).header('preference-applied', 'respond-async').send(turn);
    }
    const sent = { records: 0 };
    let truncated = false;
    let ended: Ended = 'FAILED';
    const opened = () => reply.raw.headersSent;
    const row = () =>
      database.transaction('all', (tx) =>
        audit(tx, actor, {
          action: as === 'csv' ? 'EXPORT_CSV' : 'EXPORT_JSON_LINES',
          entityType: entityOfList(list.resource.slug),
          entityId: null,
          merchantId: actor.merchantId,
          result: ended === 'WHOLE' ? 'SUCCESS' : 'FAILED',
          details: {
            list: list.resource.slug,
            filters: request.query,
            rows: sent.records,
            truncated,
            ended,
          },
        }),
      );
    let looks: NodeJS.Timeout | undefined;
    let lost = false;
    try {
      // whoever lost the right to it while they waited
      if (!(await still())) throw unauthorized();
      await streamFile(database, made, actor, {
        limit,
        sent,
        signal: gone,
        open: (isTruncated) => {
          truncated = isTruncated;
          turn.watch(reply.raw);
          looks = setInterval(() => {
            void still().then(
              (may) => {
                if (may) return;
                lost = true;
                reply.raw.destroy();
              },
              () => {},
            );
          }, LOOK_MS).unref();
          return open(reply, list, as, made.request.timeZone, truncated);
        },
      });
      ended = 'WHOLE';
      // before its last byte: no file is whole that left no trace
      await row();
      reply.raw.end();
    } catch (error) {
      if (opened()) {
        // too late for an error answer: a cut line tells the reader that the file is not whole
        reply.raw.destroy();
        if (ended !== 'WHOLE') {
          if (gone.aborted)
            ended = lost ? 'RIGHTS_LOST' : turn.stalled ? 'READER_STALLED' : 'READER_LEFT';
          await row().catch((cause: unknown) => {
            request.log.error({ err: cause, requestId: request.id }, 'file not audited');
          });
        }
        if (!gone.aborted || ended === 'WHOLE') request.log.error({ err: error }, 'file cut short');
      } else if (gone.aborted) reply.hijack();
      else throw error;
    } finally {
      clearInterval(looks);
      turn.release();
    }
  }

  function open(
    reply: FastifyReply,
    list: ListDefinition,
    as: FileAs,
    timeZone: string,
    truncated: boolean,
  ) {
    const { type, ending } = TYPES[as];
    const now = Temporal.Instant.fromEpochMilliseconds(services.now().getTime());
    const day = now.toZonedDateTimeISO(timeZone).toPlainDate().toString();
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': type,
      'content-disposition': `attachment; filename="${list.resource.slug}_${day}.${ending}"`,
      'x-records-truncated': String(truncated),
    });
    reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
    return reply.raw;
  }

  return { count, file };
}

const askerOf = ({ userId, merchantId }: SignedIn): Asker => ({ userId, merchantId });

/** Milliseconds, of 'Prefer: respond-async, wait=3' (RFC 7240): then a 202 says what it waits for. */
function preferredWait(request: FastifyRequest): number | null {
  const text = String(request.headers.prefer ?? '');
  if (!prefers(request, 'respond-async')) return null;
  const seconds = Number(/(?:^|,)\s*wait\s*=\s*"?(\d{1,4})"?/i.exec(text)?.[1] ?? 0);
  return Math.min(seconds, LONGEST_WAIT_S) * 1000;
}
