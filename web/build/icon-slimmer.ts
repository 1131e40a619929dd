import type { Plugin } from 'vite';

/** Parts of Lucide's source that `lucide-icon.ts` does not read. */
const unread = [
  /,\s*key: "\w+"/g,
  /^ {2}(?:name|size): .*,\n/gm,
  /,\n {2}aliases: \[[^\]]*\]/g,
  /^__iconData\.node;\n/gm,
];

/** Removes everything but the lines from an icon's module. */
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
