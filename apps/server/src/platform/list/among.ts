import type { Actor } from '@paydesk/contract/permissions.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Sight } from '../db/reading.ts';
import { baseOf } from './base.ts';
import type { ListDefinition } from './definition.ts';
import type { ListRequest } from './query.ts';
import { asParameter } from './scope.ts';

/** Which of these rows are under the filters. */
export function amongStatement(
  list: ListDefinition,
  actor: Actor,
  request: ListRequest,
  ids: readonly string[],
  parentId?: string,
): RawBuilder<{ id: string }> {
  const base = baseOf(list, actor, request, asParameter, parentId);
  return sql`select ${sql.raw(list.id)} as id from ${sql.raw(list.from)} ${base.filterJoins}
    where ${sql.raw(list.id)} = any(${ids}::uuid[]) and ${base.where}`;
}

interface Question {
  statement: RawBuilder<{ id: string }>;
  answer: PromiseWithResolvers<ReadonlySet<string>>;
}
const AT_ONCE = 25;

/** Puts many such questions to the database together: those of one sight in one statement, the same one once. */
export function questions(database: Database) {
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  const waiting = new Map<string, { sight: Sight; asked: Question[] }>();

  async function put(sight: Sight, asked: readonly Question[]) {
    const statement = sql<{ nth: number; id: string }>`${sql.join(
      asked.map(
        ({ statement: one }, nth) => sql`select ${sql.lit(nth)} as nth, id from (${one}) one`,
      ),
      sql` union all `,
    )}`;
    const { rows } =
      sight === 'all'
        ? await statement.execute(database.kysely)
        : await database.transaction(sight, (tx) => statement.execute(tx));
    for (const [nth, { answer }] of asked.entries())
      answer.resolve(new Set(rows.flatMap((row) => (row.nth === nth ? row.id : []))));
  }

  function putAll() {
    const all = [...waiting.values()];
    waiting.clear();
    for (const { sight, asked } of all)
      for (let from = 0; from < asked.length; from += AT_ONCE) {
        const some = asked.slice(from, from + AT_ONCE);
        put(sight, some).catch((error: unknown) => {
          for (const { answer } of some) answer.reject(error);
        });
      }
  }

  return (key: string, sight: Sight, make: () => RawBuilder<{ id: string }>) => {
    const whose = JSON.stringify(sight);
    let found = known.get(key);
    if (!found) {
      const answer = Promise.withResolvers<ReadonlySet<string>>();
      known.set(key, (found = answer.promise));
      if (!waiting.size) setImmediate(putAll);
      const of = waiting.get(whose) ?? { sight, asked: [] };
      waiting.set(whose, of);
      of.asked.push({ statement: make(), answer });
    }
    return found;
  };
}
export type Ask = ReturnType<typeof questions>;
