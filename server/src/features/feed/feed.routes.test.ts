import {
  DEMO_ORIGIN_HEADER,
  listFeed,
  NEXT_CURSOR_HEADER,
  OWN_DOMAIN_HEADER,
} from '@zapdeck/contract/feed/feed';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { type FeedFixture, feedFixture } from './feed.fixture.ts';

let test: TestApp;
let feed: FeedFixture;
beforeAll(async () => {
  test = await openTestApp();
  feed = feedFixture(test);
});
afterAll(() => test.close());
beforeEach(() => feed.reset());

it('returns our domain and the origin of the demo apps', async () => {
  const { config } = test.deps;
  const headers = async (query: { ids?: string }) =>
    (await test.call(listFeed, { query }, await test.person('guest'))).headers;
  for (const answer of [await headers({}), await headers({ ids: newId() })]) {
    expect(answer[OWN_DOMAIN_HEADER]).toBe(new URL(config.publicUrl).hostname);
    expect(answer[DEMO_ORIGIN_HEADER]).toBeUndefined();
  }
});

describe('listFeed by id', () => {
  it('returns the approved apps among them in the requested order, each once', async () => {
    const ids = await feed.addRanked('a1 b1 c1');
    const pending = await test.addApp({ status: 'pending' });
    const wanted = [ids.get('c1'), newId(), pending.id, ids.get('a1')?.toUpperCase(), ids.get('c1')];
    const answer = await test.call(
      listFeed,
      { query: { ids: wanted.join(',') } },
      await test.person('guest'),
    );
    expect(answer.body.map(({ title }) => title)).toEqual(['c1', 'a1']);
    expect(answer.headers[NEXT_CURSOR_HEADER]).toBeUndefined();
  });

  it.each(['', 'x', `${newId()},`, Array.from({ length: 101 }, newId).join(',')])(
    'rejects %s',
    async (ids) => {
      const answer = await test.call(listFeed, { query: { ids } }, await test.person('member'));
      expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
      expect(Object.keys(answer.error.fields ?? {})[0]).toMatch(/^ids/);
    },
  );
});

describe('an app in a response', () => {
  const first = async (person: Person) => (await test.call(listFeed, { query: {} }, person)).body[0];

  it('has the vote of the viewer only', async () => {
    const { id: appId } = await test.addApp();
    const [voter, other] = [await test.person('member'), await test.person('member')];
    await test.call(castVote, { body: { appId, voteType: 'down' } }, voter);
    expect((await first(voter))?.userVote).toEqual({ voteType: 'down', userId: voter.user?.id });
    expect(await first(other)).toMatchObject({ userVote: null, downvotes: 1 });
    expect((await first(await test.person('guest')))?.userVote).toBeNull();
  });

  it.each([
    ['Ada', 'Ada'],
    [null, 'maker.one'],
    ['', 'maker.one'],
  ])(
    'shows the submitter’s email to admins and the submitter only (first name %j)',
    async (firstName, shown) => {
      await test.deps.pool.query("DELETE FROM users WHERE email = 'maker.one@example.org'");
      const owner = await test.person('member', { firstName, email: 'maker.one@example.org' });
      await test.addApp({ submittedBy: owner.user?.id ?? '' });
      const seenBy = async (person: Person) => (await first(person))?.submitter;
      const open = { id: owner.user?.id, firstName: shown, email: 'maker.one@example.org', handle: null };
      expect(await seenBy(owner)).toEqual(open);
      expect(await seenBy(await test.person('admin'))).toEqual(open);
      expect(await seenBy(await test.person('member'))).toEqual({ ...open, email: null });
      expect(await seenBy(await test.person('guest'))).toEqual({ ...open, email: null });
      const raw = await test.app.inject({ url: '/api/apps', cookies: (await test.person('member')).cookies });
      expect(raw.body).not.toContain('@example.org');
    },
  );

  it('has only the fields of the schema', async () => {
    await test.addApp();
    expect(await first(await test.person('admin'))).not.toHaveProperty('rankingScore');
  });
});
