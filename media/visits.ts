import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { type APIRequestContext, request } from '@playwright/test';
import { newcomer, PASSWORD } from '../e2e/fixtures.ts';
import type { World } from '../e2e/world.ts';

const MEMBERS = 12;
/** Apps that look good on the first card. */
const favourites = new Set(['Tiny Piano', 'Night Sky', 'Maze Runner', 'Wave Cube']);
const PICTURES_MAX_MS = 300_000;

interface Dealt {
  id: string;
  title: string;
  frameStatus: string;
  picture: object | null;
}

/** Returns all apps of the feed. */
async function dealt(api: APIRequestContext): Promise<Dealt[]> {
  const apps: Dealt[] = [];
  let cursor: string | undefined;
  do {
    const answer = await api.get('/api/apps', cursor ? { params: { cursor } } : {});
    apps.push(...((await answer.json()) as Dealt[]));
    cursor = answer.headers()[NEXT_CURSOR_HEADER];
  } while (cursor !== undefined);
  return apps;
}

async function waitForPictures(api: APIRequestContext): Promise<void> {
  const deadline = Date.now() + PICTURES_MAX_MS;
  for (;;) {
    const missing = (await dealt(api)).filter(
      ({ frameStatus, picture }) => frameStatus === 'unknown' || (frameStatus === 'ok' && !picture),
    );
    if (missing.length === 0) return;
    if (Date.now() > deadline)
      throw new Error(`Apps without a picture: ${missing.map(({ title }) => title).join(', ')}`);
    await delay(1_000);
  }
}

/** Lets some members view and like the demo apps, and waits for the apps' pictures. */
export async function visitDemoApps({ url }: World): Promise<void> {
  for (let member = 0; member < MEMBERS; member += 1) {
    const api = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
    await api.post('/api/auth/signup', {
      data: { ...newcomer(), password: PASSWORD, confirmPassword: PASSWORD },
    });
    const apps = await dealt(api);
    const seen = apps.filter((_, place) => (place + member) % 4 !== 0);
    await api.post('/api/interactions/batch', {
      data: {
        batchId: randomUUID(),
        interactions: seen.map(({ id }) => ({ appId: id, interactionType: 'view', duration: 20_000 })),
      },
    });
    for (const [place, { id, title }] of seen.entries()) {
      if (!favourites.has(title) && (place + member) % 3 !== 0) continue;
      const voteType = (place + member) % 13 === 0 ? 'down' : 'up';
      await api.post('/api/votes', { data: { appId: id, voteType } });
    }
    if (member === MEMBERS - 1) await waitForPictures(api);
    await api.dispose();
  }
}
