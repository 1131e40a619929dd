import type { Db } from '../../db/client.ts';
import { runForLists, type Statement, unplanned } from '../../db/statement.ts';
import { together } from '../../db/together.ts';
import type { AppToPresent, ShownApp, Viewer } from '../apps/present-app.ts';
import type { AppState } from './app-texts.ts';
import { millisecondsOf } from './unseen.ts';

/** Some apps, in an order, that somebody is to be shown. */
export interface Page {
  viewer: Viewer;
  ids: readonly string[];
}

/** An approved app of a page. */
export interface AppOnPage extends AppState {
  id: string;
  /** Changes with whatever of the app is shown: its row’s version, the viewer’s vote, the submitter’s name. */
  version: string;
  /** Changes with what is shown of it beside its state: hashes of that, which views and votes leave alone. */
  textVersion: string;
}

/**
 * By the number of the page: the approved ones of its apps, each looked up by its key however many there are. Behind a
 * fence, so that the submitters are joined to all of them at once. The page stands within it, because the planner takes
 * that for many different rows, and puts no memory of apps in front of them, which never knows one.
 */
const shown = (columns: string) => `(SELECT apps.*
    FROM unnest(${unplanned('$1::uuid[]')}, ${unplanned('$2::text[]')}) WITH ORDINALITY AS page (viewer_id, ids, no)
    CROSS JOIN LATERAL unnest(page.ids::uuid[]) WITH ORDINALITY AS asked (id, place)
    CROSS JOIN LATERAL (SELECT page.no, page.viewer_id, asked.place, apps.id, apps.xmin, apps.submitted_by, ${columns}
      FROM apps WHERE apps.id = asked.id AND apps.status = 'approved' OFFSET 0) AS apps
    OFFSET 0) AS shown
  LEFT JOIN users ON users.id = shown.submitted_by
  LEFT JOIN LATERAL (SELECT vote_type FROM votes
    WHERE votes.app_id = shown.id AND votes.user_id = shown.viewer_id OFFSET 0) AS votes ON true`;

/** Nothing of it has a space or a comma in it. */
const VERSION = `shown.place, shown.xmin, coalesce(votes.vote_type::text, '-'),
    hash_record_extended(ROW(users.first_name, users.email), 0)`;

/** All of an app that is shown beside its state. */
const TEXT = `title, description, url, category, thumbnail_url, tags, status, frame_status, created_at, updated_at`;

const COUNTED = `apps.upvotes, apps.downvotes, apps.views,
      hash_record_extended(ROW(apps.submitted_by, ${TEXT}), 0) AS text_version`;

const STATE = `concat_ws(' ', ${VERSION}, shown.text_version, shown.upvotes, shown.downvotes, shown.views)`;

const READ_APPS = `SELECT shown.no::int, ${STATE}, shown.title, shown.description, shown.url, shown.category,
    shown.thumbnail_url, shown.tags, shown.status, shown.frame_status, ${millisecondsOf('shown.created_at')},
    ${millisecondsOf('shown.updated_at')}, shown.submitted_by, users.first_name, users.email
  FROM ${shown(`${COUNTED}, ${TEXT}`)} ORDER BY shown.no, shown.place`;

const listed = (what: string, columns: string) =>
  `SELECT shown.no::int, string_agg(${what}, ',' ORDER BY shown.place) AS list
  FROM ${shown(columns)} GROUP BY shown.no`;

const READ_STATES = listed(STATE, COUNTED);
const READ_VERSIONS = listed(`concat_ws(' ', ${VERSION})`, '1');

const valuesOf = (pages: readonly Page[]): unknown[] => [
  pages.map(({ viewer }) => viewer.id),
  pages.map(({ ids }) => `{${ids.join(',')}}`),
];

/** The apps of all pages in full, each with the number of its page, in order. */
export const appsStatement = (pages: readonly Page[]): Statement => ({
  text: READ_APPS,
  values: valuesOf(pages),
});

/** One text for each page: the states of its apps. */
export const statesStatement = (pages: readonly Page[]): Statement => ({
  text: READ_STATES,
  values: valuesOf(pages),
});

/** One text for each page: the versions of its apps. */
export const versionsStatement = (pages: readonly Page[]): Statement => ({
  text: READ_VERSIONS,
  values: valuesOf(pages),
});

/** A row of the apps, column by column; moments in milliseconds since 1970. */
type AppToShow = [
  no: number,
  state: string,
  title: string,
  description: string,
  url: string,
  category: string,
  thumbnailUrl: string | null,
  tags: string[],
  status: ShownApp['status'],
  frameStatus: ShownApp['frameStatus'],
  createdAt: number,
  updatedAt: number,
  submittedBy: string | null,
  firstName: string | null,
  email: string | null,
];

type StateFields = [
  place: string,
  xmin: string,
  vote: 'up' | 'down' | '-',
  submitter: string,
  text: string,
  upvotes: string,
  downvotes: string,
  views: string,
];

function appOnPage({ ids }: Page, state: string): AppOnPage {
  const [place, xmin, vote, submitter, text, upvotes, downvotes, views] = state.split(' ') as StateFields;
  return {
    id: ids[Number(place) - 1] as string,
    version: `${xmin} ${vote} ${submitter}`,
    textVersion: `${submitter} ${text}`,
    upvotes,
    downvotes,
    views,
    vote: vote === '-' ? null : vote,
  };
}

/** What changes whenever the page would show anything else: to the letter what `readVersion` reads. */
export const versionOf = ({ ids }: Page, apps: readonly AppOnPage[]): string =>
  apps.map(({ id, version }) => `${ids.indexOf(id) + 1} ${version}`).join(',');

function appToPresent(
  { id, upvotes, downvotes, views, vote }: AppOnPage,
  row: AppToShow,
): AppToPresent<ShownApp> {
  const [, , title, description, url, category, thumbnailUrl, tags, status, frameStatus, ...rest] = row;
  const [createdAt, updatedAt, submittedBy, firstName, email] = rest;
  return {
    app: {
      id,
      title,
      description,
      url,
      category,
      thumbnailUrl,
      tags,
      status,
      upvotes: Number(upvotes),
      downvotes: Number(downvotes),
      views: Number(views),
      frameStatus,
      createdAt: new Date(createdAt),
      updatedAt: new Date(updatedAt),
      submittedBy,
    },
    submitter: submittedBy === null ? null : { firstName, email },
    vote,
  };
}

const readRows = together(async (db, pages: readonly Page[]) => {
  const rows = await runForLists<AppToShow>(db, appsStatement(pages));
  const byPage = Map.groupBy(rows, ([no]) => no);
  return pages.map((_page, index) => byPage.get(index + 1) ?? []);
});

/** The approved apps of the page in order, with all that is shown of them. */
export async function readInFull(
  db: Db,
  page: Page,
): Promise<{ app: AppOnPage; row: AppToPresent<ShownApp> }[]> {
  const rows = await readRows(db, page);
  return rows.map((row) => {
    const app = appOnPage(page, row[1]);
    return { app, row: appToPresent(app, row) };
  });
}

const listsOf = (statementOf: (pages: readonly Page[]) => Statement) =>
  together(async (db, pages: readonly Page[]) => {
    const rows = await runForLists<[no: number, list: string]>(db, statementOf(pages));
    const byPage = new Map(rows);
    return pages.map((_page, index) => byPage.get(index + 1) ?? '');
  });

const readStateList = listsOf(statesStatement);

/** The same without the texts. */
export async function readStates(db: Db, page: Page): Promise<AppOnPage[]> {
  const list = await readStateList(db, page);
  return list === '' ? [] : list.split(',').map((state) => appOnPage(page, state));
}

/** What changes whenever the page would show anything else. */
export const readVersion = listsOf(versionsStatement);
