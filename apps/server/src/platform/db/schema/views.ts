/** How people keep their lists. */

export interface SavedViews {
  id: string;
  user_id: string;
  owner_name: string;
  merchant_id: string | null;
  list: string;
  name: string;
  search: string;
  shared: boolean;
  created_date: string;
  updated_date: string | null;
}

export interface DefaultViews {
  user_id: string;
  list: string;
  view_id: string;
}

export interface ViewTables {
  saved_views: SavedViews;
  default_views: DefaultViews;
}
