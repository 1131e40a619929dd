import { dropDraft, keepDraft, readDraft } from '../../lib/draft.ts';
import { emptyListing, type Listing, listingIn } from '../../lib/listing.ts';
import { sharedApp } from './shared-app.ts';

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
