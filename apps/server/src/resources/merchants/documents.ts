import { createHash, randomUUIDv7 } from 'node:crypto';
import {
  DOCUMENT_BYTES,
  MOST_DOCUMENTS,
  type DocumentKind,
} from '@paydesk/contract/resources/merchants/applications.ts';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { readRecord } from '../../platform/record.ts';
import type { Services } from '../../platform/services.ts';
import { mediaTypeOf } from './media-type.ts';
import { whyNoPdf } from './pdf.ts';
import { merchantRecord } from './record.ts';

/** Another row's content opens under no other id. */
const purposeOf = (id: string) => `merchant-document ${id}`;

export const documentsOf = (db: Db, applicationId: string) =>
  db
    .selectFrom('merchant_documents')
    .select([
      'id',
      'kind',
      'name',
      'media_type as mediaType',
      'size',
      'created_date as createdDate',
    ])
    .where('application_id', '=', applicationId)
    .orderBy('created_date')
    .orderBy('id')
    .execute();

/** Takes one in by what it holds, and seals it; the application is locked. */
export async function keepDocument(
  tx: Tx,
  { encryption }: Services,
  applicationId: string,
  given: { kind: DocumentKind; name?: string; content?: string },
) {
  const { kind, content = '' } = given;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(content)) throw invalid('content', 'Content must be Base64');
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > DOCUMENT_BYTES) throw invalid('content', 'A document has at most 5 MB');
  const mediaType = mediaTypeOf(bytes);
  if (!mediaType) throw invalid('content', 'A document must be a whole PDF, PNG or JPEG');
  const reason = mediaType === 'application/pdf' ? whyNoPdf(bytes) : null;
  if (reason) throw invalid('content', reason);
  const hash = createHash('sha256').update(bytes).digest();
  const there = await tx
    .selectFrom('merchant_documents')
    .select('content_hash')
    .where('application_id', '=', applicationId)
    .execute();
  if (there.some(({ content_hash }) => content_hash.equals(hash)))
    throw invalid('content', 'This document is there already');
  if (there.length >= MOST_DOCUMENTS)
    throw invalid('content', `At most ${MOST_DOCUMENTS} documents`);
  const id = randomUUIDv7();
  const name = plainName(given.name ?? '');
  await tx
    .insertInto('merchant_documents')
    .values({
      id,
      application_id: applicationId,
      kind,
      name,
      media_type: mediaType,
      size: bytes.length,
      content_hash: hash,
      sealed_content: encryption.seal(bytes.toString('base64'), purposeOf(id)),
      created_date: sql`now()`,
    })
    .execute();
  return { kind, name, mediaType, size: bytes.length };
}

/** A name that is no path and turns no writing round. */
const plainName = (name: string) =>
  name
    .split(/[\\/]/)
    .at(-1)!
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .replace(/^\.+/, '') || 'document';

type Keys =
  | 'GET /api/merchants/{id}/application'
  | 'POST /api/merchants/{id}/documents/{documentId}/actions/download';

/** What staff see of an application: who sent it in, and its documents, whose reading is written down. */
export function documentHandlers({ database, encryption }: Services): Handlers<Keys> {
  return {
    'GET /api/merchants/{id}/application': ({ actor, params: { id } }) =>
      database.transaction(actor.sight, async (tx) => {
        await readRecord(tx, merchantRecord, actor, id);
        const row = await tx
          .selectFrom('merchant_applications')
          .selectAll()
          .where('merchant_id', '=', id)
          .executeTakeFirst();
        return row
          ? {
              firstName: row.first_name!,
              lastName: row.last_name!,
              position: row.position,
              email: row.email,
              phone: row.phone,
              submittedDate: row.submitted_date!,
              documents: await documentsOf(tx, row.id),
            }
          : null;
      }),
    'POST /api/merchants/{id}/documents/{documentId}/actions/download': ({
      actor,
      params: { id, documentId },
    }) =>
      database.transaction(actor.sight, async (tx) => {
        await readRecord(tx, merchantRecord, actor, id);
        const row = isUuid(documentId)
          ? await tx
              .selectFrom('merchant_documents as d')
              .innerJoin('merchant_applications as a', 'a.id', 'd.application_id')
              .select(['d.id', 'd.name', 'd.media_type', 'd.sealed_content'])
              .where('d.id', '=', documentId)
              .where('a.merchant_id', '=', id)
              .executeTakeFirst()
          : undefined;
        if (!row) throw notFound();
        await audit(tx, actor, {
          action: 'READ_DOCUMENT',
          entityType: 'MERCHANT',
          entityId: id,
          merchantId: id,
          result: 'SUCCESS',
          details: { document: row.name },
        });
        return {
          name: row.name,
          mediaType: row.media_type,
          content: encryption.open(row.sealed_content, purposeOf(row.id)),
        };
      }),
  };
}
