import { join } from 'node:path';
import { screenNames, screens } from '@zapdeck/contract/screens';
import { build } from 'vite';
import { chunkFiles, entryFiles, readManifest, screenModules } from './manifest.ts';

/** What stands around the screens that open without a network. */
const aroundScreens = [
  'src/app/with-queries.tsx',
  'src/components/layout/bottom-navigation.tsx',
  'src/components/layout/avatar-menu.tsx',
  'src/components/layout/side-menu.tsx',
];
const OTHER_FILES = ['/before-paint.js', '/favicon.svg'];

/** Builds the worker of the built web app, with the list of what it sets aside. */
export async function buildWorker(web: string, dist: string): Promise<void> {
  const manifest = await readManifest(dist);
  const { entry, scripts, styles, fonts } = entryFiles(manifest);
  const offline = screenNames.filter((name) => screens[name].worksOffline);
  const own = chunkFiles(manifest, [
    ...aroundScreens,
    ...offline.flatMap((name) => screenModules(manifest, name)),
  ]);
  const files = new Set([entry, ...scripts, ...styles, ...fonts, ...own.scripts, ...own.styles]);
  const shell = { entry: `/${entry}`, files: [...[...files].map((file) => `/${file}`), ...OTHER_FILES] };
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
        // A worker that imports nothing needs no second request, and no browser has to know modules in workers.
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}
