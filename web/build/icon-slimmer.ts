import type { Plugin } from 'vite';

/** What of Lucide's modules our own way to draw an icon never reads, as it stands in their source. */
const unread = [
  /,\s*key: "\w+"/g,
  /^ {2}(?:name|size): .*,\n/gm,
  /,\n {2}aliases: \[[^\]]*\]/g,
  /^__iconData\.node;\n/gm,
];

/** Leaves nothing of an icon's module in the browser's bundles but its lines. */
export function slimIcons(): Plugin {
  return {
    name: 'slim-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\// },
      handler: (code) => ({ code: unread.reduce((text, part) => text.replace(part, ''), code), map: null }),
    },
  };
}
