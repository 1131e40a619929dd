import { hash } from 'node:crypto';
import type { App } from '@zapdeck/contract/apps/apps';
import { FeedApp } from '@zapdeck/contract/feed/feed';
import type { Db } from '../../../db/client.ts';
import { run, type Statement } from '../../../db/statement.ts';
import { sharedRead } from '../../../db/shared-reads.ts';
import { hasTagged, weakTag, ReadyAnswer, shapeTag } from '../../../http/entity-tag.ts';
import { presentApp, readColumns, SHOWN_HANDLE, type ShownApp, type Viewer } from './present-app.ts';

interface AskedApps {
  viewer: Viewer;
  ids: readonly string[];
}

/**
 * OFFSET 0 joins submitters to all apps at once. The page number inside it prevents a useless Memoize node. SELECT
 * hides the values from the planner, so that it keeps the generic plan.
 */
const shown = (columns: string) => `(SELECT apps.*
    FROM unnest((SELECT $1::uuid[]), (SELECT $2::text[])) WITH ORDINALITY AS page (viewer_id, ids, no)
    CROSS JOIN LATERAL unnest(page.ids::uuid[]) WITH ORDINALITY AS asked (id, place)
    CROSS JOIN LATERAL (SELECT page.no, page.viewer_id, asked.place, apps.xmin, apps.submitted_by, ${columns}
      FROM apps WHERE apps.id = asked.id AND apps.status = 'approved' OFFSET 0) AS apps
    OFFSET 0) AS shown
  LEFT JOIN users ON users.id = shown.submitted_by
  LEFT JOIN LATERAL (SELECT vote_type FROM votes
    WHERE votes.app_id = shown.id AND votes.user_id = shown.viewer_id OFFSET 0) AS votes ON true`;

/** SQL: version of an app, from its row, the viewer's vote, and the submitter's name and handle. */
const VERSION = `concat_ws(' ', shown.place, shown.xmin, coalesce(votes.vote_type::text, '-'),
    hash_record_extended(ROW(users.first_name, users.email, ${SHOWN_HANDLE}), 0))`;

const FIELDS = readColumns.map(([name, column]) => `shown.${column.name} AS "${name}"`);

const READ_APPS = `SELECT shown.no::int, ${VERSION} AS version, ${FIELDS.join(', ')},
    shown.submitted_by AS "submittedBy", votes.vote_type AS vote, users.first_name AS "firstName",
    users.email, ${SHOWN_HANDLE} AS handle
  FROM ${shown(readColumns.map(([, { name }]) => `apps.${name}`).join(', '))} ORDER BY shown.no, shown.place`;

const READ_VERSIONS = `SELECT shown.no::int, string_agg(${VERSION}, ',' ORDER BY shown.place) AS version
  FROM ${shown('apps.id')} GROUP BY shown.no`;

const statementOf = (text: string, pages: readonly AskedApps[]): Statement => ({
  text,
  values: [pages.map(({ viewer }) => viewer.id), pages.map(({ ids }) => `{${ids.join(',')}}`)],
});

export const appsStatement = (pages: readonly AskedApps[]): Statement => statementOf(READ_APPS, pages);

export const versionsStatement = (pages: readonly AskedApps[]): Statement =>
  statementOf(READ_VERSIONS, pages);

interface AppOnPage extends Omit<ShownApp, 'createdAt' | 'updatedAt' | 'verifiedAt'> {
  no: number;
  version: string;
  createdAt: string;
  updatedAt: string;
  verifiedAt: string | null;
  vote: 'up' | 'down' | null;
  firstName: string | null;
  email: string | null;
  handle: string | null;
}

const readRows = sharedRead(async (db, pages: readonly AskedApps[]) => {
  const rows = await run<AppOnPage>(db, appsStatement(pages));
  const byPage = Map.groupBy(rows, ({ no }) => no);
  return pages.map((_page, index) => byPage.get(index + 1) ?? []);
});

const readVersion = sharedRead(async (db, pages: readonly AskedApps[]) => {
  const rows = await run<{ no: number; version: string }>(db, versionsStatement(pages));
  const byPage = new Map(rows.map(({ no, version }) => [no, version]));
  return pages.map((_page, index) => byPage.get(index + 1) ?? '');
});

function presentAppOnPage(row: AppOnPage, viewer: Viewer): App {
  const app = {
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    verifiedAt: row.verifiedAt === null ? null : new Date(row.verifiedAt),
  };
  return presentApp({ app, submitter: row.submittedBy === null ? null : row, vote: row.vote }, viewer);
}

const SHAPE = shapeTag(FeedApp);

function pageTagOf({ viewer, ids }: AskedApps, version: string): string {
  const state = `${viewer.id} ${viewer.role} ${ids.join()} ${version}`;
  return weakTag(`${SHAPE}-${hash('sha256', state, 'base64url')}`);
}

async function readPage(db: Db, page: AskedApps, reading?: Promise<Reasons>): Promise<ReadyAnswer> {
  const [rows, reasons] = await Promise.all([readRows(db, page), reading]);
  const version = rows
    .map((row) => `${row.version} ${JSON.stringify(reasons?.get(row.id)) ?? ''}`.trimEnd())
    .join();
  const shownApps = rows.map((row) => ({ ...presentAppOnPage(row, page.viewer), ...reasons?.get(row.id) }));
  return new ReadyAnswer(pageTagOf(page, version), JSON.stringify(shownApps));
}

const askedAppsOf = (viewer: Viewer, ids: readonly string[]): AskedApps => ({
  viewer,
  ids: [...new Set(ids)],
});

type Reasons = ReadonlyMap<string, Pick<FeedApp, 'reason' | 'because'>>;

/** Returns each approved app once, in the order of the ids. */
export function readApps(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
  reasons: Promise<Reasons>,
): Promise<ReadyAnswer> {
  return readPage(db, askedAppsOf(viewer, ids), reasons);
}

/** Reads apps again for a poll. Leaves out the body if `If-None-Match` has the current tag. */
export async function readAppsAgain(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
  ifNoneMatch: string | undefined,
): Promise<ReadyAnswer> {
  const page = askedAppsOf(viewer, ids);
  if (ifNoneMatch !== undefined) {
    const tag = pageTagOf(page, await readVersion(db, page));
    if (hasTagged(ifNoneMatch, tag)) return new ReadyAnswer(tag, null);
  }
  return readPage(db, page);
}
