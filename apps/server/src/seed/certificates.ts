import { createPublicKey } from 'node:crypto';
import { newApiKey } from '../platform/auth/api-keys.ts';
import { newProvider, yearsLater } from '../platform/authority.ts';
import type { Encryption } from '../platform/encryption.ts';
import type { Random } from './random.ts';
import { SHOP_PUBLIC_KEY } from './shop-key.ts';
import { fullName, HOUR_MS, later, type World } from './world.ts';

const DAY_MS = 24 * HOUR_MS;
/** What the first merchant's short number is; the others' follow in the order they are made. */
const FIRST_NUMBER = 100_001;
/** However many merchants there are: each certificate costs a signature. */
const MOST_SHOPS = 20;

/** How long ago each was generated, and after how long it was disabled. */
const MADE: { daysAgo: number; disabledAfter?: number }[] = [
  { daysAgo: 800 },
  { daysAgo: 300, disabledAfter: 255 },
  { daysAgo: 45 },
];
/** The one that the first merchant's sandbox shop signs by. */
const SHOP_DAYS_AGO = 45;

/**
 * Certificates in every status and an API key for the two named merchants, some for the others.
 * Only the provider's private key and the API keys exist, sealed, and that of the sandbox shop.
 */
export async function machineKeys(world: World, encryption: Encryption): Promise<void> {
  const { clock, emit, random } = world;
  const from = later(clock, -900 * DAY_MS);
  const { row, issuer } = await newProvider(encryption, { id: random.id(from), from });
  emit('serviceProvider', row);
  const { issuing } = await import('../platform/x509.ts');
  const certify = await issuing(issuer);

  for (const [index, shop] of world.shops.slice(0, MOST_SHOPS).entries()) {
    const named = index < 2;
    const { id: merchantId, name: organisation } = shop.merchant;
    const createdBy = shop.staff[0] ? fullName(shop.staff[0]) : 'Elīna Bērziņa';
    for (const { daysAgo, disabledAfter } of MADE) {
      if (!named && random.chance(0.5)) continue;
      const made = later(clock, -daysAgo * DAY_MS - random.int(0, 600) * 60_000);
      const createdDate = new Date(Math.floor(made.getTime() / 1000) * 1000);
      const expirationDate = yearsLater(createdDate, 2);
      const id = random.id(createdDate);
      const name = `${FIRST_NUMBER + index}-${createdDate.toISOString().replace(/\D/g, '').slice(0, 12)}`;
      const invented = nobodysKey(random);
      const publicKey = index === 0 && daysAgo === SHOP_DAYS_AGO ? SHOP_PUBLIC_KEY : invented;
      const subject = { id, name, organisation, publicKey, from: createdDate, to: expirationDate };
      const disabled = disabledAfter !== undefined;
      emit('certificates', {
        id,
        merchantId,
        name,
        createdDate,
        createdBy,
        expirationDate,
        publicKey,
        certificate: await certify(subject),
        disabledDate: disabled ? later(createdDate, disabledAfter * DAY_MS) : null,
        disabledBy: disabled ? createdBy : null,
        lastUsedDate: disabled || random.chance(0.6) ? later(createdDate, 40 * DAY_MS) : null,
      });
    }
    if (!named && random.chance(0.4)) continue;
    const createdDate = later(clock, -random.int(20, 400) * DAY_MS);
    const { key: _, ...kept } = newApiKey(encryption);
    emit('apiKeys', {
      ...kept,
      id: random.id(createdDate),
      merchantId,
      createdDate,
      createdBy,
      lastUsedDate: later(clock, -random.int(1, 600) * 60_000),
    });
  }
}

/** In the shape of a public key, and a random number: no private key was ever made for it. */
function nobodysKey(random: Random): string {
  const modulus = Buffer.from(random.hex(768), 'hex');
  modulus[0]! |= 0x80;
  modulus[modulus.length - 1]! |= 1;
  const key = { kty: 'RSA', n: modulus.toString('base64url'), e: 'AQAB' };
  return createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString();
}
