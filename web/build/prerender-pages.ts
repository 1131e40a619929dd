import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Manifest, readManifest, withImports } from './manifest.ts';

/** A screen that visitors get as HTML. `%PUBLIC_URL%` in it is filled in by the server. */
interface Page {
  name: string;
  path: string;
  /** The module of the screen, as the manifest names it. */
  source: string;
  description: string;
}

const LANDING_TEXT =
  'Swipe through curated web applications, vote on your favorites, and discover the next big thing.';

const pages: readonly Page[] = [
  {
    name: 'landing',
    path: '/',
    source: 'src/features/marketing/landing-screen.tsx',
    description: LANDING_TEXT,
  },
  {
    name: 'about',
    path: '/about',
    source: 'src/features/marketing/about-screen.tsx',
    description: 'What Zapdeck is, how it works and why: live web apps, one swipe after the other.',
  },
  {
    name: 'login',
    path: '/login',
    source: 'src/features/auth/login-screen.tsx',
    description: 'Log in to Zapdeck, create an account, or look around as a guest.',
  },
];

interface Screen {
  title: string;
  html: string;
}

interface Files {
  scripts: string[];
  styles: string[];
}

/** What the screen loads beside what stands in every page. */
function filesFor(manifest: Manifest, source: string): Files {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (entry === undefined) throw new Error('The build has no entry');
  const common = withImports(manifest, entry);
  const own = [...withImports(manifest, source)].filter((key) => !common.has(key));
  const chunks = own.flatMap((key) => manifest[key] ?? []);
  if (chunks.length === 0)
    throw new Error(`${source} is no chunk of its own: is its screen still loaded lazily?`);
  return {
    scripts: chunks.map(({ file }) => file),
    styles: chunks.flatMap(({ css = [] }) => css),
  };
}

function headOf({ path, description }: Page, title: string, { scripts, styles }: Files): string {
  const address = `%PUBLIC_URL%${path}`;
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
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
  ].join('\n    ');
}

/** The content security policy refuses all of these; a page that needs one would be broken for everybody. */
const forbidden = [/<script(?![^>]*\bsrc=)/, /<style/, /\sstyle="/, /\son\w+="/];

function pageOf(shell: string, page: Page, files: Files, { title, html }: Screen): string {
  const whole = shell
    .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    .replace('</head>', () => `  ${headOf(page, title, files)}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
  const found = forbidden.map((pattern) => pattern.exec(whole)?.[0]).find((text) => text !== undefined);
  if (found !== undefined) throw new Error(`The page of ${page.path} has what its policy forbids: ${found}`);
  return whole;
}

/** Draws the screens that visitors meet first into `.pages` of the built web app, with the bundle that can draw them. */
export async function prerenderPages(dist: string, bundle: string): Promise<void> {
  const { renderScreen } = (await import(pathToFileURL(bundle).href)) as {
    renderScreen: (path: string) => Promise<Screen>;
  };
  const manifest = await readManifest(dist);
  const shell = await readFile(join(dist, 'index.html'), 'utf8');
  const folder = join(dist, '.pages');
  await mkdir(folder, { recursive: true });
  for (const page of pages) {
    const html = pageOf(shell, page, filesFor(manifest, page.source), await renderScreen(page.path));
    await writeFile(join(folder, `${page.name}.html`), html);
  }
}
