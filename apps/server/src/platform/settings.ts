import { checkField } from '@paydesk/contract/kernel/fields.ts';
import { SETTINGS, type SettingDefinition, type SettingName } from '@paydesk/contract/settings.ts';
import { audit, changes } from './audit.ts';
import type { SignedIn } from './auth/sessions.ts';
import type { Db, Tx } from './db/database.ts';

/** The settings that are a number. */
export type NumberName = {
  [K in SettingName]: (typeof SETTINGS)[K]['field']['kind'] extends 'number' ? K : never;
}[SettingName];

/** A setting as it is now (AM-118): read at each use, so that a change counts from the next one on. */
export const settingOf = async (db: Db, name: SettingName): Promise<string> =>
  (await settingsOf(db, [name]))[name];

/** Several of them by one statement. */
export async function settingsOf<N extends SettingName>(
  db: Db,
  names: readonly N[],
): Promise<Record<N, string>> {
  const rows = await db
    .selectFrom('meta_data')
    .select(['key', 'value'])
    .where('key', 'in', names)
    .execute();
  const known = new Map(rows.map(({ key, value }) => [key, value]));
  return Object.fromEntries(
    names.map((name) => [name, known.get(name) ?? SETTINGS[name].initial]),
  ) as Record<N, string>;
}

/** The same of a number; what is none, or out of its range, is as an installation begins. */
export async function numberOf(db: Db, name: NumberName): Promise<number> {
  const { field, initial, problem }: SettingDefinition = SETTINGS[name];
  const value = Number(await settingOf(db, name));
  const is = checkField(field, value) ?? problem?.(`${value}`) ?? null;
  return is === null ? value : Number(initial);
}

/** What staff set of their installation is written down one way, whatever it is. */
export const auditSetting = (
  tx: Tx,
  actor: SignedIn,
  id: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Promise<void> =>
  audit(tx, actor, {
    action: 'UPDATE_SETTING',
    entityType: 'SETTING',
    entityId: id,
    merchantId: null,
    result: 'SUCCESS',
    details: { changes: changes(before, after) },
  });
