import { createHash } from 'node:crypto';
import { App } from '@zapdeck/contract/apps';
import type { Db } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { together } from '../../db/together.ts';
import { ReadyAnswer, shapeTag } from '../../http/ready-answer.ts';
import { presentApp, type Viewer } from '../apps/present-app.ts';

/** Some apps, in an order, that somebody is to be shown. */
interface Page {
  viewer: Viewer;
  ids: readonly string[];
}

/** By the number of the page: the approved ones of its apps, each looked up by its key however many there are. */
const FROM_PAGES = `FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS page (viewer_id, ids, no)
  CROSS JOIN LATERAL unnest(page.ids::uuid[]) WITH ORDINALITY AS asked (id, place)
  CROSS JOIN LATERAL (SELECT apps.*, apps.xmin FROM apps
    WHERE apps.id = asked.id AND apps.status = 'approved' OFFSET 0) AS apps
  LEFT JOIN users ON users.id = apps.submitted_by
  LEFT JOIN votes ON votes.app_id = apps.id AND votes.user_id = page.viewer_id`;

/** Changes with whatever of the app is shown: its row’s version, its submitter’s name, the viewer’s vote. */
const VERSION = `concat_ws(' ', asked.place, apps.xmin, users.first_name, users.email, votes.vote_type)`;

const READ_APPS = `SELECT page.no::int, apps.id, apps.title, apps.description, apps.url, apps.category,
    apps.thumbnail_url AS "thumbnailUrl", apps.tags, apps.status, apps.upvotes, apps.downvotes, apps.views,
    apps.frame_status AS "frameStatus", apps.created_at AS "createdAt", apps.updated_at AS "updatedAt",
    apps.submitted_by AS "submittedBy", users.first_name AS "firstName", users.email, votes.vote_type AS vote,
    ${VERSION} AS version
  ${FROM_PAGES} ORDER BY page.no, asked.place`;

const READ_VERSIONS = `SELECT page.no::int, string_agg(${VERSION}, ' ' ORDER BY asked.place) AS version
  ${FROM_PAGES} GROUP BY page.no`;

interface AppToShow extends Omit<App, 'userVote' | 'submitter'> {
  no: number;
  submittedBy: string | null;
  firstName: string | null;
  email: string | null;
  vote: 'up' | 'down' | null;
  version: string;
}

const valuesOf = (pages: readonly Page[]): unknown[] => [
  pages.map(({ viewer }) => viewer.id),
  pages.map(({ ids }) => `{${ids.join(',')}}`),
];

const readRows = together(async (db, pages: readonly Page[]) => {
  const rows = await run<AppToShow>(db, { text: READ_APPS, values: valuesOf(pages) });
  const byPage = Map.groupBy(rows, ({ no }) => no);
  return pages.map((_page, index) => byPage.get(index + 1) ?? []);
});

const readVersion = together(async (db, pages: readonly Page[]) => {
  const rows = await run<{ no: number; version: string }>(db, {
    text: READ_VERSIONS,
    values: valuesOf(pages),
  });
  const byPage = new Map(rows.map(({ no, version }) => [no, version]));
  return pages.map((_page, index) => byPage.get(index + 1) ?? '');
});

const pageOf = (viewer: Viewer, ids: readonly string[]): Page => ({
  viewer,
  ids: [...new Set(ids.map((id) => id.toLowerCase()))],
});

const SHAPE = shapeTag(App);

/** The same for one viewer as long as nothing that they would be shown has changed. */
function tagOf({ viewer, ids }: Page, version: string): string {
  const text = `${viewer.id} ${viewer.isAdmin} ${ids.join()} ${version}`;
  return `"${SHAPE}-${createHash('sha256').update(text).digest('base64url')}"`;
}

async function readPage(db: Db, page: Page): Promise<ReadyAnswer> {
  const rows = await readRows(db, page);
  const shown = rows.map(({ firstName, email, vote, ...app }) =>
    presentApp(
      {
        app: { ...app, createdAt: new Date(app.createdAt), updatedAt: new Date(app.updatedAt) },
        submitter: app.submittedBy === null ? null : { firstName, email },
        vote,
      },
      page.viewer,
    ),
  );
  return new ReadyAnswer(tagOf(page, rows.map(({ version }) => version).join(' ')), JSON.stringify(shown));
}

/** Exactly those of the apps that are approved, each once, in the order asked, as the viewer may see them. */
export async function readApps(db: Db, viewer: Viewer, ids: readonly string[]): Promise<ReadyAnswer> {
  return readPage(db, pageOf(viewer, ids));
}

/** The same apps for somebody who has them under a tag: without a text, when nothing of them has changed. */
export async function readAppsAgain(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
  knownTag: string | undefined,
): Promise<ReadyAnswer> {
  const page = pageOf(viewer, ids);
  if (knownTag !== undefined && tagOf(page, await readVersion(db, page)) === knownTag) {
    return new ReadyAnswer(knownTag, null);
  }
  return readPage(db, page);
}
