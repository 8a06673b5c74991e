import { daysBefore } from './people.ts';
import { fullName, type World } from './world.ts';

/** What was asked for and came to nothing: a phone was found again, and nobody said the second word. */
export function approvals({ clock, random, staff, shops, emit }: World): void {
  const asker = staff.find(({ userRole }) => userRole === 'BACKOFFICE_ADMIN')!;
  const colleague = staff.find(({ userRole }) => userRole === 'BACKOFFICE_TECHNICAL')!;
  const owner = shops[0]!.staff[0]!;
  const requests = [
    { about: colleague, days: 60, reason: 'Left the phone on the train', status: 'WITHDRAWN' },
    { about: owner, days: 30, reason: 'Has a new phone, not the codes', status: 'EXPIRED' },
  ] as const;
  for (const { about, days, reason, status } of requests) {
    const createdDate = daysBefore(clock, days);
    const decided = status === 'WITHDRAWN';
    emit('approvals', {
      id: random.id(createdDate),
      kind: 'FACTOR_OFF',
      entityType: 'USER',
      entityId: about.id,
      merchantId: about.merchantId,
      reason,
      status,
      askedById: asker.id,
      createdBy: fullName(asker),
      createdDate,
      expiresDate: daysBefore(clock, days - 2),
      decidedById: decided ? asker.id : null,
      decidedBy: decided ? fullName(asker) : null,
      note: null,
      call: null,
      sealed: null,
      repeatKey: null,
      about: null,
      ofMerchantId: null,
      amountCents: null,
      currency: null,
      outcome: null,
      outcomeText: null,
      decidedDate: null,
      updatedDate: decided ? daysBefore(clock, days - 1) : null,
      updatedBy: decided ? fullName(asker) : null,
    });
  }
}
