import type { DeliveryCompanyRow, DeliveryMethodRow, PickupPointRow } from './tables.ts';
import { daysBefore } from './people.ts';
import { CITIES } from './words.ts';
import { HOUR_MS, later, type World } from './world.ts';

type Company = Pick<DeliveryCompanyRow, 'name' | 'code' | 'countryCode'> & { active?: boolean };
type Method = Pick<DeliveryMethodRow, 'name' | 'type'> & {
  /** Codes of the companies that offer it. */
  by: readonly string[];
  active?: boolean;
  points?: number;
};

const COMPANIES: readonly Company[] = [
  { name: 'Gulf Couriers', code: 'GULF', countryCode: 'EE' },
  { name: 'Amber Parcels', code: 'AMBER', countryCode: 'LV' },
  { name: 'Coast Post', code: 'COAST', countryCode: 'LT' },
  { name: 'North Line', code: 'NORTH', countryCode: 'FI' },
  { name: 'Old Harbour Freight', code: 'HARBOUR', countryCode: 'LV', active: false },
];

/** Of every type; a network of lockers is offered by several, and one method by nobody any more. */
const METHODS: readonly Method[] = [
  { name: 'Gulf Couriers next day', type: 'COURIER', by: ['GULF'] },
  { name: 'Gulf Couriers same day', type: 'COURIER', by: ['GULF'], active: false },
  { name: 'Amber Lockers', type: 'PICKUP_POINT', by: ['AMBER', 'GULF', 'NORTH'], points: 60 },
  { name: 'Coast Post parcel', type: 'POST', by: ['COAST'] },
  { name: 'Coast Post counters', type: 'PICKUP_POINT', by: ['COAST', 'NORTH'], points: 12 },
  { name: 'North Line to the door', type: 'COURIER', by: ['NORTH'] },
  { name: 'Two-man freight', type: 'COURIER', by: [], active: false },
];

const COUNTRIES: Readonly<Record<string, string>> = {
  Riga: 'LV',
  Liepāja: 'LV',
  Jelgava: 'LV',
  Daugavpils: 'LV',
  Ventspils: 'LV',
  Tallinn: 'EE',
  Tartu: 'EE',
  Pärnu: 'EE',
  Narva: 'EE',
  Vilnius: 'LT',
  Kaunas: 'LT',
  Klaipėda: 'LT',
};

const UNCHANGED = { createdBy: null, updatedDate: null, updatedBy: null };

/** Who delivers, how, and where parcels are picked up; gives the methods' ids by their names. */
export function delivery(world: World): ReadonlyMap<string, string> {
  const { clock, random, emit } = world;
  const since = (days: number) => later(daysBefore(clock, days), random.int(0, 8 * 3600) * 1000);
  const companies = new Map<string, string>();
  for (const [nth, { active = true, ...company }] of COMPANIES.entries()) {
    const createdDate = since(1300 + nth);
    const id = random.id(createdDate);
    companies.set(company.code, id);
    emit('deliveryCompanies', { ...company, id, active, createdDate, ...UNCHANGED });
  }
  const methods = new Map<string, string>();
  for (const [nth, { name, type, by, active = true, points = 0 }] of METHODS.entries()) {
    const createdDate = since(1250 + nth);
    const methodId = random.id(createdDate);
    methods.set(name, methodId);
    emit('deliveryMethods', { id: methodId, name, type, active, createdDate, ...UNCHANGED });
    for (const code of by)
      emit('deliveryCompanyMethods', { companyId: companies.get(code)!, methodId });
    for (let point = 1; point <= points; point++)
      emit(
        'pickupPoints',
        pickupPoint(world, methodId, name, point, later(createdDate, point * HOUR_MS)),
      );
  }
  return methods;
}

const PLACES = ['Market', 'Station', 'Harbour', 'Library', 'Town Hall', 'Stadium', 'Mill'];

function pickupPoint(
  { random }: World,
  methodId: string,
  method: string,
  nth: number,
  createdDate: Date,
): PickupPointRow {
  const city = random.pick(CITIES);
  const place = random.pick(PLACES);
  const countryCode = COUNTRIES[city]!;
  return {
    id: random.id(createdDate),
    methodId,
    externalId: `${countryCode}-${String(nth).padStart(4, '0')}`,
    name: `${method.split(' ')[0]} ${city} ${place}`,
    countryCode,
    city,
    address: `${place} Square ${random.int(1, 60)}`,
    postalCode: `${countryCode}-${random.digits(4)}`,
    active: nth % 12 !== 0,
    createdDate,
    ...UNCHANGED,
  };
}
