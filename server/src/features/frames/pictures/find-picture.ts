import { URL_MAX } from '@zapdeck/contract/apps/listing';
import * as z from 'zod/mini';
import type { LinePlace } from '../../../pictures/fair-line.ts';
import type { PictureMaker } from '../../../pictures/picture-maker.ts';
import type { FetchPublic } from '../../../urls/fetch-public.ts';
import type { FetchedPage } from '../../../urls/one-request.ts';
import { type Icon, manifestPictures, pagePictures } from '../../../urls/page-pictures.ts';
import { shortHash } from '../../pictures/pictures.ts';
import { normaliseUrl, type UrlRules } from '../../listings/address/url-rules.ts';

/** Minimum widths. A picture from a CSV file may be as small as the smallest size shown. */
const WIDTH_LEAST = { given: 160, page: 600 };
const IMAGES_MAX = 3;
const ICONS_MAX = 4;
const ICON_LEAST = 96;
/** The picture does not exist. Any other failure may be temporary. */
const NOT_THERE = new Set([401, 403, 404, 410]);

const Address = z.string().check(z.maxLength(URL_MAX));

export const PictureSources = z.object({
  given: z.nullable(Address),
  images: z.array(Address),
  icons: z.array(z.object({ url: Address, side: z.int() })),
  manifest: z.nullable(Address),
  colour: z.nullable(z.string()),
});
export type PictureSources = z.infer<typeof PictureSources>;

const allowed = (rules: UrlRules) => (address: string) => normaliseUrl(address, rules).url ?? [];
const allowedIcons = (icons: readonly Icon[], rules: UrlRules) =>
  icons.flatMap(({ url, side }) => {
    const address = normaliseUrl(url, rules).url;
    return address === null || side < ICON_LEAST ? [] : { url: address, side };
  });

export function pictureSources(page: FetchedPage, given: string | null, rules: UrlRules): PictureSources {
  const { images, icons, manifest, colour } = pagePictures(page);
  return {
    given,
    images: images.flatMap(allowed(rules)).slice(0, IMAGES_MAX),
    icons: allowedIcons(icons, rules).slice(0, ICONS_MAX),
    manifest: manifest === null ? null : normaliseUrl(manifest, rules).url,
    colour,
  };
}

export interface FinderDeps {
  fetchPublic: FetchPublic;
  pictureMaker: PictureMaker;
  rules: UrlRules;
}

interface FinderOptions {
  madeFrom: string | null;
  isKept: boolean;
  place: LinePlace;
}

/** `none`: no source has a picture. `away`: a source may have one. The colour is from the page or its manifest. */
type FoundPicture = { colour: string | null } & (
  | { outcome: 'files'; files: Buffer[]; madeFrom: string }
  | { outcome: 'same' | 'none' | 'away' }
);

type PictureAttempt = { url: string; role: 'image' | 'icon'; widthLeast: number };
type Tried = Exclude<FoundPicture['outcome'], 'none'> | 'unusable' | 'too_slow';

export async function findPicture(
  sources: PictureSources,
  { fetchPublic, pictureMaker, rules }: FinderDeps,
  { madeFrom: known, isKept, place }: FinderOptions,
): Promise<FoundPicture> {
  let { colour } = sources;
  let isSomebodyAway = false;
  let made: { files: Buffer[]; madeFrom: string } | undefined;

  const attempt = async ({ url, role, widthLeast }: PictureAttempt): Promise<Tried> => {
    const { page } = await fetchPublic(url, 'picture');
    if (!page || !(page.status < 300 || NOT_THERE.has(page.status))) return 'away';
    if (page.status >= 300 || !page.isWhole || page.body.length === 0) return 'unusable';
    const madeFrom = shortHash(page.body, `${role} ${colour}`);
    if (madeFrom === known) return 'same';
    const picture = await pictureMaker.make({ bytes: page.body, role, widthLeast, ground: colour }, place);
    if (picture.fault === 'busy' || picture.fault === 'spent') return 'away';
    if (picture.fault !== null) return picture.fault === 'too_slow' ? 'too_slow' : 'unusable';
    made = { files: picture.files, madeFrom };
    return 'files';
  };

  const search = async (attempts: readonly PictureAttempt[]): Promise<FoundPicture | null> => {
    for (const next of attempts) {
      const outcome = await attempt(next);
      if (outcome === 'files' && made) return { outcome, colour, ...made };
      if (outcome === 'same') return { outcome, colour };
      if (outcome === 'away' && isKept) return { outcome, colour };
      if (outcome === 'too_slow') return { outcome: 'none', colour };
      isSomebodyAway ||= outcome === 'away';
    }
    return null;
  };

  const image = await search([
    ...(sources.given === null
      ? []
      : [{ url: sources.given, role: 'image' as const, widthLeast: WIDTH_LEAST.given }]),
    ...sources.images.map((url) => ({ url, role: 'image' as const, widthLeast: WIDTH_LEAST.page })),
  ]);
  if (image) return image;
  const icons = [...sources.icons];
  if (sources.manifest !== null) {
    const { page } = await fetchPublic(sources.manifest, 'manifest');
    const found = page && page.status < 300 ? manifestPictures(page) : { icons: [], colour: null };
    colour ??= found.colour;
    icons.push(...allowedIcons(found.icons, rules));
  }
  const largest = icons.toSorted((one, other) => other.side - one.side).slice(0, ICONS_MAX);
  const icon = await search(largest.map(({ url }) => ({ url, role: 'icon' as const, widthLeast: 0 })));
  return icon ?? { outcome: isSomebodyAway ? 'away' : 'none', colour };
}
