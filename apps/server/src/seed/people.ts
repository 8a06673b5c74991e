import { ROLE_PERMISSIONS, type UserRole } from '@paydesk/contract/permissions.ts';
import { merchantRow, userRow } from './factories.ts';
import { businessProfile } from './merchants.ts';
import type { Random } from './random.ts';
import { DEMO_SIGN_INS } from './sign-ins.ts';
import type { CustomerRow, Emit, MerchantRow, UserRow } from './tables.ts';
import {
  BOOKS,
  FIRST_NAMES,
  FURNITURE,
  GOODS,
  LAST_NAMES,
  POSITIONS,
  SHOP_FIRST,
  SHOP_SECOND,
} from './words.ts';
import { fullName } from './world.ts';

const DAY_MS = 86_400_000;
const PASSWORD_DAYS = 90;

/** A merchant that trades, with what its payments are made of. */
export interface Shop {
  merchant: MerchantRow;
  /** Stands in its order numbers: AO-20417. */
  initials: string;
  goods: readonly string[];
  /** Who refunds and reverses. */
  staff: UserRow[];
  nextOrder: number;
}

export interface Customer {
  id: string;
  createdDate: Date;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
  status: CustomerRow['status'];
  dateOfBirth: string;
  /** When they were blocked or closed, and why. */
  updatedDate: Date | null;
  statusReason: string | null;
  cards: CustomerCard[];
}

/** A card as it is used: from when until when; 411111******1234, and its last month as YYYY-MM. */
export interface CustomerCard {
  id: string;
  pan: string;
  from: Date;
  until: Date;
  expires: string;
}

export interface PeopleOptions {
  clock: Date;
  random: Random;
  passwordHash: string;
  emit: Emit;
}

const NAMED = [
  { name: 'Amber & Oak', domain: 'amber.test', goods: FURNITURE },
  { name: 'Baltic Books', domain: 'baltic.test', goods: BOOKS },
];

/** Merchants that do not trade (yet), so that every status is there. */
const OTHERS: [string, MerchantRow['status']][] = [
  ['Fjord & Fir', 'PENDING_APPROVAL'],
  ['Kite Meadow', 'PENDING_APPROVAL'],
  ['Salt Works', 'APPROVED'],
  ['Quick Profit Trading', 'DECLINED'],
];

export const daysBefore = (date: Date, days: number) => new Date(date.getTime() - days * DAY_MS);

/** Every merchant and everyone who signs in. */
export function makePeople(trading: number, options: PeopleOptions) {
  const { clock, emit, passwordHash } = options;
  const random = options.random.fork('people');
  const shops: Shop[] = [];
  const merchants: MerchantRow[] = [];

  function addMerchant(name: string, status: MerchantRow['status'], goods = GOODS) {
    const days = random.int(400, 1200);
    // nobody lets an application lie for years
    const createdDate = daysBefore(clock, status === 'PENDING_APPROVAL' ? 16 + (days % 8) : days);
    const profile = businessProfile(random.fork(name), name);
    const merchant = merchantRow({
      id: random.id(createdDate),
      name,
      status,
      createdDate,
      ...profile,
    });
    const initials = name.replace(/[^\p{Lu}]/gu, '').slice(0, 2);
    emit('merchants', merchant);
    merchants.push(merchant);
    return { merchant, initials, goods, staff: [] as UserRow[], nextOrder: 20_000 };
  }

  function addUser(name: string, email: string, given: Partial<UserRow> & { userRole: UserRole }) {
    const [firstName, lastName] = name.split(' ') as [string, string];
    const since = shops.find((shop) => shop.merchant.id === given.merchantId)?.merchant;
    const from = since?.createdDate ?? daysBefore(clock, 1300);
    const createdDate = new Date(from.getTime() + random.int(1, 300) * 3_600_000);
    const seen = given.status === undefined || given.status === 'ACTIVATED';
    const user = userRow({
      id: random.id(createdDate),
      email,
      passwordHash,
      firstName,
      lastName,
      phoneNumber: `+371 2${random.digits(3)} ${random.digits(4)}`,
      position: random.pick(POSITIONS),
      permissions: ROLE_PERMISSIONS[given.userRole],
      passwordExpiresDate: daysBefore(clock, -PASSWORD_DAYS),
      lastLoginDate: seen ? daysBefore(clock, random.int(1, 20_000) / 1000) : null,
      createdDate,
      createdBy: 'Elīna Bērziņa',
      ...given,
    });
    emit('users', user);
    return user;
  }

  for (const { name, goods } of NAMED) shops.push(addMerchant(name, 'ACTIVE', goods));
  for (let i = NAMED.length; i < trading; i++) {
    const name = `${SHOP_FIRST[i % 50]} ${SHOP_SECOND[Math.floor(i / 50 + i) % 40]}`;
    shops.push(addMerchant(name, i % 9 === 8 ? 'DISABLED' : 'ACTIVE'));
  }
  for (const [name, status] of OTHERS) addMerchant(name, status);

  const staff: UserRow[] = [];
  for (const { email, name, userRole, merchant, passwordDays, status } of DEMO_SIGN_INS) {
    const shop = shops.find((shop) => shop.merchant.name === merchant);
    const invited = status === 'NOT_ACTIVATED';
    const user = addUser(name, email, {
      userRole,
      merchantId: shop?.merchant.id ?? null,
      status: status ?? 'ACTIVATED',
      ...(invited ? { passwordHash: null, passwordExpiresDate: null } : {}),
      ...(passwordDays ? { passwordExpiresDate: daysBefore(clock, -passwordDays) } : {}),
    });
    if (user.status === 'ACTIVATED') (shop?.staff ?? staff).push(user);
  }

  shops.forEach((shop, index) => {
    const domain = NAMED[index]?.domain ?? `${plain(shop.merchant.name)}.test`;
    const roles: UserRole[] = ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR', 'MERCHANT_OPERATOR'];
    roles.forEach((userRole, nth) => {
      const first = FIRST_NAMES[(index * 7 + nth * 13 + 5) % 50]!;
      const last = random.pick(LAST_NAMES);
      const status = nth === 2 ? random.pick(LEAVERS) : 'ACTIVATED';
      const changed = status === 'BLOCKED' || status === 'DEACTIVATED';
      const email = `${plain(first)}.${plain(last)}@${domain}`;
      const merchantId = shop.merchant.id;
      const user = addUser(`${first} ${last}`, email, {
        userRole,
        merchantId,
        status,
        description: DESCRIPTIONS[(index + nth) % 7] ?? null,
        ...(status === 'NOT_ACTIVATED' ? { passwordHash: null, passwordExpiresDate: null } : {}),
        ...(nth > 0 && shop.staff[0] ? { createdBy: fullName(shop.staff[0]) } : {}),
        ...(changed && shop.staff[0]
          ? { updatedBy: fullName(shop.staff[0]), updatedDate: daysBefore(clock, 2 + (index % 60)) }
          : {}),
      });
      if (status === 'ACTIVATED') shop.staff.push(user);
    });
  });
  return { shops, merchants, staff };
}

const LEAVERS: UserRow['status'][] = ['ACTIVATED', 'NOT_ACTIVATED', 'DEACTIVATED', 'BLOCKED'];

/** What is written about some of the people; most have nothing. */
const DESCRIPTIONS: Record<number, string> = {
  1: 'Reach on weekdays until four; refunds over 500.00 go to the owner first.',
  4: 'Covers the Tartu shop on Saturdays.',
};

/** Mārtiņš → martins */
export function plain(name: string): string {
  const letters = name.normalize('NFD').toLowerCase();
  return letters.replace(/[^a-z0-9]/g, '');
}
