import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { World } from '../e2e/world.ts';

interface Submission {
  title: string;
  /** Path on the test site; a new one by default. */
  path?: string;
  description?: string;
  category?: string;
  tags?: string[];
}

/** Submits an app as the signed-in user and returns its id. */
export async function submitApp(page: Page, world: World, submission: Submission): Promise<string> {
  const { title, path = `tea/${randomBytes(4).toString('hex')}`, ...rest } = submission;
  const response = await page.request.post('/api/apps', {
    headers: { origin: world.url },
    data: {
      title,
      url: `${world.foreignUrl}/${path}`,
      description: `${title} does one small thing, and does it well enough to keep on the home screen.`,
      category: 'Utilities',
      tags: ['Free', 'New', 'Mobile-Friendly', 'Open Source'],
      ...rest,
    },
  });
  return ((await response.json()) as { id: string }).id;
}

/** Likes the apps of the feed in a range. */
export async function likeApps(
  page: Page,
  world: World,
  [from, to]: readonly [number, number],
): Promise<void> {
  const apps = (await (await page.request.get('/api/apps')).json()) as { id: string }[];
  for (const { id } of apps.slice(from, to)) {
    await page.request.post('/api/votes', {
      headers: { origin: world.url },
      data: { appId: id, voteType: 'up' },
    });
  }
}
