import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DEFAULT_LANGUAGE, type Language, languages } from '@zapdeck/contract/wire/languages';
import {
  canonicalPath,
  FIRST_CARD_PLACEHOLDER,
  languageLinksPlaceholder,
  type PrerenderedScreen,
} from '@zapdeck/contract/instance/screens';
import type * as prerender from '../src/app/prerender.tsx';
import {
  chunkFiles,
  entryFiles,
  languageModules,
  type Manifest,
  readManifest,
  screenModules,
} from './manifest.ts';
import { appBody, page, serverValues } from './page.ts';

/** Pages that the worker shows offline. They are in the public folder, because the worker loads them. */
const EMPTY_PAGE = 'index.html';
const UNREACHABLE_PAGE = 'unreachable.html';

/** The first requests of the feed, preloaded so that the responses arrive before its code. */
const FEED_READS = ['/api/auth/user', '/api/apps'];

/** Returns tags for search engines and link previews. The server replaces `%PUBLIC_URL%`. */
function describe(
  language: Language,
  name: PrerenderedScreen,
  { title, description, picture }: Record<'title' | 'description' | 'picture', string>,
): string[] {
  const address = `%PUBLIC_URL%${canonicalPath(name)}${language === DEFAULT_LANGUAGE ? '' : `?lang=${language}`}`;
  return [
    `<link rel="canonical" href="${address}">`,
    languageLinksPlaceholder(name),
    `<meta name="description" content="${description}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="%INSTANCE_NAME%">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${address}">`,
    '<meta property="og:image" content="%PUBLIC_URL%/og-image.jpg">',
    '<meta property="og:image:width" content="1200">',
    '<meta property="og:image:height" content="630">',
    `<meta property="og:image:alt" content="${picture}">`,
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

interface Build {
  dist: string;
  manifest: Manifest;
  drawing: typeof prerender;
}

/** Texts contain no markup of their own. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Writes the pages in one language. English pages are in the folders themselves, others in a folder of their language. */
async function writePagesIn(language: Language, { dist, manifest, drawing }: Build): Promise<void> {
  const { pageTexts, renderScreen, renderUnreachable, speak } = drawing;
  await speak(language);
  const texts = pageTexts();
  const needsScripts = escaped(texts.needsScripts);
  const ofLanguage = { language, newApps: escaped(texts.newApps) };
  const { entry, scripts, styles, fonts } = entryFiles(manifest);
  const common = chunkFiles(manifest, languageModules(language)).scripts;
  const folder = language === DEFAULT_LANGUAGE ? '' : language;
  const pages = join(dist, '.pages', folder);
  await Promise.all([pages, join(dist, folder)].map((path) => mkdir(path, { recursive: true })));

  for (const [name, description] of Object.entries(texts.descriptions) as [PrerenderedScreen, string][]) {
    const path = canonicalPath(name);
    const own = chunkFiles(manifest, screenModules(manifest, name, language));
    const { title, html } = await renderScreen(path);
    const screenPage = page({
      ...ofLanguage,
      title: escaped(title),
      head: [
        ...stylesheets([...styles, ...own.styles]),
        ...scriptTags(entry, [...scripts, ...own.scripts], LOW),
        ...serverValues,
        ...describe(language, name, {
          title: escaped(title),
          description: escaped(description),
          picture: escaped(texts.picture),
        }),
      ],
      // Fonts come last, because text is readable in fallback fonts.
      body: [...appBody(needsScripts, html), ...fontLinks(fonts, LOW)],
    });
    await writeFile(join(pages, `${name}.html`), checkPolicy(path, screenPage));
  }

  const emptyPage = page({
    ...ofLanguage,
    head: [
      ...stylesheets(styles),
      ...scriptTags(entry, [...scripts, ...common]),
      ...serverValues,
      ...fontLinks(fonts),
    ],
    body: appBody(needsScripts),
  });
  await writeFile(join(dist, folder, EMPTY_PAGE), emptyPage);

  const feed = chunkFiles(manifest, screenModules(manifest, 'feed', language));
  // Fonts are not preloaded: they are nearly as large as the scripts, and the login screen has usually loaded them.
  const feedPage = page({
    ...ofLanguage,
    head: [
      ...stylesheets([...styles, ...feed.styles]),
      ...scriptTags(entry, scripts),
      ...serverValues,
      ...FEED_READS.map(
        (path) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${path}">`,
      ),
      ...feed.scripts.map((file) => link('rel="modulepreload" crossorigin', file)),
    ],
    body: appBody(needsScripts, '', FIRST_CARD_PLACEHOLDER),
  });
  await writeFile(join(pages, 'feed.html'), feedPage);

  const { title, html } = await renderUnreachable();
  const unreachable = page({ ...ofLanguage, title: escaped(title), head: stylesheets(styles), body: [html] });
  await writeFile(join(dist, folder, UNREACHABLE_PAGE), unreachable);
}

/**
 * Writes the pages of the built web app in each language: the prerendered screens and the feed into `.pages`,
 * `index.html` for all other screens, and the page that the worker shows offline in place of pages that the server
 * renders. Writes the icons of those pages.
 */
export async function writePages(dist: string, bundle: string): Promise<void> {
  const drawing = (await import(pathToFileURL(bundle).href)) as typeof prerender;
  const manifest = await readManifest(dist);
  for (const language of Object.keys(languages) as Language[])
    await writePagesIn(language, { dist, manifest, drawing });
  await writeFile(join(dist, '.pages/category-icons.svg'), await drawing.renderCategoryIcons());
}
