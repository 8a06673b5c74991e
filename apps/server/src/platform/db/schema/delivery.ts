/** Who delivers, how, and where parcels are picked up. */

export interface DeliveryCompanies {
  id: string;
  name: string;
  code: string;
  country_code: string;
  active: boolean;
  created_date: string;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

export interface DeliveryMethods {
  id: string;
  name: string;
  type: string;
  active: boolean;
  created_date: string;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

export interface DeliveryCompanyMethods {
  company_id: string;
  method_id: string;
}

export interface PickupPoints {
  id: string;
  method_id: string;
  external_id: string;
  name: string;
  country_code: string;
  city: string;
  address: string;
  postal_code: string;
  active: boolean;
  created_date: string;
  created_by: string | null;
  updated_date: string | null;
  updated_by: string | null;
}

export interface DeliveryTables {
  delivery_companies: DeliveryCompanies;
  delivery_methods: DeliveryMethods;
  delivery_company_methods: DeliveryCompanyMethods;
  pickup_points: PickupPoints;
}
