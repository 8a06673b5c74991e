/** What somebody types who means harm; none of it is wrong text, so that all of it may be kept, and none may do anything. */
export const FRAGMENTS: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg/onload=alert(1)>",
  '</textarea><script>alert(1)</script>',
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '${7*7}#{7*7}<%= 7*7 %>',
  '<!--<script>-->',
  '\u202Egnp.exe\u2066',
  "' or '1'='1",
  "'; update users set user_role = 'BACKOFFICE_ADMIN'; --",
  '1) union select id, token_hash::text from sessions --',
  '%27%20or%201=1--',
  "\\'; drop table users; --",
  "x' || (select version()) || '",
  '1; select pg_sleep(3)',
  '*)(uid=*))(|(uid=*',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  "=cmd|' /C calc'!A0",
  'a\r\nSet-Cookie: x=1\r\n\r\n<html>',
  '\u0000',
  '\uFFFE\uFEFF',
  '𝒳'.repeat(40),
  'A'.repeat(5000),
];

/** What is no text where one is asked for, as JSON. */
export const NO_TEXTS: readonly string[] = [
  '{"$ne":null}',
  '[["a"]]',
  '1e309',
  '-1',
  'true',
  'null',
  '"\\ud800"',
  '{"toString":"x","__proto__":{"a":1}}',
];

/** What a body has no business to say: who somebody is, whose a row is, what became of it. */
export const MASS: Readonly<Record<string, unknown>> = {
  userRole: 'BACKOFFICE_ADMIN',
  permissions: ['READ_ANY_USER', 'READ_ANY_TRANSACTION'],
  roleId: null,
  role: 'BACKOFFICE_ADMIN',
  isAdmin: true,
  status: 'ACTIVATED',
  userId: '0198c1de-0000-7000-8000-000000000001',
  createdBy: 'Somebody Else',
  version: 0,
  'merchant.id': '0198c1de-0000-7000-8000-000000000001',
};

/** Ways to write a path that another reader may take for another one. */
export const PATHS: readonly ((path: string) => string)[] = [
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replace('/api/', '//api/'),
  (path) => path.replace('/api/', '/API/'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/orders/../'),
  (path) => path.replace('/api/', '/api/%2e%2e/api/'),
  (path) => path.replace('/api/', '/api%2f'),
  (path) => path.replace('/api/', '/api%5c'),
  (path) => path.replace('/api/', '/api/;a=b/'),
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}/.`,
  (path) => `${path};.css`,
  (path) => `${path}%20`,
  (path) => `${path}%00`,
  (path) => `${path}%zz`,
  (path) => `${path}.json`,
  (path) => `${path}?_method=DELETE`,
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('e', '%65'),
  (path) => `/x/..${path}`,
];

/** Headers by which a proxy, a framework or a cache might be talked into something. */
export const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'x-original-url': '/api/users', 'x-rewrite-url': '/api/users' },
  { 'x-http-method-override': 'DELETE', 'x-method-override': 'PUT' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
  { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https', host: 'evil.test' },
  { 'x-user-id': '1', 'x-merchant-id': '1', 'x-role': 'BACKOFFICE_ADMIN', 'x-admin': 'true' },
  { origin: 'https://evil.test', referer: 'https://evil.test/' },
  { cookie: 'token=1; __Host-session=1; session={"userRole":"BACKOFFICE_ADMIN"}' },
  { 'accept-language': "'; --", 'user-agent': "<script>alert(1)</script>' or 1=1 --" },
  { 'idempotency-key': "' or 1=1 --", 'second-person-reason': '%E0%A4%A', prefer: 'wait=1e9' },
  { 'last-event-id': '../../etc/passwd', range: 'bytes=0-0,-1', expect: '' },
];

/** What stands in an address more than once, or as no list expects it. */
export const QUERIES: readonly string[] = [
  'page=0&page=1&size=50&size=1000000',
  'size=-1&page=-1',
  'size=1e9',
  'page=99999999999999999999',
  'sort=id;drop table users',
  "sort=createdDate,desc' --",
  'sort=password_hash,asc&sort=token_hash,desc',
  'f_id=a&f_id=b',
  'f_id[]=a&f_id[$ne]=b',
  'f_merchantId=*&f_userRole=BACKOFFICE_ADMIN',
  'f_password_hash=x&f_nothing=1',
  '__proto__[polluted]=1&constructor[prototype][polluted]=1',
  'timeZone=../../etc/passwd',
  "timeZone=Europe/Riga';select 1--",
  'dateFrom=0000-00-00&dateTo=99999-01-01',
  'q=%00%ff&id=%C0%AE',
  'merchantId=1&userId=1&admin=true&debug=1&trace=1&token=x&access_token=x',
];

/** Tokens that are none: of nobody, of another kind, with a sign that is not theirs. */
export const tampered = (token: string): string[] => [
  '',
  'null',
  `${token}x`,
  token.slice(0, -1),
  token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A'),
  token.toUpperCase(),
  `${token} ${token}`,
  `${token}\t`,
  'eyJhbGciOiJub25lIn0.eyJ1c2VyUm9sZSI6IkJBQ0tPRkZJQ0VfQURNSU4ifQ.',
  "' or '1'='1",
];
