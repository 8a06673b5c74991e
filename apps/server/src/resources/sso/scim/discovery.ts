/** What this speaks of SCIM (RFC 7643, 5 to 7): people, by their address, and the groups that they are in. */
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0';
export const USER_SCHEMA = `${SCHEMA}:User`;
export const GROUP_SCHEMA = `${SCHEMA}:Group`;

export const PAGE = 100;

const not = { supported: false };

export const providerConfig = (base: string) => ({
  schemas: [`${SCHEMA}:ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: PAGE },
  changePassword: not,
  sort: not,
  etag: not,
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token of the connection, as its administrators were shown it once',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

export const userType = (base: string) => ({
  schemas: [`${SCHEMA}:ResourceType`],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  description: 'Somebody who works here',
  schema: USER_SCHEMA,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
});

export const groupType = (base: string) => ({
  schemas: [`${SCHEMA}:ResourceType`],
  id: 'Group',
  name: 'Group',
  endpoint: '/Groups',
  description: 'People who have something in common, such as their role here',
  schema: GROUP_SCHEMA,
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/Group` },
});

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});

export const userSchema = (base: string) => ({
  schemas: [`${SCHEMA}:Schema`],
  id: USER_SCHEMA,
  name: 'User',
  description: 'Somebody who works here',
  attributes: [
    attribute('userName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('name', {
      type: 'complex',
      subAttributes: [attribute('givenName'), attribute('familyName')],
    }),
    attribute('active', { type: 'boolean' }),
    attribute('roles', {
      type: 'complex',
      multiValued: true,
      subAttributes: [attribute('value')],
    }),
    attribute('emails', {
      type: 'complex',
      multiValued: true,
      mutability: 'readOnly',
      subAttributes: [attribute('value'), attribute('primary', { type: 'boolean' })],
    }),
  ],
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${USER_SCHEMA}` },
});

export const groupSchema = (base: string) => ({
  schemas: [`${SCHEMA}:Schema`],
  id: GROUP_SCHEMA,
  name: 'Group',
  description: 'People who have something in common',
  attributes: [
    attribute('displayName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('members', {
      type: 'complex',
      multiValued: true,
      subAttributes: [
        attribute('value', { mutability: 'immutable' }),
        attribute('display', { mutability: 'readOnly' }),
      ],
    }),
  ],
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${GROUP_SCHEMA}` },
});

export const listOf = (resources: readonly object[], total = resources.length, start = 1) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex: start,
  itemsPerPage: resources.length,
  Resources: resources,
});
