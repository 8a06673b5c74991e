import { randomUUIDv7 } from 'node:crypto';

/** What nobody else has: its name, its number in the register, its administrator's address. */
export function newMerchant() {
  const tail = randomUUIDv7().slice(-10);
  return {
    name: `Coast ${tail}`,
    legalId: `4${String(Number.parseInt(tail, 16)).padStart(10, '0').slice(-10)}`,
    country: 'LV',
    iban: 'LV97 HABA 0012 3456 7891 0',
    mccCode: '5942',
    administratorFirstName: 'Anna',
    administratorLastName: 'Kalna',
    administratorEmail: `anna-${tail}@coast.test`,
  };
}

export const merchantCheck = {
  registrationNumber: '40003012345',
  businessDescription: 'Sells books.',
  expectedTurnover: 120_000.5,
  riskClass: 'MEDIUM',
  screeningResult: 'CLEAR',
  beneficialOwners: [
    { name: 'Anna Kalna', share: 60 },
    { name: 'Juris Priede', share: 40 },
  ],
};
