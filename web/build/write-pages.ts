import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FIRST_CARD_PLACEHOLDER, type PrerenderedScreen, screens } from '@zapdeck/contract/screens';
import type * as prerender from '../src/app/prerender.tsx';
import { chunkFiles, entryFiles, readManifest, screenModules } from './manifest.ts';
import { appBody, page, serverValues } from './page.ts';

/** Descriptions for search engines and link previews of the prerendered screens. */
const descriptions: Record<PrerenderedScreen, string> = {
  landing:
    '%DESCRIPTION{Swipe through curated web applications, vote on your favorites, and discover the next big thing.}%',
  about: 'What %INSTANCE_NAME% is, how it works and why: live web apps, one swipe after the other.',
  login: 'Log in to %INSTANCE_NAME%, create an account, or look around as a guest.',
};

/** The page that the worker shows offline. It is in the public folder, because the worker loads it. */
const UNREACHABLE_PAGE = 'unreachable.html';

/** The first requests of the feed, preloaded so that the responses arrive before its code. */
const FEED_READS = ['/api/auth/user', '/api/apps'];

/** Returns tags for search engines and link previews. The server replaces `%PUBLIC_URL%`. */
function describe(path: string, description: string, title: string): string[] {
  const address = `%PUBLIC_URL%${path}`;
  return [
    `<link rel="canonical" href="${address}">`,
    `<meta name="description" content="${description}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="%INSTANCE_NAME%">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${address}">`,
    '<meta property="og:image" content="%PUBLIC_URL%/og-image.jpg">',
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    '<meta property="og:image:alt" content="A deck of live web apps, and a bolt that leads to the next one.">',
    '<meta name="twitter:card" content="summary_large_image">',
  ];
}

const link = (attributes: string, file: string) => `<link ${attributes} href="/${file}">`;
const stylesheets = (files: readonly string[]) =>
  files.map((file) => link('rel="stylesheet" crossorigin', file));

/** Returns the tags for scripts in the head. With a low priority, they load after the styles. */
function scriptTags(entry: string, imports: readonly string[], priority = ''): string[] {
  return [
    `<script type="module" crossorigin${priority} src="/${entry}"></script>`,
    ...imports.map((file) => link(`rel="modulepreload" crossorigin${priority}`, file)),
  ];
}

const fontLinks = (fonts: readonly string[], priority = '') =>
  fonts.map((file) => link(`rel="preload" as="font" type="font/woff2" crossorigin${priority}`, file));

const LOW = ' fetchpriority="low"';

/** Inline code that the content security policy blocks. */
const forbidden = [/<script(?![^>]*\b(?:src=|type="application\/json"))/, /<style/, /\sstyle="/, /\son\w+="/];

function checkPolicy(path: string, html: string): string {
  const found = forbidden.map((pattern) => pattern.exec(html)?.[0]).find((text) => text !== undefined);
  if (found !== undefined)
    throw new Error(`The content security policy forbids ${found} in the page of ${path}`);
  return html;
}

/**
 * Writes the pages of the built web app: the prerendered screens and the feed into `.pages`, `index.html` for all other screens,
 * the page that the worker shows offline in place of pages that the server renders, and the icons of those pages.
 */
export async function writePages(dist: string, bundle: string): Promise<void> {
  const { renderCategoryIcons, renderScreen, renderUnreachable } = (await import(
    pathToFileURL(bundle).href
  )) as typeof prerender;
  const manifest = await readManifest(dist);
  const { entry, scripts, styles, fonts } = entryFiles(manifest);
  const folder = join(dist, '.pages');
  await mkdir(folder, { recursive: true });

  for (const name of Object.keys(descriptions) as PrerenderedScreen[]) {
    const path = name === 'landing' ? '/' : screens[name].path;
    const own = chunkFiles(manifest, screenModules(manifest, name));
    const { title, html } = await renderScreen(path);
    const screenPage = page({
      title,
      head: [
        ...stylesheets([...styles, ...own.styles]),
        ...scriptTags(entry, [...scripts, ...own.scripts], LOW),
        ...serverValues,
        ...describe(path, descriptions[name], title),
      ],
      // Fonts come last, because text is readable in fallback fonts.
      body: [...appBody(html), ...fontLinks(fonts, LOW)],
    });
    await writeFile(join(folder, `${name}.html`), checkPolicy(path, screenPage));
  }

  const emptyPage = page({
    head: [...stylesheets(styles), ...scriptTags(entry, scripts), ...serverValues, ...fontLinks(fonts)],
    body: appBody(),
  });
  await writeFile(join(dist, 'index.html'), emptyPage);

  const feed = chunkFiles(manifest, screenModules(manifest, 'feed'));
  // Fonts are not preloaded: they are nearly as large as the scripts, and the login screen has usually loaded them.
  const feedPage = page({
    head: [
      ...stylesheets([...styles, ...feed.styles]),
      ...scriptTags(entry, scripts),
      ...serverValues,
      ...FEED_READS.map(
        (path) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${path}">`,
      ),
      ...feed.scripts.map((file) => link('rel="modulepreload" crossorigin', file)),
    ],
    body: appBody('', FIRST_CARD_PLACEHOLDER),
  });
  await writeFile(join(folder, 'feed.html'), feedPage);

  const { title, html } = await renderUnreachable();
  await writeFile(join(folder, 'category-icons.svg'), await renderCategoryIcons());
  await writeFile(join(dist, UNREACHABLE_PAGE), page({ title, head: stylesheets(styles), body: [html] }));
}
