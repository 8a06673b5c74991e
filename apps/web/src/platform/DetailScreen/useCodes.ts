import { useEffect, useState } from 'react';
import type { CodeWords } from '../../ui/changes.ts';

/** The words of each kind of record's codes, by its name in the audit log. */
export type Codes = Readonly<Record<string, CodeWords>>;

const NONE: Codes = {};

/**
 * The words that the audit log has for codes, once something wants them: most records show no change,
 * and theirs are not fetched. Undefined until they are there; without them codes stand as they are.
 */
export function useCodes(wanted: boolean): Codes | undefined {
  const [codes, setCodes] = useState<Codes>();
  useEffect(() => {
    if (!wanted) return undefined;
    let left = false;
    void import('virtual:codes')
      .then(
        ({ CODES }) => CODES,
        () => NONE,
      )
      .then((found) => {
        if (!left) setCodes(found);
      });
    return () => {
      left = true;
    };
  }, [wanted]);
  return codes;
}
