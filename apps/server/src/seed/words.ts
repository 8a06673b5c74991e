import type { Random } from './random.ts';

/** The words that the demo data is made of. Every person and every shop is invented. */

const list = (text: string) => text.trim().split(/\s*[|\n]\s*/);

export const FIRST_NAMES = list(`
  Anna | Marta | Ieva | Liene | Zane | Elīna | Dace | Ilze | Laura | Kristīne | Jānis | Andris
  Mārtiņš | Edgars | Toms | Kārlis | Raivis | Artūrs | Juris | Rihards | Liis | Kadri | Maarja
  Triin | Kristjan | Rasmus | Tanel | Märt | Urmas | Siim | Rūta | Eglė | Gabija | Austėja
  Jonas | Lukas | Tomas | Mantas | Darius | Vytautas | Sofia | Emma | Oskar | Filip | Nora
  Hugo | Ella | Viktor | Ida | Otto
`);

export const LAST_NAMES = list(`
  Ozola | Bērziņš | Kalniņa | Liepiņš | Krūmiņa | Balodis | Eglīte | Zariņš | Petersone
  Vītols | Kļaviņa | Dzenis | Tamm | Saar | Sepp | Mägi | Kask | Kukk | Rebane | Ilves | Pärn
  Koppel | Kazlauskas | Jankauskas | Petrauskas | Stankus | Butkus | Paulauskas | Žukauskas
  Balčiūnas | Nylund | Lindgren | Hagen | Berg | Dahl | Strand | Moen | Lund | Holm | Vester
`);

export const CITIES = list(`
  Riga | Tallinn | Vilnius | Kaunas | Tartu | Liepāja | Jelgava | Pärnu | Daugavpils
  Klaipėda | Narva | Ventspils
`);

export const POSITIONS = list(`
  Bookkeeper | Shop manager | Customer care | Head of sales | Web shop editor | Accountant
`);

/** First and second word of a shop's name: 50 by 40 of them. */
export const SHOP_FIRST = list(`
  Nordlys | Daugava | Pine | Juniper | Sea Wind | Old Town | Harbour | Linden | Meadow
  Granite | Copper | Birch | Rye | Lantern | Gauja | Emajõgi | Neris | Curonian | Saare | Hiiu
  Latgale | Vidzeme | Kurzeme | Aukštaitija | Dzūkija | Aurora | Cranberry | Heron | Stork
  Lynx | Otter | Bluebell | Clover | Honey | Wool | Slate | Silver | Dune | Lighthouse | Tide
  Frost | Spruce | Willow | Cloudberry | Sparrow | Kestrel | Market | Bridge | River | Island
`);

export const SHOP_SECOND = list(`
  Bikes | Coffee | Garden | Toys | Sports | Ceramics | Textiles | Tools | Optics | Music
  Bakery | Tea | Shoes | Lamps | Paper | Frames | Outdoor | Kitchen | Pets | Candles | Cycling
  Roasters | Nursery | Games | Fitness | Pottery | Linen | Hardware | Lenses | Strings
  Sweets | Herbs | Leather | Lighting | Prints | Gallery | Camping | Cookware | Aquarium
  Gifts
`);

/** What shops sell, the cheapest first (`goodsFor`). */
export const FURNITURE = list(`
  felt pads for chairs | beeswax polish | brass hooks | walnut tray | linen cushion | coat rack
  linen sofa cover | amber desk lamp | bedside table | two oak stools | wool rug, 160 by 230
  set of four chairs | bookshelf in ash | oak dining table
  dining table in solid oak with six chairs, carried to the third floor
`);

export const BOOKS = list(`
  notebook, ruled | picture book | crime novel | gift card | poetry, two volumes | three paperbacks
  cookery book, signed | dictionary Latvian–Estonian | atlas of the Baltic Sea
  collected letters in five volumes, cloth-bound, with a separate index
`);

export const GOODS = list(`
  sample pack | spare part | accessories | gift card | two pieces | repair kit | starter set
  three pairs | family pack | large box | summer collection | winter set
`);

/** What costs `cents`, or about that, of goods that go from 2.00 to 1'000.00 and more. */
export function goodsFor(random: Random, goods: readonly string[], cents: bigint): string {
  const share = Math.log(Math.max(Number(cents), 2_00) / 2_00) / Math.log(1_000_00 / 2_00);
  const at = Math.round(share * (goods.length - 1)) + random.int(-1, 1);
  return goods[Math.min(Math.max(at, 0), goods.length - 1)]!;
}

export const SUBSCRIPTIONS = list(`
  care plan | monthly box | membership | support plan
`);

/** What goes wrong outside: its type, code and words, by the status that it leads to. */
export const ERRORS = {
  FAILED: [
    ['TECHNICAL', '91', 'Issuer not available'],
    ['TECHNICAL', '96', 'System malfunction'],
    ['AUTHENTICATION', 'N', 'Card holder could not be authenticated'],
    ['ACQUIRER', '68', 'No response in time'],
  ],
  DECLINED: [
    ['ISSUER', '51', 'Insufficient funds'],
    ['ISSUER', '05', 'Do not honour'],
    ['ISSUER', '54', 'Expired card'],
    ['ISSUER', '61', 'Exceeds the withdrawal limit'],
    ['RISK', 'V3', 'Too many attempts with one card'],
  ],
  RP_BLOCKED: [
    ['RECURRING', 'R1', 'The card holder stopped the recurring payment'],
    ['RECURRING', 'R3', 'The card was reported lost'],
  ],
} as const;

/** Why staff block and close customers: in their own words, as they are typed. */
export const REASONS_OF_STATUSES: Readonly<Partial<Record<string, readonly string[]>>> = {
  BLOCKED: [
    'Card reported stolen by its issuer; waiting for the cardholder to call back.',
    'Three chargebacks in a month, all of them “not received”.',
    'Payments from four countries within an hour.',
    'Asked to be blocked by phone: does not recognise the last payments.',
  ],
  CLOSED: [
    'Closed at their own request, by email.',
    'Second account of the same person; the other one stays.',
  ],
};
