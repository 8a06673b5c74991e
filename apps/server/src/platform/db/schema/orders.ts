import type { JSONColumnType } from 'kysely';

/** What is bought. */

export interface Shipment {
  type: string;
  contactPhone: string;
  country: string;
  city: string;
  addressLine: string;
  postalCode: string;
  method: string;
}

export interface Orders {
  id: string;
  merchant_id: string;
  external_id: string | null;
  external_order_number: string | null;
  customer_email: string | null;
  label: string | null;
  amount_cents: bigint;
  tax_cents: bigint;
  currency: string;
  status: string;
  payment_method: string | null;
  reject_reason_code: string | null;
  error: string | null;
  purchase_id: string | null;
  shipment: JSONColumnType<Shipment> | null;
  created_date: string;
  updated_date: string | null;
  updated_by: string | null;
}

export interface OrderItems {
  id: string;
  order_id: string;
  merchant_id: string;
  position: number;
  label: string;
  amount_cents: bigint;
  /** numeric(3, 2), as text. */
  tax_rate: string;
  currency: string;
  count: number;
  unit: string | null;
}

export interface OrdersTables {
  orders: Orders;
  order_items: OrderItems;
}
