import type { TestApp } from '../../testing/test-app.ts';
import type { Findable } from './reference.fixture.ts';

/** Returns all approved apps in the form that the reference reads. */
export async function readFindable(t: TestApp): Promise<Findable[]> {
  const { rows } = await t.deps.pool.query<
    Omit<Findable, 'host' | 'maker'> & {
      url: string;
      first_name: string;
      handle: string | null;
      name: string | null;
    }
  >(
    `SELECT apps.id, title, description, category, tags, url, coalesce(score, 0) AS trending,
       approval_no::int AS "approvalNo", coalesce(first_name, '') AS first_name, handle, name
     FROM apps LEFT JOIN users ON users.id = submitted_by AND suspended_at IS NULL
       LEFT JOIN maker_pages ON maker_pages.user_id = users.id
       LEFT JOIN trending_scores ON trending_scores.app_id = apps.id
     WHERE status = 'approved'`,
  );
  return rows.map(({ url, first_name: firstName, handle, name, ...app }) => ({
    ...app,
    host: new URL(url).hostname.replace(/^www\./, '').replace(/\.[^.]*$/, ''),
    maker: [firstName.includes('@') ? '' : firstName, handle, name].join(' '),
  }));
}

/** Returns the number of apps by known word. */
export async function readKnown(t: TestApp): Promise<Map<string, number>> {
  const { rows } = await t.deps.pool.query<{ word: string; apps: number }>(
    'SELECT word, max(apps) AS apps FROM known_words WHERE apps > 0 GROUP BY word',
  );
  return new Map(rows.map(({ word, apps }) => [word, apps]));
}
