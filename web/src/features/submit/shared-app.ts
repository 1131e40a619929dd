import { DESCRIPTION_MAX, TITLE_MAX } from '@zapdeck/contract/listing';
import { cutText } from '@zapdeck/contract/cut-text';

const ADDRESS = /https?:\/\/\S+/i;

/** Returns the text as one line of at most `max` characters. */
function line(text: string, max: number): string {
  return cutText(text.replace(/\s+/g, ' ').trim(), max).trim();
}

/**
 * Returns what another app has shared into the form by the query: `url`, `title`, `text`. Android often puts the
 * address into `text`. Undefined without a valid address.
 */
export function sharedApp(search: string): { url: string; title: string; description: string } | undefined {
  const shared = new URLSearchParams(search);
  const [text, title] = [shared.get('text') ?? '', shared.get('title') ?? ''];
  const url = [shared.get('url') ?? '', text, title].flatMap((part) => ADDRESS.exec(part) ?? [])[0];
  if (url === undefined) return undefined;
  const description = line(text.replace(ADDRESS, ' '), DESCRIPTION_MAX);
  const name = line(title.replace(ADDRESS, ' '), TITLE_MAX);
  // Browsers share a page's title as the text too.
  return { url, title: name, description: description === name ? '' : description };
}
