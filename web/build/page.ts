import { ABOUT_NUMBERS_PLACEHOLDER } from '@zapdeck/contract/instance/about-numbers';
import { DEFAULT_LANGUAGE, type Language, languages } from '@zapdeck/contract/wire/languages';

interface Page {
  language?: Language;
  title?: string;
  /** Name of the feeds with new apps. */
  newApps?: string;
  /** Lines at the end of the head. */
  head?: readonly string[];
  /** Lines of the body. */
  body: readonly string[];
}

/** Tags whose values the server fills in. */
export const serverValues = [
  '<script type="application/json" id="instance">%INSTANCE%</script>',
  '<meta name="sign-in-provider" content="%PLATFORM_NAME%">',
  '<meta name="ways-in" content="%WAYS_IN%">',
  `<meta name="numbers" content="${ABOUT_NUMBERS_PLACEHOLDER}">`,
];

/** Returns the lines of a body. The scripts render into `#root`, which contains `html`; `after` follows it. */
export function appBody(needsScripts: string, html = '', after = ''): string[] {
  return [
    `<div id="root">${html}</div>${after}`,
    `<noscript><p class="fixed inset-x-0 bottom-0 z-50 bg-surface p-4 text-center text-ink">${needsScripts}</p></noscript>`,
  ];
}

/**
 * Returns an HTML page of the web app. Nothing is escaped. The script that sets the colour scheme comes before the styles:
 * after them, it would wait for their download, and a dark page would be white for a moment.
 */
export function page({
  language = DEFAULT_LANGUAGE,
  title = '%INSTANCE_NAME%',
  newApps = '%INSTANCE_NAME%',
  head = [],
  body,
}: Page): string {
  return `<!doctype html>
<html lang="${language}" dir="${languages[language].dir}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <meta name="theme-color" content="#faf9fc" media="(prefers-color-scheme: light)" data-scheme="light">
    <meta name="theme-color" content="#0c0a14" media="(prefers-color-scheme: dark)" data-scheme="dark">
    <link rel="icon" href="%ICON%">
    <link rel="apple-touch-icon" href="%TOUCH_ICON%">
    <link rel="alternate" type="application/atom+xml" title="${newApps}" href="/feeds/new.xml">
    <link rel="alternate" type="application/feed+json" title="${newApps}" href="/feeds/new.json">
    <link rel="manifest" href="/manifest.webmanifest">
    <meta name="accent" content="%ACCENT%">
    <script src="/before-paint.js"></script>
    ${head.join('\n    ')}
  </head>
  <body>
    ${body.join('\n    ')}
  </body>
</html>
`;
}
