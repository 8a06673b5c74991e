/** '340 ms', '4.1 s', '5 min 9 s', '2 h 5 min': how long something took, as screens say it. */
export function durationWords(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const [most, least] = seconds < 3600 ? [60, 1] : [3600, 60];
  const [one, other] = most === 60 ? ['min', 's'] : ['h', 'min'];
  const rest = Math.floor((seconds % most) / least);
  return `${Math.floor(seconds / most)} ${one}${rest ? ` ${rest} ${other}` : ''}`;
}
