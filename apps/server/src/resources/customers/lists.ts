import { cards, customers } from '@paydesk/contract/resources/customers/lists.ts';
import { customerNotes } from '@paydesk/contract/resources/customers/notes.ts';
import { defineList } from '../../platform/list/definition.ts';
import { maskedSql, PERSONAL_ID_OF_CUSTOMER } from '../../platform/sealed-values.ts';

const customer = { from: 'customers c', id: 'c.id' };

export const customersList = defineList({
  resource: customers,
  ...customer,
  columns: {
    id: 'c.id',
    firstName: 'c.first_name',
    lastName: 'c.last_name',
    personalId: maskedSql('c', PERSONAL_ID_OF_CUSTOMER),
    email: 'c.email',
    phone: 'c.phone',
    status: 'c.status',
    country: 'c.country',
    statusReason: 'c.status_reason',
    cards: '(select count(*) from cards where customer_id = c.id)',
    createdDate: 'c.created_date',
    lastLoginDate: 'c.last_login_date',
  },
  plainNames: {
    firstName: { whole: 'c.search_name', part: true },
    lastName: { whole: 'c.search_name', part: true },
  },
});

const CARD = "coalesce(k.first6, '******') || '******' || k.last4";

export const cardsList = defineList({
  resource: cards,
  from: 'cards k',
  id: 'k.id',
  joins: { o: 'join customers o on o.id = k.customer_id' },
  parent: { column: 'k.customer_id', ...customer },
  columns: {
    id: 'k.id',
    card: CARD,
    cardType: 'k.card_type',
    paymentScheme: 'k.payment_scheme',
    issuer: 'k.issuer',
    expires: "to_char(k.expires_month, 'MM/YY')",
    status: 'k.status',
    statusReason: 'k.status_reason',
    statusBy: `case when k.status in ('BLOCKED','DELETED') then k.updated_by end`,
    statusDate: `case when k.status in ('BLOCKED','DELETED') then k.updated_date end`,
    refusal: `case when o.status in ('BLOCKED','CLOSED') then 'CUSTOMER_' || o.status
      else case charge_refusal(o.id, ${CARD}) when 'CUSTOMER' then 'EMAIL_BLOCKED'
        when 'CARD' then case when k.status = 'ACTIVE' then 'CARD_BLOCKED' end end end`,
    onboardingStatus: 'k.onboarding_status',
    isDefault: 'k.is_default',
    createdDate: 'k.created_date',
  },
  sorts: { expires: 'k.expires_month' },
});

export const notesList = defineList({
  resource: customerNotes,
  from: 'customer_notes n',
  id: 'n.id',
  parent: { column: 'n.customer_id', ...customer },
  columns: {
    id: 'n.id',
    note: 'n.note',
    createdBy: 'n.created_by',
    createdDate: 'n.created_date',
    customerId: 'n.customer_id',
  },
});
