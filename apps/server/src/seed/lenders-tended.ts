import {
  INSTITUTION_FEATURES,
  type InstitutionFeatureName,
} from '@paydesk/contract/resources/financing-institutions.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { audit } from './audit.ts';
import { daysBefore } from './people.ts';
import type { FinancingInstitutionRow, FinancingProductRow } from './tables.ts';
import { fullName, type World } from './world.ts';

type Lender = { institution: FinancingInstitutionRow; products: FinancingProductRow[] };

/** Not every institution can do everything, and who wanted less of the last one said so. */
const HAS: Readonly<Record<InstitutionFeatureName, number>> = {
  INSTANT_DECISION: 2,
  REMOTE_SIGNING: 3,
  PARTIAL_REFUND: 2,
};

/** What administrators have done about the institutions since: features, and a dearer product. */
export function tendLenders(world: World, lenders: readonly Lender[]): void {
  const { random, clock, emit } = world;
  const by = world.staff.find(({ userRole }) => userRole === 'BACKOFFICE_ADMIN')!;
  const entry = { merchantId: null, result: 'SUCCESS' } as const;
  for (const [nth, { institution, products }] of lenders.entries()) {
    // the last can't do one thing yet, and nobody has ever turned it on
    const features = Object.keys(INSTITUTION_FEATURES) as InstitutionFeatureName[];
    for (const feature of features.slice(0, nth === lenders.length - 1 ? -1 : undefined)) {
      const enabled = institution.active && nth < HAS[feature];
      const updatedDate = daysBefore(clock, random.int(3, 80));
      emit('financingInstitutionFeatures', {
        financingInstitutionId: institution.id,
        feature,
        enabled,
        updatedDate,
        updatedBy: fullName(by),
      });
      audit(world, updatedDate, by, {
        ...entry,
        action: 'UPDATE_FEATURE',
        entityType: 'FINANCING_INSTITUTION',
        entityId: institution.id,
        details: { changes: { [feature]: { before: !enabled, after: enabled } } },
      });
    }
    const [product] = products;
    if (!product) continue;
    const updatedDate = daysBefore(clock, random.int(3, 80));
    const rate = product.interestRateBp;
    Object.assign(product, { updatedDate, updatedBy: fullName(by) });
    audit(world, updatedDate, by, {
      ...entry,
      action: 'UPDATE_FINANCING_PRODUCT',
      entityType: 'FINANCING_PRODUCT',
      entityId: product.id,
      details: {
        changes: {
          interestRate: {
            before: fromCents(BigInt(rate - random.int(20, 90))),
            after: fromCents(BigInt(rate)),
          },
        },
      },
    });
  }
}
