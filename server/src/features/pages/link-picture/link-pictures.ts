import type { Instance } from '@zapdeck/contract/instance/instance';
import { SOFTWARE_NAME } from '@zapdeck/contract/instance/software-name';
import { DEFAULT_LANGUAGE } from '@zapdeck/contract/wire/languages';
import { LRUCache } from 'lru-cache';
import { hash } from 'node:crypto';
import type { Db } from '../../../db/client.ts';
import { Refusal } from '../../../http/refusal.ts';
import { pagePath } from '../../listings/present/page-address.ts';
import { readPicture } from '../../pictures/pictures.ts';
import type { PublicApp } from '../common/find-app.ts';
import { readLogoFile } from '../../instance/logo.ts';
import type { LinkPictureFacts } from './draw-link-picture.ts';
import type { DrawnLook } from './draw-mark.ts';
import { DrawingFailed } from './link-picture-drawer.ts';
import { formatLikes } from '../common/format-likes.ts';
import { makerName } from '../common/maker-of.ts';
import { speechIn } from '../../../languages/say.ts';

const CACHE_MAX = 64;
/** Increase it when the design changes, to invalidate caches. */
const DESIGN_VERSION = 2;
const RETRY_AFTER_S = 60;
const LIKES_SHOWN_MS = 3_600_000;

type InstanceLook = Pick<Instance, 'name' | 'accent' | 'logo' | 'defaultLanguage'>;

/** Likes on each app's picture. They are up to an hour old, because drawing takes 140 ms of CPU time. */
const likesShown = new LRUCache<string, number>({ max: 10_000, ttl: LIKES_SHOWN_MS });

function readLikesShown({ id, upvotes }: PublicApp): number {
  const shown = likesShown.get(id) ?? upvotes;
  if (!likesShown.has(id)) likesShown.set(id, shown);
  return shown;
}

/** Returns a hash of everything in the picture. */
export function linkPictureVersion(
  app: PublicApp,
  { name, accent, logo, defaultLanguage }: InstanceLook,
): string {
  const { id, title, by, picture, colour } = app;
  const isStandard =
    name === SOFTWARE_NAME && accent === null && logo === null && defaultLanguage === DEFAULT_LANGUAGE;
  const own = isStandard ? [] : [name, accent, logo, defaultLanguage];
  const shown = JSON.stringify([DESIGN_VERSION, id, title, by, readLikesShown(app), picture, colour, ...own]);
  return hash('sha256', shown, 'base64url').slice(0, 12);
}

/** Returns the path of the link picture. It changes with the content. */
export function linkPicturePath(app: PublicApp, look: InstanceLook): string {
  return `${pagePath(app)}/${linkPictureVersion(app, look)}.png`;
}

/** Reads the instance's look for pictures. */
export async function drawnLook(
  db: Db,
  { name, accent, logo }: Omit<InstanceLook, 'defaultLanguage'>,
): Promise<DrawnLook> {
  return { name, accent, logo: logo === null ? null : ((await readLogoFile(db, logo, '192.png')) ?? null) };
}

interface AppDrawer {
  draw(facts: LinkPictureFacts): Promise<Buffer>;
}

interface Drawing {
  db: Db;
  drawer: AppDrawer;
  look: InstanceLook;
}

async function draw(app: PublicApp, { db, drawer, look }: Drawing): Promise<Buffer> {
  const { id, title, colour } = app;
  const speech = speechIn(look.defaultLanguage);
  const lines = [
    speech.say('by {maker}', { maker: makerName(app, speech) }),
    formatLikes(readLikesShown(app), speech),
  ] as const;
  const picture = app.picture === null ? null : ((await readPicture(db, app.picture, 480)) ?? null);
  const instance = await drawnLook(db, look);
  return drawer.draw({ id, title, lines, colour, picture, instance }).catch((error: unknown) => {
    if (!(error instanceof DrawingFailed)) throw error;
    throw new Refusal('picture_not_drawn', {
      headers: { 'retry-after': String(RETRY_AFTER_S) },
      cause: error,
    });
  });
}

/** Returns a cached drawing function. After a failure it rejects with `picture_not_drawn` for a minute. */
export function createLinkPictures(
  db: Db,
  drawer: AppDrawer,
): (app: PublicApp, look: InstanceLook) => Promise<Buffer> {
  const kept = new LRUCache<string, Promise<Buffer>>({ max: CACHE_MAX });
  return (app, look) => {
    const key = `${app.id} ${linkPictureVersion(app, look)}`;
    const known = kept.get(key);
    if (known) return known;
    const picture = draw(app, { db, drawer, look });
    kept.set(key, picture);
    picture.catch((error: Error) => {
      if (error.cause instanceof DrawingFailed) kept.set(key, picture, { ttl: RETRY_AFTER_S * 1_000 });
      else kept.delete(key);
    });
    return picture;
  };
}
