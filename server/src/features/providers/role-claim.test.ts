import { expect, test } from 'vitest';
import { CLAIM_VALUES_MAX, readRoleClaim, usedFactor } from './role-claim.ts';

/** Claims as the providers of these names document them. */
test.each([
  ['Keycloak', 'realm_access.roles', { realm_access: { roles: ['zapdeck-admin', 'offline_access'] } }],
  [
    'a client of Keycloak',
    'resource_access.my.app.roles',
    { resource_access: { 'my.app': { roles: ['a'] } } },
  ],
  ['Authentik', 'groups', { groups: ['authentik Admins', 'staff'] }],
  ['Entra', 'roles', { roles: ['Zapdeck.Admin'], groups: ['0760b6cf-170e-4a14-91b3-4b78e0739963'] }],
  ['Okta', 'groups', { groups: ['Everyone', 'Moderators'] }],
  ['Auth0', 'https://example.org/roles', { 'https://example.org/roles': ['moderator'] }],
])('reads the roles of %s', (_provider, path, claims) => {
  const roles = Object.values(claims).flatMap(listTexts);
  const { values, fault } = readRoleClaim([claims], path);
  expect(values.length).toBeGreaterThan(0);
  expect(roles).toEqual(expect.arrayContaining(values));
  expect(fault).toBeNull();
});

function listTexts(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

test('reads the roles of Zitadel, which are the keys of an object', () => {
  const path = 'urn:zitadel:iam:org:project:roles';
  const claims = { [path]: { admin: { '1': 'a.example.org' }, editor: { '2': 'b.example.org' } } };
  expect(readRoleClaim([claims], path)).toEqual({ values: ['admin', 'editor'], fault: null });
});

test.each([false, null, [], [true], {}, 'true', 'zap-admins', 1, 0])(
  'ignores a key of an object with the value %j',
  (value) => {
    const claims = { groups: { 'zap-admins': value, staff: true } };
    expect(readRoleClaim([claims], 'groups')).toEqual({ values: ['staff'], fault: null });
  },
);

test('reads a single text, unchanged', () => {
  expect(readRoleClaim([{ role: ' admin, staff ' }], 'role').values).toEqual([' admin, staff ']);
});

test('prefers the id token to userinfo, and needs only one of them', () => {
  const [token, userInfo] = [{ groups: ['token'] }, { groups: ['userinfo'] }];
  expect(readRoleClaim([token, userInfo], 'groups').values).toEqual(['token']);
  expect(
    readRoleClaim([{ realm_access: {} }, { realm_access: { roles: ['a'] } }], 'realm_access.roles').values,
  ).toEqual(['a']);
  expect(readRoleClaim([{ sub: 'x' }, userInfo], 'groups').values).toEqual(['userinfo']);
});

test.each([
  ['a missing claim', {}, 'groups', null],
  ['null', { groups: null }, 'groups', null],
  ['an empty list', { groups: [] }, 'groups', null],
  ['a number', { groups: 7 }, 'groups', 'not_text'],
  ['true', { groups: true }, 'groups', 'not_text'],
  ['nested lists', { groups: [['admins'], { name: 'admins' }] }, 'groups', 'not_text'],
  ['a path through a list', { groups: [{ roles: ['admins'] }] }, 'groups.roles', null],
  ['a path through a text', { groups: 'admins' }, 'groups.length', null],
  ['groups that Entra leaves out', { _claim_names: { groups: 'src1' } }, 'groups', 'left_out'],
  [
    'too many values',
    { groups: Array.from({ length: CLAIM_VALUES_MAX + 1 }, () => 'admins') },
    'groups',
    'too_many',
  ],
] as const)('ignores %s', (_what, claims, path, fault) => {
  expect(readRoleClaim([claims], path)).toEqual({ values: [], fault });
});

test('keeps texts in a list with other values', () => {
  const groups = ['admins', 1, null, { admins: true }];
  expect(readRoleClaim([{ groups }], 'groups')).toEqual({ values: ['admins'], fault: 'not_text' });
});

test.each([
  '__proto__',
  'constructor',
  'toString',
  '__proto__.constructor',
  'constructor.name',
  'groups.__proto__',
])('does not find the claim %s that the provider has not sent', (path) => {
  expect(readRoleClaim([{ groups: { a: 1 } }], path)).toEqual({ values: [], fault: null });
});

test('reads a claim with the name of a prototype property if the provider has sent it', () => {
  const claims = JSON.parse('{"__proto__": ["admins"], "constructor": {"name": "staff"}}') as Record<
    string,
    unknown
  >;
  expect(readRoleClaim([claims], '__proto__').values).toEqual(['admins']);
  expect(readRoleClaim([claims], 'constructor.name').values).toEqual(['staff']);
});

test.each([
  [['pwd', 'mfa'], true],
  [['pwd'], false],
  [['MFA'], false],
  ['mfa', false],
  [{ mfa: true }, false],
  [undefined, false],
])('for amr %j, usedFactor returns %s', (amr, expected) => {
  expect(usedFactor({ amr })).toBe(expected);
});
