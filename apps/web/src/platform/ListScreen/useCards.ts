import { useMediaQuery } from '@mantine/hooks';
import { usePrinting } from '../Printed.tsx';

/** Where the menu goes into its drawer rows are cards; on paper there is room for a table, whatever the window. */
export function useCards(): boolean {
  const narrow = useMediaQuery('screen and (max-width: 820px)', false, {
    getInitialValueInEffect: false,
  });
  return usePrinting() === null && narrow;
}
