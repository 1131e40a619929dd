import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const DIST = fileURLToPath(new URL('dist', import.meta.url));

/** Keeps the source path in `import.meta.url`. Styles, migrations and demo apps are found relative to it. */
function urlsOfSources(): Plugin {
  return {
    name: 'urls-of-sources',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.ts$/, exclude: /node_modules/ }, code: 'import.meta.url' },
      handler(code, id) {
        const path = JSON.stringify(relative(DIST, id));
        return {
          code: code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`),
          map: null,
        };
      },
    },
  };
}

/**
 * Keeps source maps of our own files only, a tenth of the size. A process keeps all maps in memory after its first
 * logged error.
 */
function mapsOfSources(): Plugin {
  return {
    name: 'maps-of-sources',
    transform: { filter: { id: /node_modules/ }, handler: (code) => ({ code, map: { mappings: '' } }) },
  };
}

export default defineConfig({
  plugins: [urlsOfSources(), mapsOfSources()],
  build: {
    ssr: true,
    outDir: DIST,
    target: 'node24',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: ['main', 'admin', 'backup'].map((name) => `src/start/${name}.ts`),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        sourcemapExcludeSources: true,
      },
    },
  },
  // Everything except native modules, modules that are not installed, and one that the bundler runs before its polyfill.
  ssr: {
    noExternal: true,
    external: ['@node-rs/argon2', 'pg-native', '@simplewebauthn/server', '@simplewebauthn/server/helpers'],
  },
});
