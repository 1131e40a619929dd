import type { Listing } from '../../components/ui/listing-fields.tsx';
import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { sharedApp } from './shared-app.ts';

export const emptySubmit: Listing = { url: '', title: '', description: '', category: '', tags: [] };

/** A draft belongs to one person, so that nobody else on this device meets it. */
const keyOf = (userId: string) => `zapdeck.submit-draft.${userId}`;

/** The values that a kept draft holds; what is missing or of another kind is empty. */
export function valuesOf(draft: Record<string, unknown> | undefined): Listing {
  const text = (name: string) => (typeof draft?.[name] === 'string' ? draft[name] : '');
  const tags = Array.isArray(draft?.['tags']) ? draft['tags'].filter((tag) => typeof tag === 'string') : [];
  return {
    url: text('url'),
    title: text('title'),
    description: text('description'),
    category: text('category'),
    tags,
  };
}

function isEmpty(values: Listing): boolean {
  return JSON.stringify(values) === JSON.stringify(emptySubmit);
}

/** What the person typed and did not send yet. */
export function readSubmitDraft(userId: string): Listing {
  return valuesOf(readDraft(localStorage, keyOf(userId)));
}

/**
 * What the form opens with: an app that was shared into it, else the draft. A draft of another app is put aside, to be
 * given back if asked for.
 */
export function openingValues(
  draft: Listing,
  search: string,
): { values: Listing; putAside: Listing | undefined } {
  const shared = sharedApp(search);
  if (!shared || shared.url === draft.url) return { values: draft, putAside: undefined };
  return { values: { ...emptySubmit, ...shared }, putAside: isEmpty(draft) ? undefined : draft };
}

/** Keeps what is typed through a reload, a closed tab and an expired session; an empty form leaves nothing behind. */
export function keepSubmitDraft(userId: string, values: Listing): void {
  if (isEmpty(values)) dropDraft(localStorage, keyOf(userId));
  else keepDraft(localStorage, keyOf(userId), values);
}
