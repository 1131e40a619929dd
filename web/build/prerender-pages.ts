import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type PrerenderedScreen, FIRST_CARD_PLACEHOLDER, screens } from '@zapdeck/contract/screens';
import type * as drawings from '../src/app/prerender.tsx';
import { chunkFiles, type Files, type Manifest, readManifest, screenModules } from './manifest.ts';

/** Descriptions for search engines and link previews of the prerendered screens. */
const descriptions: Record<PrerenderedScreen, string> = {
  landing: 'Swipe through curated web applications, vote on your favorites, and discover the next big thing.',
  about: 'What Zapdeck is, how it works and why: live web apps, one swipe after the other.',
  login: 'Log in to Zapdeck, create an account, or look around as a guest.',
};

/** A screen to prerender. The server replaces placeholders such as `%PUBLIC_URL%` in its page. */
interface Page {
  /** Canonical address. */
  path: string;
  description: string;
}

/** In the folder of the other files, where the worker loads it. */
const UNREACHABLE_PAGE = 'unreachable.html';

/** Preload links for the first requests of the feed, so that the responses arrive before its code. */
const FEED_READS = ['/api/auth/user', '/api/apps'];

function describe({ path, description }: Page, title: string): string[] {
  const address = `%PUBLIC_URL%${path}`;
  return [
    `<link rel="canonical" href="${address}">`,
    `<meta name="description" content="${description}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Zapdeck">',
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

const inHead = (lines: string[]) => `  ${lines.join('\n    ')}\n  </head>`;
const styleLinks = ({ styles }: Files) =>
  styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);

const fontLink = /\n *<link rel="preload" as="font"[^>]*>/g;

/** Fonts have a low priority, because text is readable in fallback fonts. */
function fontsLast(shell: string): string {
  const links = (shell.match(fontLink) ?? []).map((link) => link.replace('rel=', 'fetchpriority="low" rel='));
  return shell.replaceAll(fontLink, '').replace('</body>', () => `  ${links.join('').trim()}\n  </body>`);
}

/** Inline code that the content security policy blocks. */
const forbidden = [/<script(?![^>]*\bsrc=)/, /<style/, /\sstyle="/, /\son\w+="/];

/** Returns the page of a prerendered screen. Styles load before scripts and fonts. */
function screenPage(shell: string, page: Page, files: Files, { title, html }: drawings.Drawing): string {
  const scripts = files.scripts.map(
    (file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`,
  );
  const whole = fontsLast(shell)
    .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace('</head>', () => inHead([...styleLinks(files), ...scripts, ...describe(page, title)]))
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
  const found = forbidden.map((pattern) => pattern.exec(whole)?.[0]).find((text) => text !== undefined);
  if (found !== undefined) throw new Error(`The page of ${page.path} has what its policy forbids: ${found}`);
  return whole;
}

/**
 * Returns the empty page for users who open the feed, with preload links for all that the first card needs. Fonts are not
 * preloaded: they are nearly as large as the scripts, and the login screen has usually loaded them.
 */
function feedPage(shell: string, manifest: Manifest): string {
  const files = chunkFiles(manifest, [...screenModules(manifest, 'feed'), 'src/app/with-queries.tsx']);
  return shell
    .replaceAll(fontLink, '')
    .replace('<div id="root"></div>', (root) => `${root}${FIRST_CARD_PLACEHOLDER}`)
    .replace('</head>', () =>
      inHead([
        ...styleLinks(files),
        ...FEED_READS.map(
          (path) => `<link rel="preload" as="fetch" crossorigin="use-credentials" href="${path}">`,
        ),
        ...files.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      ]),
    );
}

/** Returns a page for offline use: styles and the script of the colour scheme, without placeholders and preload links. */
function unreachablePage(shell: string, { title, html }: drawings.Drawing): string {
  return shell
    .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    .replaceAll(
      / *<(?:script type="module"|link rel="modulepreload"|meta [^>]*content="%)[^>]*>(?:<\/script>)?\n/g,
      '',
    )
    .replace(/ *<noscript>.*<\/noscript>\n/, '')
    .replace('<div id="root"></div>', () => html);
}

/**
 * Renders the prerendered screens into `.pages` of the built web app, with the SSR bundle, and writes the page that the worker
 * shows offline in place of the server's pages.
 */
export async function prerenderPages(dist: string, bundle: string): Promise<void> {
  const { renderScreen, renderUnreachable } = (await import(pathToFileURL(bundle).href)) as typeof drawings;
  const manifest = await readManifest(dist);
  const shell = await readFile(join(dist, 'index.html'), 'utf8');
  const folder = join(dist, '.pages');
  await mkdir(folder, { recursive: true });
  for (const name of Object.keys(descriptions) as PrerenderedScreen[]) {
    const path = name === 'landing' ? '/' : screens[name].path;
    const page = { path, description: descriptions[name] };
    const files = chunkFiles(manifest, screenModules(manifest, name));
    await writeFile(join(folder, `${name}.html`), screenPage(shell, page, files, await renderScreen(path)));
  }
  await writeFile(join(folder, 'feed.html'), feedPage(shell, manifest));
  await writeFile(join(dist, UNREACHABLE_PAGE), unreachablePage(shell, await renderUnreachable()));
}
