import { useEffect } from 'react';

/** Whose console it is: the page came with its name (AM-117). */
export const house = document.title;

export const tabTitle = (thing: string | undefined) => (thing ? `${thing} · ${house}` : house);

/**
 * Names the thing in the browser's tab, '12.50 EUR refund · Paydesk', in place of the route's own
 * title; undefined while it is not known yet.
 */
export function useTitle(thing: string | undefined): void {
  useEffect(() => {
    if (thing) document.title = tabTitle(thing);
  }, [thing]);
}
