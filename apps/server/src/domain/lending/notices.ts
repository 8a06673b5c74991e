import type { InstitutionNotice } from '../../gateways/financing-institution.ts';
import type { Services } from '../../platform/services.ts';

/**
 * Writes down what an institution tells unasked: false where it was known already; null for what is not its.
 * `address` is the gateway that it came from, `from` the caller's own.
 */
export async function institutionNoticed(
  _services: Services,
  _notice: InstitutionNotice,
  _at: { address: string; from: string },
): Promise<boolean | null> {
  throw new Error('to come');
}
