import { setLanguage } from '@zapdeck/contract/wire/language-choices';
import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { users } from '../db/schema/users.table.ts';
import { sayIn } from '../languages/say.ts';
import type { ShownLanguage } from '../languages/shown-language.ts';
import { openTestApp, type TestApp, visitor } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

const unauthorized = (language: ShownLanguage) => sayIn(language, 'Unauthorized: please log in.');

async function refused({ query = '', cookies = {} }: { query?: string; cookies?: Record<string, string> }) {
  const { headers, ...answer } = await t.app.inject({ url: `/api/auth/user${query}`, cookies });
  return { message: answer.json().message, language: headers['content-language'] };
}

describe('an error', () => {
  test('is in the language of the address, or else of the cookie, or else the default', async () => {
    expect(await refused({})).toEqual({ message: unauthorized('en'), language: 'en' });
    expect(await refused({ cookies: { lang: 'pseudo' } })).toEqual({
      message: unauthorized('pseudo'),
      language: 'pseudo',
    });
    expect(await refused({ query: '?lang=en', cookies: { lang: 'pseudo' } })).toMatchObject({
      language: 'en',
    });
    expect(await refused({ query: '?lang=de-AT' })).toMatchObject({ language: 'de' });
    expect(await refused({ query: '?lang=zh-CN' })).toMatchObject({ language: 'zh-Hans' });
    expect(await refused({ query: '?lang=PT' })).toMatchObject({ language: 'pt-BR' });
    expect(await refused({ query: '?lang=zh-TW' })).toMatchObject({ language: 'en' });
    expect(await refused({ query: '?lang=tlh', cookies: { lang: 'xx' } })).toMatchObject({ language: 'en' });
  });

  test('keeps its code, and translates faults of fields', async () => {
    const { error } = await t.call(signup, { body: { email: 'x' } as never }, visitor, {
      cookie: 'lang=pseudo',
    });
    expect(error.code).toBe('invalid_input');
    expect(error.message).toBe(sayIn('pseudo', 'Some values are not valid.'));
    expect(error.fields?.['email']).toBe(sayIn('pseudo', 'Please enter a valid email address'));
    expect(error.fields?.['lastName']).toBeUndefined();
  });
});

describe('setLanguage', () => {
  test('stores the choice, which takes precedence over the cookie', async () => {
    const member = await t.person('member');
    const chosen = await t.call(setLanguage, { body: { language: 'en' } }, member);
    expect([chosen.status, chosen.setCookie['lang']]).toEqual([204, 'en']);
    const other = { ...member, cookies: { ...member.cookies, lang: 'pseudo' } };
    const { body, setCookie } = await t.call(currentUser, {}, other);
    expect([body.language, setCookie['lang']]).toEqual(['en', 'en']);
    const { error } = await t.call(setLanguage, { body: {} as never }, other);
    expect(error.message).toBe('Some values are not valid.');
  });

  test('with null, the browser decides', async () => {
    const member = await t.person('member', { language: 'en' });
    const { status, setCookie } = await t.call(setLanguage, { body: { language: null } }, member);
    expect([status, setCookie['lang']]).toEqual([204, '']);
    expect((await t.call(currentUser, {}, member)).body.language).toBeNull();
  });

  test('rejects a language that does not exist', async () => {
    const { status, error } = await t.call(
      setLanguage,
      { body: { language: 'tlh' as never } },
      await t.person('member'),
    );
    expect([status, error.fields]).toEqual([
      400,
      { language: 'Must be one of: en, de, es, fr, pt-BR, ja, zh-Hans, ar' },
    ]);
  });
});

test('a new account keeps the language of its sign-up', async () => {
  const password = 'correct-horse-9';
  const form = { email: 'new@example.org', password, confirmPassword: password, firstName: 'Ada' };
  const { status, body } = await t.call(signup, { body: form }, { user: null, cookies: { lang: 'pseudo' } });
  expect(status).toBe(201);
  const [stored] = await t.deps.db.select().from(users).where(eq(users.id, body.id));
  expect(stored?.language).toBe('pseudo');
});
