import type { AppStatus, FrameStatus } from '@zapdeck/contract/apps/apps';
import type { AuditAction } from '@zapdeck/contract/instance/audit-log';
import { type FrameReason, frameReasonText } from '@zapdeck/contract/frames/frame-reasons';
import type { OwnAppEvent } from '@zapdeck/contract/apps/own-app';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import { sql } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import type { ListPage } from '../../../db/paging.ts';
import type { AppRow } from '../../../db/schema/apps.table.ts';
import { presentValues } from '../../audit-log/audit-log.ts';
import { reasonsIn } from '../../../mail/reasons-in.ts';
import { sayMarkedIn } from '../../../languages/say.ts';
import type { ShownLanguage } from '../../../languages/shown-language.ts';

export interface AppEvent {
  id: string;
  action: AuditAction | 'app.submitted' | 'app.checked';
  actorId: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  createdAt: Date;
}

/** Returns the events of an app, newest first: decisions, its submission and changed check results. Reasons are texts. */
export async function readAppHistory(
  db: Db,
  appId: string,
  { limit, offset, language }: PageQuery & { language: ShownLanguage },
): Promise<ListPage<AppEvent>> {
  const events = sql`(
    SELECT id, action, actor_id, before, after, created_at FROM app_events
      WHERE app_id = ${appId} AND action <> 'report.reviewed'
    UNION ALL
    SELECT id, 'app.checked', NULL, NULL,
      jsonb_build_object('frameStatus', frame_status, 'frameReason', frame_reason), created_at
      FROM frame_changes WHERE app_id = ${appId}
    UNION ALL
    SELECT id, 'app.submitted', submitted_by, NULL, NULL, created_at FROM apps WHERE id = ${appId}
  ) AS events`;
  // Ids grow with time, so they order events of the same millisecond.
  const { rows } = await db.execute<
    Record<string, unknown> & Omit<AppEvent, 'createdAt'> & { at: string }
  >(sql`
    SELECT id, action, actor_id AS "actorId", before, after, created_at AS at
    FROM ${events} ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`);
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM ${events}`,
  );
  const valuesOf = (key: 'before' | 'after') => rows.map((event) => textOf(event[key]?.['reviewReason']));
  const inTheirs = await reasonsIn(db, language, [...valuesOf('before'), ...valuesOf('after')]);
  const said = (values: AppEvent['after']) => {
    const reason = textOf(values?.['reviewReason']);
    return reason === null ? values : { ...values, reviewReason: inTheirs(reason) };
  };
  const items = rows.map(({ at, ...event }) => ({
    ...event,
    before: said(event.before),
    after: said(afterInWords(event, language)),
    createdAt: new Date(at),
  }));
  return { items, total: one(counted).total };
}

function afterInWords(
  { action, after }: Pick<AppEvent, 'action' | 'after'>,
  language: ShownLanguage,
): AppEvent['after'] {
  if (action !== 'app.checked') return presentValues(after, language);
  const reason = after?.['frameReason'] as FrameReason | null;
  return { ...after, frameReason: reason && sayMarkedIn(language, frameReasonText(reason)) };
}

const reasonKeys: Partial<Record<AppEvent['action'], string>> = {
  'app.checked': 'frameReason',
  'app.verification_lost': 'cause',
};

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

export function presentOwnEvent(event: AppEvent, { submittedBy }: Pick<AppRow, 'submittedBy'>): OwnAppEvent {
  const { id, action, actorId, before, after, createdAt } = event;
  const isCheck = action === 'app.checked';
  const byPerson = actorId === submittedBy ? 'maker' : 'moderator';
  return {
    id,
    action,
    by: actorId === null ? 'zapdeck' : byPerson,
    status: (textOf(after?.['status']) as AppStatus | null) ?? null,
    reason: textOf(after?.[reasonKeys[action] ?? 'reviewReason']) ?? textOf(after?.['cause']),
    frameStatus: isCheck ? (after?.['frameStatus'] as FrameStatus) : null,
    changed: isCheck ? [] : Object.keys({ ...before, ...after }),
    createdAt: createdAt.toISOString(),
  };
}
