import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { findBrowser, launchOptions } from '../e2e/browser.ts';
import { takeDemoPictures } from './demo-pictures.ts';

/*
 * Draws the committed media: pictures of the demo apps, the landing page's video with poster, and the link preview.
 * Needs ffmpeg with x264.
 */

const WEB = new URL('../web/', import.meta.url);
const FONTS = new URL('../node_modules/@fontsource-variable/', import.meta.url);
const ORIGIN = 'http://media.invalid/';
const fonts: Readonly<Record<string, string>> = {
  'display.woff2': 'bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  'text.woff2': 'inter/files/inter-latin-wght-normal.woff2',
};

const VIDEO_MAX_BYTES = 150_000;
/** Poster frame, as a share of the loop. */
const POSTER_AT = 0.11;

const inWeb = (path: string) => fileURLToPath(new URL(path, WEB));

/** Opens a page that loads the sources in video/ without their types. */
async function openStudio(page: Page): Promise<void> {
  await page.route(`${ORIGIN}**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const font = fonts[name];
    if (font !== undefined) return route.fulfill({ body: await readFile(new URL(font, FONTS)) });
    if (!name.endsWith('.ts')) return route.fulfill({ contentType: 'text/html', body: '<canvas></canvas>' });
    const source = await readFile(new URL(`video/${name}`, import.meta.url), 'utf8');
    return route.fulfill({ contentType: 'text/javascript', body: stripTypeScriptTypes(source) });
  });
  await page.goto(ORIGIN);
  await page.addScriptTag({
    type: 'module',
    content: `
      import { drawHero, HERO } from './hero-scene.ts';
      import { drawSharePicture, SHARE } from './share-picture.ts';
      for (const [name, weight] of [['Display', '200 800'], ['Text', '100 900']]) {
        const face = new FontFace(name, 'url(' + name.toLowerCase() + '.woff2)', { weight });
        document.fonts.add(await face.load());
      }
      const canvas = document.querySelector('canvas');
      const shoot = (size, draw, type, quality) => {
        Object.assign(canvas, { width: size.width, height: size.height });
        draw(canvas.getContext('2d'));
        return canvas.toDataURL(type, quality).split(',')[1];
      };
      window.studio = {
        hero: HERO,
        frame: (time, type, quality) => shoot(HERO, (pen) => drawHero(pen, time), type, quality),
        share: (type, quality) => shoot(SHARE, drawSharePicture, type, quality),
      };`,
  });
  await page.waitForFunction('window.studio');
}

async function shoot(page: Page, expression: string): Promise<Buffer> {
  return Buffer.from(await page.evaluate<string>(expression), 'base64');
}

async function recordVideo(page: Page): Promise<void> {
  const { seconds, framesPerSecond } = await page.evaluate<{ seconds: number; framesPerSecond: number }>(
    'studio.hero',
  );
  const path = inWeb('src/features/marketing/hero.mp4');
  const encoder = spawn(
    'ffmpeg',
    // Two B-frames, slow preset, no audio: the smallest file that all phones decode.
    `-y -loglevel error -f image2pipe -framerate ${framesPerSecond} -i - -an -c:v libx264 -profile:v high -preset veryslow -crf 33 -tune animation -vf scale=480:-2 -pix_fmt yuv420p -g ${seconds * framesPerSecond} -movflags +faststart`
      .split(' ')
      .concat(path),
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const frames = seconds * framesPerSecond;
  for (let frame = 0; frame < frames; frame += 1) {
    const picture = await shoot(page, `studio.frame(${frame / frames}, 'image/png')`);
    if (!encoder.stdin.write(picture)) await once(encoder.stdin, 'drain');
  }
  encoder.stdin.end();
  const [code] = (await once(encoder, 'close')) as [number];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  const { size } = await stat(path);
  if (size > VIDEO_MAX_BYTES) throw new Error(`The video has ${size} bytes; ${VIDEO_MAX_BYTES} are allowed.`);
  process.stdout.write(`hero.mp4 ${size} bytes\n`);
}

const environment = await findBrowser();
Object.assign(process.env, environment);
const browser = await chromium.launch(launchOptions(environment));
try {
  await takeDemoPictures(browser);
  const page = await browser.newPage();
  await openStudio(page);
  await writeFile(
    inWeb('src/features/marketing/hero-poster.webp'),
    await shoot(page, `studio.frame(${POSTER_AT}, 'image/webp', 0.6)`),
  );
  await writeFile(inWeb('public/og-image.jpg'), await shoot(page, `studio.share('image/jpeg', 0.82)`));
  await recordVideo(page);
} finally {
  await browser.close();
}
