import type { Random } from './random.ts';
import type { MerchantDeliveryMethodRow, MerchantRow } from './tables.ts';
import { FIRST_NAMES, LAST_NAMES } from './words.ts';
import { fullName, later, type World } from './world.ts';

const HOME: [country: string, prefix: string, cities: string[]][] = [
  ['LV', '+371 2', ['Riga', 'Liepāja', 'Jelgava', 'Daugavpils']],
  ['EE', '+372 5', ['Tallinn', 'Tartu', 'Pärnu', 'Narva']],
  ['LT', '+370 6', ['Vilnius', 'Kaunas', 'Klaipėda']],
];
const STREETS = [
  'Brīvības',
  'Harbour Street',
  'Mill Lane',
  'Kalku',
  'Pikk',
  'Gedimino',
  'Old Road',
];
/** By what a shop's name says that it sells. */
const MCC = Object.entries({
  '5462': 'Bakery',
  '5499': 'Coffee Tea Roasters Sweets Herbs',
  '5661': 'Shoes',
  '5712': 'Oak',
  '5719': 'Ceramics Textiles Lamps Frames Kitchen Candles Pottery Linen Lighting Cookware',
  '5940': 'Bikes Cycling',
  '5941': 'Sports Outdoor Fitness Camping',
  '5942': 'Books',
  '5943': 'Paper Prints',
  '5945': 'Toys Games',
  '5995': 'Pets Aquarium',
});
const OF_ALL_KINDS = '5999';
const mccOf = (name: string) =>
  MCC.find(([, goods]) => goods.split(' ').includes(name.split(' ').at(-1)!))?.[0] ?? OF_ALL_KINDS;

type Profile = Omit<
  MerchantRow,
  'id' | 'name' | 'status' | 'createdDate' | 'ibanSealed' | 'ibanMasked'
>;

/** As the registers and the banks of these countries number theirs. */
const LEGAL_ID: Readonly<Record<string, (digits: string) => string>> = {
  LV: (digits) => `4${digits}`,
  EE: (digits) => `1${digits.slice(0, 7)}`,
  LT: (digits) => `3${digits.slice(0, 8)}`,
};
const ACCOUNT: Readonly<Record<string, (digits: string) => string>> = {
  LV: (digits) => `HABA${digits.slice(0, 13)}`,
  EE: (digits) => `22${digits}`,
  LT: (digits) => `73${digits}`,
};

/** What an invented business says of itself; its addresses lead nowhere. */
export function businessProfile(random: Random, name: string): Profile {
  const [countryCode, prefix, cities] = random.pick(HOME);
  const city = random.pick(cities);
  const domain = `${name.toLowerCase().replace(/[^a-z0-9]/g, '')}.test`;
  const site = `https://${domain}`;
  return {
    legalId: LEGAL_ID[countryCode]!(random.digits(10)),
    iban: ibanOf(countryCode, ACCOUNT[countryCode]!(random.digits(14))),
    responsiblePerson: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
    phone: `${prefix}${random.digits(3)} ${random.digits(4)}`,
    email: `office@${domain}`,
    countryCode,
    mccCode: mccOf(name),
    addressLine: `${random.pick(STREETS)} ${random.int(1, 140)}, ${city}`,
    zipCode: `${countryCode}-${random.digits(4)}`,
    termsUrl: `${site}/terms`,
    cardAcceptanceLocation: city,
    orderVerificationUrl: `${site}/paydesk/orders`,
    purchaseNotificationUrl: `${site}/paydesk/payments`,
    deliveryCostCalculationUrl: random.chance(0.5) ? `${site}/paydesk/shipping` : null,
    capture: 'AUTOMATIC',
    logoUrl: null,
  };
}

/** With check digits that hold, as a form somewhere may look at them. */
function ibanOf(country: string, account: string): string {
  const digits = [...`${account}${country}00`].map((one) => Number.parseInt(one, 36)).join('');
  const check = 98n - (BigInt(digits) % 97n);
  return `${country}${String(check).padStart(2, '0')}${account}`;
}

const generic = (nth: number) => `0192f0a0-0000-7000-8000-00000000000${nth}`;

const METHODS: [genericMethodId: string, name: string, extId: string, enabled: boolean][] = [
  [generic(1), 'Courier to the door', 'courier', true],
  [generic(2), 'Parcel locker, all sizes', 'locker', true],
  [generic(4), 'Pick up in our shop', 'pickup', true],
  [generic(3), 'Registered post', 'post-registered', false],
  [generic(5), 'Two people carry it in', 'freight-2', true],
  [generic(6), 'Download link by email', 'download', false],
];

const DELIVERY: [MerchantDeliveryMethodRow['type'], string][] = [
  ['COURIER', 'Gulf Couriers next day'],
  ['PICKUP_POINT', 'Amber Lockers'],
  ['POST', 'Coast Post parcel'],
];

/** How each merchant that trades ships: all of it for the two named ones, some for the others. */
export function shipping(world: World, methods: ReadonlyMap<string, string>): void {
  const { clock, emit, random } = world;
  for (const [index, shop] of world.shops.entries()) {
    const named = index < 2;
    const { id: merchantId, createdDate: since } = shop.merchant;
    const [first] = shop.staff;
    const createdBy = first ? fullName(first) : 'Elīna Bērziņa';
    const days = Math.floor((clock.getTime() - since.getTime()) / 86_400_000);
    for (const [genericMethodId, name, extId, enabled] of METHODS) {
      if (!named && random.chance(0.5)) continue;
      const createdDate = later(since, random.int(1, days - 1) * 86_400_000);
      const changed = !enabled || random.chance(0.4);
      emit('shippingMethods', {
        id: random.id(createdDate),
        merchantId,
        genericMethodId,
        name,
        extId,
        enabled,
        createdDate,
        createdBy,
        updatedDate: changed ? later(createdDate, 3_600_000) : null,
        updatedBy: changed ? createdBy : null,
      });
    }
    for (const [nth, [type, deliveryMethod]] of DELIVERY.entries()) {
      if (!named && random.chance(0.5)) continue;
      const createdDate = later(since, random.int(1, days - 1) * 86_400_000);
      emit('merchantDeliveryMethods', {
        id: random.id(createdDate),
        merchantId,
        deliveryMethod,
        type,
        externalId: `${shop.initials}-${random.digits(5)}`,
        enabled: nth !== 2,
        createdDate,
        deliveryMethodId: methods.get(deliveryMethod)!,
        createdBy: null,
        updatedDate: null,
        updatedBy: null,
      });
    }
  }
}
