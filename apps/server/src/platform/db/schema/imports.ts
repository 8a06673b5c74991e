/** Which of ours is which of elsewhere. */
export interface ExternalIds {
  kind: string;
  external_id: string;
  id: string;
  digest: Buffer;
}

export interface ImportsTables {
  external_ids: ExternalIds;
}
