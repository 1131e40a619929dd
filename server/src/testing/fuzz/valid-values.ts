import fc from 'fast-check';
import type { JsonSchema } from '../../features/api-docs/document-schemas.ts';
import { DAY_AHEAD } from '../example-call.ts';
import { TEST_PASSWORD } from '../test-app.ts';

/** Ids of existing rows, a placeholder for a looked-up id, and an unknown id. */
export const ids = {
  approved: '01900000-0000-7000-8000-000000000001',
  popular: '01900000-0000-7000-8000-000000000002',
  pending: '01900000-0000-7000-8000-000000000003',
  rejected: '01900000-0000-7000-8000-000000000004',
  user: '01900000-0000-7000-8000-000000000011',
  report: '01900000-0000-7000-8000-000000000021',
  own: '01900000-0000-7000-8000-000000000031',
  changed: '01900000-0000-7000-8000-000000000032',
  reason: '01900000-0000-7000-8000-000000000033',
  batch: '01900000-0000-7000-8000-000000000034',
  invitation: '01900000-0000-7000-8000-000000000035',
  waitingAccount: '01900000-0000-7000-8000-000000000036',
  nobody: '01900000-0000-7000-8000-0000000000ff',
} as const;

export const OWN_EMAIL = 'own-email@fuzz.example';
export const SEEN_AT = '2001-01-01T01:01:01.001Z';
export const TAKEN_EMAIL = 'taken@fuzz.example';

const LONGEST_DRAWN = 60;

const anyId = fc.constantFrom(...Object.values(ids));
const appId = fc.oneof(fc.constantFrom(ids.approved, ids.popular), anyId);
const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
const password = fc.constantFrom(TEST_PASSWORD, TEST_PASSWORD, TEST_PASSWORD, 'another-horse-7');

const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  appId,
  actor: fc.constantFrom(ids.user, ids.nobody),
  batchId: anyId,
  confirmPassword: password,
  currentPassword: password,
  email: fc.oneof(
    fc.constantFrom(OWN_EMAIL, OWN_EMAIL, OWN_EMAIL, TAKEN_EMAIL),
    word.map((name) => `${name}@fuzz.example`),
  ),
  ids: fc.array(anyId, { minLength: 1, maxLength: 8 }).map((list) => list.join(',')),
  password,
  returnTo: fc.constantFrom('/home', '/liked?x=1', '//evil.example', 'javascript:alert(1)'),
  thumbnailUrl: fc.constantFrom('https://pictures.example.com/a.png', null),
  token: fc.stringMatching(/^[\w-]{43}$/),
  updatedAt: fc.oneof(
    { weight: 4, arbitrary: fc.constant(SEEN_AT) },
    { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  ),
  url: fc.oneof(
    word.map((name) => `https://${name}.example.com/`),
    fc.webUrl(),
  ),
  // No drawn solution is right.
  work: fc.constant(undefined),
};

/** No other URL of the test data is on these hosts. */
const hosts = ['blocked.example.net', 'trusted.example.net', 'com', 'localhost'];

/** Draws ids for a path, mostly existing ones. Deletions never get rows that others need. */
export function namedIn({ method, path }: { method: string; path: string }): fc.Arbitrary<string> {
  const mostly = (id: string) => fc.constantFrom(id, id, id, ids.nobody);
  if (path.includes(':date')) return fc.constant(DAY_AHEAD);
  if (path.includes(':host')) return fc.constantFrom(...hosts);
  if (path.includes('/users/')) return mostly(ids.user);
  if (path.includes('/reports/')) return mostly(ids.report);
  if (path.includes('/canned-reasons/')) return mostly(ids.reason);
  if (path.includes('/invitations/')) return mostly(ids.invitation);
  if (path.includes('/applications/')) return mostly(ids.waitingAccount);
  if (path.endsWith('/undo')) return mostly(ids.batch);
  if (path.endsWith('/changes')) return mostly(ids.changed);
  if (path.startsWith('/api/user/apps/')) return fc.oneof(mostly(ids.own), appId);
  return method === 'DELETE' ? mostly(ids.own) : appId;
}

function textOf({ minLength = 0, maxLength = LONGEST_DRAWN, format }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return anyId;
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  const drawn = { minLength, maxLength: Math.min(maxLength, minLength + LONGEST_DRAWN) };
  return fc.oneof(
    { weight: 6, arbitrary: fc.string({ ...drawn, unit: 'grapheme' }) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength + 1)) },
  );
}

function numberOf({ type, minimum = -1e6, maximum = 1e6 }: JsonSchema): fc.Arbitrary<number> {
  const edges = fc.constantFrom(minimum, maximum);
  const between =
    type === 'integer'
      ? fc.integer({ min: minimum, max: Math.min(maximum, Number.MAX_SAFE_INTEGER) })
      : fc.double({ min: minimum, max: maximum, noNaN: true });
  return fc.oneof({ weight: 4, arbitrary: between }, { weight: 1, arbitrary: edges });
}

/** Draws values that mostly match the schema. No arbitrary knows the additional rules. */
export function valuesOf(
  schema: JsonSchema,
  known: Readonly<Record<string, JsonSchema>>,
  name = '',
): fc.Arbitrary<unknown> {
  const hint = schema.type === 'array' ? undefined : byName[name];
  if (hint) return hint;
  if (schema.$ref) {
    const referred = schema.$ref.split('/').at(-1) ?? '';
    return referred === 'Json' ? fc.jsonValue({ maxDepth: 2 }) : valuesOf(known[referred] ?? {}, known);
  }
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valuesOf(option, known)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'number':
    case 'integer':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, known), { minLength: schema.minItems ?? 0, maxLength: 4 });
    case 'object':
      return objectOf(schema, known);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf(schema: JsonSchema, known: Readonly<Record<string, JsonSchema>>): fc.Arbitrary<unknown> {
  if (typeof schema.additionalProperties === 'object') {
    const keys = valuesOf(schema.propertyNames ?? {}, known) as fc.Arbitrary<string>;
    return fc.dictionary(keys, valuesOf(schema.additionalProperties, known), { maxKeys: 5 });
  }
  const properties = Object.entries(schema.properties ?? {});
  const fields = properties.map(([name, property]) => [name, valuesOf(property, known, name)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
}
