import { randomUUIDv7 } from 'node:crypto';
import { insertRow, type Needs, type Queryable } from '../factories.ts';
import type { ApiKeyRow, CertificateRow } from '../tables.ts';

/** What machines prove themselves with, as in ../factories.ts. */

const DAY_MS = 86_400_000;

type CertificateGiven = Needs<CertificateRow, 'merchantId'>;

/** Opens nothing unless the test gives it a public key. */
function certificateRow(given: CertificateGiven): CertificateRow {
  const id = given.id ?? randomUUIDv7();
  return {
    id,
    name: `100001-${id.slice(-12)}`,
    createdDate: new Date(),
    createdBy: 'Test Person',
    expirationDate: new Date(Date.now() + 730 * DAY_MS),
    publicKey: '',
    certificate: '',
    disabledDate: null,
    disabledBy: null,
    lastUsedDate: null,
    ...given,
  };
}

export const insertCertificate = (db: Queryable, given: CertificateGiven) =>
  insertRow(db, 'certificates', certificateRow(given));

/** What is kept of a key stands in `given`; the merchant's earlier one makes room. */
export async function insertApiKey(
  db: Queryable,
  given: Needs<ApiKeyRow, 'merchantId' | 'keyHash' | 'sealedKey' | 'lastFour'>,
) {
  await db.query('delete from api_keys where merchant_id = $1', [given.merchantId]);
  return insertRow(db, 'apiKeys', {
    id: randomUUIDv7(),
    createdDate: new Date(),
    createdBy: 'Test Person',
    lastUsedDate: null,
    ...given,
  });
}
