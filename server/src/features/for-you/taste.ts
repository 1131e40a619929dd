import {
  AVOIDED_MAX,
  type clearTaste as clearTasteRoute,
  FOR_YOU_VOTES,
  type setLess as setLessRoute,
  type Taste,
} from '@zapdeck/contract/feed/taste';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { and, eq, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { avoidedApps } from '../../db/schema/tastes.table.ts';
import { run } from '../../db/statement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { lockMember } from '../../accounts/locks.ts';
import { refuseForeign } from '../../accounts/admission.ts';
import { Refusal } from '../../http/refusal.ts';
import { leadsOf } from './paired-apps.ts';

const COVER =
  "'id', apps.id, 'title', title, 'category', apps.category, 'picture', picture, 'colour', colour";

const READ_TASTE = `WITH leads AS (${leadsOf('$1::uuid')}), led AS (
    SELECT leads.id, liked_at, count(*) AS apps FROM leads JOIN strongest_pairs ON strongest_pairs.app_id = leads.id
    JOIN apps ON apps.id = ANY (other_ids) AND apps.status = 'approved' GROUP BY leads.id, liked_at
  )
  SELECT (SELECT count(*)::int FROM (SELECT FROM votes WHERE user_id = $1::uuid LIMIT ${FOR_YOU_VOTES}) AS cast_votes)
      AS votes,
    (SELECT coalesce(json_agg(json_build_object(${COVER}, 'leadsTo', led.apps) ORDER BY liked_at DESC, apps.id), '[]')
      FROM led JOIN apps USING (id)) AS leads,
    (SELECT coalesce(json_agg(json_build_object(${COVER}, 'createdAt',
        to_char(avoided_apps.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        ORDER BY avoided_apps.created_at DESC, apps.id), '[]')
      FROM avoided_apps JOIN apps ON apps.id = app_id AND apps.status = 'approved' WHERE user_id = $1::uuid) AS avoided`;

/** Returns the member's likes that lead to other apps, and the apps to avoid. */
export async function readTaste(db: Db, userId: string): Promise<Taste> {
  const { votes, ...taste } = one(
    await run<Omit<Taste, 'votesMissing'> & { votes: number }>(db, { text: READ_TASTE, values: [userId] }),
  );
  return { votesMissing: FOR_YOU_VOTES - votes, ...taste };
}

/** Returns true if the member has voted on enough apps for the deck `for-you`. */
export async function hasForYou(db: Db, userId: string): Promise<boolean> {
  const statement = {
    text: `SELECT FROM votes WHERE user_id = $1 OFFSET ${FOR_YOU_VOTES - 1} LIMIT 1`,
    values: [userId],
  };
  return (await run(db, statement)).length > 0;
}

const LEADS_SOMEWHERE = `SELECT FROM (${leadsOf('$1::uuid')}) AS leads
  JOIN strongest_pairs ON strongest_pairs.app_id = leads.id LIMIT 1`;

/** Returns true if a like of the member leads to other apps. */
export async function hasOwnForYou(db: Db, userId: string): Promise<boolean> {
  if (!(await hasForYou(db, userId))) return false;
  return (await run(db, { text: LEADS_SOMEWHERE, values: [userId] })).length > 0;
}

/** Deletes the stored hands of the user's decks `for-you`, so that the next page follows the new taste. */
const dropHands = (tx: Db, userId: string) =>
  tx.execute(sql`DELETE FROM hands WHERE deck_id IN (
    SELECT id FROM decks WHERE user_id = ${userId} AND kind = 'for-you')`);

/** Adds an app to the apps that the member avoids, or removes it. Rejects with `app_not_found` or `session_changed`. */
export async function setLess(
  db: Db,
  userId: string,
  body: BodyOf<typeof setLessRoute>,
  now: Date,
): Promise<void> {
  refuseForeign(body, userId);
  const { appId, less } = body;
  await inTransaction(db, async (tx) => {
    await lockMember(tx, userId);
    const isThisOne = and(eq(avoidedApps.userId, userId), eq(avoidedApps.appId, appId));
    if (less) {
      const isApproved = and(eq(apps.id, appId), eq(apps.status, 'approved'));
      const [app] = await tx.select({ id: apps.id }).from(apps).where(isApproved).for('key share');
      if (!app) throw new Refusal('app_not_found');
      await tx.insert(avoidedApps).values({ userId, appId, createdAt: now }).onConflictDoNothing();
      await tx.execute(sql`DELETE FROM avoided_apps WHERE user_id = ${userId} AND app_id IN (
        SELECT app_id FROM avoided_apps WHERE user_id = ${userId}
        ORDER BY created_at DESC, app_id OFFSET ${AVOIDED_MAX})`);
    } else await tx.delete(avoidedApps).where(isThisOne);
    await dropHands(tx, userId);
  });
}

/** Deletes liked apps from the deal log. Call it after `dropHands`, whose lock blocks concurrent deals. */
const dropLeads = (tx: Db, userId: string) =>
  tx.execute(sql`UPDATE deck_pages SET because = NULL FROM decks WHERE decks.id = deck_id AND decks.day = deck_pages.day
    AND user_id = ${userId} AND kind = 'for-you' AND because IS NOT NULL`);

/** Deletes the member's taste: earlier likes no longer lead, and no app is avoided. Rejects with `session_changed`. */
export async function clearTaste(
  db: Db,
  userId: string,
  body: BodyOf<typeof clearTasteRoute>,
  now: Date,
): Promise<void> {
  refuseForeign(body, userId);
  await inTransaction(db, async (tx) => {
    await lockMember(tx, userId);
    // The clock of another node may be ahead.
    await tx.execute(sql`UPDATE users SET taste_cleared_at = greatest(${now}::timestamptz,
      (SELECT max(created_at) FROM votes WHERE user_id = ${userId})) WHERE id = ${userId}`);
    await tx.delete(avoidedApps).where(eq(avoidedApps.userId, userId));
    await dropHands(tx, userId);
    await dropLeads(tx, userId);
  });
}
