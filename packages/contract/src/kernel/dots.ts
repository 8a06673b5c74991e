/** What is shown of a number: enough to tell two apart, too little to pass for one of them. */
export function withDots(text: string, end = 2): string {
  const letters = [...text];
  if (letters.length < 8) return '•'.repeat(letters.length);
  const [first, last] = [letters.slice(0, 2).join(''), letters.slice(-end).join('')];
  return `${first}${'•'.repeat(Math.max(0, letters.length - 2 - end))}${last}`;
}
