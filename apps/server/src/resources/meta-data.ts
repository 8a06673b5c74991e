import { changeSetting, metaData, typedFor } from '@paydesk/contract/resources/meta-data.ts';
import { SETTINGS, type SettingDefinition } from '@paydesk/contract/settings.ts';
import { sql } from 'kysely';
import { quietFor } from '../domain/personal-data/retention.ts';
import { merged } from '../platform/edits.ts';
import { invalid, notFound } from '../platform/errors.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { claimKey } from '../platform/idempotency.ts';
import { insist } from '../platform/insist.ts';
import { defineList } from '../platform/list/definition.ts';
import { oneRow } from '../platform/list/engine.ts';
import type { Services } from '../platform/services.ts';
import { auditSetting } from '../platform/settings.ts';
import { defineManifest } from '../platform/manifest.ts';

export const metaDataList = defineList({
  resource: metaData,
  from: 'meta_data d',
  id: 'd.id',
  columns: {
    id: 'd.id',
    key: 'd.key',
    value: 'd.value',
    application: 'd.application',
    description: 'd.description',
    updatedDate: 'd.updated_date',
    updatedBy: 'd.updated_by',
    createdDate: 'd.created_date',
  },
});

/** What staff set while Paydesk runs (AM-118). */
export function metaDataHandlers({
  database,
  now,
}: Services): Handlers<
  'GET /api/settings/retention/customers' | 'PUT /api/settings/meta-data/{name}'
> {
  return {
    'GET /api/settings/retention/customers': ({ actor, query: { days } }) =>
      database.transaction(actor.sight, (tx) => quietFor(tx, Number(days))),
    'PUT /api/settings/meta-data/{name}': async ({
      actor,
      params: { name },
      body,
      idempotencyKey,
    }) => {
      const { problem }: SettingDefinition = SETTINGS[name];
      const typed = typedFor(name, body.value);
      const id = await database.transaction(actor.sight, async (tx) => {
        const before = await tx
          .selectFrom('meta_data')
          .select(['id', 'value'])
          .where('key', '=', name)
          .forUpdate()
          .executeTakeFirst();
        if (!before) throw notFound();
        // what a second person has agreed to is done once, however often it is begun
        const request = { call: 'set', name, value: typed };
        if (await claimKey(tx, actor, { key: idempotencyKey, request })) return before.id;
        insist(changeSetting, { key: name }, actor, { value: typed }, now());
        const { value } = await merged(
          tx,
          actor,
          { id: before.id, names: { value: name } },
          {
            value: String(typed),
            // a form reads a number as one, the row keeps its text
            readAs: body.readAs && { value: textOf(body.readAs.value) },
          },
          { value: before.value },
        );
        const why = value && problem?.(value);
        if (why) throw invalid('value', why);
        if (value === before.value) return before.id;
        await tx
          .updateTable('meta_data')
          .set({ value, updated_date: sql`now()`, updated_by: actor.userName })
          .where('id', '=', before.id)
          .execute();
        await auditSetting(tx, actor, before.id, { [name]: before.value }, { [name]: value });
        return before.id;
      });
      return oneRow(database, metaDataList, actor, id);
    },
  };
}

const textOf = (read: unknown): string =>
  typeof read === 'string' || typeof read === 'number' ? String(read) : '';

export const manifest = defineManifest({
  lists: [metaDataList],
  handlers: [metaDataHandlers],
});
