import { fullName } from '@paydesk/contract/kernel/full-name.ts';
import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import type { ConsumerCredit } from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import { orderLink } from '../../order-link.tsx';
import { paths } from '../../paths.ts';
import type { RelatedLink } from '../../platform/DetailScreen/blocks.tsx';
import type { Person } from '../../platform/DetailScreen/People.tsx';
import { shortId } from '../../platform/format.ts';
import {
  IconBuildingStore,
  IconCertificate,
  IconReceipt,
  IconShieldCheck,
  IconUser,
} from '../../ui/icons.ts';

const nameOf = (person: ConsumerCredit['person']) =>
  person && fullName(person.firstName, person.lastName);

/** Who borrows, and where, which is staff's to see; from whom says a card of its own (LN-12). */
export function peopleOf(loan: ConsumerCredit, actor: Actor): Person[] {
  const { person, customerId, merchantId, merchantName } = loan;
  if (!AUDIENCES.staff(actor)) return [];
  return [
    {
      label: 'Customer',
      icon: <IconUser size={16} aria-hidden />,
      value: nameOf(person) || (customerId && shortId(customerId)),
      href: customerId && paths.customer(customerId),
      note: customerId ? null : 'The borrower is not known yet.',
    },
    {
      label: 'Merchant',
      icon: <IconBuildingStore size={16} aria-hidden />,
      value: merchantName ?? (merchantId && shortId(merchantId)),
      href: merchantId && paths.merchantById(merchantId),
    },
  ];
}

/** LN-01..06, AM-06; where a merchant's people may not go, the page says so (AM-53). */
export function relatedLinks(
  loan: ConsumerCredit,
  actor: Actor,
  /** Whose people read it: of a merchant's own loan nobody is told whose it is. */
  ownMerchant: string | null,
): RelatedLink[] {
  const { merchantId = '' } = loan;
  const { allOfferCount, allAuthenticationCount } = loan;
  const ofLoan = { f_consumerCreditId: loan.id };
  const links: (RelatedLink | false)[] = [
    orderLink(loan),
    // staff read both among its people
    !AUDIENCES.staff(actor) && {
      label: 'Merchant',
      icon: <IconBuildingStore size={16} aria-hidden />,
      href: paths.merchantOf(actor, merchantId),
      value: ownMerchant,
    },
    allOfferCount > 0 && {
      label: 'Offers',
      icon: <IconReceipt size={16} aria-hidden />,
      href: paths.offers(ofLoan),
      value: allOfferCount,
      always: 'Ask the back office for',
    },
    allAuthenticationCount > 0 && {
      label: 'Authentications',
      icon: <IconShieldCheck size={16} aria-hidden />,
      href: paths.authentications(ofLoan),
      value: allAuthenticationCount,
      always: 'Ask the back office for',
    },
    {
      label: 'Signatures',
      icon: <IconCertificate size={16} aria-hidden />,
      href: paths.signatures(ofLoan),
      always: 'Ask the back office for',
    },
  ];
  return links.filter((link) => link !== false);
}
