import { downloadData } from '@zapdeck/contract/accounts/account';
import { HIDDEN_MAX, type Hidden, hide, listHidden, showAgain } from '@zapdeck/contract/feed/hidden';
import { removeMakerPage, saveMakerPage } from '@zapdeck/contract/accounts/maker-page';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp, visitor } from '../../testing/test-app.ts';

let t: TestApp;
let member: Person;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  member = await t.person('member');
});

const idOf = ({ user }: Person) => user?.id ?? '';
const games = { kind: 'category', value: 'Games' } as const;

async function hideAll(person: Person, ...all: Hidden[]): Promise<void> {
  for (const body of all) {
    t.clock.advance(1_000);
    expect((await t.call(hide, { body }, person)).status).toBe(204);
  }
}

async function read(person: Person): Promise<string[]> {
  const { body } = await t.call(listHidden, {}, person);
  return body.map(({ kind, value, name }) => `${kind} ${value}: ${name}`);
}

test('lists what the viewer hides, latest first and each once', async () => {
  const maker = await t.person('member', { firstName: 'Ada', handle: 'wave-cube' });
  await hideAll(
    member,
    games,
    { kind: 'tag', value: ' Free ' },
    { kind: 'maker', value: 'wave-cube' },
    games,
  );
  expect(await read(member)).toEqual(['maker wave-cube: Ada', 'tag Free: Free', 'category Games: Games']);
  await t.call(showAgain, { body: { kind: 'maker', value: idOf(maker) } }, member);
  await t.call(showAgain, { body: { kind: 'tag', value: 'New' } }, member);
  expect(await read(member)).toEqual(['tag Free: Free', 'category Games: Games']);
  expect(await read(await t.person('member'))).toEqual([]);
});

test('keeps a maker hidden when the handle changes, disappears, or moves to another maker', async () => {
  const maker = await t.person('member', { firstName: 'Ada' });
  const form = { name: 'Wave Cube', line: '', links: [] };
  const save = (handle: string, person: Person) =>
    t.call(saveMakerPage, { body: { ...form, handle } }, person);
  await save('first-name', maker);
  await hideAll(member, { kind: 'maker', value: 'First-Name' });
  await save('second-name', maker);
  await save('first-name', await t.person('member', { firstName: 'Bob' }));
  expect(await read(member)).toEqual(['maker second-name: Ada']);
  await t.call(removeMakerPage, {}, maker);
  expect(await read(member)).toEqual([`maker ${idOf(maker)}: Ada`]);
  await t.deps.pool.query('DELETE FROM users WHERE id = $1', [idOf(maker)]);
  expect(await read(member)).toEqual([]);
});

test.each([
  ['category', 'games', 400, 'invalid_input'],
  ['tag', '  ', 400, 'invalid_input'],
  ['tag', 'x'.repeat(51), 400, 'invalid_input'],
  ['tag', 'two\nlines', 400, 'invalid_input'],
  ['maker', 'nobody-here', 404, 'user_not_found'],
  ['maker', newId(), 404, 'user_not_found'],
] as const)('refuses to hide the %s %j', async (kind, value, status, code) => {
  expect(await t.call(hide, { body: { kind, value } }, member)).toMatchObject({ status, error: { code } });
  expect(await read(member)).toEqual([]);
});

test('a guest cannot be hidden as a maker', async () => {
  const body = { kind: 'maker', value: idOf(await t.person('guest')) } as const;
  expect((await t.call(hide, { body }, member)).status).toBe(404);
});

test('rejects visitors, and requests for another user', async () => {
  expect((await t.call(hide, { body: games }, visitor)).status).toBe(401);
  const body = { ...games, userId: idOf(await t.person('member')) };
  for (const route of [hide, showAgain])
    expect((await t.call(route, { body }, member)).error.code).toBe('session_changed');
});

test('allows at most a hundred per person, even with concurrent requests', async () => {
  const tags = Array.from(
    { length: HIDDEN_MAX },
    (_, index) => ({ kind: 'tag', value: `tag ${index}` }) as const,
  );
  const answers = await Promise.all([...tags, games].map((body) => t.call(hide, { body }, member)));
  const refused = answers.filter(({ status }) => status !== 204);
  expect(refused).toMatchObject([{ status: 409, error: { code: 'hidden_full' } }]);
  const [known] = (await t.call(listHidden, {}, member)).body;
  if (!known) throw new Error('Nothing is hidden');
  await hideAll(member, known);
  await t.call(showAgain, { body: known }, member);
  await hideAll(member, { kind: 'category', value: 'News' });
  expect(await read(member)).toHaveLength(HIDDEN_MAX);
});

test('lets guests hide, and keeps it at sign-up', async () => {
  const guest = await t.person('guest');
  await hideAll(guest, games);
  const body = {
    email: 'new@example.org',
    firstName: 'New',
    password: TEST_PASSWORD,
    confirmPassword: TEST_PASSWORD,
  };
  const { setCookie } = await t.call(signup, { body }, guest);
  const signedUp = { user: guest.user, cookies: setCookie };
  expect(await read(signedUp)).toEqual(['category Games: Games']);
  const { hidden } = (await t.call(downloadData, {}, signedUp)).body;
  expect(hidden).toMatchObject([games]);
});
