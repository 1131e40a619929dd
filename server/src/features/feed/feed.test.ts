import { resetStats } from '@zapdeck/contract/apps';
import { DEMO_ORIGIN_HEADER, listFeed, NEXT_CURSOR_HEADER, OWN_DOMAIN_HEADER } from '@zapdeck/contract/feed';
import { recordInteraction } from '@zapdeck/contract/interactions';
import { type AlgorithmParams, defaultAlgorithm } from '@zapdeck/contract/settings';
import { castVote } from '@zapdeck/contract/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { algorithmParams } from '../settings/settings.table.ts';
import { previewPage } from './feed.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.deps.pool.query('TRUNCATE apps CASCADE');
  await test.deps.pool.query('UPDATE algorithm_params SET apps_per_page = 20, max_diversity_pool = 100');
  await set({ algorithmType: 'normal', categoryDiversityEnabled: true });
  await set({ recycledContentThreshold: 50, freshContentPriority: 80 });
});

const set = (params: Partial<AlgorithmParams>) => test.deps.db.update(algorithmParams).set(params);

/** Approved, established apps named so, from the best down: each has one upvote less than the one before. */
async function addRanked(list: string): Promise<Map<string, string>> {
  const names = list.split(' ');
  const owner = await test.person('member');
  const ids = new Map<string, string>();
  for (const [index, title] of names.entries()) {
    const category = title.charAt(0);
    const ranks = { upvotes: names.length - index, views: 100 };
    const values = { title, category, ...ranks, submittedBy: owner.user?.id ?? '' };
    ids.set(title, (await test.addApp(values)).id);
  }
  return ids;
}

async function page(person: Person, cursor?: unknown) {
  const query = typeof cursor === 'string' ? { cursor } : {};
  const answer = await test.call(listFeed, { query }, person);
  expect(answer.status).toBe(200);
  return {
    titles: answer.body.map(({ title }) => title).join(' '),
    next: answer.headers[NEXT_CURSOR_HEADER],
  };
}

/** The titles of every page of a new deck. */
async function deal(person: Person): Promise<string[]> {
  const pages: string[] = [];
  let cursor: unknown;
  do {
    const { titles, next } = await page(person, cursor);
    pages.push(titles);
    cursor = next;
  } while (cursor !== undefined);
  return pages;
}

async function see(person: Person, ...appIds: (string | undefined)[]): Promise<void> {
  for (const appId of appIds) {
    test.clock.advance(1_000);
    const body = { appId: appId ?? '', interactionType: 'skip' } as const;
    expect((await test.call(recordInteraction, { body }, person)).status).toBe(201);
  }
  test.clock.advance(1_000);
}

describe('normal', () => {
  it('deals the categories in turn, the best of each first', async () => {
    await addRanked('a1 a2 a3 b1 a4 c1 b2 c2');
    expect(await deal(await test.person('member'))).toEqual(['a1 b1 c1 a2 b2 c2 a3 a4']);
  });

  it('deals by score when category diversity is off', async () => {
    await addRanked('a1 a2 a3 b1 a4 c1 b2 c2');
    await set({ categoryDiversityEnabled: false });
    expect(await deal(await test.person('member'))).toEqual(['a1 a2 a3 b1 a4 c1 b2 c2']);
  });

  it('draws from the pool alone', async () => {
    const games = Array.from({ length: 20 }, (_, index) => `a${index}`).join(' ');
    await addRanked(`${games} b0 c0`);
    await set({ maxDiversityPool: 20, appsPerPage: 3 });
    const member = await test.person('member');
    const first = await page(member);
    expect(first.titles).toBe('a0 a1 a2');
    // Three places of the pool are free now: the two lower categories have come into it.
    expect((await page(member, first.next)).titles).toBe('a3 b0 c0');
  });

  it('gives newer apps, then higher ids, the better place among equals', async () => {
    const owner = (await test.person('member')).user?.id ?? '';
    const [old, recent] = [new Date('2026-01-01'), new Date('2026-01-02')];
    const [low, high] = [newId(), newId()].toSorted();
    const add = (title: string, values: object) => test.addApp({ title, submittedBy: owner, ...values });
    await add('old', { createdAt: old });
    await add('recent-low', { createdAt: recent, id: low ?? '' });
    await add('recent-high', { createdAt: recent, id: high ?? '' });
    expect(await deal(await test.person('member'))).toEqual(['recent-high recent-low old']);
  });

  it('keeps recycled apps back until enough of the catalogue is seen, and then gives them their share', async () => {
    const ids = await addRanked('a1 a2 a3 a4 a5 a6 a7 a8 a9 a0');
    await set({ appsPerPage: 5, freshContentPriority: 50 });
    const member = await test.person('member');
    await see(member, ids.get('a4'), ids.get('a2'), ids.get('a9'), ids.get('a1'));
    // Four of ten are less than half: fresh ones only, while there are any.
    expect(await deal(member)).toEqual(['a3 a5 a6 a7 a8', 'a0 a4 a2 a9 a1']);
    await see(member, ids.get('a3'));
    // Half: floor(5 × 50 %) fresh, three recycled, least recently viewed first.
    expect(await deal(member)).toEqual(['a5 a6 a4 a2 a9', 'a7 a8 a0 a1 a3']);
  });

  it('is recycled content when everything is seen, and never empty', async () => {
    const ids = await addRanked('a1 b1 c1');
    const member = await test.person('member');
    await see(member, ids.get('b1'), ids.get('c1'), ids.get('a1'));
    expect(await deal(member)).toEqual(['b1 c1 a1']);
    await see(member, ids.get('b1'));
    expect(await deal(member)).toEqual(['c1 a1 b1']);
  });

  it('is not empty either when the clock goes back behind what was seen', async () => {
    const ids = await addRanked('a1');
    const member = await test.person('member');
    await see(member, ids.get('a1'));
    test.clock.advance(-3_600_000);
    expect(await deal(member)).toEqual(['a1']);
    test.clock.advance(3_600_000);
  });

  it('fills a page larger than the pool', async () => {
    await addRanked(Array.from({ length: 25 }, (_, index) => `a${index}`).join(' '));
    await set({ maxDiversityPool: 20, appsPerPage: 25 });
    expect((await deal(await test.person('member'))).map((titles) => titles.split(' ').length)).toEqual([25]);
  });
});

describe('newcomers', () => {
  /** Approved apps without a view, named so, in the order of their approval, with less score than any other. */
  async function addNewcomers(list: string): Promise<void> {
    for (const title of list.split(' ')) {
      await test.addApp({ title, category: title.charAt(0), downvotes: 50, submittedBy: null });
    }
  }

  it('have a tenth of the fresh places, first approved first, and come once in a deck', async () => {
    await addNewcomers('n1 n2 n3');
    await addRanked('a1 a2 a3 a4 a5 a6 a7 a8');
    await set({ appsPerPage: 5, categoryDiversityEnabled: false });
    const pages = ['a1 a2 n1 a3 a4', 'a5 a6 n2 a7 a8', 'n3'];
    expect(await deal(await test.person('guest'))).toEqual(pages);
    expect(await deal(await test.person('member'))).toEqual(pages);
  });

  it('are newcomers until their hundredth view, and again after a reset', async () => {
    await addNewcomers('n1 n2');
    await addRanked('a1 a2 a3 a4');
    await set({ appsPerPage: 5, categoryDiversityEnabled: false });
    const guest = await test.person('guest');
    await test.deps.pool.query("UPDATE apps SET views = 99 WHERE title = 'n1'");
    expect((await page(guest)).titles).toBe('a1 a2 n1 a3 a4');
    await test.deps.pool.query("UPDATE apps SET views = 100 WHERE title = 'n1'");
    expect((await page(guest)).titles).toBe('a1 a2 n2 a3 a4');
    await test.call(resetStats, {}, await test.person('admin'));
    expect((await page(guest)).titles).toContain('n1');
  });

  it('stand at the end of the queue when they are approved again', async () => {
    await addNewcomers('n1 n2');
    await addRanked('a1 a2 a3 a4');
    await set({ appsPerPage: 5, categoryDiversityEnabled: false });
    for (const status of ['rejected', 'approved']) {
      await test.deps.pool.query("UPDATE apps SET status = $1 WHERE title = 'n1'", [status]);
    }
    expect((await page(await test.person('guest'))).titles).toBe('a1 a2 n2 a3 a4');
  });

  it('are passed over by who has seen them', async () => {
    await addNewcomers('n1 n2 n3');
    await addRanked('a1 a2 a3 a4');
    await set({ appsPerPage: 5, categoryDiversityEnabled: false });
    const member = await test.person('member');
    const { rows } = await test.deps.pool.query<{ id: string }>("SELECT id FROM apps WHERE title = 'n1'");
    await see(member, rows[0]?.id);
    expect((await page(member)).titles).toBe('a1 a2 n2 a3 a4');
  });

  it('are numbered in the order in which their approvals are stored', async () => {
    const { id } = await test.addApp({ status: 'pending' });
    const first = await test.deps.pool.connect();
    try {
      await first.query('BEGIN');
      const approve = "UPDATE apps SET status = 'approved' WHERE id = $1";
      await first.query(approve, [(await test.addApp({ status: 'pending' })).id]);
      const second = test.deps.pool.query(approve, [id]).then(() => 'second');
      const isWaiting = async () =>
        (await test.deps.pool.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"))
          .rowCount === 1;
      while (!(await isWaiting()));
      expect(await Promise.race([second, first.query('COMMIT').then(() => 'first')])).toBe('first');
      await second;
    } finally {
      first.release();
    }
  });
});

describe('semi_simple and simple', () => {
  it('semi_simple: unseen by upvotes, then seen by upvotes', async () => {
    const ids = await addRanked('a1 b1 c1 a2 b2');
    await set({ algorithmType: 'semi_simple', appsPerPage: 2 });
    const member = await test.person('member');
    await see(member, ids.get('c1'), ids.get('a1'));
    expect(await deal(member)).toEqual(['b1 a2', 'b2 a1', 'c1']);
  });

  it('simple: by score, seen or not', async () => {
    const ids = await addRanked('a1 b1 c1 a2 b2');
    await set({ algorithmType: 'simple', appsPerPage: 2 });
    const member = await test.person('member');
    await see(member, ids.get('c1'), ids.get('a1'));
    expect(await deal(member)).toEqual(['a1 b1', 'c1 a2', 'b2']);
  });

  it('score and upvotes are two orders', async () => {
    const owner = (await test.person('member')).user?.id ?? '';
    await test.addApp({ title: 'loved', upvotes: 2, submittedBy: owner });
    await test.addApp({ title: 'divided', upvotes: 3, downvotes: 5, submittedBy: owner });
    await set({ algorithmType: 'semi_simple' });
    expect(await deal(await test.person('member'))).toEqual(['divided loved']);
    await set({ algorithmType: 'simple' });
    expect(await deal(await test.person('member'))).toEqual(['loved divided']);
  });

  it('a deck is dealt to its end by the algorithm it began with', async () => {
    await addRanked('a1 a2 b1 b2');
    await set({ algorithmType: 'simple', appsPerPage: 2 });
    const member = await test.person('member');
    const first = await page(member);
    await set({ algorithmType: 'normal' });
    expect([first.titles, (await page(member, first.next)).titles]).toEqual(['a1 a2', 'b1 b2']);
  });
});

describe('who asks', () => {
  it('a guest has the order of a new user, through the whole catalogue', async () => {
    await addRanked('a1 a2 a3 b1 a4 c1 b2 c2');
    await set({ appsPerPage: 3 });
    const pages = ['a1 b1 c1', 'a2 b2 c2', 'a3 a4'];
    expect(await deal(await test.person('guest'))).toEqual(pages);
    expect(await deal(await test.person('member'))).toEqual(pages);
    expect(await deal(await test.person('admin'))).toEqual(pages);
  });

  it('a visitor has none', async () => {
    expect(await test.call(listFeed, { query: {} }, visitor)).toMatchObject({
      status: 401,
      error: { code: 'unauthorized' },
    });
  });

  it('only approved apps are there, one’s own too', async () => {
    const owner = await test.person('member');
    const submittedBy = owner.user?.id ?? '';
    await test.addApp({ title: 'approved', submittedBy });
    await test.addApp({ title: 'pending', status: 'pending', submittedBy });
    await test.addApp({ title: 'rejected', status: 'rejected', submittedBy });
    expect(await deal(owner)).toEqual(['approved']);
  });

  it('an empty catalogue is an empty page', async () => {
    expect(await deal(await test.person('member'))).toEqual(['']);
  });

  it('what another of one’s screens showed meanwhile is not dealt any more', async () => {
    const ids = await addRanked('a1 a2 a3 a4');
    await set({ appsPerPage: 2 });
    const member = await test.person('member');
    const first = await page(member);
    await see(member, ids.get('a3'));
    expect(await page(member, first.next)).toEqual({ titles: 'a4', next: undefined });
  });
});

it('says whose pages must never be framed, and which may all the same', async () => {
  const { config } = test.deps;
  const headers = async (query: { ids?: string }) =>
    (await test.call(listFeed, { query }, await test.person('guest'))).headers;
  for (const answer of [await headers({}), await headers({ ids: newId() })]) {
    expect(answer[OWN_DOMAIN_HEADER]).toBe(new URL(config.publicUrl).hostname);
    expect(answer[DEMO_ORIGIN_HEADER]).toBeUndefined();
  }
});

it('a preview is the first page under parameters that nobody saved, with the reason for each place', async () => {
  const ids = await addRanked('a1 a2 b1 c1');
  const member = await test.person('member');
  await see(member, ids.get('a2'));
  const params = {
    ...defaultAlgorithm,
    recycledContentThreshold: 25,
    freshContentPriority: 60,
    appsPerPage: 3,
  };
  const places = await previewPage(test.deps.db, member.user?.id ?? '', params, test.clock.now);
  expect(places.map(({ candidate, reason }) => [candidate.id, reason])).toEqual([
    [ids.get('a1'), 'fresh'],
    [ids.get('b1'), 'fresh'],
    [ids.get('a2'), 'recycled'],
  ]);
  expect((await page(member)).titles).toBe('a1 b1 c1 a2');
});

describe('by id', () => {
  it('exactly those that are approved, in the order asked, each once', async () => {
    const ids = await addRanked('a1 b1 c1');
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
    'refuses %s',
    async (ids) => {
      const answer = await test.call(listFeed, { query: { ids } }, await test.person('member'));
      expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
      expect(Object.keys(answer.error.fields ?? {})[0]).toMatch(/^ids/);
    },
  );
});

describe('an app on the wire', () => {
  const first = async (person: Person) => (await test.call(listFeed, { query: {} }, person)).body[0];

  it('carries the viewer’s vote and nobody else’s', async () => {
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
    'shows the submitter’s email to admins and the owner alone (first name %j)',
    async (firstName, shown) => {
      await test.deps.pool.query("DELETE FROM users WHERE email = 'maker.one@example.org'");
      const owner = await test.person('member', { firstName, email: 'maker.one@example.org' });
      await test.addApp({ submittedBy: owner.user?.id ?? '' });
      const seenBy = async (person: Person) => (await first(person))?.submitter;
      const open = { firstName: shown, email: 'maker.one@example.org' };
      expect(await seenBy(owner)).toEqual(open);
      expect(await seenBy(await test.person('admin'))).toEqual(open);
      expect(await seenBy(await test.person('member'))).toEqual({ firstName: shown, email: null });
      expect(await seenBy(await test.person('guest'))).toEqual({ firstName: shown, email: null });
      const raw = await test.app.inject({ url: '/api/apps', cookies: (await test.person('member')).cookies });
      expect(raw.body).not.toContain('@example.org');
    },
  );

  it('carries no field that is not declared', async () => {
    await test.addApp();
    expect(await first(await test.person('admin'))).not.toHaveProperty('rankingScore');
  });
});
