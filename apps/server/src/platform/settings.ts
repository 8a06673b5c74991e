import { checkField } from '@paydesk/contract/kernel/fields.ts';
import { SETTINGS, type SettingName } from '@paydesk/contract/settings.ts';
import type { Db } from './db/database.ts';

type NumberName = {
  [K in SettingName]: (typeof SETTINGS)[K]['field']['kind'] extends 'number' ? K : never;
}[SettingName];

/** A setting as it is now (AM-118): read at each use, so that a change counts from the next one on. */
export async function settingOf(db: Db, name: SettingName): Promise<string> {
  const row = await db
    .selectFrom('meta_data')
    .select('value')
    .where('key', '=', name)
    .executeTakeFirst();
  return row?.value ?? SETTINGS[name].initial;
}

/** The same of a number; what is none, or out of its range, is as an installation begins. */
export async function numberOf(db: Db, name: NumberName): Promise<number> {
  const { field, initial } = SETTINGS[name];
  const value = Number(await settingOf(db, name));
  return checkField(field, value) === null ? value : Number(initial);
}
