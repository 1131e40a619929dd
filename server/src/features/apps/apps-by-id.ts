import { hash } from 'node:crypto';
import { App } from '@zapdeck/contract/apps';
import type { Db } from '../../db/client.ts';
import { run, type Statement, unplanned } from '../../db/statement.ts';
import { sharedRead } from '../../db/shared-reads.ts';
import { hasTagged, weakTag } from '../../http/entity-tag.ts';
import { ReadyAnswer, shapeTag } from '../../http/ready-answer.ts';
import { presentApp, readColumns, SHOWN_HANDLE, type ShownApp, type Viewer } from './present-app.ts';

/** Apps to show to a viewer, in this order. */
interface AskedApps {
  viewer: Viewer;
  ids: readonly string[];
}

/**
 * By the number of the page: the approved ones of its apps, each looked up by its key however many there are. Behind a
 * fence, so that the submitters are joined to all of them at once. The page stands within it, because the planner takes
 * that for many different rows, and puts no memory of apps in front of them, which never knows one.
 */
const shown = (columns: string) => `(SELECT apps.*
    FROM unnest(${unplanned('$1::uuid[]')}, ${unplanned('$2::text[]')}) WITH ORDINALITY AS page (viewer_id, ids, no)
    CROSS JOIN LATERAL unnest(page.ids::uuid[]) WITH ORDINALITY AS asked (id, place)
    CROSS JOIN LATERAL (SELECT page.no, page.viewer_id, asked.place, apps.xmin, apps.submitted_by, ${columns}
      FROM apps WHERE apps.id = asked.id AND apps.status = 'approved' OFFSET 0) AS apps
    OFFSET 0) AS shown
  LEFT JOIN users ON users.id = shown.submitted_by
  LEFT JOIN LATERAL (SELECT vote_type FROM votes
    WHERE votes.app_id = shown.id AND votes.user_id = shown.viewer_id OFFSET 0) AS votes ON true`;

/** Changes with whatever of the app is shown: its row’s version, the viewer’s vote, the submitter’s name and handle. */
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

/** The apps of all pages in full, each with the number of its page, in order. */
export const appsStatement = (pages: readonly AskedApps[]): Statement => statementOf(READ_APPS, pages);

/** One text for each page: the versions of its apps. */
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

function present(row: AppOnPage, viewer: Viewer): App {
  const app = {
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    verifiedAt: row.verifiedAt === null ? null : new Date(row.verifiedAt),
  };
  return presentApp({ app, submitter: row.submittedBy === null ? null : row, vote: row.vote }, viewer);
}

const SHAPE = shapeTag(App);

/** The same for one viewer as long as nothing that they would be shown has changed. */
function tagOf({ viewer, ids }: AskedApps, version: string): string {
  const state = `${viewer.id} ${viewer.isAdmin} ${ids.join()} ${version}`;
  return weakTag(`${SHAPE}-${hash('sha256', state, 'base64url')}`);
}

async function readPage(db: Db, page: AskedApps): Promise<ReadyAnswer> {
  const rows = await readRows(db, page);
  const version = rows.map((row) => row.version).join();
  return new ReadyAnswer(tagOf(page, version), JSON.stringify(rows.map((row) => present(row, page.viewer))));
}

const pageOf = (viewer: Viewer, ids: readonly string[]): AskedApps => ({ viewer, ids: [...new Set(ids)] });

/** Returns the approved apps among the ids, each once, in the order asked, as the viewer may see them. */
export function readApps(db: Db, viewer: Viewer, ids: readonly string[]): Promise<ReadyAnswer> {
  return readPage(db, pageOf(viewer, ids));
}

/** Like `readApps`, but without a body if `If-None-Match` names the current tag. */
export async function readAppsAgain(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
  ifNoneMatch: string | undefined,
): Promise<ReadyAnswer> {
  const page = pageOf(viewer, ids);
  if (ifNoneMatch !== undefined) {
    const tag = tagOf(page, await readVersion(db, page));
    if (hasTagged(ifNoneMatch, tag)) return new ReadyAnswer(tag, null);
  }
  return readPage(db, page);
}
