import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildWorker } from './build-worker.ts';
import { compressFiles } from './compress-files.ts';
import { writePages } from './write-pages.ts';

const WEB = fileURLToPath(new URL('..', import.meta.url));
const DIST = `${WEB}dist`;
/** Folder of the bundle that prerenders the pages. */
const DRAWING = fileURLToPath(new URL('../../.cache/web-drawing', import.meta.url));

const isLoud = process.argv.includes('--verbose');
const common = { root: WEB, logLevel: isLoud ? ('info' as const) : ('warn' as const) };

await build(common);
await build({
  ...common,
  build: { ssr: 'src/app/prerender.tsx', outDir: DRAWING, emptyOutDir: true, copyPublicDir: false },
  ssr: { noExternal: true },
});
await writePages(DIST, `${DRAWING}/prerender.js`);
await rm(DRAWING, { recursive: true });
await buildWorker(WEB, DIST);
await compressFiles(DIST);
