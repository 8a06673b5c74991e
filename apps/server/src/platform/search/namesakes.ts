import type { Row } from './statement.ts';

/** The names that several of the people have whom these rows are of. */
export function sharedNames(rows: readonly Pick<Row, 'whom'>[]): ReadonlySet<string> {
  const people = new Map(rows.flatMap(({ whom }) => (whom ? [[whom.id, whom.name] as const] : [])));
  const names = [...people.values()];
  return new Set(names.filter((name, at) => names.indexOf(name) !== at));
}

/** What a hit says, with the address of whom it is of, where others here are called the same; of a customer it has it. */
export function toldApart(
  { kind, detail, whom }: Pick<Row, 'kind' | 'detail' | 'whom'>,
  shared: ReadonlySet<string>,
): string | null {
  if (kind === 'customer' || !whom?.email || !shared.has(whom.name)) return detail;
  const { name, email } = whom;
  return detail?.includes(name)
    ? detail.replace(name, () => `${name}, ${email}`)
    : [detail, email].filter(Boolean).join(' · ');
}
