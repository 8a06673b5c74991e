import type { Generated } from 'kysely';

/** What merchants' own systems prove themselves with. */

export interface ServiceProvider {
  id: string;
  single: Generated<boolean>;
  name: string;
  created_date: string;
  expiration_date: string;
  public_key: string;
  certificate: string;
  sealed_private_key: Buffer;
}

export interface Certificates {
  id: string;
  merchant_id: string;
  name: string;
  created_date: string;
  created_by: string;
  expiration_date: string;
  public_key: string;
  certificate: string;
  disabled_date: string | null;
  disabled_by: string | null;
  last_used_date: string | null;
}

export interface ApiKeys {
  id: string;
  merchant_id: string;
  key_hash: Buffer;
  sealed_key: Buffer;
  last_four: string;
  created_date: string;
  created_by: string;
  last_used_date: string | null;
}

/** A merchant's key beside that one. */
export interface NamedApiKeys {
  id: string;
  merchant_id: string;
  name: string;
  key_hash: Buffer;
  last_four: string;
  reads_orders: boolean;
  makes_orders: boolean;
  reads_recurring: boolean;
  changes_recurring: boolean;
  addresses: string | null;
  expiration_date: string | null;
  revoked_date: string | null;
  last_used_date: string | null;
  last_used_address: string | null;
  created_date: string;
  created_by: string;
  /** Null: made before that was kept. */
  made_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

export interface ApiKeyNetworks {
  key_id: string;
  merchant_id: string;
  network: string;
  first_date: string;
}

/** What a core of the provider's proves itself by. */
export interface ProviderKeys {
  id: string;
  name: string;
  key_hash: Buffer;
  last_four: string;
  writes_merchants: boolean;
  writes_customers: boolean;
  writes_purchases: boolean;
  writes_transactions: boolean;
  writes_loans: boolean;
  status: Generated<string>;
  last_used_date: string | null;
  created_date: string;
  created_by: string;
  /** On whose word it writes. */
  made_by: string;
  updated_date: string | null;
  updated_by: string | null;
}

export interface SeenSignatures {
  signature_hash: Buffer;
  seen_date: string;
}

export interface MachinesTables {
  service_provider: ServiceProvider;
  certificates: Certificates;
  api_keys: ApiKeys;
  named_api_keys: NamedApiKeys;
  api_key_networks: ApiKeyNetworks;
  provider_keys: ProviderKeys;
  seen_signatures: SeenSignatures;
}
