import { onDataFolder } from '@zapdeck/server/testing/seed-catalogue';
import { addFoundRing } from '@zapdeck/server/testing/vote-ring';
import { addPeople, fillBudget } from '@zapdeck/server/testing/view-budgets';
import type { World } from './world.ts';

/*
 * States that take days or hours to reach. They are written into the database, because the API cannot set a clock.
 * Everything else that a story needs is made through the API (api.ts).
 */

const write = (world: World, text: string, values: readonly unknown[]) =>
  onDataFolder(world.dataFolder, (client) => client.query(text, [...values]));

/** Marks an app as unreachable for a number of days. The server counts them from the first failed check. */
export async function makeUnreachable(world: World, title: string, days: number): Promise<void> {
  await write(
    world,
    `UPDATE apps SET frame_status = 'unreachable', frame_reason = '{"code": "connection_failed"}',
       unreachable_since = now() - make_interval(days => $2) WHERE title = $1`,
    [title, days],
  );
}

/** Sets the time that users have spent in an app. The API accepts no more than has passed since the last report. */
export async function setTimeSpent(world: World, title: string, ms: number): Promise<void> {
  await write(world, 'UPDATE apps SET time_spent = $2 WHERE title = $1', [title, ms]);
}

/** Moves the views of a user into the past. */
export async function moveViewsBack(world: World, email: string, hours: number): Promise<void> {
  await write(
    world,
    `UPDATE seen_apps SET last_viewed_at = last_viewed_at - make_interval(hours => $2)
     WHERE user_id = (SELECT id FROM users WHERE email = $1)`,
    [email, hours],
  );
}

/** Moves all approvals into the past. */
export async function moveApprovalsBack(world: World, days: number): Promise<void> {
  await write(world, 'UPDATE apps SET approved_at = approved_at - make_interval(days => $1)', [days]);
}

/** Makes an app lead to others, the first one most strongly. The server counts likes of accounts that are a day old. */
export async function pairApps(world: World, appId: string, others: readonly string[]): Promise<void> {
  // The job of pairs, which runs every ten minutes, computes those of changed likes again.
  await write(world, 'DELETE FROM changed_likes', []);
  await write(world, 'DELETE FROM paired_apps', []);
  await write(
    world,
    `INSERT INTO strongest_pairs (app_id, other_ids, lifts)
     SELECT $1, array_agg(other.id ORDER BY place), array_agg(60.0 / place ORDER BY place)
     FROM unnest($2::uuid[]) WITH ORDINALITY AS other (id, place)
     ON CONFLICT (app_id) DO UPDATE SET other_ids = excluded.other_ids, lifts = excluded.lifts`,
    [appId, others],
  );
}

/** Adds people who used the instance this week, so that makers are promised a number of first views. */
export const bringPeople = (world: World, count: number): Promise<void> =>
  onDataFolder(world.dataFolder, (client) => addPeople(client, count));

/** Marks the open first views of an app as finished an hour ago, and makes the report. */
export const finishFirstViews = (world: World, appId: string): Promise<void> =>
  onDataFolder(world.dataFolder, (client) => fillBudget(client, appId));

/** Moves the sign-ins of all open sessions into the past, so that the next sensitive change asks for a proof. */
export async function moveSignInsBack(world: World, minutes: number): Promise<void> {
  await write(world, 'UPDATE sessions SET proved_at = proved_at - make_interval(mins => $1)', [minutes]);
}

/** Adds accounts that like the same apps among honest members, and runs the nightly job that finds them. */
export const addRing = (world: World): Promise<void> => onDataFolder(world.dataFolder, addFoundRing);

/** Adds likes of all members of vote groups for the apps in common. The accounts cannot sign in. */
export const likeAgain = (world: World) =>
  write(
    world,
    `INSERT INTO votes (id, user_id, app_id, vote_type) SELECT gen_random_uuid(), user_id, app_id, 'up'
     FROM vote_group_members JOIN vote_group_apps USING (group_id) ON CONFLICT DO NOTHING`,
    [],
  );
