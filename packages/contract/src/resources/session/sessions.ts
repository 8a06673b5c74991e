import * as z from 'zod';
import { endpoints, instant, uuid } from '../../kernel/endpoint.ts';

/** One of the own sessions that have not ended. */
export interface MySession {
  id: string;
  /** 'Chrome on Linux', as far as the browser tells. */
  device: string;
  address: string;
  createdDate: string;
  /** To the minute. */
  lastSeenDate: string | null;
  /** The one that asks. */
  current: boolean;
}

export const sessionEndpoints = endpoints(() => {
  const own = { tag: 'Session', access: 'authenticated', scope: 'self', serves: 'SB-01' } as const;
  return {
    'GET /api/users/me/session': {
      ...own,
      summary: 'When this session ends: by its time, and without a sign of the person',
      serves: 'NG-17, NG-19',
      whileExpired: true,
      beforeSecondFactor: true,
      answer: z.strictObject({ expiresDate: instant(), idleEndDate: instant() }),
    },
    'GET /api/users/me/sessions': {
      ...own,
      summary: 'Own sessions, the one seen last first',
      answer: z.strictObject({
        content: z.array(
          z.strictObject({
            id: uuid(),
            device: z.string(),
            address: z.string(),
            createdDate: instant(),
            lastSeenDate: instant().nullable(),
            current: z.boolean(),
          }),
        ),
      }) as z.ZodType<{ content: MySession[] }>,
    },
    'DELETE /api/users/me/sessions/{id}': {
      ...own,
      summary: 'End one of the own sessions, with the factor or password of the last minutes',
      sensitive: 'RIGHTS',
      params: z.strictObject({ id: uuid() }),
      answer: z.strictObject({}),
    },
    'POST /api/users/me/sessions/actions/end-others': {
      ...own,
      summary:
        'End every own session but this one, with the factor or password of the last minutes',
      sensitive: 'RIGHTS',
      answer: z.strictObject({ ended: z.int() }),
    },
  };
});
