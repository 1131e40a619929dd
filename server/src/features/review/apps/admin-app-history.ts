import type { AdminAppEvent } from '@zapdeck/contract/apps/admin-app';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import { inArray, sql } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import type { ListPage } from '../../../db/paging.ts';
import { personColumns, users } from '../../../db/schema/users.table.ts';
import { type AppEvent, readAppHistory } from '../../listings/present/app-history.ts';
import { requireApp } from './app-notes.ts';
import type { ShownLanguage } from '../../../languages/shown-language.ts';

type Event = Omit<AppEvent, 'action'> & { action: string };

async function readWords(db: Db, appId: string, end: number): Promise<ListPage<Event>> {
  const events = sql`(
    SELECT id, 'report.sent' AS action, reported_by AS actor_id, NULL::jsonb AS before,
      jsonb_build_object('reason', reason) AS after, created_at FROM reports WHERE app_id = ${appId}
    UNION ALL
    SELECT id, 'note.written', author_id, NULL, jsonb_build_object('text', text), created_at
      FROM app_notes WHERE app_id = ${appId}
    UNION ALL
    SELECT id, action, actor_id, before, after, created_at FROM app_events
      WHERE app_id = ${appId} AND action = 'report.reviewed'
  ) AS events`;
  const { rows } = await db.execute<Record<string, unknown> & Omit<Event, 'createdAt'> & { at: string }>(sql`
    SELECT id, action, actor_id AS "actorId", before, after, created_at AS at
    FROM ${events} ORDER BY created_at DESC, id DESC LIMIT ${end}`);
  const counted = await db.execute<{ total: number }>(sql`SELECT count(*)::int AS total FROM ${events}`);
  const items = rows.map(({ at, ...event }) => ({ ...event, createdAt: new Date(at) }));
  return { items, total: one(counted.rows).total };
}

const byTime = (a: Event, b: Event): number =>
  b.createdAt.getTime() - a.createdAt.getTime() || (b.id < a.id ? -1 : 1);

export async function readAdminAppHistory(
  db: Db,
  appId: string,
  { limit, offset, language }: PageQuery & { language: ShownLanguage },
): Promise<ListPage<AdminAppEvent>> {
  await requireApp(db, appId);
  // Reads both from the start, because later pages are rare and histories are short.
  const end = offset + limit;
  const parts = await Promise.all([
    readAppHistory(db, appId, { limit: end, offset: 0, language }),
    readWords(db, appId, end),
  ]);
  const shown = parts
    .flatMap(({ items }): Event[] => items)
    .toSorted(byTime)
    .slice(offset, end);
  const ids = new Set(shown.flatMap(({ actorId }) => actorId ?? []));
  const people = await db
    .select(personColumns)
    .from(users)
    .where(inArray(users.id, [...ids]));
  const byId = new Map(people.map((person) => [person.id, person]));
  const items = shown.map(({ actorId, createdAt, ...event }) => ({
    ...event,
    before: event.before as AdminAppEvent['before'],
    after: event.after as AdminAppEvent['after'],
    actor: actorId === null ? null : (byId.get(actorId) ?? { id: actorId, firstName: null, email: null }),
    createdAt: createdAt.toISOString(),
  }));
  return { items, total: parts.reduce((sum, { total }) => sum + total, 0) };
}
