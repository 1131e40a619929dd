import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { ABOUT_NUMBERS_PLACEHOLDER } from '@zapdeck/contract/about-numbers';
import { PICTURES_PATH } from '@zapdeck/contract/picture-paths';
import { serverPaths, todaysAppsPath } from '@zapdeck/contract/screens';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { oldestBrowsers } from './build/browsers.ts';
import { slimIcons } from './build/icon-slimmer.ts';
import { messages } from './build/messages.ts';
import { slimRoutes } from './build/route-slimmer.ts';

const server = `http://localhost:${process.env['PORT'] ?? '3000'}`;

/** The fonts that the first screen is set in; their built names are known only to the build. */
const firstFonts = ['inter-latin-wght-normal', 'bricolage-grotesque-latin-wght-normal'];

function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => firstFonts.some((font) => file.includes(font)))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head',
          })),
    },
  };
}

/** Leaves places in every page for what the server alone knows: what the operator's provider is called, and the counts. */
function leavePlaces(): Plugin {
  return {
    name: 'leave-places',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'sign-in-provider', content: '%PLATFORM_NAME%' }, injectTo: 'head' },
      { tag: 'meta', attrs: { name: 'ways-in', content: '%WAYS_IN%' }, injectTo: 'head' },
      { tag: 'meta', attrs: { name: 'numbers', content: ABOUT_NUMBERS_PLACEHOLDER }, injectTo: 'head' },
    ],
  };
}

/**
 * Puts the styles before the scripts: on a slow line the first in the page is the first to arrive. Only the small one
 * that knows the chosen scheme goes ahead of them: behind, it would wait for them, and the page be white in the dark.
 */
function stylesFirst(): Plugin {
  return {
    name: 'styles-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
        const rest = links.reduce((text, link) => text.replace(link, ''), html);
        return rest.replace('<script src="/before-paint.js"></script>', (script) => script + links.join(''));
      },
    },
  };
}

/** Tailwind's stand-in for @property, meant for browsers older than those named below. */
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

export default defineConfig({
  // The styles are made smaller once, by Vite, for the browsers named below; Tailwind would add fallbacks for older ones.
  plugins: [
    react(),
    ...messages,
    tailwindcss({ optimize: false }),
    preloadFonts(),
    leavePlaces(),
    stylesFirst(),
    slimRoutes(),
    slimIcons(),
    dropPropertyFallback(),
  ],
  // React has had this hook since 18; the router brings a stand-in for older ones.
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
    // On iPhones some things go by other names than on a Mac.
    cssTarget: Object.entries({ ...oldestBrowsers, ios: oldestBrowsers.safari }).map((pair) => pair.join('')),
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Without these groups the bundler makes 36 files for the first visit of the feed, instead of 20.
    rolldownOptions: {
      // Beside the page of the scripts, the styles of the pages that the server draws.
      input: ['index.html', 'src/page.css'].map((file) => fileURLToPath(new URL(file, import.meta.url))),
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'start',
              test: /node_modules\/(react|react-dom|scheduler)\/|lucide-react\/.*\/x\.|web\/src\/(components\/ui\/(button-class|lucide-icon)|lib\/use-hydrated)\.ts$|contract\/src\/route\.ts$/,
            },
            { name: 'icons', test: /lucide-react\//, minShareCount: 6 },
            {
              name: 'forms',
              test: /web\/src\/(components\/ui\/(field|email-field|text-input|password-field|password-input)|lib\/(form|notify-error|use-action|sign-in-ways))\.tsx?$|contract\/src\/(auth|primitives)\.ts$/,
            },
            {
              name: 'queries',
              test: /@tanstack\/|contract\/src\/(feed|interactions|votes)\.ts$|web\/src\/lib\/(query-client|paged-list|liked-apps|app-counts|connection|idempotency|own-site|frame-policy)\.ts$/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      [...serverPaths, PICTURES_PATH, todaysAppsPath, '/healthz'].map((path) => [path, server]),
    ),
  },
});
