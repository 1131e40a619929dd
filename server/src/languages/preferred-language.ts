import type { Language } from '@zapdeck/contract/wire/languages';
import { LRUCache } from 'lru-cache';

const RANGES_MAX = 20;

interface Range {
  tag: string;
  quality: number;
}

function rangesOf(header: string): Range[] {
  const ranges = header
    .split(',', RANGES_MAX)
    .flatMap((range) => {
      const [, tag, quality = '1'] = /^\s*([\w-]+)\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(range) ?? [];
      return tag === undefined ? [] : [{ tag, quality: Number(quality) }];
    })
    .filter(({ quality }) => quality > 0);
  return ranges.toSorted((a, b) => b.quality - a.quality);
}

/** Returns language and script, such as `zh-Hans` for `zh-CN`. Undefined for an invalid tag. */
function writtenAs(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined;
  }
}

/** Browsers add the bare tag to each language, such as `zh` to `zh-TW`. It then means the script of the tag before. */
function findPreferred(header: string, offered: readonly Language[]): Language | undefined {
  const notOffered = new Set<string>();
  for (const { tag } of rangesOf(header)) {
    const written = notOffered.has(tag.toLowerCase()) ? undefined : writtenAs(tag);
    const found =
      offered.find((one) => one.toLowerCase() === tag.toLowerCase()) ??
      offered.find((one) => written !== undefined && writtenAs(one) === written);
    if (found) return found;
    notOffered.add(tag.toLowerCase().replace(/-.*/, ''));
  }
  return undefined;
}

const HEADERS_MAX = 1_000;
/** Most browsers send one of few headers. */
const known = new LRUCache<string, { language: Language | undefined }>({ max: HEADERS_MAX });

/** Returns the offered language that a browser prefers: with the same tag, or the same language and script. */
export function preferredLanguage(
  acceptLanguage: string | undefined,
  offered: readonly Language[],
): Language | undefined {
  if (acceptLanguage === undefined) return undefined;
  const key = `${acceptLanguage} ${offered.join()}`;
  const found = known.get(key) ?? { language: findPreferred(acceptLanguage, offered) };
  known.set(key, found);
  return found.language;
}
