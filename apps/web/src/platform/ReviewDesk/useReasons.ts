import { useQueries } from '@tanstack/react-query';
import type { ListAnswer } from '@paydesk/contract/kernel/endpoint.ts';
import { LISTED, queryOf } from '../query.ts';
import type { AnyQueue } from './types.ts';

/** As many as one call answers: whose is older than these, its own page says. */
const MOST = 200;

/** Why rows of these queues wait, by their ids, where another list says it; nothing where it can't be read. */
export function useReasons(queues: readonly AnyQueue[]): ReadonlyMap<string, string> {
  const asked = queues.flatMap(({ because }) => because ?? []);
  const answers = useQueries({
    queries: asked.map(({ list, filters }) => ({
      ...queryOf(list, {
        query: { page: 0, size: MOST, sort: 'createdDate,DESC', ...filters } as never,
      }),
      meta: LISTED,
    })),
  });
  // of several the newest
  return new Map(
    answers.flatMap(({ data }, at) => {
      const { of, words } = asked[at]!;
      const { content = [] } = (data as ListAnswer<never> | undefined) ?? {};
      return content.map((one) => [of(one), words(one)] as const).toReversed();
    }),
  );
}
