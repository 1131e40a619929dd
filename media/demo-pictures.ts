import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { APPS_FOLDER, readCatalogue, UNREACHABLE_SLUG } from '@zapdeck/demo/catalogue';
import { buildDemoServer } from '@zapdeck/demo/demo-server';
import { httpServerFactory } from '@zapdeck/server/http/http-server';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import { stages } from './demo-stages.ts';

/** Size of link previews. The zoomed form keeps text readable when scaled down. */
const WHOLE = { viewport: { width: 1200, height: 630 }, deviceScaleFactor: 1 };
const CLOSER = { viewport: { width: 800, height: 420 }, deviceScaleFactor: 1.5 };
const PICTURE_MAX_BYTES = 60_000;
/** Tried in order until the file is small enough. */
const QUALITIES = [76, 66, 56, 46];
const SETTLED_MS = 1_500;

async function takePicture(page: Page, url: string, slug: string): Promise<Buffer> {
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  await stages[slug]?.act?.(page);
  await page.waitForTimeout(SETTLED_MS);
  const shot = await page.screenshot();
  for (const quality of QUALITIES) {
    const picture = await sharp(shot).webp({ quality, effort: 6 }).toBuffer();
    if (picture.length <= PICTURE_MAX_BYTES) return picture;
  }
  throw new Error(`The picture of ${slug} does not fit into ${PICTURE_MAX_BYTES} bytes.`);
}

/** Takes a picture of each demo app in a typical state and stores it in the app's folder. */
export async function takeDemoPictures(browser: Browser): Promise<void> {
  const server = await buildDemoServer({ serverFactory: httpServerFactory({}) });
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  try {
    for (const { slug } of await readCatalogue()) {
      if (slug === UNREACHABLE_SLUG) continue;
      const page = await browser.newPage(stages[slug]?.isWhole ? WHOLE : CLOSER);
      const picture = await takePicture(page, `${origin}/${slug}/`, slug);
      await page.close();
      await writeFile(join(APPS_FOLDER, slug, 'picture.webp'), picture);
      process.stdout.write(`${slug} ${picture.length} bytes\n`);
    }
  } finally {
    await server.close();
  }
}
