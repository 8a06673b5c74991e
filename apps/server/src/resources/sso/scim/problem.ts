/** The words of RFC 7644 for what is wrong (3.12). */
export type Kind =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

export class ScimProblem extends Error {
  override name = 'ScimProblem';
  readonly status: number;
  readonly kind: Kind | null;

  constructor(status: number, detail: string, kind: Kind | null = null) {
    super(detail);
    this.status = status;
    this.kind = kind;
  }
}

export const wrong = (kind: Kind, detail: string) => new ScimProblem(400, detail, kind);

export const scimError = ({ status, message, kind }: ScimProblem) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(kind && { scimType: kind }),
  detail: message,
});
