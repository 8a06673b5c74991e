import type { Code } from '@paydesk/contract/resources/enums.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { COUNTRY_CODES, MCC, PRODUCT_CATEGORIES } from './codes.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

const COUNTRIES: Code[] = COUNTRY_CODES.map((code) => ({
  code,
  name: countryNames.of(code)!,
})).sort((a, b) => a.name.localeCompare(b.name, 'en'));

const codesOf = (names: Readonly<Record<string, string>>): Code[] =>
  Object.entries(names).map(([code, name]) => ({ code, name }));

/** Codes that others define and forms and lists give names to (API-148..150). */
export const enumHandlers = (): Handlers<
  'GET /api/enums/mcc' | 'GET /api/enums/product-categories' | 'GET /api/enums/countries'
> => ({
  'GET /api/enums/mcc': async () => codesOf(MCC),
  'GET /api/enums/product-categories': async () => codesOf(PRODUCT_CATEGORIES),
  'GET /api/enums/countries': async () => COUNTRIES,
});
