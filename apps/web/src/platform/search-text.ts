/** What may stand behind the question mark: strings as they are, empty ones left out. */
export type Search = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** 'f_status=SUCCESS&sort=date,DESC', readable: commas and colons need no escape in a query. */
export function searchText(search: Search): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') query.append(key, String(value));
  return query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/** The last one counts where a key is given more than once. */
export function readSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}
