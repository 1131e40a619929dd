import { listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { recordInteraction } from '@zapdeck/contract/feed/interactions';
import { type AlgorithmParams, defaultAlgorithm } from '@zapdeck/contract/instance/settings';
import { expect } from 'vitest';
import type { Person, TestApp } from '../../testing/test-app.ts';
import { setSettings } from '../../testing/set-settings.ts';
import { algorithmKind } from '../settings/kinds.ts';

/** More than the largest deck of these tests has. */
const PAGES_MAX = 1_000;

/** Fills a catalogue, sets parameters and reads pages. */
export interface FeedFixture {
  set(params: Partial<AlgorithmParams>): Promise<unknown>;
  /** Deletes all apps and decks, and sets the default parameters. */
  reset(): Promise<void>;
  /**
   * Adds approved apps with 100 views, best one first: each has one upvote less than the one before. Returns their ids by
   * title.
   */
  addRanked(list: string): Promise<Map<string, string>>;
  page(person: Person, cursor?: unknown, deck?: string): Promise<{ titles: string; next: unknown }>;
  /** Returns the titles of each page of a new deck. */
  deal(person: Person, deck?: string): Promise<string[]>;
  see(person: Person, ...appIds: (string | undefined)[]): Promise<void>;
  /** Returns the stored pages of the viewer. */
  readLog(person: Person): Promise<LoggedPage[]>;
}

interface LoggedPage {
  page: number;
  titles: string;
  reasons: string;
}

/** Creates the fixture for the app of a test file. */
export function feedFixture(test: TestApp): FeedFixture {
  const set: FeedFixture['set'] = (params) => setSettings(test, algorithmKind, params);

  const page: FeedFixture['page'] = async (person, cursor, deck = 'best') => {
    const query = { deck, ...(typeof cursor === 'string' ? { cursor } : {}) };
    const answer = await test.call(listFeed, { query }, person);
    expect(answer.status).toBe(200);
    return {
      titles: answer.body.map(({ title }) => title).join(' '),
      next: answer.headers[NEXT_CURSOR_HEADER],
    };
  };

  return {
    set,
    page,
    async reset() {
      await test.deps.pool.query('TRUNCATE apps, decks CASCADE');
      await set(defaultAlgorithm);
    },
    async addRanked(list) {
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
    },
    async deal(person, deck) {
      const pages: string[] = [];
      let cursor: unknown;
      do {
        const { titles, next } = await page(person, cursor, deck);
        if (pages.push(titles) > PAGES_MAX) throw new Error('The deck has no end');
        cursor = next;
      } while (cursor !== undefined);
      return pages;
    },
    async see(person, ...appIds) {
      for (const appId of appIds) {
        test.clock.advance(1_000);
        const body = { appId: appId ?? '', interactionType: 'skip' } as const;
        expect((await test.call(recordInteraction, { body }, person)).status).toBe(201);
      }
      test.clock.advance(1_000);
    },
    async readLog({ user }) {
      const { rows } = await test.deps.pool.query<LoggedPage>(
        `SELECT page, reasons, (SELECT string_agg(title, ' ' ORDER BY place)
           FROM unnest(app_ids) WITH ORDINALITY AS card (id, place) JOIN apps ON apps.id = card.id) AS titles
         FROM deck_pages JOIN decks ON decks.id = deck_id WHERE user_id = $1 ORDER BY started_at, page`,
        [user?.id],
      );
      return rows;
    },
  };
}
