import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import type { Field } from '@paydesk/contract/kernel/fields.ts';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { toCents } from '@paydesk/contract/kernel/money.ts';
import { startOf } from '@paydesk/contract/kernel/record-keys.ts';
import type { SecondPersonKind, WaitingRow } from '@paydesk/contract/kernel/second-person.ts';
import { rightOf } from '@paydesk/contract/rights.ts';
import { changing, merged } from '../../platform/edits.ts';
import { notFound } from '../../platform/errors.ts';
import type { Guarded, Services } from '../../platform/services.ts';

/** A call that a threshold is set for, as its row says it. */
export interface Weighed {
  kind: SecondPersonKind;
  cents: bigint | null;
  merchantId: string | null;
  record: Body | null;
}
type Body = Readonly<Record<string, unknown>>;

/** What it is, by its row and the record that it is about; null: none of what is asked for. */
export async function weigh(
  services: Services,
  { context }: Guarded,
  how: WaitingRow,
): Promise<Weighed | null> {
  const body = (context.body ?? {}) as Body;
  const params = (context.params ?? {}) as Readonly<Record<string, string>>;
  const record = await aboutOf(services, context, how);
  const kind =
    typeof how.kind === 'string' ? how.kind : how.kind(changing(body), record as never, params);
  if (!kind) return null;
  const cents = how.amount ? toCents(how.amount(body, record as never)) : null;
  const named = [
    context.actor.merchantId,
    how.merchant ? how.merchant(body, record as never) : record?.['merchantId'],
    body['merchantId'],
  ].find((one): one is string => typeof one === 'string' && isUuid(one));
  return { kind, cents, merchantId: named ?? null, record };
}

/** What it is about, as this person sees it. */
export async function aboutOf(
  services: Services,
  context: Guarded['context'],
  { reads, is, version }: WaitingRow,
): Promise<Body | null> {
  if (reads) {
    const record = await recordOf(services, context, reads);
    return version ? { ...record, version: JSON.stringify(version(record as never)) } : record;
  }
  if (!is) return null;
  if ('name' in is)
    return { name: is.name((context.params ?? {}) as Readonly<Record<string, string>>) };
  const { content } = (await recordOf(services, context, is.among)) as unknown as {
    content: Body[];
  };
  const one = content.find(({ id }) => id === idOf(context));
  if (!one) throw notFound();
  return { ...one, version: JSON.stringify(is.version(one as never)) };
}

/** The record as its own call answers it to this person: another's is as absent as there. */
export const recordOf = (
  services: Services,
  context: Guarded['context'],
  reads: string,
): Promise<Body> =>
  services.perform(reads, {
    ...context,
    params: { id: idOf(context)! },
    query: undefined,
    body: undefined,
    idempotencyKey: null,
  }) as Promise<Body>;

/** An edit whose field somebody else has changed since it was read is refused with that, and asked of nobody (ADR 68). */
export async function insistAsRead(
  { database }: Services,
  context: Guarded['context'],
  record: Body | null,
): Promise<void> {
  const { actor } = context;
  const { readAs, ...body } = (context.body ?? {}) as { readAs?: Body };
  const id = idOf(context);
  if (!record || !readAs || id === null) return;
  const known = Object.keys(readAs).filter((field) => field in record);
  const now = startOf(Object.fromEntries(known.map((field) => [field, {} as Field])), record);
  await database.transaction(actor.sight, (tx) =>
    merged(tx, actor, { id }, { ...body, readAs }, now),
  );
}

/** Which record it is about: the last that its path names, or its body. */
export function idOf({ params, body }: Guarded['context']): string | null {
  const id = Object.values(params ?? {})[0] ?? (body as { id?: unknown } | undefined)?.id;
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null;
}

/** Who may do it at all. */
export const requirementOf = (key: string, { access, roles }: Endpoint) => ({
  anyOf: Array.isArray(access) ? access : undefined,
  roles,
  right: rightOf(key),
});
