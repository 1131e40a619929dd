import { join } from 'node:path';
import { DEFAULT_LANGUAGE, type Language, languages } from '@zapdeck/contract/wire/languages';
import { screenNames, screens } from '@zapdeck/contract/instance/screens';
import { build } from 'vite';
import { chunkFiles, entryFiles, readManifest, screenModules } from './manifest.ts';

/** Modules around the screens that work offline. */
const aroundScreens = [
  'src/app/with-queries.tsx',
  'src/components/layout/bottom-navigation.tsx',
  'src/components/layout/avatar-menu.tsx',
  'src/components/layout/side-menu.tsx',
];
const OTHER_FILES = ['/before-paint.js', '/favicon.svg'];

/** Builds the service worker of the built web app, with the lists of files that it stores for offline use. */
export async function buildWorker(web: string, dist: string): Promise<void> {
  const manifest = await readManifest(dist);
  const { entry, scripts, styles, fonts } = entryFiles(manifest);
  const offline = screenNames.filter((name) => screens[name].worksOffline);
  const filesIn = (language: Language) =>
    chunkFiles(manifest, [
      ...aroundScreens,
      ...offline.flatMap((name) => screenModules(manifest, name, language)),
    ]);
  const own = filesIn(DEFAULT_LANGUAGE);
  const files = new Set([entry, ...scripts, ...styles, ...fonts, ...own.scripts, ...own.styles]);
  const ofLanguage = (language: Language) => ({
    folder: language === DEFAULT_LANGUAGE ? '/' : `/${language}/`,
    messages: filesIn(language).scripts.flatMap((file) => (files.has(file) ? [] : [`/${file}`])),
  });
  const shell = {
    entry: `/${entry}`,
    files: [...[...files].map((file) => `/${file}`), ...OTHER_FILES],
    languages: Object.fromEntries(
      (Object.keys(languages) as Language[]).map((language) => [language, ofLanguage(language)]),
    ),
  };
  await build({
    root: web,
    configFile: false,
    logLevel: 'warn',
    define: { __SHELL__: JSON.stringify(shell) },
    build: {
      outDir: dist,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: join(web, 'worker/service-worker.ts'),
        // A single file without imports needs one request, and works in browsers that support no modules in workers.
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}
