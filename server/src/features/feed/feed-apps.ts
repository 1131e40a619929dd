import { createHash } from 'node:crypto';
import type { App } from '@zapdeck/contract/apps';
import type { Db } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { ReadyAnswer } from '../../http/ready-answer.ts';
import { presentApp, type Viewer } from '../apps/present-app.ts';

const FROM_ASKED = `FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (id, place)
  JOIN apps ON apps.id = asked.id AND apps.status = 'approved'
  LEFT JOIN users ON users.id = apps.submitted_by
  LEFT JOIN votes ON votes.app_id = apps.id AND votes.user_id = $2::uuid`;

/** Changes with whatever of the app is shown: its row’s version, its submitter’s name, the viewer’s vote. */
const VERSION = `concat_ws(' ', apps.id, apps.xmin, users.first_name, users.email, votes.vote_type)`;

const READ_APPS = `SELECT apps.id, apps.title, apps.description, apps.url, apps.category,
    apps.thumbnail_url AS "thumbnailUrl", apps.tags, apps.status, apps.upvotes, apps.downvotes, apps.views,
    apps.frame_status AS "frameStatus", apps.created_at AS "createdAt", apps.updated_at AS "updatedAt",
    apps.submitted_by AS "submittedBy", users.first_name AS "firstName", users.email, votes.vote_type AS vote,
    md5(${VERSION}) AS version
  ${FROM_ASKED} ORDER BY asked.place`;

const READ_VERSION = `SELECT coalesce(string_agg(md5(${VERSION}), '' ORDER BY asked.place), '') AS version ${FROM_ASKED}`;

interface AppToShow extends Omit<App, 'userVote' | 'submitter'> {
  submittedBy: string | null;
  firstName: string | null;
  email: string | null;
  vote: 'up' | 'down' | null;
  version: string;
}

const placesOf = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

/** The same for one viewer as long as nothing that they would be shown has changed. */
function tagOf(viewer: Viewer, versions: string): string {
  const text = `${viewer.id} ${viewer.isAdmin} ${versions}`;
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}

/** Exactly those of the apps that are approved, each once, in the order asked, as the viewer may see them. */
export async function readApps(db: Db, viewer: Viewer, ids: readonly string[]): Promise<ReadyAnswer> {
  const rows = await run<AppToShow>(db, { text: READ_APPS, values: [placesOf(ids), viewer.id] });
  const shown = rows.map(({ firstName, email, vote, ...app }) =>
    presentApp(
      {
        app: { ...app, createdAt: new Date(app.createdAt), updatedAt: new Date(app.updatedAt) },
        submitter: app.submittedBy === null ? null : { firstName, email },
        vote,
      },
      viewer,
    ),
  );
  return new ReadyAnswer(tagOf(viewer, rows.map(({ version }) => version).join('')), JSON.stringify(shown));
}

/** The same apps for somebody who has them under a tag: without a text, when nothing of them has changed. */
export async function readAppsAgain(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
  knownTag: string | undefined,
): Promise<ReadyAnswer> {
  if (knownTag !== undefined) {
    const [read] = await run<{ version: string }>(db, {
      text: READ_VERSION,
      values: [placesOf(ids), viewer.id],
    });
    if (read && tagOf(viewer, read.version) === knownTag) return new ReadyAnswer(knownTag, null);
  }
  return readApps(db, viewer, ids);
}
