import { createHash } from 'node:crypto';
import { App } from '@zapdeck/contract/apps';
import type { Db } from '../../db/client.ts';
import { run, runForLists, type Statement, unplanned } from '../../db/statement.ts';
import { together } from '../../db/together.ts';
import { ReadyAnswer, shapeTag } from '../../http/ready-answer.ts';
import { presentApp, type Viewer } from '../apps/present-app.ts';
import { millisecondsOf } from './unseen.ts';

/** Some apps, in an order, that somebody is to be shown. */
export interface Page {
  viewer: Viewer;
  ids: readonly string[];
}

/**
 * By the number of the page: the approved ones of its apps, each looked up by its key however many there are. Behind a
 * fence, so that the submitters are joined to all of them at once.
 */
const SHOWN = `(SELECT page.no, page.viewer_id, asked.place, apps.*
    FROM unnest(${unplanned('$1::uuid[]')}, ${unplanned('$2::text[]')}) WITH ORDINALITY AS page (viewer_id, ids, no)
    CROSS JOIN LATERAL unnest(page.ids::uuid[]) WITH ORDINALITY AS asked (id, place)
    CROSS JOIN LATERAL (SELECT apps.*, apps.xmin FROM apps
      WHERE apps.id = asked.id AND apps.status = 'approved' OFFSET 0) AS apps
    OFFSET 0) AS shown
  LEFT JOIN users ON users.id = shown.submitted_by
  LEFT JOIN LATERAL (SELECT vote_type FROM votes
    WHERE votes.app_id = shown.id AND votes.user_id = shown.viewer_id OFFSET 0) AS votes ON true`;

/** Changes with whatever of the app is shown: its row’s version, its submitter’s name, the viewer’s vote. */
const VERSION = `concat_ws(' ', shown.place, shown.xmin, users.first_name, users.email, votes.vote_type)`;

const READ_APPS = `SELECT shown.no::int, shown.id, shown.title, shown.description, shown.url, shown.category,
    shown.thumbnail_url, shown.tags, shown.status, shown.upvotes, shown.downvotes, shown.views,
    shown.frame_status, ${millisecondsOf('shown.created_at')}, ${millisecondsOf('shown.updated_at')},
    shown.submitted_by, users.first_name, users.email, votes.vote_type, ${VERSION}
  FROM ${SHOWN} ORDER BY shown.no, shown.place`;

const READ_VERSIONS = `SELECT shown.no::int, string_agg(${VERSION}, ' ' ORDER BY shown.place) AS version
  FROM ${SHOWN} GROUP BY shown.no`;

/** A row of it, column by column; moments in milliseconds since 1970. */
type AppToShow = [
  no: number,
  id: string,
  title: string,
  description: string,
  url: string,
  category: string,
  thumbnailUrl: string | null,
  tags: string[],
  status: App['status'],
  upvotes: number,
  downvotes: number,
  views: number,
  frameStatus: App['frameStatus'],
  createdAt: number,
  updatedAt: number,
  submittedBy: string | null,
  firstName: string | null,
  email: string | null,
  vote: 'up' | 'down' | null,
  version: string,
];

function present(row: AppToShow, viewer: Viewer): App {
  const [
    ,
    id,
    title,
    description,
    url,
    category,
    thumbnailUrl,
    tags,
    status,
    upvotes,
    downvotes,
    views,
    ...rest
  ] = row;
  const [frameStatus, createdAt, updatedAt, submittedBy, firstName, email, vote] = rest;
  return presentApp(
    {
      app: {
        id,
        title,
        description,
        url,
        category,
        thumbnailUrl,
        tags,
        status,
        upvotes,
        downvotes,
        views,
        frameStatus,
        createdAt: new Date(createdAt),
        updatedAt: new Date(updatedAt),
        submittedBy,
      },
      submitter: submittedBy === null ? null : { firstName, email },
      vote,
    },
    viewer,
  );
}

const valuesOf = (pages: readonly Page[]): unknown[] => [
  pages.map(({ viewer }) => viewer.id),
  pages.map(({ ids }) => `{${ids.join(',')}}`),
];

/** The apps of all pages, each with the number of its page, in order. */
export const appsStatement = (pages: readonly Page[]): Statement => ({
  text: READ_APPS,
  values: valuesOf(pages),
});

/** One text for each page, which changes with whatever of its apps is shown. */
export const versionsStatement = (pages: readonly Page[]): Statement => ({
  text: READ_VERSIONS,
  values: valuesOf(pages),
});

const readRows = together(async (db, pages: readonly Page[]) => {
  const rows = await runForLists<AppToShow>(db, appsStatement(pages));
  const byPage = Map.groupBy(rows, ([no]) => no);
  return pages.map((_page, index) => byPage.get(index + 1) ?? []);
});

const readVersion = together(async (db, pages: readonly Page[]) => {
  const rows = await run<{ no: number; version: string }>(db, versionsStatement(pages));
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
  const shown = rows.map((row) => present(row, page.viewer));
  return new ReadyAnswer(tagOf(page, rows.map((row) => row.at(-1)).join(' ')), JSON.stringify(shown));
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
