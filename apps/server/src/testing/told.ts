import { randomUUIDv7 } from 'node:crypto';
import { insertRow, type Queryable } from '../seed/factories.ts';

const written = () => ({
  createdDate: new Date(),
  createdBy: 'Test Person',
  updatedDate: null,
  updatedBy: null,
});

const valid = () => ({ validFrom: new Date(), validTo: null, active: true });

/** One row of what staff fill in, by the table. */
export const TOLD = {
  announcements: () => ({
    title: 'Maintenance',
    text: '<p>Sunday</p>',
    application: 'MERCHANT_CONSOLE' as const,
    ...valid(),
  }),
  customersAnnouncements: () => ({
    title: 'Maintenance',
    text: '<p>Sunday</p>',
    language: 'EN' as const,
    segment: 'ALL' as const,
    ...valid(),
  }),
  deliveryCompanies: () => ({
    name: 'Swift',
    code: randomUUIDv7().slice(-12),
    countryCode: 'LV',
    active: true,
  }),
  deliveryMethods: () => ({ name: 'By hand', type: 'COURIER' as const, active: true }),
};

/** Inserts one that nothing hangs on, and gives its id. */
export async function insertTold(db: Queryable, table: keyof typeof TOLD): Promise<string> {
  const id = randomUUIDv7();
  await insertRow(db, table, { id, ...TOLD[table](), ...written() } as never);
  return id;
}

/** A pickup point, and the method that it belongs to. */
export async function insertPoint(db: Queryable): Promise<{ id: string; pointId: string }> {
  const methodId = await insertTold(db, 'deliveryMethods');
  const pointId = randomUUIDv7();
  await insertRow(db, 'pickupPoints', {
    id: pointId,
    methodId,
    externalId: 'LV-1',
    name: 'Market',
    countryCode: 'LV',
    city: 'Riga',
    address: 'Market 1',
    postalCode: 'LV-1050',
    active: true,
    ...written(),
  });
  return { id: methodId, pointId };
}

const announced = () => ({
  title: 'New prices',
  text: '<p>Monday</p>',
  validFrom: '2031-01-01T10:00:00.000Z',
  active: true,
});

/** A method that the merchant has agreed on. */
export async function insertAgreed(db: Queryable, merchantId: string): Promise<string> {
  const id = randomUUIDv7();
  await insertRow(db, 'merchantDeliveryMethods', {
    id,
    merchantId,
    deliveryMethod: 'By hand',
    type: 'COURIER',
    externalId: 'HAND-1',
    enabled: true,
    deliveryMethodId: await insertTold(db, 'deliveryMethods'),
    ...written(),
  });
  return id;
}

/** What staff fill their forms with. */
export const CHANGES_OF = {
  announcements: () => ({ ...announced(), application: 'MERCHANT_CONSOLE' }),
  customersAnnouncements: () => ({ ...announced(), language: 'LV', segment: 'ALL' }),
  deliveryCompanies: () => ({
    name: 'Hasty',
    code: randomUUIDv7().slice(-12),
    country: 'EE',
    active: false,
  }),
  deliveryMethods: () => ({ name: 'By sledge', type: 'POST', active: false }),
  pickupPoints: () => ({
    externalId: randomUUIDv7(),
    name: 'Station',
    country: 'LV',
    city: 'Riga',
    address: 'Station 1',
    postalCode: 'LV-1050',
    active: true,
  }),
};
