import { hash } from 'node:crypto';
import { App } from '@zapdeck/contract/apps';
import type { Db } from '../../db/client.ts';
import { hasTagged, weakTag } from '../../http/entity-tag.ts';
import { ReadyAnswer, shapeTag } from '../../http/ready-answer.ts';
import type { Viewer } from '../apps/present-app.ts';
import { type AppText, AppTexts, textOf, writeApp } from './app-texts.ts';
import { type AppOnPage, type Page, readInFull, readStates, readVersion, versionOf } from './shown-apps.ts';

const texts = new AppTexts();

interface Shown {
  app: AppOnPage;
  text: AppText;
}

async function readAndKeep(db: Db, page: Page): Promise<Shown[]> {
  const found = await readInFull(db, page);
  return found.map(({ app, row }) => ({ app, text: texts.findOrKeep(app, () => textOf(row)) }));
}

/** The approved apps of the page in order: only their states are read, and in full those whose text is not at hand. */
async function readShown(db: Db, page: Page): Promise<Shown[]> {
  if (!texts.hasMost(page.ids)) return readAndKeep(db, page);
  const states = await readStates(db, page);
  const known = states.map((app) => ({ app, text: texts.find(app) }));
  const missing = known.filter(({ text }) => !text).map(({ app }) => app.id);
  const read = missing.length > 0 ? await readAndKeep(db, { viewer: page.viewer, ids: missing }) : [];
  const byId = new Map(read.map((shown) => [shown.app.id, shown]));
  return known.flatMap(({ app, text }) => (text ? { app, text } : (byId.get(app.id) ?? [])));
}

const pageOf = (viewer: Viewer, ids: readonly string[]): Page => ({
  viewer,
  ids: [...new Set(ids.map((id) => id.toLowerCase()))],
});

const SHAPE = shapeTag(App);

/** The same for one viewer as long as nothing that they would be shown has changed. */
function tagOf({ viewer, ids }: Page, version: string): string {
  const state = `${viewer.id} ${viewer.isAdmin} ${ids.join()} ${version}`;
  return weakTag(`${SHAPE}-${hash('sha256', state, 'base64url')}`);
}

async function readPage(db: Db, page: Page): Promise<ReadyAnswer> {
  const shown = await readShown(db, page);
  const apps = shown.map(({ app, text }) => writeApp(text, app, page.viewer));
  const version = versionOf(
    page,
    shown.map(({ app }) => app),
  );
  return new ReadyAnswer(tagOf(page, version), `[${apps.join()}]`);
}

/** Exactly those of the apps that are approved, each once, in the order asked, as the viewer may see them. */
export async function readApps(db: Db, viewer: Viewer, ids: readonly string[]): Promise<ReadyAnswer> {
  return readPage(db, pageOf(viewer, ids));
}

/** The same apps for somebody who may have them: without a text, when `If-None-Match` names their tag. */
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
