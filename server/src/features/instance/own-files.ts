import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultInstance, type Instance } from '@zapdeck/contract/instance/instance';
import { publicInstance } from '@zapdeck/contract/instance/public-instance';
import type { Deps } from '../../deps.ts';
import type { OwnFile, OwnFiles } from '../../http/web-files.ts';
import { readLogoFile } from './logo.ts';
import { type LogoFileName, logoPath } from './logo-paths.ts';

const iconFiles: Readonly<Record<string, LogoFileName>> = {
  'favicon.svg': '192.png',
  'apple-touch-icon.png': '180.png',
  'icon-192.png': '192.png',
  'icon-512.png': '512.png',
  'icon-maskable-512.png': 'maskable-512.png',
};

const MANIFEST = 'manifest.webmanifest';
const SHORT_NAME_MAX = 12;

/** Home screens show about twelve letters. */
function shortNameOf(name: string): string {
  const letters = Array.from(new Intl.Segmenter().segment(name), ({ segment }) => segment);
  if (letters.length <= SHORT_NAME_MAX) return name;
  const start = letters.slice(0, SHORT_NAME_MAX).join('');
  const isWholeWord = /^\s/.test(letters[SHORT_NAME_MAX] ?? '');
  return isWholeWord ? start : start.replace(/\s+\S*$/, '');
}

function manifestOf(standard: string, instance: Instance): OwnFile {
  const manifest = JSON.parse(standard) as Record<string, unknown> & { icons: object[] };
  const { name, description, logo } = publicInstance(instance, instance.defaultLanguage);
  const icon = (file: LogoFileName, sizes: string, purpose?: string) =>
    logo === null
      ? []
      : [{ src: logoPath(logo, file), sizes, type: 'image/png', ...(purpose && { purpose }) }];
  const icons = [
    ...icon('192.png', '192x192'),
    ...icon('512.png', '512x512'),
    ...icon('maskable-512.png', '512x512', 'maskable'),
  ];
  const content = JSON.stringify({
    ...manifest,
    name,
    short_name: shortNameOf(name),
    description: description ?? manifest['description'],
    icons: icons.length > 0 ? icons : manifest.icons,
  });
  return { type: 'application/manifest+json', content };
}

/** Returns the files of the web app that an instance replaces: the icons and the manifest. */
export function instanceFiles({ db, instance }: Pick<Deps, 'db' | 'instance'>, webFolder: string): OwnFiles {
  const icon = (file: LogoFileName) => async (): Promise<OwnFile | undefined> => {
    const { logo } = instance();
    const content = logo === null ? undefined : await readLogoFile(db, logo, file);
    return content && { type: 'image/png', content };
  };
  const manifest = async (): Promise<OwnFile | undefined> => {
    const current = instance();
    const isStandard =
      current.name === defaultInstance.name &&
      current.logo === null &&
      Object.keys(current.description).length === 0;
    return isStandard ? undefined : manifestOf(await readFile(join(webFolder, MANIFEST), 'utf8'), current);
  };
  const icons = Object.entries(iconFiles).map(([path, file]) => [path, icon(file)] as const);
  return { ...Object.fromEntries(icons), [MANIFEST]: manifest };
}
