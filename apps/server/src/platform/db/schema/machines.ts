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

export interface SeenSignatures {
  signature_hash: Buffer;
  seen_date: string;
}

export interface MachinesTables {
  service_provider: ServiceProvider;
  certificates: Certificates;
  api_keys: ApiKeys;
  seen_signatures: SeenSignatures;
}
