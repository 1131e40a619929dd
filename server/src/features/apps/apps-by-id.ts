import { hash } from 'node:crypto';
import { App } from '@zapdeck/contract/apps';
import type { VoteType } from '@zapdeck/contract/votes';
import type { Db } from '../../db/client.ts';
import type { Databases } from '../../db/read-pool.ts';
import { readVotes } from '../votes/read-votes.ts';
import { run, type Statement, unplanned } from '../../db/statement.ts';
import { sharedRead } from '../../db/shared-reads.ts';
import { hasTagged, weakTag } from '../../http/entity-tag.ts';
import { ReadyAnswer, shapeTag } from '../../http/ready-answer.ts';
import { presentApp, readColumns, SHOWN_HANDLE, type ShownApp, type Viewer } from './present-app.ts';

/** Some apps, in an order, that somebody is to be shown. */
interface AskedApps {
  viewer: Viewer;
  ids: readonly string[];
  /** The viewer's votes on them, where the apps are read from a replica. */
  votes?: readonly (VoteType | null)[];
}

/** Whether the viewer's votes are read with the apps or handed over. */
type Votes = 'joined' | 'handed';

const votesOfViewer: Readonly<Record<Votes, string>> = {
  joined: `LEFT JOIN LATERAL (SELECT vote_type FROM votes
    WHERE votes.app_id = shown.id AND votes.user_id = shown.viewer_id OFFSET 0) AS votes ON true`,
  handed: 'CROSS JOIN LATERAL (SELECT shown.vote AS vote_type) AS votes',
};

/**
 * By the number of the page: the approved ones of its apps, each looked up by its key however many there are. Behind a
 * fence, so that the submitters are joined to all of them at once. The page stands within it, because the planner takes
 * that for many different rows, and puts no memory of apps in front of them, which never knows one.
 */
const shown = (columns: string, votes: Votes) => `(SELECT apps.*
    FROM unnest(${unplanned('$1::uuid[]')}, ${unplanned('$2::text[]')}, ${unplanned('$3::text[]')})
      WITH ORDINALITY AS page (viewer_id, ids, votes, no)
    CROSS JOIN LATERAL unnest(page.ids::uuid[], page.votes::text[]) WITH ORDINALITY AS asked (id, vote, place)
    CROSS JOIN LATERAL (SELECT page.no, page.viewer_id, asked.vote, asked.place, apps.xmin, apps.submitted_by, ${columns}
      FROM apps WHERE apps.id = asked.id AND apps.status = 'approved' OFFSET 0) AS apps
    OFFSET 0) AS shown
  LEFT JOIN users ON users.id = shown.submitted_by
  ${votesOfViewer[votes]}`;

/** Changes with whatever of the app is shown: its row’s version, the viewer’s vote, the submitter’s name and handle. */
const VERSION = `concat_ws(' ', shown.place, shown.xmin, coalesce(votes.vote_type::text, '-'),
    hash_record_extended(ROW(users.first_name, users.email, ${SHOWN_HANDLE}), 0))`;

const FIELDS = readColumns.map(([name, column]) => `shown.${column.name} AS "${name}"`);

const appsRead = (votes: Votes) => `SELECT shown.no::int, ${VERSION} AS version, ${FIELDS.join(', ')},
    shown.submitted_by AS "submittedBy", votes.vote_type AS vote, users.first_name AS "firstName",
    users.email, ${SHOWN_HANDLE} AS handle
  FROM ${shown(readColumns.map(([, { name }]) => `apps.${name}`).join(', '), votes)} ORDER BY shown.no, shown.place`;

const versionsRead = (
  votes: Votes,
) => `SELECT shown.no::int, string_agg(${VERSION}, ',' ORDER BY shown.place) AS version
  FROM ${shown('apps.id', votes)} GROUP BY shown.no`;

const statementOf = (texts: Readonly<Record<Votes, string>>, pages: readonly AskedApps[]): Statement => ({
  // Pages are gathered for one database each, on which all have their votes handed over or none.
  text: texts[pages[0]?.votes ? 'handed' : 'joined'],
  values: [
    pages.map(({ viewer }) => viewer.id),
    pages.map(({ ids }) => `{${ids.join(',')}}`),
    pages.map(({ votes }) => (votes ? `{${votes.map((vote) => vote ?? 'NULL').join(',')}}` : null)),
  ],
});

const READ_APPS = { joined: appsRead('joined'), handed: appsRead('handed') };
const READ_VERSIONS = { joined: versionsRead('joined'), handed: versionsRead('handed') };

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

async function pageOf(
  { db, primary }: Databases,
  viewer: Viewer,
  asked: readonly string[],
): Promise<AskedApps> {
  const ids = [...new Set(asked)];
  if (db === primary) return { viewer, ids };
  return { viewer, ids, votes: await readVotes(primary, { voterId: viewer.id, appIds: ids }) };
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

/** Exactly those of the apps that are approved, each once, in the order asked, as the viewer may see them. */
export async function readApps(
  databases: Databases,
  viewer: Viewer,
  ids: readonly string[],
): Promise<ReadyAnswer> {
  return readPage(databases.db, await pageOf(databases, viewer, ids));
}

/** The same apps for somebody who may have them: without a text, when `If-None-Match` names their tag. */
export async function readAppsAgain(
  databases: Databases,
  viewer: Viewer,
  ids: readonly string[],
  ifNoneMatch: string | undefined,
): Promise<ReadyAnswer> {
  const { db } = databases;
  const page = await pageOf(databases, viewer, ids);
  if (ifNoneMatch !== undefined) {
    const tag = tagOf(page, await readVersion(db, page));
    if (hasTagged(ifNoneMatch, tag)) return new ReadyAnswer(tag, null);
  }
  return readPage(db, page);
}
