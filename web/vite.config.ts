import type { IncomingMessage } from 'node:http';
import { parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { PICTURES_PATH } from '@zapdeck/contract/pictures/picture-paths';
import { DISCOVER_PATH, serverPaths, TODAY_PATH, todaysAppsPath } from '@zapdeck/contract/instance/screens';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { oldestBrowsers } from './build/browsers.ts';
import { plainPlotNumbers, slimIcons, slimRoutes } from './build/slim-dependencies.ts';
import { fileName, chunksByScreen } from './build/chunks.ts';
import { ENTRY } from './build/manifest.ts';
import { messages } from './build/messages.ts';
import { appBody, page } from './build/page.ts';

const server = `http://localhost:${process.env['PORT'] ?? '3000'}`;
const visitorsPage = {
  target: server,
  // With a session, the screen is shown.
  bypass: ({ headers }: IncomingMessage) => (headers.cookie?.includes('sid=') ? '/index.html' : undefined),
};

/** Serves the page during development. */
function devPage(): Plugin {
  const html = page({
    body: [...appBody(''), `<script type="module" src="/${ENTRY}"></script>`],
  });
  return {
    name: 'dev-page',
    configureServer: (devServer) => () => {
      devServer.middlewares.use((request, response, next) => {
        if (request.url !== '/index.html') return next();
        devServer
          .transformIndexHtml(request.url, html, request.originalUrl)
          .then((transformed) => response.setHeader('content-type', 'text/html').end(transformed), next);
      });
    },
  };
}

/** Tailwind's fallback for @property, for browsers older than the supported ones. */
const propertyFallback = /@layer properties\{@supports [^{]*\{[^{}]*\{[^{}]*\}\}\}/;

function dropPropertyFallback(): Plugin {
  return {
    name: 'drop-property-fallback',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'asset' && file.fileName.endsWith('.css')) {
            file.source = String(file.source).replace(propertyFallback, '');
          }
        }
      },
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  // Vite minifies the styles for the supported browsers. Tailwind would add fallbacks for older ones.
  plugins: [
    react(),
    ...messages,
    tailwindcss({ optimize: false }),
    devPage(),
    slimRoutes(),
    slimIcons(),
    plainPlotNumbers(),
    dropPropertyFallback(),
  ],
  // React has this hook since version 18. The router imports a fallback for older versions.
  resolve: {
    alias: [
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: fileURLToPath(new URL('src/components/ui/lucide-icon.ts', import.meta.url)),
      },
    ],
  },
  // A strict content security policy allows no data: scripts or styles, so nothing is inlined.
  build: {
    // Read by the check of the budgets.
    manifest: true,
    target: 'es2022',
    // The names of browsers differ between iPhones and Macs.
    cssTarget: Object.entries({ ...oldestBrowsers, ios: oldestBrowsers.safari }).map((pair) => pair.join('')),
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // `page` has the styles of the pages that the server draws.
      input: {
        index: fileURLToPath(new URL(ENTRY, import.meta.url)),
        page: fileURLToPath(new URL('src/page.css', import.meta.url)),
      },
      output: {
        chunkFileNames: ({ name }) => fileName(name, '.js'),
        assetFileNames: ({ names: [name = ''] }) => fileName(parse(name).name, '[extname]'),
        ...(isSsrBuild === true ? {} : { codeSplitting: chunksByScreen() }),
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: {
      ...Object.fromEntries(
        [...serverPaths, PICTURES_PATH, todaysAppsPath, '/healthz'].map((path) => [path, server]),
      ),
      [DISCOVER_PATH]: visitorsPage,
      [TODAY_PATH]: visitorsPage,
    },
  },
}));
