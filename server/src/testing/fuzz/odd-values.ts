import fc from 'fast-check';

/** Texts that broke servers before. */
export const weirdTexts = [
  '',
  ' ',
  'a\0b',
  '\ud800',
  '\u202e\u200b',
  "'; DROP TABLE apps; --",
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'x'.repeat(20_000),
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '-000001-01-01T00:00:00Z',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01900000-0000-7000-8000-00000000000A',
  'NaN',
  '1e400',
  '99999999999999999999',
];
const weirdNumbers = [-1, -0, 0, 0.5, 2 ** 31, 2 ** 53, 1e300, Number.MIN_VALUE, -(2 ** 63)];
/** Values that databases and length checks cannot handle; drawn more often. */
const chokers = ['a\0b', '\ud800', 'x'.repeat(20_000), '0000-01-01T00:00:00Z', 2 ** 31, -1];

/** Draws an odd value or any JSON. */
export const weird = fc.oneof(
  fc.constantFrom<unknown>(...chokers),
  fc.constantFrom<unknown>(...weirdTexts, ...weirdNumbers, null, true, false, [], {}, [[]], { $gt: '' }),
  fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.string({ unit: 'binary', maxLength: 30 })),
);

/** Bodies that are no JSON object, in Latin-1. */
export const malformed = [
  '{"a":',
  'null',
  '[]',
  '1',
  '"text"',
  'not json',
  '{"a":1,"a":2}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
  `{"a":${'{"a":'.repeat(30)}1${'}'.repeat(30)}}`,
  '{"\xff":1}',
  '\xef\xbb\xbf{}',
  '{"email":"\xed\xa0\x80"}',
  '\0',
];

export const rawQueries = [
  '%',
  '%ff=%ff',
  'limit=%E0%A4%A',
  'a[b]=1&a[]=2',
  '&&==&',
  'limit=1&limit=2',
  'ids=%00',
];
export const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/JSON',
  'application/json;',
  ';',
  'application/problem+json',
  `application/${'x'.repeat(2_000)}`,
];
export const oddHeaders: readonly (readonly [string, string])[] = [
  ['x-forwarded-for', '1.2.3.4, nonsense'],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'https'],
  ['host', 'evil.example'],
  ['host', ''],
  ['accept', 'text/html;q=nonsense'],
  ['accept-encoding', 'br;q=2, *;q=0'],
  ['content-encoding', 'gzip'],
  ['content-length', '-1'],
  ['transfer-encoding', 'nonsense'],
  ['if-none-match', '*'],
  ['range', 'bytes=0-0'],
  ['expect', '100-continue'],
  ['upgrade', 'websocket'],
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
  ['user-agent', 'x'.repeat(8_000)],
  ['cookie', 'sid=nonsense; sid=again'],
  ['cookie', '=;;;=sid'],
  ['cookie', `sid=${'%ff'.repeat(100)}`],
];
export const keys = ['key-1', 'key-2', 'key-3', '', ' ', 'x'.repeat(255), 'x'.repeat(256), 'schl\xfcssel'];
