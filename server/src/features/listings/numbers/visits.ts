import { sql } from 'drizzle-orm';
import type { IncomingHttpHeaders } from 'node:http';
import type { Db } from '../../../db/client.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../http/refusal.ts';

const PROGRAM = /bot|crawl|spider|slurp|preview|scan|monitor|fetch|headless|lighthouse|externalhit/i;

/** Returns true if a browser opens the page for a person. False for prefetches and other uses. */
export function isOfPerson(headers: IncomingHttpHeaders): boolean {
  const { 'user-agent': agent = '', 'sec-fetch-dest': shownAs = 'document' } = headers;
  const ahead = [headers['sec-purpose'], headers['purpose'], headers['x-moz']].join(' ');
  return (
    agent.startsWith('Mozilla/') &&
    !PROGRAM.test(agent) &&
    shownAs === 'document' &&
    !ahead.includes('prefetch')
  );
}

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

interface VisitCounter {
  count(appId: string, now: Date): void;
}

/** Creates a counter of visits that writes in batches. Unwritten visits are lost if the database is unreachable. */
export function createVisitCounter({ db, background }: Pick<Deps, 'db' | 'background'>): VisitCounter {
  let waiting = new Map<string, Map<string, number>>();
  let isWriting = false;

  const writeAll = async () => {
    isWriting = true;
    try {
      while (waiting.size > 0) {
        const taken = waiting;
        waiting = new Map();
        for (const [day, visits] of taken) await addVisits(db, day, visits);
      }
    } finally {
      isWriting = false;
    }
  };

  return {
    count(appId, now) {
      const day = dayOf(now);
      const visits = waiting.get(day) ?? new Map<string, number>();
      waiting.set(day, visits.set(appId, (visits.get(appId) ?? 0) + 1));
      if (!isWriting) background.start(writeAll);
    },
  };
}

async function addVisits(db: Db, day: string, visits: ReadonlyMap<string, number>): Promise<void> {
  // Ordered by id, so that nodes do not deadlock.
  await db.execute(sql`
    WITH there AS MATERIALIZED (
      SELECT id FROM apps WHERE id = ANY (${sql.param([...visits.keys()])}::uuid[]) ORDER BY id FOR KEY SHARE
    )
    INSERT INTO daily_visits AS known (app_id, day, visits)
    SELECT id, ${day}, visits FROM there JOIN unnest(
      ${sql.param([...visits.keys()])}::uuid[], ${sql.param([...visits.values()])}::int[]) AS visited (id, visits) USING (id)
    ORDER BY id
    ON CONFLICT (app_id, day) DO UPDATE SET visits = known.visits + excluded.visits`);
}

export async function addShare(db: Db, appId: string, now: Date): Promise<void> {
  const { rowCount } = await db.execute(sql`
    INSERT INTO daily_visits AS known (app_id, day, shares)
    SELECT id, ${dayOf(now)}, 1 FROM apps WHERE id = ${appId} AND status = 'approved'
    ON CONFLICT (app_id, day) DO UPDATE SET shares = known.shares + 1`);
  if (rowCount === 0) throw new Refusal('app_not_found');
}
