import { DESCRIPTION_MAX, TITLE_MAX } from '@zapdeck/contract/apps/listing';
import { cutText } from '@zapdeck/contract/wire/cut-text';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { emptyListing, type Listing, listingIn } from '../../lib/listing.ts';

/** Ends at white space, quotes, angle brackets, and punctuation that addresses percent-encode. */
const ADDRESS = /https?:\/\/[^\s<>"«»‹›“”„‘’「」『』（）【】〈〉《》。、，！？；：…،؛؟।\p{Cf}]+/iu;
const PUNCTUATION = /[.,;:!?'*~|]+$/;
const BRACKETS = [
  '()',
  '[]',
  '{}',
  '<>',
  '«»',
  '»«',
  '‹›',
  '“”',
  '„“',
  '‘’',
  '「」',
  '『』',
  '（）',
  '""',
  "''",
  '**',
] as const;

/** Removes punctuation of the sentence. A closing bracket stays if the address opens it. */
function withoutPunctuation(address: string): string {
  const bare = address.replace(PUNCTUATION, '');
  const [opening, closing] = BRACKETS.find(([, end]) => end === bare.at(-1)) ?? [];
  if (opening === undefined || closing === undefined) return bare;
  const isOpened = bare.split(opening).length >= bare.split(closing).length;
  return isOpened ? bare : withoutPunctuation(bare.slice(0, -1));
}

/** Returns the first address of the text, and the text without it and without surrounding brackets or quotes. */
function splitAddress(text: string): { url?: string; rest: string } {
  const found = ADDRESS.exec(text);
  const url = found && withoutPunctuation(found[0]);
  if (!url || url.endsWith('//')) return { rest: text };
  let before = text.slice(0, found.index).trimEnd();
  let after = text.slice(found.index + url.length).trimStart();
  while (BRACKETS.some((pair) => before.endsWith(pair.charAt(0)) && after.startsWith(pair.charAt(1)))) {
    before = before.slice(0, -1).trimEnd();
    after = after.slice(1).trimStart();
  }
  return { url, rest: /^[.,;!?。、，！？…،؛؟]/.test(after) ? before + after : `${before} ${after}` };
}

/** Returns the text as one line of at most `max` characters. */
function line(text: string, max: number): string {
  return cutText(text.replace(/\s+/g, ' ').trim(), max).trim();
}

/**
 * Returns what another app has shared by the query: `url`, `title`, `text`. Android often puts the address into `text`.
 * Undefined without a valid address.
 */
export function sharedApp(search: string): { url: string; title: string; description: string } | undefined {
  const shared = new URLSearchParams(search);
  const part = (name: string) => splitAddress(shared.get(name) ?? '');
  const [inText, inTitle] = [part('text'), part('title')] as const;
  const url = part('url').url ?? inText.url ?? inTitle.url;
  if (url === undefined) return undefined;
  const description = line(inText.rest, DESCRIPTION_MAX);
  const name = line(inTitle.rest, TITLE_MAX);
  // Browsers also share a page's title as text.
  return { url, title: name, description: description === name ? '' : description };
}

/** The key contains the user's id, so that other users of the device do not see the draft. */
const keyOf = (userId: string) => `zapdeck.submit-draft.${userId}`;

/** Returns the values of a stored draft. Missing and invalid ones are empty. */
export function valuesOf(draft: Record<string, unknown> = {}): Listing {
  return { ...emptyListing, ...listingIn(draft) };
}

function isEmpty(values: Listing): boolean {
  return JSON.stringify(values) === JSON.stringify(emptyListing);
}

/** Returns the values that the user has typed but not submitted. */
export function readSubmitDraft(userId: string): Listing {
  return valuesOf(readDraft(localStorage, keyOf(userId)));
}

/**
 * Returns the initial values: of a shared app, or else of the draft. A draft of another app is set aside and can be
 * restored.
 */
export function openingValues(
  draft: Listing,
  search: string,
): { values: Listing; putAside: Listing | undefined } {
  const shared = sharedApp(search);
  if (!shared || shared.url === draft.url) return { values: draft, putAside: undefined };
  return { values: { ...emptyListing, ...shared }, putAside: isEmpty(draft) ? undefined : draft };
}

/** Stores the values, even over reloads, closed tabs and expired sessions. Deletes an empty draft. */
export function keepSubmitDraft(userId: string, values: Listing): void {
  if (isEmpty(values)) dropDraft(localStorage, keyOf(userId));
  else keepDraft(localStorage, keyOf(userId), values);
}
