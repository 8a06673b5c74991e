import { createHash } from 'node:crypto';
import { Pool } from 'pg';
import { NOT_RECEIVED, type OperationAnswer } from '../gateways/protocol/messages.ts';
import { AnswerLost, OtherOperation, type Adapter } from '../gateways/protocol/server.ts';
import { findingsOf } from '../gateways/screening-sandbox.ts';

/** Whom it screens otherwise than at once; of everybody else it finds what follows from name and birthday. */
export const SCREENING_NAMES = {
  declined: 'Sandbox Declined',
  /** Never arrived. */
  lost: 'Sandbox Lost',
  /** Screened, but the first answer is lost. */
  unanswered: 'Sandbox Unanswered',
  late: 'Sandbox Late',
} as const;

interface Held {
  name: string | null;
  date_of_birth: string | null;
  done: boolean;
}

const NO_QUESTION = 'The screening has no record of the question';

function answerOf(operationId: string, { name, date_of_birth, done }: Held): OperationAnswer {
  if (name === null)
    return { operationId, outcome: 'declined', reason: NO_QUESTION, code: NOT_RECEIVED };
  if (name === SCREENING_NAMES.declined)
    return { operationId, outcome: 'declined', reason: 'Nobody of this name can be screened' };
  if (!done) return { operationId, outcome: 'pending' };
  const number = createHash('sha256').update(operationId).digest().readUInt32BE() % 100_000_000;
  return {
    operationId,
    outcome: 'approved',
    reference: `S${number}`,
    findings: findingsOf({ name, dateOfBirth: date_of_birth }),
  };
}

export function screeningBooks({
  databaseUrl,
  timeoutMs,
  lateMs = 2 * timeoutMs,
}: {
  databaseUrl: string;
  timeoutMs: number;
  lateMs?: number | undefined;
}) {
  const pool = new Pool({ connectionString: databaseUrl, max: 2 });
  // an idle connection that breaks is replaced at the next request
  pool.on('error', () => {});

  const held = async (operationId: string): Promise<Held> =>
    (
      await pool.query<Held>(
        `select name, to_char(date_of_birth, 'YYYY-MM-DD') as date_of_birth,
           done_date <= clock_timestamp() as done
         from screening_sandbox.requests where operation_id = $1`,
        [operationId],
      )
    ).rows[0]!;

  const add = (operationId: string, name: string | null, born: string | null, waitMs: number) =>
    // cut to milliseconds: rounded, the time could lie ahead of the clock
    pool.query(
      `insert into screening_sandbox.requests (operation_id, name, date_of_birth, done_date)
       values ($1, $2, $3, date_trunc('milliseconds', clock_timestamp())
         + make_interval(secs => $4::float8 / 1000)) on conflict do nothing`,
      [operationId, name, born, waitMs],
    );

  const adapter: Adapter<'screening'> = {
    async operate({ operationId, person: { name, dateOfBirth } }) {
      if (name === SCREENING_NAMES.lost) return new Promise<never>(() => {});
      const late = name === SCREENING_NAMES.late ? lateMs : 0;
      const { rowCount } = await add(operationId, name, dateOfBirth, late);
      const row = await held(operationId);
      if (row.name !== null && (row.name !== name || row.date_of_birth !== dateOfBirth))
        throw new OtherOperation('The id stands for another person');
      if (rowCount && name === SCREENING_NAMES.unanswered) throw new AnswerLost();
      return answerOf(operationId, row);
    },
    async inquire(operationId) {
      await add(operationId, null, null, 0);
      return answerOf(operationId, await held(operationId));
    },
  };
  return { adapter, close: () => pool.end() };
}
