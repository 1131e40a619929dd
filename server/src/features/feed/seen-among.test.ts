import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';

const APPS = 3_000;
/** So many people have seen every third app, which are others for each. Everybody else has seen one. */
const BUSY_PEOPLE = 20;
const ASKED = 100;

const fill = (people: number) => `
  INSERT INTO users (id, email) SELECT gen_random_uuid(), n || '@example.org' FROM generate_series(1, ${people}) AS n;
  INSERT INTO apps (id, title, description, url, category, status)
    SELECT gen_random_uuid(), 'App ' || n, 'One of many', 'https://' || n || '.example.org/', 'Games', 'approved'
    FROM generate_series(1, ${APPS}) AS n;
  CREATE TEMPORARY TABLE person AS SELECT id, split_part(email, '@', 1)::int AS no FROM users;
  CREATE TEMPORARY TABLE app AS SELECT id, row_number() OVER () - 1 AS no FROM apps;
  INSERT INTO seen_apps (user_id, app_id) SELECT person.id, app.id FROM person, app
    WHERE person.no <= ${BUSY_PEOPLE} AND (person.no + app.no) % 3 = 0;
  INSERT INTO seen_apps (user_id, app_id) SELECT person.id, app.id FROM person JOIN app ON app.no = person.no % ${APPS}
    WHERE person.no > ${BUSY_PEOPLE};
  ANALYZE`;

interface Read {
  index: string;
  entries: number;
}
const READ = `SELECT relname AS index, pg_stat_get_xact_tuples_returned(oid)::int AS entries FROM pg_class
  WHERE relname LIKE 'seen_apps%' AND relkind = 'i' ORDER BY relname`;

// The planner is tempted by all that somebody has seen, where most have seen little, and else by all who have seen an app;
// by the one in the plan that is kept, which knows of nobody in particular, by the other in the plans before that.
it.each([
  ['many people who have seen little', 8_000, 'generic'],
  ['few people', BUSY_PEOPLE, 'custom'],
])(
  'beside %s, finds what somebody has seen along the key and reads nothing else',
  async (_others, people, plan) => {
    const database = await createTestDatabase();
    const client = await database.pool.connect();
    try {
      await client.query(fill(people));
      await client.query(`SET plan_cache_mode = force_${plan}_plan`);
      await client.query('BEGIN');
      const { rows: asked } = await client.query<{ viewer: string; id: string; seen: boolean }>(
        `SELECT person.id AS viewer, apps.id,
         EXISTS (SELECT FROM seen_apps WHERE user_id = person.id AND app_id = apps.id) AS seen
       FROM apps, (SELECT id FROM users WHERE email = '1@example.org') AS person ORDER BY apps.id LIMIT ${ASKED}`,
      );
      const wanted = asked.filter(({ seen }) => seen).map(({ id }) => id);
      const { rows: before } = await client.query<Read>(READ);
      const { rows } = await client.query<{ ids: string[] }>('SELECT seen_among($1, $2) AS ids', [
        asked[0]?.viewer,
        asked.map(({ id }) => id),
      ]);
      const { rows: after } = await client.query<Read>(READ);
      expect(wanted.length).toBeGreaterThan(0);
      expect(rows[0]?.ids.toSorted()).toEqual(wanted);
      const read = after.map(({ index, entries }, at) => [index, entries - (before[at]?.entries ?? 0)]);
      expect(Object.fromEntries(read)).toEqual({
        seen_apps_app_idx: 0,
        seen_apps_pkey: wanted.length,
        seen_apps_recycle_idx: 0,
      });
    } finally {
      client.release(true);
      await database.drop();
    }
  },
);
