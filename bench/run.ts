/** `npm run bench -- NAME`: one measurement by its file name. */
const [name] = process.argv.slice(2);
const known = [
  'start',
  'seed',
  'paint',
  'screens',
  'shift',
  'journeys',
  'lists',
  'filters',
  'search',
  'csv',
  'counters',
  'events',
  'business-days',
  'rules',
  'bin-ranges',
  'screening',
  'payments',
  'import',
  'people',
  'needs',
  'peers',
  'beside',
  'all',
];
if (!name || !known.includes(name)) {
  console.error(`Usage: npm run bench -- ${known.join(' | ')}`);
  process.exit(2);
}
await import(`./${name}.ts`);
