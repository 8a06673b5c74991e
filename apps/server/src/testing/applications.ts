import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { hashToken } from '../platform/auth/next-token.ts';
import { testEncryption } from './encryption.ts';
import { newMerchant } from './new-merchant.ts';
import type { TestServer } from './server.ts';

/** An application whose link is known. */
export async function insertApplication(server: TestServer, email?: string) {
  const [id, token] = [randomUUIDv7(), randomBytes(32).toString('base64url')];
  await server.pool.query(
    `insert into merchant_applications (id, email, token_hash, created_date, expires_date)
     values ($1, $2, $3, now(), now() + interval '1 day')`,
    [id, email ?? `${id.slice(-12)}@coast.test`, hashToken(token)],
  );
  return { id, token };
}

/** One that was sent in for this merchant, with a document whose id it gives. */
export async function insertSubmitted(server: TestServer, merchantId: string) {
  const { id } = await insertApplication(server);
  const documentId = randomUUIDv7();
  await server.pool.query(
    `update merchant_applications set submitted_date = now(), merchant_id = $2,
       first_name = 'Anna', last_name = 'Kalna' where id = $1`,
    [id, merchantId],
  );
  await server.pool.query(
    `insert into merchant_documents values ($1, $2, 'OTHER', 'a.png', 'image/png', 3, '', $3, now())`,
    [documentId, id, testEncryption.seal('AAAA', `merchant-document ${documentId}`)],
  );
  return documentId;
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc = (bytes: Buffer) =>
  (bytes.reduce((sum, byte) => crcTable[(sum ^ byte) & 0xff]! ^ (sum >>> 8), 0xffffffff) ^
    0xffffffff) >>>
  0;

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)];
  head.writeUInt32BE(data.length);
  tail.writeUInt32BE(crc(body));
  return Buffer.concat([head, body, tail]);
}

/** A picture of one pixel, of its own colour each time. */
export const png = () =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
    chunk('IDAT', deflateSync(Buffer.concat([Buffer.alloc(1), randomBytes(3)]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** A page with nothing on it. */
export const pdf = (more = '') =>
  Buffer.from(
    `%PDF-1.4\n1 0 obj <</Type /Catalog /Pages 2 0 R ${more}>> endobj\n2 0 obj <</Type /Pages /Kids [] /Count 0>> endobj\n% ${randomUUIDv7()}\ntrailer <</Root 1 0 R>>\n%%EOF\n`,
  );

/** One whose objects lie compressed in an object stream, as printers, LaTeX and offices write it. */
export function foldedPdf(objects: Readonly<Record<number, string>>, root = '', more = '') {
  const [ids, texts] = [Object.keys(objects), Object.values(objects)];
  const head = ids.map((id, nth) => `${id} ${texts.slice(0, nth).join(' ').length + +(nth > 0)}`);
  const first = `${head.join(' ')}\n`;
  const content = deflateSync(Buffer.from(first + texts.join(' ')));
  const said = `/Type /ObjStm /N ${ids.length} /First ${first.length} /Length ${content.length}`;
  return Buffer.concat([
    pdf(root).subarray(0, -6),
    Buffer.from(`9 0 obj\n<<${said} /Filter ${more || '/FlateDecode'}>>\nstream\r\n`),
    content,
    Buffer.from('\nendstream\nendobj\n%%EOF\n'),
  ]);
}

export const aDocument = (token: string, bytes = png()) => ({
  token,
  kind: 'REGISTER_EXTRACT',
  name: 'register.png',
  content: bytes.toString('base64'),
});

/** What whoever applies fills in. */
export function anApplication(token: string, given: object = {}) {
  const {
    administratorEmail: _,
    administratorFirstName: firstName,
    administratorLastName: lastName,
    ...business
  } = newMerchant();
  return {
    token,
    ...business,
    firstName,
    lastName,
    phone: '+371 2000 0000',
    addressLine: 'Harbour Street 1',
    zipCode: 'LV-1010',
    businessDescription: 'Sells books.',
    expectedTurnover: 120_000,
    beneficialOwners: [{ name: 'Anna Kalna', share: 100 }],
    ...given,
  };
}
