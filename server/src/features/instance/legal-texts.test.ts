import { auditLog } from '@zapdeck/contract/instance/audit-log';
import {
  adminInstance,
  defaultInstance,
  instanceHistory,
  readInstance,
  saveInstance,
} from '@zapdeck/contract/instance/instance';
import type { Language } from '@zapdeck/contract/wire/languages';
import * as contract from '@zapdeck/contract/instance/legal-texts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settings } from '../../db/schema/settings.table.ts';
import { legalKind } from '../settings/kinds.ts';
import { isActiveKind } from '../settings/settings.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());
beforeEach(() => t.clock.advance(1_000));

const imprint = { page: 'imprint', language: 'en' } as const;
const save = (text: string, params: { page: contract.LegalPageName; language: Language } = imprint) =>
  t.call(contract.saveLegalText, { params, body: { text } }, admin);
const read = (params: { page: contract.LegalPageName; language: Language } = imprint) =>
  t.call(contract.legalText, { params }, admin);
const history = (query: { limit?: number } = {}, language: Language = 'en') =>
  t.call(contract.legalTextHistory, { params: { page: 'imprint', language }, query }, admin);

test('is empty at first, and later returned as saved, without surrounding blanks', async () => {
  expect((await read()).body).toEqual({ text: '', termsVersion: 0 });
  expect((await save('  Ada\r\nLovelace \n')).body).toEqual({ text: 'Ada\nLovelace', termsVersion: 0 });
  expect((await read()).body.text).toBe('Ada\nLovelace');
  expect((await read({ page: 'imprint', language: 'de' })).body.text).toBe('');
});

test('can have 200,000 letters in each language', async () => {
  const longest = '例'.repeat(contract.LEGAL_TEXT_MAX);
  for (const language of ['en', 'ja'] as const)
    expect((await save(longest, { page: 'imprint', language })).status).toBe(200);
  const { status, error } = await save(`${longest}x`);
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ['text']]);
  const page = await t.app.inject({ url: '/imprint', headers: { accept: 'text/html' } });
  expect(page.body).toContain(longest);
});

test('is refused with invisible characters, for unknown pages and languages, and from members', async () => {
  expect((await save('Ada\u202e')).error.fields).toHaveProperty('text');
  expect((await save('Ada', { page: 'about' as never, language: 'en' })).status).toBe(400);
  expect((await save('Ada', { page: 'terms', language: 'xx' as never })).status).toBe(400);
  const member = await t.person('member');
  for (const { status } of [
    await t.call(contract.saveLegalText, { params: imprint, body: { text: 'Mine' } }, member),
    await t.call(contract.legalText, { params: imprint }, member),
    await t.call(contract.legalTextHistory, { params: imprint, query: {} }, member),
  ])
    expect(status).toBe(403);
});

test('has its own history per page and language, separate from that of the settings', async () => {
  const savedInstances = async () =>
    (await t.call(instanceHistory, { query: {} }, admin)).headers['x-total-count'];
  const before = await savedInstances();
  await save('One');
  t.clock.advance(1_000);
  await save('Two');
  await save('Two');
  await save('Zwei', { page: 'imprint', language: 'de' });
  const { body } = await history({ limit: 2 });
  expect(body).toMatchObject([
    { values: { text: 'Two' }, isActive: true, savedBy: { email: admin.user?.email } },
    { values: { text: 'One' }, isActive: false },
  ]);
  expect((await history({}, 'de')).body).toHaveLength(1);
  expect(await savedInstances()).toBe(before);
  expect((await history({ limit: contract.LEGAL_VERSIONS_MAX + 1 })).status).toBe(400);
});

test('is kept when the settings are saved', async () => {
  await save('Kept');
  const body = { ...defaultInstance, name: 'Toybox', legal: defaultInstance.legal };
  expect((await t.call(saveInstance, { body }, admin)).status).toBe(200);
  expect((await read()).body.text).toBe('Kept');
  expect((await t.call(readInstance, {})).body.legal.imprint).toBe('/imprint');
});

test('is unpublished without a text in any language', async () => {
  await save('Text');
  await save('', { page: 'imprint', language: 'de' });
  await save('', { page: 'imprint', language: 'ja' });
  expect(Object.keys((await t.call(adminInstance, {}, admin)).body.legalTexts.imprint)).toEqual(['en']);
  await save('');
  expect((await t.call(readInstance, {})).body.legal.imprint).toBeNull();
});

test('another node applies a saved text within seconds', async () => {
  const other = await openTestApp({ database: t.database });
  try {
    other.deps.instance.follow();
    for (const text of ['First', 'Second']) {
      await save(text);
      await eventually(async () => {
        const page = await other.app.inject({ url: '/imprint', headers: { accept: 'text/html' } });
        expect(page.body).toContain(`<p>${text}</p>`);
      });
    }
  } finally {
    other.deps.instance.stop();
    await other.close();
  }
});

describe('the audit log', () => {
  test('shows the part of a long text that differs', async () => {
    const long = (end: string) => `${'All of this is long. 🎈 '.repeat(1_000)}${end}`;
    await save(long('Be kind.'));
    t.clock.advance(1_000);
    await save(long('Be bold.'));
    const { body } = await t.call(auditLog, { query: { limit: 1 } }, admin);
    expect(body).toMatchObject([
      {
        action: 'instance.legal',
        before: { imprint: { en: expect.stringMatching(/^….*long. 🎈 Be kind\.$/) } },
      },
    ]);
    expect(JSON.stringify(body).length).toBeLessThan(2_000);
  });

  test('has no entry for an unchanged text', async () => {
    const count = () => t.deps.pool.query("SELECT FROM audit_log WHERE action = 'instance.legal'");
    await save('Same');
    const { rowCount } = await count();
    await save('Same');
    expect((await count()).rowCount).toBe(rowCount);
  });
});

test('leaves one active version after twelve concurrent saves', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, index) => save(`Imprint ${index}`)));
  const isActive = isActiveKind(legalKind({ page: 'imprint', language: 'en' }));
  expect(await t.deps.db.$count(settings, isActive)).toBe(1);
});
