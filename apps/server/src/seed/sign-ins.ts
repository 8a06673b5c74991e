import type { UserRole } from '@paydesk/contract/permissions.ts';
import type { UserRow } from './tables.ts';

export const DEMO_PASSWORD = 'quiet harbour lantern 42';

interface SignIn {
  email: string;
  name: string;
  userRole: UserRole;
  merchant?: 'Amber & Oak' | 'Baltic Books';
  status?: UserRow['status'];
  /** Days from the clock until the password expires. */
  passwordDays?: number;
  /** What is worth knowing before one signs in with it. */
  words: string;
}

/** Everyone the start prints; one password for all. */
export const DEMO_SIGN_INS: readonly SignIn[] = [
  {
    email: 'admin@paydesk.test',
    name: 'Elīna Bērziņa',
    userRole: 'BACKOFFICE_ADMIN',
    words: 'back office administrator',
  },
  {
    email: 'technical@paydesk.test',
    name: 'Oskar Lindgren',
    userRole: 'BACKOFFICE_TECHNICAL',
    words: 'back office technical',
  },
  {
    email: 'owner@amber.test',
    name: 'Anna Ozola',
    userRole: 'MERCHANT_ADMIN',
    merchant: 'Amber & Oak',
    words: 'administrator of Amber & Oak',
  },
  {
    email: 'operator@amber.test',
    name: 'Toms Liepiņš',
    userRole: 'MERCHANT_OPERATOR',
    merchant: 'Amber & Oak',
    words: 'operator of Amber & Oak',
  },
  {
    email: 'owner@baltic.test',
    name: 'Kadri Tamm',
    userRole: 'MERCHANT_ADMIN',
    merchant: 'Baltic Books',
    words: 'administrator of Baltic Books',
  },
  {
    email: 'operator@baltic.test',
    name: 'Jonas Kazlauskas',
    userRole: 'MERCHANT_OPERATOR',
    merchant: 'Baltic Books',
    words: 'operator of Baltic Books',
  },
  {
    email: 'expired@amber.test',
    name: 'Ilze Kalniņa',
    userRole: 'MERCHANT_ADMIN',
    merchant: 'Amber & Oak',
    passwordDays: -3,
    words: 'administrator of Amber & Oak, password expired',
  },
  {
    email: 'blocked@amber.test',
    name: 'Juris Balodis',
    userRole: 'MERCHANT_OPERATOR',
    merchant: 'Amber & Oak',
    status: 'BLOCKED',
    words: 'operator of Amber & Oak, blocked by an administrator',
  },
  {
    email: 'selfblocked@amber.test',
    name: 'Zane Krūmiņa',
    userRole: 'MERCHANT_OPERATOR',
    merchant: 'Amber & Oak',
    status: 'BLOCKED_SELF',
    words: 'operator of Amber & Oak, blocked by too many wrong passwords',
  },
  {
    email: 'invited@amber.test',
    name: 'Edgars Vītols',
    userRole: 'MERCHANT_OPERATOR',
    merchant: 'Amber & Oak',
    status: 'NOT_ACTIVATED',
    words: 'operator of Amber & Oak, invited and not signed up yet',
  },
];
