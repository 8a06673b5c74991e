/** Merchant category codes (ISO 18245) with what each is for, beside one another. */
const CODES = `
0742 Veterinary services | 0763 Agricultural cooperatives | 0780 Landscaping and gardening
1520 General contractors | 1711 Heating, plumbing, air conditioning | 1731 Electrical contractors
1740 Masonry, stonework, tile setting, plastering | 1750 Carpentry contractors
1761 Roofing, siding, sheet metal | 1771 Concrete work | 1799 Special trade contractors
2741 Publishing and printing | 2791 Typesetting and platemaking
2842 Cleaning and polishing preparations | 4011 Railways, freight
4111 Local commuter transport and ferries | 4112 Passenger railways | 4119 Ambulance services
4121 Taxis and limousines | 4131 Bus lines | 4214 Freight carriers, trucking, storage
4215 Courier services | 4225 Public warehousing | 4411 Cruise lines | 4457 Boat rentals
4468 Marinas and marine supplies | 4511 Airlines and air carriers | 4582 Airports and terminals
4722 Travel agencies and tour operators | 4784 Tolls and bridge fees | 4789 Transport services
4812 Telecommunication equipment | 4814 Telecommunication services
4816 Computer network and information services | 4821 Telegraph services | 4829 Money transfers
4899 Cable, satellite and other pay television | 4900 Utilities
5013 Motor vehicle supplies, wholesale | 5021 Office furniture, wholesale
5039 Construction materials, wholesale | 5044 Office and photographic equipment, wholesale
5045 Computers and software, wholesale | 5046 Commercial equipment, wholesale
5047 Medical and dental equipment, wholesale | 5051 Metal service centres, wholesale
5065 Electrical parts, wholesale | 5072 Hardware, wholesale
5074 Plumbing and heating equipment, wholesale | 5085 Industrial supplies, wholesale
5094 Precious stones and metals, wholesale | 5099 Durable goods, wholesale
5111 Stationery and office supplies, wholesale | 5122 Drugs and sundries, wholesale
5131 Piece goods and notions, wholesale | 5137 Uniforms and commercial clothing
5139 Commercial footwear | 5169 Chemicals, wholesale | 5172 Petroleum products, wholesale
5192 Books and newspapers, wholesale | 5193 Florist supplies and plants, wholesale
5198 Paints and varnishes, wholesale | 5199 Nondurable goods, wholesale
5200 Home supply warehouses | 5211 Building materials and lumber | 5231 Glass, paint, wallpaper
5251 Hardware stores | 5261 Nurseries, lawn and garden supplies | 5271 Mobile home dealers
5300 Wholesale clubs | 5309 Duty free stores | 5310 Discount stores | 5311 Department stores
5331 Variety stores | 5399 General merchandise | 5411 Grocery stores and supermarkets
5422 Meat provisioners | 5441 Candy and confectionery | 5451 Dairies | 5462 Bakeries
5499 Food stores, convenience and speciality | 5511 Car and truck dealers, new and used
5521 Car and truck dealers, used | 5531 Auto and home supply | 5532 Tyre stores
5533 Automotive parts | 5541 Service stations | 5542 Automated fuel dispensers | 5551 Boat dealers
5552 Electric vehicle charging | 5561 Camper and trailer dealers | 5571 Motorcycle dealers
5592 Motor home dealers | 5598 Snowmobile dealers | 5599 Automotive and farm equipment dealers
5611 Men’s clothing | 5621 Women’s clothing | 5631 Women’s accessories | 5641 Children’s clothing
5651 Family clothing | 5655 Sports and riding clothing | 5661 Shoe stores | 5681 Furriers
5691 Clothing stores | 5697 Tailors and alterations | 5698 Wig stores
5699 Apparel and accessories | 5712 Furniture and home furnishings | 5713 Floor covering
5714 Drapery and upholstery | 5718 Fireplaces and accessories | 5719 Home furnishing speciality
5722 Household appliances | 5732 Electronics | 5733 Music stores | 5734 Computer software
5735 Record stores | 5811 Caterers | 5812 Restaurants | 5813 Bars and nightclubs | 5814 Fast food
5815 Digital goods: books, films, music | 5816 Digital goods: games
5817 Digital goods: applications | 5818 Digital goods, many kinds | 5912 Pharmacies
5921 Beer, wine and liquor | 5931 Second-hand stores | 5932 Antique shops | 5933 Pawn shops
5935 Wrecking and salvage yards | 5937 Antique reproductions | 5940 Bicycle shops
5941 Sporting goods | 5942 Book stores | 5943 Stationery and school supplies
5944 Jewellery, watches, silverware | 5945 Toys, hobby and games
5946 Camera and photographic supplies | 5947 Gifts, cards, novelties and souvenirs
5948 Luggage and leather goods | 5949 Fabrics, sewing and needlework | 5950 Glassware and crystal
5960 Direct marketing: insurance | 5962 Direct marketing: travel | 5963 Door-to-door sales
5964 Direct marketing: catalogue | 5965 Direct marketing: catalogue and retail
5966 Direct marketing: outbound telephone | 5967 Direct marketing: inbound telephone
5968 Direct marketing: subscriptions | 5969 Direct marketing, other
5970 Artist supplies and crafts | 5971 Art dealers and galleries | 5972 Stamps and coins
5973 Religious goods | 5975 Hearing aids | 5976 Orthopaedic goods | 5977 Cosmetics
5978 Typewriters | 5983 Fuel dealers | 5992 Florists | 5993 Tobacco and cigars | 5994 News dealers
5995 Pet shops | 5996 Swimming pools | 5997 Electric razors | 5998 Tents and awnings
5999 Speciality retail | 6010 Cash at a bank’s counter | 6011 Cash at a machine
6012 Financial institutions: merchandise and services | 6050 Quasi cash: financial institution
6051 Quasi cash: foreign and digital currency | 6211 Securities brokers | 6300 Insurance
6513 Real estate agents and rentals | 6532 Payment transactions: financial institution
6533 Payment transactions: merchant | 6536 Money transfers within a country
6537 Money transfers between countries | 6538 Funding transactions | 6540 Stored value cards
7011 Hotels and lodging | 7012 Timeshares | 7032 Recreational camps | 7033 Campgrounds
7210 Laundry and cleaning | 7211 Laundries | 7216 Dry cleaners
7217 Carpet and upholstery cleaning | 7221 Photographic studios | 7230 Hairdressers and beauty
7251 Shoe repair | 7261 Funeral services | 7273 Dating services | 7276 Tax preparation
7277 Counselling services | 7278 Buying clubs | 7280 Hospital patients | 7295 Babysitting
7296 Clothing rental | 7297 Massage | 7298 Health and beauty spas | 7299 Personal services
7311 Advertising | 7321 Credit reporting | 7333 Commercial photography and design
7338 Copying services | 7339 Secretarial support | 7342 Pest control
7349 Cleaning and maintenance | 7361 Employment agencies | 7372 Programming and data processing
7375 Information retrieval | 7379 Computer maintenance | 7392 Management consulting
7393 Detective and security services | 7394 Equipment rental | 7395 Photofinishing
7399 Business services | 7511 Truck stops | 7512 Car rental | 7513 Truck and trailer rental
7519 Motor home rental | 7523 Parking | 7531 Body repair | 7534 Tyre retreading | 7535 Paint shops
7538 Auto service shops | 7542 Car washes | 7549 Towing | 7622 Electronics repair
7623 Air conditioning repair | 7629 Small appliance repair | 7631 Watch and jewellery repair
7641 Furniture repair | 7692 Welding | 7699 Repair shops | 7800 Government lotteries
7801 Licensed online casinos | 7802 Licensed horse and dog racing | 7829 Film production
7832 Cinemas | 7841 Video rental | 7911 Dance halls and schools | 7922 Theatres and tickets
7929 Bands and entertainers | 7932 Billiards | 7933 Bowling | 7941 Sports clubs and fields
7991 Tourist attractions | 7992 Golf courses | 7993 Video game supplies | 7994 Video game arcades
7995 Betting and casinos | 7996 Amusement parks | 7997 Membership clubs | 7998 Aquariums
7999 Recreation services | 8011 Doctors | 8021 Dentists | 8031 Osteopaths | 8041 Chiropractors
8042 Optometrists | 8043 Opticians | 8049 Podiatrists | 8050 Nursing care | 8062 Hospitals
8071 Medical laboratories | 8099 Medical services | 8111 Legal services | 8211 Schools
8220 Universities | 8241 Correspondence schools | 8244 Business schools | 8249 Trade schools
8299 Educational services | 8351 Child care | 8398 Charities | 8641 Civic and social associations
8651 Political organisations | 8661 Religious organisations | 8675 Automobile associations
8699 Membership organisations | 8734 Testing laboratories | 8911 Architects and engineers
8931 Accounting and auditing | 8999 Professional services | 9211 Court costs | 9222 Fines
9223 Bail | 9311 Tax payments | 9399 Government services | 9402 Postal services
9405 Government purchases | 9406 Government lotteries abroad | 9950 Purchases within a company`;

/** Each airline, car rental and hotel chain has one of its own out of these. */
const RANGES: readonly [from: number, to: number, name: string][] = [
  [3000, 3350, 'Airline'],
  [3351, 3500, 'Car rental'],
  [3501, 3999, 'Hotel'],
];

let names: ReadonlyMap<string, string> | undefined;
const known = () =>
  (names ??= new Map(
    CODES.trim()
      .split(/ \| |\n/)
      .map((line) => [line.slice(0, 4), line.slice(5)]),
  ));

/** What the code stands for, or null where there is no such code. */
export function mccName(code: string): string | null {
  const number = Number(code);
  const range = RANGES.find(([from, to]) => number >= from && number <= to);
  return known().get(code) ?? range?.[2] ?? null;
}

/** All that are no chain's own, to choose from. */
export const mccChoices = (): Record<string, string> =>
  Object.fromEntries([...known()].map(([code, name]) => [code, `${code} ${name}`]));

/** Null, or why it is no merchant category code. */
export function mccProblem(text: string): string | null {
  const code = text.trim();
  if (!/^\d{4}$/.test(code)) return 'MCC must be 4 digits';
  return mccName(code) === null ? `There is no MCC ${code}` : null;
}
