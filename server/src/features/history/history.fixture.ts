import { TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed/feed';
import { clearHistory, readHistory } from '@zapdeck/contract/feed/history';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import { expect } from 'vitest';
import { newId } from '../../db/columns.ts';
import { type Person, type TestApp } from '../../testing/test-app.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import type { FeedFixture } from '../feed/feed.fixture.ts';

/** Views, reads and clears histories. */
export function historyFixture(t: TestApp, feed: FeedFixture) {
  /** Views apps one after the other. */
  async function view(person: Person, ...appIds: (string | undefined)[]): Promise<void> {
    for (const appId of appIds) {
      t.clock.advance(1_000);
      const interactions = [{ appId: appId ?? '', interactionType: 'view' as const, duration: 1_000 }];
      const { status } = await t.call(
        recordInteractions,
        { body: { interactions, batchId: newId() } },
        person,
      );
      expect(status).toBe(201);
    }
    t.clock.advance(1_000);
  }

  async function addApps(...titles: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const title of titles) ids.push((await t.addApp({ title })).id);
    return ids;
  }

  async function read(person: Person, query: { q?: string; limit?: number; offset?: number } = {}) {
    const { status, body, headers } = await t.call(readHistory, { query }, person);
    expect(status).toBe(200);
    return {
      titles: body.map(({ app }) => app?.title),
      entries: body,
      total: Number(headers[TOTAL_COUNT_HEADER]),
    };
  }

  /** Calls `act`, which must wait for the locks of the statement, and then commits, after `last` if given. */
  async function whileHeld(
    statement: string,
    act: () => Promise<{ status: number }>,
    last = 'SELECT',
  ): Promise<void> {
    const other = await t.deps.pool.connect();
    try {
      await other.query(`BEGIN; SET LOCAL lock_timeout = 500; ${statement}`);
      const acting = act();
      await untilBlocked(t.deps.pool);
      await other.query(`${last}; COMMIT`);
      expect((await acting).status).toBe(204);
    } finally {
      other.release(true);
    }
  }

  const clear = (person: Person, dealAgain: boolean, as: { userId?: string } = {}) =>
    t.call(clearHistory, { body: { dealAgain, ...as } }, person);

  const unseen = async (person: Person) => (await feed.page(person, undefined, 'unseen')).titles;
  const viewsOf = async (id: string | undefined) => (await t.readApp(id ?? '')).views;

  return { view, addApps, read, whileHeld, clear, unseen, viewsOf };
}

export type HistoryFixture = ReturnType<typeof historyFixture>;
