import * as contract from '@zapdeck/contract/instance/instance';
import { defaultInstance, type InstanceSettings } from '@zapdeck/contract/instance/instance';
import type { Language } from '@zapdeck/contract/wire/languages';
import { type LegalPageName, saveLegalText } from '@zapdeck/contract/instance/legal-texts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settings } from '../../db/schema/settings.table.ts';
import { instanceKind } from '../settings/kinds.ts';
import { isActiveKind } from '../settings/settings.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());
beforeEach(() => t.clock.advance(1_000));

const save = (values: Partial<InstanceSettings>) =>
  t.call(contract.saveInstance, { body: { ...defaultInstance, ...values } }, admin);

const saveText = async (page: LegalPageName, language: Language, text: string) =>
  expect((await t.call(saveLegalText, { params: { page, language }, body: { text } }, admin)).status).toBe(
    200,
  );

const toybox = {
  name: 'Toybox of Leipzig',
  tagline: { en: 'Small things to play with' },
  accent: '#ffd400',
  contact: 'toys@example.org',
  landing: { heading: { en: 'Play today' }, subtitle: {}, note: { en: '' } },
} satisfies Partial<InstanceSettings>;

test('a new instance has the name and texts of the software', async () => {
  const fresh = await openTestApp();
  try {
    const { body } = await fresh.call(contract.readInstance, {});
    expect(body).toMatchObject({
      name: 'Zapdeck',
      tagline: null,
      accent: null,
      contact: null,
      showPoweredBy: true,
      landing: { heading: null, subtitle: null, note: null },
      legal: { privacy: '/privacy', terms: null, imprint: null },
      logo: null,
    });
    const as = await fresh.person('admin');
    const { body: own } = await fresh.call(contract.adminInstance, {}, as);
    expect(own).toEqual(contract.newInstance);
  } finally {
    await fresh.close();
  }
});

test('shows visitors saved settings at once', async () => {
  expect((await save(toybox)).status).toBe(200);
  const { body } = await t.call(contract.readInstance, {}, visitor);
  expect(body).toMatchObject({
    name: 'Toybox of Leipzig',
    tagline: 'Small things to play with',
    contact: 'mailto:toys@example.org',
    landing: { heading: 'Play today', subtitle: null, note: null },
    accent: { ink: { dark: '#ffd400' } },
  });
  expect(body.accent?.fill.light).not.toBe('#ffd400');
});

test('returns the settings in the language of the cookie, and tells caches so', async () => {
  await save({ tagline: { en: 'Small things', de: 'Kleine Dinge' } });
  const read = async (lang: string, tag = '') => {
    const headers = { 'if-none-match': tag };
    return t.app.inject({ url: contract.readInstance.path, cookies: { lang }, headers });
  };
  const german = await read('de');
  expect(german.json()).toMatchObject({ tagline: 'Kleine Dinge' });
  expect(german.headers).toMatchObject({ 'content-language': 'de', 'cache-control': 'private, no-cache' });
  expect(german.headers.vary).toMatch(/^(?=.*cookie)(?=.*accept-language)/);
  const tag = String(german.headers.etag);
  expect((await read('de', tag)).statusCode).toBe(304);
  expect((await read('en', tag)).json()).toMatchObject({ tagline: 'Small things' });
});

test('another node applies saved settings within seconds', async () => {
  const other = await openTestApp({ database: t.database });
  try {
    other.deps.instance.follow();
    await save({ name: 'First' });
    await eventually(async () =>
      expect((await other.call(contract.readInstance, {})).body.name).toBe('First'),
    );
  } finally {
    other.deps.instance.stop();
    await other.close();
  }
});

test('members cannot read or change the settings', async () => {
  const member = await t.person('member');
  expect((await t.call(contract.adminInstance, {}, member)).status).toBe(403);
  expect((await t.call(contract.saveInstance, { body: defaultInstance }, member)).status).toBe(403);
});

describe('invalid settings are refused with an error in their field', () => {
  test.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(41) }],
    ['name', { name: 'Two\nlines' }],
    ['tagline.en', { tagline: { en: 'x'.repeat(101) } }],
    ['tagline', { tagline: { xx: 'Unknown language' } as never }],
    ['accent', { accent: 'red' }],
    ['accent', { accent: '#FFF' }],
    ['contact', { contact: 'javascript:alert(1)' }],
    ['contact', { contact: 'nobody' }],
    ['languages', { languages: [] }],
    ['landing.heading.en', { landing: { ...defaultInstance.landing, heading: { en: 'x'.repeat(61) } } }],
    ['legal.terms.url', { legal: { ...defaultInstance.legal, terms: { url: 'ftp://example.org/terms' } } }],
  ] satisfies [string, Partial<InstanceSettings>][])('refuses %s: %j', async (field, values) => {
    const before = (await t.call(contract.adminInstance, {}, admin)).body;
    const { status, error } = await save(values);
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {}).some((path) => path.startsWith(field))).toBe(true);
    expect((await t.call(contract.adminInstance, {}, admin)).body).toEqual(before);
  });
});

test('links legal pages once they have a text or an address', async () => {
  await save({ legal: { ...defaultInstance.legal, privacy: { url: 'https://example.org/privacy' } } });
  await saveText('terms', 'en', 'Be kind.');
  expect((await t.call(contract.readInstance, {})).body.legal).toEqual({
    privacy: 'https://example.org/privacy',
    terms: '/terms',
    imprint: null,
  });
});

test('the history contains every saved version, newest first', async () => {
  await save({ name: 'One' });
  t.clock.advance(1_000);
  await save({ name: 'Two' });
  const { body } = await t.call(contract.instanceHistory, { query: { limit: 2 } }, admin);
  expect(body).toMatchObject([
    { values: { name: 'Two' }, isActive: true, savedBy: { email: admin.user?.email } },
    { values: { name: 'One' }, isActive: false },
  ]);
});

test('leaves one active version after twelve concurrent saves', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, index) => save({ name: `Toybox ${index}` })));
  expect(await t.deps.db.$count(settings, isActiveKind(instanceKind))).toBe(1);
});
