const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** How much it is, in three figures: '12.4 MB'. */
export function bytesWords(bytes: number): string {
  const size = Math.abs(bytes);
  const at = size < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(size) / 10));
  const value = size / 1024 ** at;
  const text = at === 0 || value >= 100 ? value.toFixed(0) : value.toFixed(1);
  return `${bytes < 0 ? '−' : ''}${text} ${UNITS[at]}`;
}

const STEPS = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const;

/** How long it is, in the largest unit that it is whole in: '548 days', '90 minutes'. */
export function spanWords(seconds: number): string {
  const [size, unit] = STEPS.find(([step]) => seconds >= step && seconds % step === 0) ?? [
    1,
    'second',
  ];
  const many = seconds / size;
  return `${many} ${unit}${many === 1 ? '' : 's'}`;
}
